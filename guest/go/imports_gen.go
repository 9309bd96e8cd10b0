// Code generated from guest/abi and loop/uv by internal/gen; DO NOT EDIT.

//go:build wasip1

package uv

import "unsafe"

// Runs the loop in a mode (0 default, 1 once, 2 nowait) and answers 1 if it is still alive, else 0. Errors: EBUSY inside a callback of the same loop and in the module's start function, EINVAL for an unknown mode.
// libuv: uv_run.
//
//go:wasmimport uv_preview1 run
func wireRun(loop uint32, mode uint32) int32

// Makes run return at the next iteration's edge.
// libuv: uv_stop.
//
//go:wasmimport uv_preview1 stop
func wireStop(loop uint32) int32

// Answers 1 if active and ref'd handles, active requests, pending callbacks or closing handles exist.
// libuv: uv_loop_alive.
//
//go:wasmimport uv_preview1 alive
func wireAlive(loop uint32) int32

// The loop's cached time in ms.
// libuv: uv_now.
//
//go:wasmimport uv_preview1 now
func wireNow(loop uint32) int64

// Reads the clock into the loop's cached time.
// libuv: uv_update_time.
//
//go:wasmimport uv_preview1 update_time
func wireUpdateTime(loop uint32) int32

// The clock in ns, from an arbitrary start.
// libuv: uv_hrtime.
//
//go:wasmimport uv_preview1 hrtime
func wireHrtime() int64

// The timeout in ms that poll would use now; -1: none.
// libuv: uv_backend_timeout.
//
//go:wasmimport uv_preview1 backend_timeout
func wireBackendTimeout(loop uint32) int32

// Answers 1 if the handle is active.
// libuv: uv_is_active.
//
//go:wasmimport uv_preview1 is_active
func wireIsActive(handle uint32) int32

// Answers 1 if the handle is closing or closed.
// libuv: uv_is_closing.
//
//go:wasmimport uv_preview1 is_closing
func wireIsClosing(handle uint32) int32

// Answers 1 if the handle keeps the loop alive while active.
// libuv: uv_has_ref.
//
//go:wasmimport uv_preview1 has_ref
func wireHasRef(handle uint32) int32

// Lets the handle keep the loop alive. Idempotent.
// libuv: uv_ref.
//
//go:wasmimport uv_preview1 ref
func wireRef(handle uint32) int32

// Lets the loop end although the handle is active. Idempotent.
// libuv: uv_unref.
//
//go:wasmimport uv_preview1 unref
func wireUnref(handle uint32) int32

// Closes the handle; its close callback runs in the closing phase, after the callbacks of its requests (ECANCELED). Errors: EINVAL when it is closing already.
// libuv: uv_close.
//
//go:wasmimport uv_preview1 close
func wireClose(handle uint32) int32

// Cancels a request that waits for the pool; its callback runs with ECANCELED. Errors: EBUSY when it is being worked on or done, EINVAL for requests that cannot be cancelled.
// libuv: uv_cancel.
//
//go:wasmimport uv_preview1 cancel
func wireCancel(req uint32) int32

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not.
// libuv: uv_timer_init.
//
//go:wasmimport uv_preview1 timer_init
func wireTimerInit(loop uint32, cookie uint64) int32

// Starts the timer: the callback runs in the timers phase after timeout ms, then every repeat ms (0: once). Counted from the loop's cached time. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind.
// libuv: uv_timer_start.
//
//go:wasmimport uv_preview1 timer_start
func wireTimerStart(handle uint32, timeout uint64, repeat uint64) int32

// Stops the timer.
// libuv: uv_timer_stop.
//
//go:wasmimport uv_preview1 timer_stop
func wireTimerStop(handle uint32) int32

// Restarts a repeating timer with its repeat as timeout. Errors: EINVAL when it was never started.
// libuv: uv_timer_again.
//
//go:wasmimport uv_preview1 timer_again
func wireTimerAgain(handle uint32) int32

// Sets the repeat in ms, from the next firing on.
// libuv: uv_timer_set_repeat.
//
//go:wasmimport uv_preview1 timer_set_repeat
func wireTimerSetRepeat(handle uint32, repeat uint64) int32

// The repeat in ms.
// libuv: uv_timer_get_repeat.
//
//go:wasmimport uv_preview1 timer_get_repeat
func wireTimerGetRepeat(handle uint32) int64

// ms until the timer is due; 0 when it is.
// libuv: uv_timer_get_due_in.
//
//go:wasmimport uv_preview1 timer_get_due_in
func wireTimerGetDueIn(handle uint32) int64

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not.
// libuv: uv_idle_init.
//
//go:wasmimport uv_preview1 idle_init
func wireIdleInit(loop uint32, cookie uint64) int32

// The callback runs once per iteration before prepare, and poll does not block. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind.
// libuv: uv_idle_start.
//
//go:wasmimport uv_preview1 idle_start
func wireIdleStart(handle uint32) int32

// Stops the handle.
// libuv: uv_idle_stop.
//
//go:wasmimport uv_preview1 idle_stop
func wireIdleStop(handle uint32) int32

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not.
// libuv: uv_prepare_init.
//
//go:wasmimport uv_preview1 prepare_init
func wirePrepareInit(loop uint32, cookie uint64) int32

// The callback runs once per iteration, right before poll. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind.
// libuv: uv_prepare_start.
//
//go:wasmimport uv_preview1 prepare_start
func wirePrepareStart(handle uint32) int32

// Stops the handle.
// libuv: uv_prepare_stop.
//
//go:wasmimport uv_preview1 prepare_stop
func wirePrepareStop(handle uint32) int32

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not.
// libuv: uv_check_init.
//
//go:wasmimport uv_preview1 check_init
func wireCheckInit(loop uint32, cookie uint64) int32

// The callback runs once per iteration, right after poll. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind.
// libuv: uv_check_start.
//
//go:wasmimport uv_preview1 check_start
func wireCheckStart(handle uint32) int32

// Stops the handle.
// libuv: uv_check_stop.
//
//go:wasmimport uv_preview1 check_stop
func wireCheckStop(handle uint32) int32

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. An async handle is active from the start.
// libuv: uv_async_init.
//
//go:wasmimport uv_preview1 async_init
func wireAsyncInit(loop uint32, cookie uint64) int32

// Wakes the loop and has the callback run in the poll phase, once for any number of sends before it.
// libuv: uv_async_send.
//
//go:wasmimport uv_preview1 async_send
func wireAsyncSend(handle uint32) int32

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. The fd is one of the guest's (0 is stdin). Errors: EBADF, EPERM for a file that cannot be polled, EEXIST when the fd is watched already.
// libuv: uv_poll_init.
//
//go:wasmimport uv_preview1 poll_init
func wirePollInit(loop uint32, fd int32, cookie uint64) int32

// Watches for events: 1 readable, 2 writable, 4 disconnect, 8 prioritized. The callback runs in the poll phase, level-triggered; spurious calls are allowed. Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind.
// libuv: uv_poll_start.
//
//go:wasmimport uv_preview1 poll_start
func wirePollStart(handle uint32, events uint32) int32

// Stops watching; callbacks of this poll that have not run yet do not.
// libuv: uv_poll_stop.
//
//go:wasmimport uv_preview1 poll_stop
func wirePollStop(handle uint32) int32

// Listens for connections; the callback runs in the poll phase for each. Errors: EADDRINUSE (of bind too), EACCES without the grant.
// libuv: uv_listen.
//
//go:wasmimport uv_preview1 listen
func wireListen(handle uint32, backlog int32) int32

// Takes the connection that the callback announced, into a client that was made and is not connected. Errors: EAGAIN when none waits.
// libuv: uv_accept.
//
//go:wasmimport uv_preview1 accept
func wireAccept(server uint32, client uint32) int32

// Reads into the buffer whenever data arrives; the callback runs in the poll phase with the bytes now at its start. The buffer may be changed by calling read_start again from the callback. With buf_len 0 the host asks for a buffer before each read (CallbackAlloc, 65536 suggested; none given: ENOBUFS). Errors: ENOTCONN, EINVAL when closing.
// libuv: uv_read_start.
//
//go:wasmimport uv_preview1 read_start
func wireReadStart(handle uint32, buf unsafe.Pointer, bufLen uint32) int32

// Stops reading. Idempotent.
// libuv: uv_read_stop.
//
//go:wasmimport uv_preview1 read_stop
func wireReadStop(handle uint32) int32

// Writes all buffers in order; they belong to the host until the callback. Tried at once, completed in poll. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Errors: EBADF when not connected, EPIPE after shutdown, ENOBUFS at the limit of queued bytes or buffers.
// libuv: uv_write.
//
//go:wasmimport uv_preview1 write
func wireWrite(handle uint32, bufs unsafe.Pointer, count uint32, cookie uint64) int32

// Writes what can be written at once and answers the bytes. Errors: EAGAIN when nothing can, or writes are queued.
// libuv: uv_try_write.
//
//go:wasmimport uv_preview1 try_write
func wireTryWrite(handle uint32, bufs unsafe.Pointer, count uint32) int32

// Ends the writing side after queued writes. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Errors: ENOTCONN.
// libuv: uv_shutdown.
//
//go:wasmimport uv_preview1 shutdown
func wireShutdown(handle uint32, cookie uint64) int32

// Answers 1 if the stream can be read.
// libuv: uv_is_readable.
//
//go:wasmimport uv_preview1 is_readable
func wireIsReadable(handle uint32) int32

// Answers 1 if the stream can be written.
// libuv: uv_is_writable.
//
//go:wasmimport uv_preview1 is_writable
func wireIsWritable(handle uint32) int32

// Bytes queued and not yet written.
// libuv: uv_stream_get_write_queue_size.
//
//go:wasmimport uv_preview1 write_queue_size
func wireWriteQueueSize(handle uint32) int64

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not.
// libuv: uv_tcp_init.
//
//go:wasmimport uv_preview1 tcp_init
func wireTCPInit(loop uint32, cookie uint64) int32

// Binds to an address; EADDRINUSE shows at listen or connect. flags: 1 IPv6 only. Errors: EINVAL when bound already, EACCES without the grant.
// libuv: uv_tcp_bind.
//
//go:wasmimport uv_preview1 tcp_bind
func wireTCPBind(handle uint32, addr unsafe.Pointer, flags uint32) int32

// Connects. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Errors: EALREADY, EISCONN, EACCES without the grant; ECONNREFUSED and the like come with the callback.
// libuv: uv_tcp_connect.
//
//go:wasmimport uv_preview1 tcp_connect
func wireTCPConnect(handle uint32, addr unsafe.Pointer, cookie uint64) int32

// Switches Nagle's algorithm off (1) or on (0).
// libuv: uv_tcp_nodelay.
//
//go:wasmimport uv_preview1 tcp_nodelay
func wireTCPNodelay(handle uint32, enable uint32) int32

// The address the handle is bound to.
// libuv: uv_tcp_getsockname.
//
//go:wasmimport uv_preview1 tcp_getsockname
func wireTCPGetsockname(handle uint32, addr unsafe.Pointer) int32

// The address the handle is connected to.
// libuv: uv_tcp_getpeername.
//
//go:wasmimport uv_preview1 tcp_getpeername
func wireTCPGetpeername(handle uint32, addr unsafe.Pointer) int32

// Opens a file below a granted directory. flags are Linux's O_*. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Its status is a descriptor of the guest's. Errors in the callback: EACCES without a grant, EROFS when writing below a read-only one, EPERM for what is neither file nor directory, ENOENT, EMFILE.
// libuv: uv_fs_open.
//
//go:wasmimport uv_preview1 fs_open
func wireFSOpen(path unsafe.Pointer, pathLen uint32, flags uint32, mode uint32, cookie uint64) int32

// Closes a descriptor. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_fs_close.
//
//go:wasmimport uv_preview1 fs_close
func wireFSClose(fd int32, cookie uint64) int32

// Reads into the buffers at an offset, or at the file's position (-1). A worker writes into guest memory until the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Its status is the bytes read, 0 at the end. Errors: EINVAL without a buffer or over 2 GiB, ENOBUFS over 1,048,576 buffers of all requests together.
// libuv: uv_fs_read.
//
//go:wasmimport uv_preview1 fs_read
func wireFSRead(fd int32, bufs unsafe.Pointer, count uint32, offset int64, cookie uint64) int32

// Writes the buffers at an offset, or at the file's position (-1). Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Its status is the bytes written. Errors: as fs_read.
// libuv: uv_fs_write.
//
//go:wasmimport uv_preview1 fs_write
func wireFSWrite(fd int32, bufs unsafe.Pointer, count uint32, offset int64, cookie uint64) int32

// Tells about a file, following links; the structure is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_fs_stat.
//
//go:wasmimport uv_preview1 fs_stat
func wireFSStat(path unsafe.Pointer, pathLen uint32, stat unsafe.Pointer, cookie uint64) int32

// Tells about a file or link. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_fs_lstat.
//
//go:wasmimport uv_preview1 fs_lstat
func wireFSLstat(path unsafe.Pointer, pathLen uint32, stat unsafe.Pointer, cookie uint64) int32

// Tells about an open file. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_fs_fstat.
//
//go:wasmimport uv_preview1 fs_fstat
func wireFSFstat(fd int32, stat unsafe.Pointer, cookie uint64) int32

// Reads a directory's entries, sorted by name. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Its status is their number; fs_dirents copies them.
// libuv: uv_fs_scandir.
//
//go:wasmimport uv_preview1 fs_scandir
func wireFSScandir(path unsafe.Pointer, pathLen uint32, cookie uint64) int32

// Inside the callback of fs_scandir: copies entries (dirent and name, unpadded) from number first on, as many as fit, and answers their number. Errors: ENOBUFS when not even one fits.
// libuv: uv_fs_scandir_next.
//
//go:wasmimport uv_preview1 fs_dirents
func wireFSDirents(req uint32, first uint32, buf unsafe.Pointer, bufLen uint32) int32

// Makes a directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_fs_mkdir.
//
//go:wasmimport uv_preview1 fs_mkdir
func wireFSMkdir(path unsafe.Pointer, pathLen uint32, mode uint32, cookie uint64) int32

// Removes an empty directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_fs_rmdir.
//
//go:wasmimport uv_preview1 fs_rmdir
func wireFSRmdir(path unsafe.Pointer, pathLen uint32, cookie uint64) int32

// Removes a file or link. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_fs_unlink.
//
//go:wasmimport uv_preview1 fs_unlink
func wireFSUnlink(path unsafe.Pointer, pathLen uint32, cookie uint64) int32

// Renames within one granted directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. EXDEV between two, EBUSY for a directory that holds another granted one.
// libuv: uv_fs_rename.
//
//go:wasmimport uv_preview1 fs_rename
func wireFSRename(path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, cookie uint64) int32
