package trace_test

import (
	"fmt"
	"os"

	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// timerTrace is what a loop writes for one timer of 10 ms.
func timerTrace() *trace.Trace {
	timer := trace.HandleType(uv.Timer)
	return &trace.Trace{
		Labels: []string{"", "tea"},
		Records: []trace.Record{
			{Kind: trace.HandleInit, ID: 1, Type: timer, Label: 1},
			{Kind: trace.HandleStart, ID: 1, Type: timer, Value: 10_000_000},
			{Kind: trace.RunBegin, T: 4_000},
			{Kind: trace.PollBegin, T: 5_000, Iter: 1, Phase: uv.PollPhase, ID: 1, Type: timer, Lane: uint8(trace.WhyTimer), Value: 10_000_000},
			{Kind: trace.PollEnd, T: 10_012_000, Iter: 1, Phase: uv.PollPhase, Lane: uint8(trace.EndedTimeout)},
			{Kind: trace.PhaseBegin, T: 10_012_000, Iter: 1, Phase: uv.Timers},
			{Kind: trace.CallbackBegin, T: 10_012_000, Iter: 1, Phase: uv.Timers, ID: 1, Type: timer, Value: 12_000, Cause: 5},
			{Kind: trace.CallbackEnd, T: 10_015_000, Iter: 1, Phase: uv.Timers, Cause: 1},
			{Kind: trace.PhaseEnd, T: 10_015_000, Iter: 1, Phase: uv.Timers},
			{Kind: trace.RunEnd, T: 10_016_000, Iter: 1},
		},
	}
}

func ExampleWriteText() {
	if err := trace.WriteText(os.Stdout, timerTrace()); err != nil {
		fmt.Println(err)
	}
	// Output:
	//     @seq      time µs  iter phase    what
	//       @0        0.000     0 outside  timer #1 "tea" made
	//       @1        0.000     0 outside  timer #1 "tea" started, due at 10000.000 µs
	//       @2        4.000     0 outside  run begins, mode default
	//       @3        5.000     1 poll     polls for up to 10 ms, until timer #1 "tea"; 0 watchers
	//       @4    10012.000     1 poll     poll returns: timeout after 10 ms
	//       @5    10012.000     1 timers   timers phase begins
	//       @6    10012.000     1 timers     timer #1 "tea" called, 12 µs late  <- @1
	//       @7    10015.000     1 timers     timer #1 "tea" returned after 3 µs
	//       @8    10015.000     1 timers   timers phase ends after 3 µs
	//       @9    10016.000     1 outside  run ends, nothing is left to do
}

func ExampleTrace_Why() {
	t := timerTrace()
	for _, seq := range t.Why(6) {
		fmt.Printf("@%d %s\n", seq, t.Sentence(seq))
	}
	fmt.Println(t.Sentence(3))
	// Output:
	// @6 Timer #1 "tea" fires, 12 µs late.
	// @1 Timer #1 "tea" is started, due in 10 ms.
	// Asleep in poll: nothing to do for 10 ms, then timer #1 "tea".
}

func ExampleCheck() {
	t := timerTrace()
	fmt.Println(len(trace.Check(t.Records, trace.CheckOptions{})), "problems")

	t.Records[1].Value = 15_000_000
	for _, p := range trace.Check(t.Records, trace.CheckOptions{}) {
		fmt.Println(p)
	}
	// Output:
	// 0 problems
	// @6 timer-early: timer #1 fires 4.99 ms before it is due
}

func ExampleFollow() {
	rec := trace.NewRecorder(trace.Options{})
	done := make(chan struct{})
	go func() { // the run
		defer close(done)
		rec.Append(&trace.Record{Kind: trace.RunBegin})
		rec.Append(&trace.Record{Kind: trace.RunEnd})
		rec.Publish()
	}()
	if err := trace.Follow(done, rec, trace.NewJSONLines(os.Stdout)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"seq":0,"t":0,"loop":0,"iter":0,"phase":"outside","kind":"run_begin","mode":"default"}
	// {"seq":1,"t":0,"loop":0,"iter":0,"phase":"outside","kind":"run_end"}
}
