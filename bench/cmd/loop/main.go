//go:build unix

// Loop is package loop's contender in every suite that libuv has one in. Each
// sub-command is the twin of a program in bench/c.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
)

func main() {
	traced := flag.Bool("trace", false, "record every step, in memory")
	flag.Parse()
	// With one processor, as on a single core, Go's monitor thread takes it away
	// at every wait of more than 20 us and then runs 50,000 times a second.
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0)))
	b := bench{traced: *traced, args: flag.Args()}
	suites := map[string]func(*bench) measure.Result{
		"timers": timers, "iterations": iterations, "async": async, "echo": echo, "read": read,
	}
	suite := suites[b.word()]
	if suite == nil {
		fmt.Fprintln(os.Stderr, "usage: loop [-trace] timers|iterations|async|echo|read ARGUMENTS")
		os.Exit(2)
	}
	if err := suite(&b).Print(os.Stdout); err != nil {
		fail(err)
	}
}

// bench is what every suite is given.
type bench struct {
	traced bool
	args   []string
}

// newLoop makes a loop, with a recorder that keeps the last 16 MiB if there is
// to be one.
func (b *bench) newLoop() *loop.Loop {
	o := loop.Options{}
	if b.traced {
		o.Trace = trace.NewRecorder(trace.Options{MaxBytes: 16 << 20})
	}
	l, err := loop.New(o)
	must(err)
	return l
}

// word takes the next argument.
func (b *bench) word() string {
	if len(b.args) == 0 {
		return ""
	}
	w := b.args[0]
	b.args = b.args[1:]
	return w
}

func (b *bench) number() uint64 {
	n, err := strconv.ParseUint(b.word(), 10, 64)
	must(err)
	return n
}

func must(err error) {
	if err != nil {
		fail(err)
	}
}

func check(ok bool, what string) {
	if !ok {
		fail(fmt.Errorf("%s does not hold", what))
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "loop:", err)
	os.Exit(1)
}
