package main

// suite is one kind of work, done by several contenders.
type suite struct {
	name       string
	about      string  // what is done, and with what
	unit       string  // what one operation is
	cores      int     // how many the contender may use; 0: any
	warmUp     float64 // how much of the work comes before what is measured, as a share of that
	valuesOnly bool    // its own values are what is told: no CPU, calls or throughput
	contenders []contender
	prepare    func(dir string) error // makes what the contenders read
	group      string                 // suites of one group, of the same contenders, are summed up
}

// role says what a contender is measured for.
type role uint8

const (
	ours  role = iota // compared with the fastest peer
	peer              // does the same work with the same promises
	limit             // does what cannot be left out, and promises nothing
)

// contender is one program and its arguments.
type contender struct {
	name    string
	role    role
	program program
	module  *program // what program runs; its path is before args
	flags   []string // before the module
	args    []string
	client  *client
	note    string // what it does otherwise than the others
}

// client is the other end of a server: a program that is started once the
// server has printed its port, with that before its arguments, on the core that
// the server does not use.
type client struct {
	program program
	args    []string
}

// program is something to build: a file of bench/c, or a package of Go.
type program struct {
	c      string // bench/c/NAME.c
	libs   []string
	guest  bool   // compiled by playground cc
	goPath string // package path below the module's root
}

var (
	libuv       = []string{"-luv", "-lpthread"}
	plain       = []string{"-lpthread"}
	loopProgram = program{goPath: "bench/cmd/loop"}
	// guestRunner runs a module as a guest.
	guestRunner = program{goPath: "bench/cmd/guest"}
)

// withGuest adds the same program in C as a guest, without and with a recorder.
func withGuest(cs []contender, name string, client *client, a ...any) []contender {
	module := &program{c: name, libs: libuv, guest: true}
	return append(cs,
		contender{name: "guest, uv.h", program: guestRunner, module: module, args: args(a...), client: client},
		contender{name: "guest, uv.h, traced", program: guestRunner, module: module, flags: []string{"-trace"}, args: args(a...), client: client},
	)
}

func cProgram(name string, libs []string) program { return program{c: name, libs: libs} }
