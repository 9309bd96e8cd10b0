// Hosting measures what a spinning guest does to those beside it: to the Go
// service that hosts it, and to other guests' timers.
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
)

const usage = "usage: hosting service|timers COUNT SPINNING_GUESTS"

func main() {
	if len(os.Args) != 4 {
		fail(usage)
	}
	n, err := strconv.Atoi(os.Args[2])
	must(err)
	spinning, err := strconv.Atoi(os.Args[3])
	must(err)
	run := map[string]func(int, *spinners) measure.Result{"service": service, "timers": timers}[os.Args[1]]
	if run == nil {
		fail(usage)
	}
	rt, err := host.New(host.Options{})
	must(err)
	s := startSpinners(rt, spinning)
	r := run(n, s)
	if spinning > 0 {
		r.Values["gone, ms"] = ms(s.stop())
	}
	must(rt.Close())
	must(r.Print(os.Stdout))
}

// spinners are guests that compute for ever.
type spinners struct {
	rt     *host.Runtime
	guests []*host.Guest
}

func startSpinners(rt *host.Runtime, n int) *spinners {
	m := wasmtest.New()
	m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.I64(0)))
	m.Export("_initialize", m.Func("", "", wasmtest.Loop, wasmtest.Br(0), wasmtest.End))
	mod := load(rt, "spin.wasm", m.Bytes())
	s := &spinners{rt: rt}
	for range n {
		g := spawn(mod, host.Config{Limits: host.Limits{CallbackFuel: host.Unlimited}})
		s.guests = append(s.guests, g)
		go g.Run()
	}
	time.Sleep(100 * time.Millisecond) // they are compiled and spin
	for _, g := range s.guests {
		select {
		case <-g.Done():
			fail("a spinning guest has ended by itself")
		default:
		}
	}
	return s
}

// stop ends them, and tells how long the last took to be gone.
func (s *spinners) stop() time.Duration {
	began := time.Now()
	for _, g := range s.guests {
		g.Stop(host.ReasonStopped)
	}
	for _, g := range s.guests {
		<-g.Done()
	}
	return time.Since(began)
}

func load(rt *host.Runtime, name string, wasm []byte) *host.Module {
	mod, err := rt.Load(context.Background(), name, wasm)
	must(err)
	return mod
}

func spawn(mod *host.Module, cfg host.Config) *host.Guest {
	cfg.Loop = loop.Options{Trace: cfg.Loop.Trace}
	g, err := mod.Spawn(cfg)
	must(err)
	return g
}

// tail adds the upper quantiles of some times to a result.
func tail(r measure.Result, times []time.Duration) measure.Result {
	slices.Sort(times)
	at := func(q float64) float64 { return ms(times[int(q*float64(len(times)-1))]) }
	r.Ops = uint64(len(times))
	r.Values = map[string]float64{"median, ms": at(0.5), "p99, ms": at(0.99), "worst, ms": at(1)}
	return r
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func must(err error) {
	if err != nil {
		fail(err.Error())
	}
}

func fail(what string) {
	fmt.Fprintln(os.Stderr, "hosting:", what)
	os.Exit(1)
}
