package cc

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// adviser reads what clang says, for what has a remedy.
type adviser struct{ said bytes.Buffer }

// mostSaid bounds what is read of a compiler's messages, in bytes.
const mostSaid = 1 << 20

func (a *adviser) Write(b []byte) (int, error) {
	if room := mostSaid - a.said.Len(); room > 0 {
		a.said.Write(b[:min(room, len(b))])
	}
	return len(b), nil
}

// An advice is a line for what a message matches; %s is its first group.
type advice struct {
	message *regexp.Regexp
	text    string
}

// name of a function in clang's and wasm-ld's messages.
func undefined(names string) *regexp.Regexp {
	return regexp.MustCompile(`(?:undefined symbol: |undeclared function '|declaration of function '|undeclared identifier ')(` + names + `)\b`)
}

var advices = []advice{
	{undefined(`v?fork|exec[lv]p?e?|execvpe|posix_spawnp?|wait|waitpid|wait3|wait4|system|popen|daemon`),
		"%s: a guest is one process and starts no other. Do the work on the loop (uv_queue_work), or start each process as a guest of its own."},
	{undefined(`pthread_create|thrd_create|clone`),
		"%s: a guest has one thread. uv_queue_work runs work when a thread of the pool is free, and mutexes, conditions and keys work for one thread."},
	{undefined(`sigaction|signal|sigprocmask|alarm|setitimer`),
		"%s: a guest gets no signals. Timers are uv_timer_t; Ctrl-C ends the guest."},
	{undefined(`epoll_\w+|kqueue|kevent|io_uring_\w+|eventfd|timerfd_\w+|inotify_\w+`),
		"%s: the loop is the host's. uv_poll_t, uv_timer_t, uv_async_t and uv_fs_poll_t are the portable ways."},
	{undefined(`dlopen|dlsym`),
		"%s: a guest is one module and loads no other. Link the code into it."},
	{undefined(`(?:_*setjmp|_*longjmp|sigsetjmp|siglongjmp)`),
		"%s: this compiler's WebAssembly has no non-local jumps. Return an error instead."},
	{regexp.MustCompile(`Setjmp/longjmp support requires|'setjmp\.h' file not found`),
		"setjmp.h: this compiler's WebAssembly has no non-local jumps. Return an error instead."},
	{undefined(`uv_\w+`),
		"%s: this libuv has no such function: see the table in guest/c/README.md."},
	{undefined(`__cxa_\w+`),
		"%s: C++ exceptions are not supported: -fno-exceptions."},
	{regexp.MustCompile(`'(sys/epoll|sys/event|sys/eventfd|sys/inotify|sys/timerfd|linux/\w+|sys/ptrace|sys/prctl|windows|winsock2)\.h' file not found`),
		"%s.h: this header is of one system's kernel, and a guest has none. uv.h has the portable way."},
	{regexp.MustCompile(`'([\w./+-]+)' file not found`),
		"%s is not among the headers of WASI and libuv: give its folder with -I, or leave that part out with #ifndef __wasi__."},
	{regexp.MustCompile(`unable to find library -l([\w+.-]+)`),
		"lib%s must be compiled for WebAssembly too: build it with CC=\"playground cc\" and give its folder with -L."},
	{regexp.MustCompile(`(\S+): archive has no index`),
		"%s: make the archive with llvm-ar (AR=llvm-ar); ar does not know WebAssembly."},
	{regexp.MustCompile(`unknown file type: (\S+)`),
		"%s is not WebAssembly: it was compiled for this machine. Compile it again with playground cc."},
}

// advise writes a line for each kind of message that has a remedy.
func (a *adviser) advise(w io.Writer) {
	given := map[int]bool{}
	for line := range bytes.Lines(a.said.Bytes()) {
		kind, text := adviceFor(colours.ReplaceAll(line, nil))
		if text != "" && !given[kind] {
			given[kind] = true
			fmt.Fprintf(w, "playground cc: %s\n", text)
		}
	}
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]*[mK]")

// adviceFor is the first of advices that a line matches, and its text.
func adviceFor(line []byte) (kind int, text string) {
	for i, adv := range advices {
		m := adv.message.FindSubmatch(line)
		if m == nil {
			continue
		}
		if strings.Contains(adv.text, "%s") {
			return i, fmt.Sprintf(adv.text, m[1])
		}
		return i, adv.text
	}
	return 0, ""
}
