// Guest runs a contender in C as a guest of the sandbox, metered as any other,
// and measures the process while the guest says that its window is open.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"

	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
)

func main() {
	traced := flag.Bool("trace", false, "record every step, in memory")
	flag.Parse()
	if flag.NArg() == 0 {
		fail("usage: guest [-trace] MODULE ARGUMENTS")
	}
	runtime.GOMAXPROCS(max(2, runtime.GOMAXPROCS(0))) // as bench/cmd/loop
	wasm, err := os.ReadFile(flag.Arg(0))
	must(err)
	rt, err := host.New(host.Options{})
	must(err)
	mod, err := rt.Load(context.Background(), flag.Arg(0), wasm)
	must(err)
	o := loop.Options{}
	if *traced {
		o.Trace = trace.NewRecorder(trace.Options{MaxBytes: 16 << 20})
	}
	loopback, err := host.ParseRule("loopback")
	must(err)
	var s script
	guest, err := mod.Spawn(host.Config{
		Args: flag.Args()[1:], Output: s.write, Stderr: os.Stderr, Loop: o,
		Listen: []host.Rule{loopback}, Connect: []host.Rule{loopback},
	})
	must(err)
	if exit := guest.Run(); exit.Code != 0 {
		fail(fmt.Sprint(exit.Code, " ", exit.Message))
	}
	must(rt.Close())
	must(s.result.Print(os.Stdout))
}

// script reads what a guest writes with bench/c/measure.h.
type script struct {
	line   []byte
	window measure.Window
	result measure.Result
}

// write is called while the guest waits for it.
func (s *script) write(stream int, p []byte) uint64 {
	if stream != 1 {
		return 0
	}
	s.line = append(s.line, p...)
	for {
		line, rest, ended := bytes.Cut(s.line, []byte("\n"))
		if !ended {
			return 0
		}
		s.take(string(line))
		s.line = rest
	}
}

func (s *script) take(line string) {
	switch line {
	case "window begin":
		s.window.Begin()
		return
	case "window end":
		s.result = s.window.End()
		return
	}
	var ops, bytes, check uint64
	if n, _ := fmt.Sscanf(line, "window of %d %d %d", &ops, &bytes, &check); n == 3 {
		s.result.Ops, s.result.Bytes, s.result.Check = ops, bytes, check
		return
	}
	fmt.Println(line)
}

func must(err error) {
	if err != nil {
		fail(err)
	}
}

func fail(why any) {
	fmt.Fprintln(os.Stderr, "guest:", why)
	os.Exit(1)
}
