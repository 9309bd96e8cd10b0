// Package abi is the wire between a host and its guests: the imports of module
// uv_preview1, the export the host calls for every callback, and the layout of
// the structures that pass through guest memory.
//
// The tables here are the only place where the wire is written down. The
// host's stubs and the declarations of every SDK are generated from them
// (internal/gen).
//
// Integers are little-endian. A function answers a value ≥ 0 or a negative
// libuv errno with Linux's numbers; wider results go through an out-pointer.
// Handles and requests are ids, slot and generation in 32 bits, never 0: a
// guest never sees a file descriptor of the host, a host pointer or an id of
// another guest. A cookie is 64 bits of the guest's own, given back with every
// callback of the handle or request.
package abi

// Module is the import module of every function in Funcs.
const Module = "uv_preview1"

// Version is the version of the wire. A guest may name the one it was built
// for, as decimal digits in a custom section SectionName; the host refuses
// others with a message. A guest without the section is taken as it is.
const (
	Version     = 1
	SectionName = "loopground.abi"
)

// The exports a guest may have.
const (
	// ExportDispatch is called for every callback: (kind i32, id i32, cookie i64,
	// status i64) -> i64. The result is 0 but for CallbackAlloc.
	ExportDispatch = "uv_dispatch"
	// ExportInitialize makes the guest a reactor: called once, then the host runs the loop.
	ExportInitialize = "_initialize"
	// ExportReactorStart is called after ExportInitialize where it exists: () -> ().
	ExportReactorStart = "uv_start"
	// ExportStart makes the guest a command: it calls run itself.
	ExportStart = "_start"
)

// Callback is the kind of a callback, the first argument of ExportDispatch.
// The comment says what id and status are.
type Callback uint32

// The callback kinds. Numbers are only added.
const (
	CallbackNone       Callback = iota
	CallbackTimer               // handle; 0
	CallbackIdle                // handle; 0
	CallbackPrepare             // handle; 0
	CallbackCheck               // handle; 0
	CallbackAsync               // handle; 0
	CallbackPoll                // handle; events (uv.PollEvents) or errno
	CallbackClose               // handle; 0
	CallbackConnection          // listening handle; 0 or errno
	CallbackAlloc               // stream; suggested size. Result: pointer<<32 | length, 0: no memory
	CallbackRead                // stream; bytes, 0 (nothing for now) or errno (EOF at the end)
	CallbackConnect             // request; 0 or errno
	CallbackWrite               // request; 0 or errno
	CallbackShutdown            // request; 0 or errno
	CallbackFs                  // request; result of the operation or errno
)

// CallbackNames lists the kinds in the order of their number.
var CallbackNames = []string{
	"none", "timer", "idle", "prepare", "check", "async", "poll", "close", "connection", "alloc",
	"read", "connect", "write", "shutdown", "fs",
}

// Kind is the meaning and width of a parameter or result.
type Kind uint8

// The kinds of values.
const (
	I32    Kind = iota // signed 32 bits
	U32                // unsigned 32 bits, flags and counts
	I64                // signed 64 bits
	U64                // unsigned 64 bits
	ID                 // 32 bits: a handle or request
	Cookie             // 64 bits: the guest's own
	In                 // 32 bits: pointer to bytes the host reads; a Len or Count follows
	Out                // 32 bits: pointer to bytes the host writes; a Len or Count follows, or Size says how many
	Len                // 32 bits: length in bytes of the In or Out before it
	Count              // 32 bits: number of structures in the In or Out before it
	Void               // no result
)

// Wide reports whether the value is an i64 on the wire.
func (k Kind) Wide() bool { return k == I64 || k == U64 || k == Cookie }

// Param is one parameter.
type Param struct {
	Name   string
	Kind   Kind
	Struct string // the structure an In or Out points to; "": bytes
}

// Func is one import.
type Func struct {
	Name   string // without a prefix, libuv's
	Params []Param
	Result Kind   // I32: value or errno
	Libuv  string // what it mirrors
	Doc    string // one sentence or more: units, when the callback runs, errors
	Waits  bool   // may wait on the loop: refused to guests that share a loop
}

// Field is one field of a structure.
type Field struct {
	Name   string
	Offset int
	Size   int
	Doc    string
}

// Struct is the layout of a structure in guest memory.
type Struct struct {
	Name   string
	Size   int
	Fields []Field
	Doc    string
}

// Structs lists the structures.
var Structs = []Struct{
	{"buf", 8, []Field{{"base", 0, 4, "pointer"}, {"len", 4, 4, "bytes"}}, "One buffer of a read or write. libuv: uv_buf_t."},
	{"sockaddr", 28, []Field{
		{"family", 0, 2, "4 or 6"},
		{"port", 2, 2, "in the guest's byte order, little-endian"},
		{"flowinfo", 4, 4, "IPv6 only"},
		{"scope", 8, 4, "IPv6 only: interface index"},
		{"addr", 12, 16, "4 or 16 bytes in network order, then zeros"},
	}, "An address and port. libuv: struct sockaddr."},
	{"stat", 160, []Field{
		{"dev", 0, 8, ""}, {"mode", 8, 8, "type and permissions, as on Linux"}, {"nlink", 16, 8, ""},
		{"uid", 24, 8, ""}, {"gid", 32, 8, ""}, {"rdev", 40, 8, ""}, {"ino", 48, 8, ""},
		{"size", 56, 8, "bytes"}, {"blksize", 64, 8, "bytes"}, {"blocks", 72, 8, "of 512 bytes"},
		{"flags", 80, 8, ""}, {"gen", 88, 8, ""},
		{"atime_sec", 96, 8, ""}, {"atime_nsec", 104, 8, ""},
		{"mtime_sec", 112, 8, ""}, {"mtime_nsec", 120, 8, ""},
		{"ctime_sec", 128, 8, ""}, {"ctime_nsec", 136, 8, ""},
		{"birthtime_sec", 144, 8, ""}, {"birthtime_nsec", 152, 8, ""},
	}, "What stat tells. libuv: uv_stat_t."},
	{"dirent", 4, []Field{
		{"type", 0, 1, "uv_dirent_type_t"}, {"reserved", 1, 1, "0"}, {"name_len", 2, 2, "bytes of name that follow the header, unpadded"},
	}, "The header of one directory entry; its name follows. libuv: uv_dirent_t."},
}

func p(name string, k Kind) Param            { return Param{Name: name, Kind: k} }
func ps(name string, k Kind, s string) Param { return Param{Name: name, Kind: k, Struct: s} }
func handle() Param                          { return p("handle", ID) }
func cookie() Param                          { return p("cookie", Cookie) }
func initParams(extra ...Param) []Param {
	return append(append([]Param{p("loop", U32)}, extra...), cookie())
}
func reqParams(h string, rest ...Param) []Param {
	return append(append([]Param{p(h, ID)}, rest...), cookie())
}
func path() []Param { return []Param{p("path", In), p("path_len", Len)} }

func join(a []Param, b ...Param) []Param { return append(append([]Param(nil), a...), b...) }

const (
	docInit  = "Makes a handle of the loop (0: the guest's first loop) and answers its id. Errors: EMFILE when the guest's limit of handles is reached, EINVAL for a loop that is not."
	docReq   = " Answers the id of the request; its callback runs once, in a later phase, never before this call returns. Over the limit of requests the call answers ENOBUFS, and EAGAIN over that of requests at the pool."
	docStart = " Errors: EINVAL when the handle is closing, EBADF when the id is not a handle of this kind."
)

// Funcs lists every import, in the order of libuv's documentation.
var Funcs = []Func{
	// loop
	{"run", []Param{p("loop", U32), p("mode", U32)}, I32, "uv_run", "Runs the loop in a mode (0 default, 1 once, 2 nowait) and answers 1 if it is still alive, else 0. Errors: EBUSY inside a callback of the same loop and in the module's start function, EINVAL for an unknown mode.", true},
	{"stop", []Param{p("loop", U32)}, I32, "uv_stop", "Makes run return at the next iteration's edge.", false},
	{"alive", []Param{p("loop", U32)}, I32, "uv_loop_alive", "Answers 1 if active and ref'd handles, active requests, pending callbacks or closing handles exist.", false},
	{"now", []Param{p("loop", U32)}, I64, "uv_now", "The loop's cached time in ms.", false},
	{"update_time", []Param{p("loop", U32)}, I32, "uv_update_time", "Reads the clock into the loop's cached time.", false},
	{"hrtime", nil, I64, "uv_hrtime", "The clock in ns, from an arbitrary start.", false},
	{"backend_timeout", []Param{p("loop", U32)}, I32, "uv_backend_timeout", "The timeout in ms that poll would use now; -1: none.", false},

	// handles
	{"is_active", []Param{handle()}, I32, "uv_is_active", "Answers 1 if the handle is active.", false},
	{"is_closing", []Param{handle()}, I32, "uv_is_closing", "Answers 1 if the handle is closing or closed.", false},
	{"has_ref", []Param{handle()}, I32, "uv_has_ref", "Answers 1 if the handle keeps the loop alive while active.", false},
	{"ref", []Param{handle()}, I32, "uv_ref", "Lets the handle keep the loop alive. Idempotent.", false},
	{"unref", []Param{handle()}, I32, "uv_unref", "Lets the loop end although the handle is active. Idempotent.", false},
	{"close", []Param{handle()}, I32, "uv_close", "Closes the handle; its close callback runs in the closing phase, after the callbacks of its requests (ECANCELED). Errors: EINVAL when it is closing already.", false},
	{"cancel", []Param{p("req", ID)}, I32, "uv_cancel", "Cancels a request that waits for the pool; its callback runs with ECANCELED. Errors: EBUSY when it is being worked on or done, EINVAL for requests that cannot be cancelled.", false},

	// timer
	{"timer_init", initParams(), I32, "uv_timer_init", docInit, false},
	{"timer_start", []Param{handle(), p("timeout", U64), p("repeat", U64)}, I32, "uv_timer_start", "Starts the timer: the callback runs in the timers phase after timeout ms, then every repeat ms (0: once). Counted from the loop's cached time." + docStart, false},
	{"timer_stop", []Param{handle()}, I32, "uv_timer_stop", "Stops the timer.", false},
	{"timer_again", []Param{handle()}, I32, "uv_timer_again", "Restarts a repeating timer with its repeat as timeout. Errors: EINVAL when it was never started.", false},
	{"timer_set_repeat", []Param{handle(), p("repeat", U64)}, I32, "uv_timer_set_repeat", "Sets the repeat in ms, from the next firing on.", false},
	{"timer_get_repeat", []Param{handle()}, I64, "uv_timer_get_repeat", "The repeat in ms.", false},
	{"timer_get_due_in", []Param{handle()}, I64, "uv_timer_get_due_in", "ms until the timer is due; 0 when it is.", false},

	// idle, prepare, check
	{"idle_init", initParams(), I32, "uv_idle_init", docInit, false},
	{"idle_start", []Param{handle()}, I32, "uv_idle_start", "The callback runs once per iteration before prepare, and poll does not block." + docStart, false},
	{"idle_stop", []Param{handle()}, I32, "uv_idle_stop", "Stops the handle.", false},
	{"prepare_init", initParams(), I32, "uv_prepare_init", docInit, false},
	{"prepare_start", []Param{handle()}, I32, "uv_prepare_start", "The callback runs once per iteration, right before poll." + docStart, false},
	{"prepare_stop", []Param{handle()}, I32, "uv_prepare_stop", "Stops the handle.", false},
	{"check_init", initParams(), I32, "uv_check_init", docInit, false},
	{"check_start", []Param{handle()}, I32, "uv_check_start", "The callback runs once per iteration, right after poll." + docStart, false},
	{"check_stop", []Param{handle()}, I32, "uv_check_stop", "Stops the handle.", false},

	// async
	{"async_init", initParams(), I32, "uv_async_init", docInit + " An async handle is active from the start.", false},
	{"async_send", []Param{handle()}, I32, "uv_async_send", "Wakes the loop and has the callback run in the poll phase, once for any number of sends before it.", false},

	// poll
	{"poll_init", initParams(p("fd", I32)), I32, "uv_poll_init", docInit + " The fd is one of the guest's (0 is stdin). Errors: EBADF, EPERM for a file that cannot be polled, EEXIST when the fd is watched already.", false},
	{"poll_start", []Param{handle(), p("events", U32)}, I32, "uv_poll_start", "Watches for events: 1 readable, 2 writable, 4 disconnect, 8 prioritized. The callback runs in the poll phase, level-triggered; spurious calls are allowed." + docStart, false},
	{"poll_stop", []Param{handle()}, I32, "uv_poll_stop", "Stops watching; callbacks of this poll that have not run yet do not.", false},

	// streams
	{"listen", []Param{handle(), p("backlog", I32)}, I32, "uv_listen", "Listens for connections; the callback runs in the poll phase for each. Errors: EADDRINUSE (of bind too), EACCES without the grant.", false},
	{"accept", []Param{p("server", ID), p("client", ID)}, I32, "uv_accept", "Takes the connection that the callback announced, into a client that was made and is not connected. Errors: EAGAIN when none waits.", false},
	{"read_start", []Param{handle(), p("buf", Out), p("buf_len", Len)}, I32, "uv_read_start", "Reads into the buffer whenever data arrives; the callback runs in the poll phase with the bytes now at its start. The buffer may be changed by calling read_start again from the callback. With buf_len 0 the host asks for a buffer before each read (CallbackAlloc, 65536 suggested; none given: ENOBUFS). Errors: ENOTCONN, EINVAL when closing.", false},
	{"read_stop", []Param{handle()}, I32, "uv_read_stop", "Stops reading. Idempotent.", false},
	{"write", reqParams("handle", ps("bufs", In, "buf"), p("count", Count)), I32, "uv_write", "Writes all buffers in order; they belong to the host until the callback. Tried at once, completed in poll." + docReq + " Errors: EBADF when not connected, EPIPE after shutdown, ENOBUFS at the limit of queued bytes or buffers.", false},
	{"try_write", []Param{handle(), ps("bufs", In, "buf"), p("count", Count)}, I32, "uv_try_write", "Writes what can be written at once and answers the bytes. Errors: EAGAIN when nothing can, or writes are queued.", false},
	{"shutdown", reqParams("handle"), I32, "uv_shutdown", "Ends the writing side after queued writes." + docReq + " Errors: ENOTCONN.", false},
	{"is_readable", []Param{handle()}, I32, "uv_is_readable", "Answers 1 if the stream can be read.", false},
	{"is_writable", []Param{handle()}, I32, "uv_is_writable", "Answers 1 if the stream can be written.", false},
	{"write_queue_size", []Param{handle()}, I64, "uv_stream_get_write_queue_size", "Bytes queued and not yet written.", false},

	// tcp
	{"tcp_init", initParams(), I32, "uv_tcp_init", docInit, false},
	{"tcp_bind", []Param{handle(), ps("addr", In, "sockaddr"), p("flags", U32)}, I32, "uv_tcp_bind", "Binds to an address; EADDRINUSE shows at listen or connect. flags: 1 IPv6 only. Errors: EINVAL when bound already, EACCES without the grant.", false},
	{"tcp_connect", reqParams("handle", ps("addr", In, "sockaddr")), I32, "uv_tcp_connect", "Connects." + docReq + " Errors: EALREADY, EISCONN, EACCES without the grant; ECONNREFUSED and the like come with the callback.", false},
	{"tcp_nodelay", []Param{handle(), p("enable", U32)}, I32, "uv_tcp_nodelay", "Switches Nagle's algorithm off (1) or on (0).", false},
	{"tcp_getsockname", []Param{handle(), ps("addr", Out, "sockaddr")}, I32, "uv_tcp_getsockname", "The address the handle is bound to.", false},
	{"tcp_getpeername", []Param{handle(), ps("addr", Out, "sockaddr")}, I32, "uv_tcp_getpeername", "The address the handle is connected to.", false},

	// files
	{"fs_open", join(path(), p("flags", U32), p("mode", U32), cookie()), I32, "uv_fs_open", "Opens a file below a granted directory. flags are Linux's O_*." + docReq + " Its status is a descriptor of the guest's. Errors in the callback: EACCES without a grant, EROFS when writing below a read-only one, EPERM for what is neither file nor directory, ENOENT, EMFILE.", false},
	{"fs_close", []Param{p("fd", I32), cookie()}, I32, "uv_fs_close", "Closes a descriptor." + docReq, false},
	{"fs_read", []Param{p("fd", I32), ps("bufs", Out, "buf"), p("count", Count), p("offset", I64), cookie()}, I32, "uv_fs_read", "Reads into the buffers at an offset, or at the file's position (-1). A worker writes into guest memory until the callback." + docReq + " Its status is the bytes read, 0 at the end. Errors: EINVAL without a buffer or over 2 GiB, ENOBUFS over 1,048,576 buffers of all requests together.", false},
	{"fs_write", []Param{p("fd", I32), ps("bufs", In, "buf"), p("count", Count), p("offset", I64), cookie()}, I32, "uv_fs_write", "Writes the buffers at an offset, or at the file's position (-1)." + docReq + " Its status is the bytes written. Errors: as fs_read.", false},
	{"fs_stat", join(path(), ps("stat", Out, "stat"), cookie()), I32, "uv_fs_stat", "Tells about a file, following links; the structure is written right before the callback." + docReq, false},
	{"fs_lstat", join(path(), ps("stat", Out, "stat"), cookie()), I32, "uv_fs_lstat", "Tells about a file or link." + docReq, false},
	{"fs_fstat", []Param{p("fd", I32), ps("stat", Out, "stat"), cookie()}, I32, "uv_fs_fstat", "Tells about an open file." + docReq, false},
	{"fs_scandir", join(path(), cookie()), I32, "uv_fs_scandir", "Reads a directory's entries, sorted by name." + docReq + " Its status is their number; fs_dirents copies them.", false},
	{"fs_dirents", []Param{p("req", ID), p("first", U32), p("buf", Out), p("buf_len", Len)}, I32, "uv_fs_scandir_next", "Inside the callback of fs_scandir: copies entries (dirent and name, unpadded) from number first on, as many as fit, and answers their number. Errors: ENOBUFS when not even one fits.", false},
	{"fs_mkdir", join(path(), p("mode", U32), cookie()), I32, "uv_fs_mkdir", "Makes a directory." + docReq, false},
	{"fs_rmdir", join(path(), cookie()), I32, "uv_fs_rmdir", "Removes an empty directory." + docReq, false},
	{"fs_unlink", join(path(), cookie()), I32, "uv_fs_unlink", "Removes a file or link." + docReq, false},
	{"fs_rename", join(path(), p("new_path", In), p("new_path_len", Len), cookie()), I32, "uv_fs_rename", "Renames within one granted directory." + docReq + " EXDEV between two, EBUSY for a directory that holds another granted one.", false},
}
