package main

import (
	"time"

	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// tickers is how many guests have a timer.
const tickers = 8

// timers has guests with a timer of 10 ms, lets each fire n times, and tells how
// late the callbacks began: from the trace, which has it in ns.
func timers(n int, s *spinners) measure.Result {
	mod := load(s.rt, "ticker.wasm", ticker())
	var guests []*host.Guest
	var tapes []*trace.Recorder
	var w measure.Window
	w.Begin()
	for range tickers {
		rec := trace.NewRecorder(trace.Options{})
		cfg := host.Config{}
		cfg.Loop.Trace = rec
		g := spawn(mod, cfg)
		guests, tapes = append(guests, g), append(tapes, rec)
		go g.Run()
	}
	for !enough(tapes, n) {
		time.Sleep(50 * time.Millisecond)
	}
	r := w.End()
	for _, g := range guests {
		g.Stop(host.ReasonStopped)
		<-g.Done()
	}
	var late []time.Duration
	for _, rec := range tapes {
		late = append(late, lateness(rec)[:n]...)
	}
	return tail(r, late)
}

func ticker() []byte {
	m := wasmtest.New()
	timerInit, timerStart := m.UV("timer_init"), m.UV("timer_start")
	m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.I64(0)))
	m.Export("_initialize", m.Func("", "", wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(timerInit),
		wasmtest.I64(10), wasmtest.I64(10), wasmtest.Call(timerStart), wasmtest.Drop))
	return m.Bytes()
}

func enough(tapes []*trace.Recorder, n int) bool {
	for _, rec := range tapes {
		if len(lateness(rec)) < n {
			return false
		}
	}
	return true
}

// lateness is how late each callback of a timer began.
func lateness(rec *trace.Recorder) (late []time.Duration) {
	_, recs := rec.All()
	for _, r := range recs {
		if r.Kind == trace.CallbackBegin && r.Type == trace.HandleType(uv.Timer) {
			late = append(late, time.Duration(r.Value))
		}
	}
	return late
}
