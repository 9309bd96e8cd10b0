package gen

// Why a function of libuv has no symbol here.
const (
	notYet = "not yet"
	later  = "not yet: a system's figures are not the loop's business"

	collected      = "the garbage collector frees it"
	fdPassing      = "not yet: descriptors are not passed over pipes"
	fsFields       = "a field of FSReq"
	goData         = "a closure carries what belongs to a callback"
	goLayout       = "New and the handles' constructors allocate"
	goStrings      = "a Go string needs no buffer"
	goSync         = "package sync"
	goThreads      = "goroutines take the place of threads"
	newLoop        = "deprecated in libuv: New and Loop.Close"
	noNative       = "Go loads no shared libraries"
	processTitle   = "a Go program cannot overwrite its arguments"
	windowsHandles = "handles of Windows, where there is no loop"
	windowsStrings = "for file names of Windows, where there is no loop"
)

// goCall is the reason of functions that do not need a loop and that Go has.
func goCall(name string) string { return name + " needs no loop" }

// addresses is the reason of functions that turn addresses into text and back.
func addresses(name string) string { return name + ": addresses are netip's" }

// libuvTypes are the names that doc comments use besides those of functions and
// of types that end with _t.
var libuvTypes = []string{
	"uv_clock_id", "uv_dirent_type", "uv_fs_event", "uv_fs_event_flags", "uv_fs_type", "uv_handle_type",
	"uv_loop_option", "uv_membership", "uv_poll_event", "uv_process_flags", "uv_req_type", "uv_run_mode",
	"uv_stdio_flags", "uv_tcp_flags", "uv_udp_flags", "uv_pipe_flags",
}
