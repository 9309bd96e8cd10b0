// Code generated from guest/abi and loop/uv by internal/gen; DO NOT EDIT.

//go:build wasip1

package uv

import "unsafe"

// Runs the loop in a mode (0 default, 1 once, 2 nowait) and answers 1 if it is still alive, else 0. Errors: EBUSY inside a callback of the same loop, at a callback depth of 8, and in the module's start function, EINVAL for an unknown mode.
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

// Makes a further loop and answers its number, from 1. It belongs to the guest's one thread: it may run inside a callback of another. Errors: EMFILE at the limit of loops.
// libuv: uv_loop_init.
//
//go:wasmimport uv_preview1 loop_init
func wireLoopInit() int32

// Frees the loop and its number; loop 0 stays, and answers 0 when nothing is open. Errors: EBUSY while a handle or request is open, or while it runs.
// libuv: uv_loop_close.
//
//go:wasmimport uv_preview1 loop_close
func wireLoopClose(loop uint32) int32

// Keeps the loop alive as so many active handles would, until it is called again: for guests that count themselves.
// libuv: uv_loop_alive.
//
//go:wasmimport uv_preview1 loop_hold
func wireLoopHold(loop uint32, count uint32) int32

// Sets an option: 1 measures idle time. Errors: ENOSYS for others.
// libuv: uv_loop_configure.
//
//go:wasmimport uv_preview1 loop_configure
func wireLoopConfigure(loop uint32, option uint32, value int32) int32

// How long the loop has waited in poll, in ns; 0 where it is not measured.
// libuv: uv_metrics_idle_time.
//
//go:wasmimport uv_preview1 idle_time
func wireIdleTime(loop uint32) int64

// The loop's counters.
// libuv: uv_metrics_info.
//
//go:wasmimport uv_preview1 metrics_info
func wireMetricsInfo(loop uint32, metrics unsafe.Pointer) int32

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

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. The fd is one of the guest's: 0, an end of a pipe or of two sockets. Errors: EBADF, EPERM for a file that cannot be polled, EEXIST when the fd is watched already.
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

// Makes the handle a stream on one of the guest's descriptors, which belongs to it from then on: fs_close of it answers EBUSY. A pipe may be a standard stream (0 to 2); input that cannot be polled is EINVAL; a file that is open for writing can only be written. Errors: EBADF, EEXIST when it is watched already, EBUSY when the handle has one, ENOTSOCK and EINVAL for what cannot be one.
// libuv: uv_tcp_open, uv_pipe_open.
//
//go:wasmimport uv_preview1 stream_open
func wireStreamOpen(handle uint32, fd int32) int32

// Makes writes wait until all is written (1), or not (0). Reads do not wait.
// libuv: uv_stream_set_blocking.
//
//go:wasmimport uv_preview1 stream_set_blocking
func wireStreamSetBlocking(handle uint32, blocking uint32) int32

// Sets the size of the kernel's buffer for sending, in bytes; 0: answers it. Streams and udp.
// libuv: uv_send_buffer_size.
//
//go:wasmimport uv_preview1 send_buffer_size
func wireSendBufferSize(handle uint32, size uint32) int32

// Sets the size of the kernel's buffer for receiving, in bytes; 0: answers it. Streams and udp.
// libuv: uv_recv_buffer_size.
//
//go:wasmimport uv_preview1 recv_buffer_size
func wireRecvBufferSize(handle uint32, size uint32) int32

// A descriptor of the guest's that stands for the handle's while it is open: the one that it was made of, or else a number through which nothing can be read or written. Errors: EBADF before there is one, EINVAL for handles that have none, EMFILE at the limit of files.
// libuv: uv_fileno.
//
//go:wasmimport uv_preview1 fileno
func wireFileno(handle uint32) int32

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not.
// libuv: uv_tcp_init.
//
//go:wasmimport uv_preview1 tcp_init
func wireTCPInit(loop uint32, cookie uint64) int32

// Binds to an address; EADDRINUSE shows at listen or connect. flags: 1 IPv6 only, 2 reuse port. Errors: EINVAL when bound already, EACCES without the grant.
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

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. The socket is made at once. family: 4 or 6.
// libuv: uv_tcp_init_ex.
//
//go:wasmimport uv_preview1 tcp_socket
func wireTCPSocket(loop uint32, family uint32, cookie uint64) int32

// Has the kernel probe an idle connection after idle s, every interval s, count times. interval 0: only idle is set. Errors: EINVAL for 0.
// libuv: uv_tcp_keepalive, uv_tcp_keepalive_ex.
//
//go:wasmimport uv_preview1 tcp_keepalive
func wireTCPKeepalive(handle uint32, enable uint32, idle uint32, interval uint32, count uint32) int32

// Closes the handle with a reset. Errors: EINVAL after shutdown.
// libuv: uv_tcp_close_reset.
//
//go:wasmimport uv_preview1 tcp_close_reset
func wireTCPCloseReset(handle uint32) int32

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. ipc is 0: passing handles is not offered, ENOTSUP.
// libuv: uv_pipe_init.
//
//go:wasmimport uv_preview1 pipe_init
func wirePipeInit(loop uint32, ipc uint32, cookie uint64) int32

// Binds to a path below a directory that was granted for writing. flags: 1 refuse a path that is too long (EINVAL) instead of cutting it off. Errors: EINVAL when bound, EADDRINUSE, EACCES without the grant, EROFS, ENAMETOOLONG; ENOTSUP on systems other than Linux.
// libuv: uv_pipe_bind, uv_pipe_bind2.
//
//go:wasmimport uv_preview1 pipe_bind
func wirePipeBind(handle uint32, path unsafe.Pointer, pathLen uint32, flags uint32) int32

// Connects to a socket below a directory that was granted for writing; errors but EINVAL and ENOBUFS come with the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_pipe_connect, uv_pipe_connect2.
//
//go:wasmimport uv_preview1 pipe_connect
func wirePipeConnect(handle uint32, path unsafe.Pointer, pathLen uint32, flags uint32, cookie uint64) int32

// The path the handle is bound to, without a zero byte; answers its length. Errors: ENOBUFS.
// libuv: uv_pipe_getsockname.
//
//go:wasmimport uv_preview1 pipe_getsockname
func wirePipeGetsockname(handle uint32, buf unsafe.Pointer, bufLen uint32) int32

// The path the handle is connected to, without a zero byte; answers its length. Errors: ENOBUFS, ENOTCONN.
// libuv: uv_pipe_getpeername.
//
//go:wasmimport uv_preview1 pipe_getpeername
func wirePipeGetpeername(handle uint32, buf unsafe.Pointer, bufLen uint32) int32

// Lets everyone read (1), write (2) or both (3). Errors: EINVAL, EBADF when not bound.
// libuv: uv_pipe_chmod.
//
//go:wasmimport uv_preview1 pipe_chmod
func wirePipeChmod(handle uint32, mode uint32) int32

// Makes a pipe: two descriptors of the guest's, 4 bytes each, reading end first. flags: 0x40 does not block, which no end does in any case: what would wait in a file request answers EAGAIN. Errors: EINVAL, EMFILE at the limit of files.
// libuv: uv_pipe.
//
//go:wasmimport uv_preview1 pipe_pair
func wirePipePair(readFlags uint32, writeFlags uint32, fds unsafe.Pointer, fdsLen uint32) int32

// Makes two connected sockets: descriptors of the guest's, 4 bytes each. socktype: 1 stream, 2 datagram. Flags and errors as pipe_pair has them.
// libuv: uv_socketpair.
//
//go:wasmimport uv_preview1 socket_pair
func wireSocketPair(socktype uint32, protocol uint32, flags0 uint32, flags1 uint32, fds unsafe.Pointer, fdsLen uint32) int32

// Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not. family: 0 the socket is made when it is needed, 4 or 6 at once.
// libuv: uv_udp_init, uv_udp_init_ex.
//
//go:wasmimport uv_preview1 udp_init
func wireUDPInit(loop uint32, family uint32, cookie uint64) int32

// Makes the handle a socket on one of the guest's descriptors, as stream_open does. Errors: EBADF, EBUSY, EEXIST, EINVAL for what is no datagram socket.
// libuv: uv_udp_open.
//
//go:wasmimport uv_preview1 udp_open
func wireUDPOpen(handle uint32, fd int32) int32

// Binds to an address. flags: 1 IPv6 only, 4 reuse address, 8 reuse port, 32 receive errors. Errors: EINVAL when bound, EADDRINUSE, EACCES without the grant.
// libuv: uv_udp_bind.
//
//go:wasmimport uv_preview1 udp_bind
func wireUDPBind(handle uint32, addr unsafe.Pointer, flags uint32) int32

// Fixes the peer; a null pointer frees it, which for a handle that receives has to be granted as receiving is. Errors: EISCONN, ENOTCONN, EACCES without the grant.
// libuv: uv_udp_connect.
//
//go:wasmimport uv_preview1 udp_connect
func wireUDPConnect(handle uint32, addr unsafe.Pointer) int32

// The address the handle is bound to.
// libuv: uv_udp_getsockname.
//
//go:wasmimport uv_preview1 udp_getsockname
func wireUDPGetsockname(handle uint32, addr unsafe.Pointer) int32

// The address the handle is connected to. Errors: ENOTCONN.
// libuv: uv_udp_getpeername.
//
//go:wasmimport uv_preview1 udp_getpeername
func wireUDPGetpeername(handle uint32, addr unsafe.Pointer) int32

// Sends the buffers as one datagram to an address, or to the peer with a null pointer. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. Errors: EDESTADDRREQ, EISCONN, EACCES without the grant, ENOBUFS at the limit of queued bytes.
// libuv: uv_udp_send.
//
//go:wasmimport uv_preview1 udp_send
func wireUDPSend(handle uint32, bufs unsafe.Pointer, count uint32, addr unsafe.Pointer, cookie uint64) int32

// Sends at once and answers the bytes. Errors: EAGAIN when it cannot, or sends are queued; those of udp_send.
// libuv: uv_udp_try_send.
//
//go:wasmimport uv_preview1 udp_try_send
func wireUDPTrySend(handle uint32, bufs unsafe.Pointer, count uint32, addr unsafe.Pointer) int32

// Receives datagrams: for each the host asks for a buffer (CallbackAlloc), and writes the info before CallbackRecv. 0 bytes without an address: nothing for now, the buffer is the guest's again; with one: an empty datagram. Binds to any address where it is not bound. Without a bind of the guest's and without a peer, receiving has to be granted as listening on any address is (EACCES). Errors: EALREADY.
// libuv: uv_udp_recv_start.
//
//go:wasmimport uv_preview1 udp_recv_start
func wireUDPRecvStart(handle uint32, info unsafe.Pointer) int32

// Stops receiving. Idempotent.
// libuv: uv_udp_recv_stop.
//
//go:wasmimport uv_preview1 udp_recv_stop
func wireUDPRecvStop(handle uint32) int32

// Bytes queued and not yet sent.
// libuv: uv_udp_get_send_queue_size.
//
//go:wasmimport uv_preview1 udp_send_queue_size
func wireUDPSendQueueSize(handle uint32) int64

// Datagrams queued and not yet sent.
// libuv: uv_udp_get_send_queue_count.
//
//go:wasmimport uv_preview1 udp_send_queue_count
func wireUDPSendQueueCount(handle uint32) int64

// Sets an option: 1 broadcast, 2 ttl, 3 multicast loop, 4 multicast ttl. Errors: EINVAL, EBADF before there is a socket.
// libuv: uv_udp_set_broadcast, uv_udp_set_ttl, uv_udp_set_multicast_loop, uv_udp_set_multicast_ttl.
//
//go:wasmimport uv_preview1 udp_set_option
func wireUDPSetOption(handle uint32, option uint32, value int32) int32

// Joins (1) or leaves (0) a multicast group on an interface (null: any), from one source (null: all). Errors: EINVAL, ENODEV, EACCES without the grant to listen on the group's address.
// libuv: uv_udp_set_membership, uv_udp_set_source_membership.
//
//go:wasmimport uv_preview1 udp_set_membership
func wireUDPSetMembership(handle uint32, group unsafe.Pointer, iface unsafe.Pointer, source unsafe.Pointer, join uint32) int32

// The interface multicast is sent on; null: the default.
// libuv: uv_udp_set_multicast_interface.
//
//go:wasmimport uv_preview1 udp_set_interface
func wireUDPSetInterface(handle uint32, iface unsafe.Pointer) int32

// Opens a file below a granted directory. flags are Linux's O_*. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is a descriptor of the guest's. Errors in the callback: EACCES without a grant, EROFS when writing below a read-only one, EPERM for what is neither file nor directory, ENOENT, EMFILE.
// libuv: uv_fs_open.
//
//go:wasmimport uv_preview1 fs_open
func wireFSOpen(loop uint32, path unsafe.Pointer, pathLen uint32, flags uint32, mode uint32, cookie uint64) int32

// Closes a descriptor. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_close.
//
//go:wasmimport uv_preview1 fs_close
func wireFSClose(loop uint32, fd int32, cookie uint64) int32

// Reads into the buffers at an offset, or at the file's position (-1). A worker writes into guest memory until the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the bytes read, 0 at the end. Errors: EINVAL without a buffer or over 2 GiB, ENOBUFS over 1,048,576 buffers of all requests together. Descriptor 0 is standard input, which waits until there is something; it has offsets only where it is a file (ESPIPE).
// libuv: uv_fs_read.
//
//go:wasmimport uv_preview1 fs_read
func wireFSRead(loop uint32, fd int32, bufs unsafe.Pointer, count uint32, offset int64, cookie uint64) int32

// Writes the buffers at an offset, or at the file's position (-1). Descriptors 1 and 2 are standard output and error: ESPIPE for an offset. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the bytes written. Errors: as fs_read.
// libuv: uv_fs_write.
//
//go:wasmimport uv_preview1 fs_write
func wireFSWrite(loop uint32, fd int32, bufs unsafe.Pointer, count uint32, offset int64, cookie uint64) int32

// Moves an open file's position, where reads and writes at -1 go on: from its beginning (0), from where it is (1), from its end (2). Answers the position in bytes. Errors: EBADF, EINVAL, ESPIPE for pipes and sockets.
// libuv: uv_fs_read, uv_fs_write.
//
//go:wasmimport uv_preview1 fs_seek
func wireFSSeek(fd int32, offset int64, whence uint32) int64

// A further descriptor of an open file, pipe or socket, with the same position. Errors: EBADF, EMFILE.
// libuv: uv_fs_open.
//
//go:wasmimport uv_preview1 fs_dup
func wireFSDup(fd int32) int32

// Tells about a file, following links; the structure is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_stat.
//
//go:wasmimport uv_preview1 fs_stat
func wireFSStat(loop uint32, path unsafe.Pointer, pathLen uint32, stat unsafe.Pointer, cookie uint64) int32

// Tells about a file or link. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_lstat.
//
//go:wasmimport uv_preview1 fs_lstat
func wireFSLstat(loop uint32, path unsafe.Pointer, pathLen uint32, stat unsafe.Pointer, cookie uint64) int32

// Tells about an open file. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_fstat.
//
//go:wasmimport uv_preview1 fs_fstat
func wireFSFstat(loop uint32, fd int32, stat unsafe.Pointer, cookie uint64) int32

// Reads a directory's entries, sorted by name. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is their number; fs_dirents copies them. Errors: EINVAL with cookie 0, see fs_opendir.
// libuv: uv_fs_scandir.
//
//go:wasmimport uv_preview1 fs_scandir
func wireFSScandir(loop uint32, path unsafe.Pointer, pathLen uint32, cookie uint64) int32

// Inside the callback of fs_scandir: copies entries (dirent and name, unpadded) from number first on, as many as fit, and answers their number. Errors: ENOBUFS when not even one fits.
// libuv: uv_fs_scandir_next.
//
//go:wasmimport uv_preview1 fs_dirents
func wireFSDirents(req uint32, first uint32, buf unsafe.Pointer, bufLen uint32) int32

// Makes a directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_mkdir.
//
//go:wasmimport uv_preview1 fs_mkdir
func wireFSMkdir(loop uint32, path unsafe.Pointer, pathLen uint32, mode uint32, cookie uint64) int32

// Removes an empty directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_rmdir.
//
//go:wasmimport uv_preview1 fs_rmdir
func wireFSRmdir(loop uint32, path unsafe.Pointer, pathLen uint32, cookie uint64) int32

// Removes a file or link. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_unlink.
//
//go:wasmimport uv_preview1 fs_unlink
func wireFSUnlink(loop uint32, path unsafe.Pointer, pathLen uint32, cookie uint64) int32

// Renames within one granted directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. EXDEV between two, EBUSY for a directory that holds another granted one.
// libuv: uv_fs_rename.
//
//go:wasmimport uv_preview1 fs_rename
func wireFSRename(loop uint32, path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, cookie uint64) int32

// Asks for 4 reading, 2 writing, 1 executing, 0 existence. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_access.
//
//go:wasmimport uv_preview1 fs_access
func wireFSAccess(loop uint32, path unsafe.Pointer, pathLen uint32, mode uint32, cookie uint64) int32

// Changes permissions. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_chmod.
//
//go:wasmimport uv_preview1 fs_chmod
func wireFSChmod(loop uint32, path unsafe.Pointer, pathLen uint32, mode uint32, cookie uint64) int32

// Changes permissions of an open file. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_fchmod.
//
//go:wasmimport uv_preview1 fs_fchmod
func wireFSFchmod(loop uint32, fd int32, mode uint32, cookie uint64) int32

// Changes owner and group; follow 0: of a link itself. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_chown, uv_fs_lchown.
//
//go:wasmimport uv_preview1 fs_chown
func wireFSChown(loop uint32, path unsafe.Pointer, pathLen uint32, uid uint32, gid uint32, follow uint32, cookie uint64) int32

// Changes owner and group of an open file. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_fchown.
//
//go:wasmimport uv_preview1 fs_fchown
func wireFSFchown(loop uint32, fd int32, uid uint32, gid uint32, cookie uint64) int32

// Sets times, in s since 1970: infinity is the time now, not-a-number leaves one as it is; follow 0: of a link itself. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_utime, uv_fs_lutime.
//
//go:wasmimport uv_preview1 fs_utime
func wireFSUtime(loop uint32, path unsafe.Pointer, pathLen uint32, atime float64, mtime float64, follow uint32, cookie uint64) int32

// Sets times of an open file, as fs_utime. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_futime.
//
//go:wasmimport uv_preview1 fs_futime
func wireFSFutime(loop uint32, fd int32, atime float64, mtime float64, cookie uint64) int32

// Cuts or lengthens an open file to length bytes. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_ftruncate.
//
//go:wasmimport uv_preview1 fs_ftruncate
func wireFSFtruncate(loop uint32, fd int32, length int64, cookie uint64) int32

// Has the disk keep what was written; data 1: its contents only. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_fsync, uv_fs_fdatasync.
//
//go:wasmimport uv_preview1 fs_fsync
func wireFSFsync(loop uint32, fd int32, data uint32, cookie uint64) int32

// Gives a file a further name within one granted directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_link.
//
//go:wasmimport uv_preview1 fs_link
func wireFSLink(loop uint32, path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, cookie uint64) int32

// Makes a link at new_path that leads to path. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback.
// libuv: uv_fs_symlink.
//
//go:wasmimport uv_preview1 fs_symlink
func wireFSSymlink(loop uint32, path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, flags uint32, cookie uint64) int32

// Where a link leads, written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the length. Errors: ENAMETOOLONG for more than buf_len.
// libuv: uv_fs_readlink.
//
//go:wasmimport uv_preview1 fs_readlink
func wireFSReadlink(loop uint32, path unsafe.Pointer, pathLen uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32

// The guest's absolute path without links, written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the length. Errors: ENAMETOOLONG for more than buf_len.
// libuv: uv_fs_realpath.
//
//go:wasmimport uv_preview1 fs_realpath
func wireFSRealpath(loop uint32, path unsafe.Pointer, pathLen uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32

// Makes a directory from a template that ends in XXXXXX; its path is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the length.
// libuv: uv_fs_mkdtemp.
//
//go:wasmimport uv_preview1 fs_mkdtemp
func wireFSMkdtemp(loop uint32, path unsafe.Pointer, pathLen uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32

// Makes and opens a file from a template that ends in XXXXXX; its path, as long as the template, is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is a descriptor.
// libuv: uv_fs_mkstemp.
//
//go:wasmimport uv_preview1 fs_mkstemp
func wireFSMkstemp(loop uint32, path unsafe.Pointer, pathLen uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32

// Copies a file. flags: 1 fail if new_path exists, 2 share its blocks where the file system can, 4 or fail. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: EFBIG over 2 GiB, which would keep a worker for too long.
// libuv: uv_fs_copyfile.
//
//go:wasmimport uv_preview1 fs_copyfile
func wireFSCopyfile(loop uint32, path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, flags uint32, cookie uint64) int32

// Copies bytes between open files, at most 2 GiB. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is the bytes.
// libuv: uv_fs_sendfile.
//
//go:wasmimport uv_preview1 fs_sendfile
func wireFSSendfile(loop uint32, outFD int32, inFD int32, offset int64, length uint64, cookie uint64) int32

// Opens a directory for reading. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is a descriptor, for fs_readdir and fs_closedir only.
// libuv: uv_fs_opendir.
//
//go:wasmimport uv_preview1 fs_opendir
func wireFSOpendir(loop uint32, path unsafe.Pointer, pathLen uint32, cookie uint64) int32

// Reads at most count entries into the buffer (dirent and name, unpadded), as many as fit. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is their number, 0 at the end; those for which there was no room come next. Errors: ENOBUFS when not even one fits, EBUSY while another request is on the directory.
// libuv: uv_fs_readdir.
//
//go:wasmimport uv_preview1 fs_readdir
func wireFSReaddir(loop uint32, dir int32, count uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32

// Closes a directory. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: EBUSY while a request is on it.
// libuv: uv_fs_closedir.
//
//go:wasmimport uv_preview1 fs_closedir
func wireFSClosedir(loop uint32, dir int32, cookie uint64) int32

// Tells about a file system; the structure is written right before the callback. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: ENOSYS always, so far: what a disk holds beyond the granted directories is not told.
// libuv: uv_fs_statfs.
//
//go:wasmimport uv_preview1 fs_statfs
func wireFSStatfs(loop uint32, path unsafe.Pointer, pathLen uint32, statfs unsafe.Pointer, cookie uint64) int32

// Queues work: when a worker of the pool is free the loop's thread is called with CallbackWork, in the poll phase, and then with CallbackAfterWork. Work starts in the order of queueing. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool.
// libuv: uv_queue_work.
//
//go:wasmimport uv_preview1 queue_work
func wireQueueWork(loop uint32, cookie uint64) int32

// Fills the buffer with random bytes; under a virtual clock they are the seed's. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: EINVAL for flags, E2BIG over 2 GiB.
// libuv: uv_random.
//
//go:wasmimport uv_preview1 random
func wireRandom(loop uint32, buf unsafe.Pointer, bufLen uint32, flags uint32, cookie uint64) int32

// Looks up a name, a service or both; flags are Linux's AI_*, family 0 any, 4 or 6. Addresses (addrinfo and canonical name) are written into the buffer right before the callback, as many as fit. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Its status is their number. Errors: EINVAL without a name, or with one of over 255 bytes; ENOBUFS when not even one fits; in the callback EACCES without the grant, those of getaddrinfo (EAI_*), EAI_CANCELED.
// libuv: uv_getaddrinfo.
//
//go:wasmimport uv_preview1 getaddrinfo
func wireGetaddrinfo(loop uint32, node unsafe.Pointer, nodeLen uint32, service unsafe.Pointer, serviceLen uint32, flags uint32, family uint32, socktype uint32, protocol uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32

// Looks up the names of an address and port; flags are Linux's NI_*. Both end in a zero byte and are written right before the callback; a buffer of length 0 is left out. Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool. With cookie 0 it is done before the call returns, which answers its status; there is no callback. Errors: those of getaddrinfo, EAI_OVERFLOW for a name longer than its buffer. Names need the grant, numbers do not.
// libuv: uv_getnameinfo.
//
//go:wasmimport uv_preview1 getnameinfo
func wireGetnameinfo(loop uint32, addr unsafe.Pointer, flags uint32, host unsafe.Pointer, hostLen uint32, service unsafe.Pointer, serviceLen uint32, cookie uint64) int32
