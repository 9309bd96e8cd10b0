package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
)

// explain prints the run's output with, before each line, the iteration, the
// phase and what led to it. The function it returns waits for the end.
func (p *program) explain(r run.Run, on bool) func() {
	if !on {
		return func() {}
	}
	e := &explainer{run: r, out: [3]io.Writer{1: p.stdout, 2: p.stderr}}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		_ = trace.Follow(r.Done(), r.Trace(), e) // only printing fails, and nobody is left to be told
	}()
	return wg.Wait
}

// explainer is an exporter that prints output, with the callback around it.
type explainer struct {
	run     run.Run
	out     [3]io.Writer
	lines   [3][]byte // what is not a whole line yet
	reason  [3]string // of the first byte of the line
	current string    // the callback that runs, or else outside
	cut     bool      // there is more output than is kept
	outside string    // the function the guest was entered by
}

func (e *explainer) Records(first uint64, recs []trace.Record, label func(uint16) string) error {
	for i := range recs {
		r := &recs[i]
		switch r.Kind {
		case trace.CallbackBegin:
			e.current = strings.TrimSuffix(trace.Sentence(r, label), ".")
		case trace.CallbackEnd:
			e.current = e.outside
		case trace.GuestBegin:
			e.outside = "in " + label(r.Label)
			e.current = e.outside
		case trace.Output:
			e.output(r)
		}
	}
	return nil
}

func (e *explainer) output(r *trace.Record) {
	if r.Lane < 1 || r.Lane > 2 {
		return
	}
	if end := r.Value + uint64(r.Status); end > run.MaxOutput && !e.cut {
		e.cut = true
		defer fmt.Fprintf(e.out[2], "(the output goes on; --explain tells the first %d MiB)\n", run.MaxOutput>>20)
	}
	for _, c := range e.run.Output().Read(r.Value, int(r.Status)) {
		e.print(r, int(r.Lane), c.Data)
	}
}

func (e *explainer) print(r *trace.Record, stream int, data []byte) {
	for len(data) > 0 {
		if len(e.lines[stream]) == 0 {
			e.reason[stream] = e.place(r)
		}
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		e.lines[stream] = append(e.lines[stream], line...)
		if whole {
			e.flush(stream)
		}
		data = rest
	}
}

func (e *explainer) place(r *trace.Record) string {
	return fmt.Sprintf("it %d · %s · %s", r.Iter, r.Phase, e.current)
}

func (e *explainer) flush(stream int) {
	fmt.Fprintf(e.out[stream], "%s | %s\n", e.reason[stream], e.lines[stream])
	e.lines[stream] = e.lines[stream][:0]
}

// Gap is part of trace.Exporter.
func (e *explainer) Gap(from, to uint64) error {
	fmt.Fprintf(e.out[2], "(%d records are lost, and the output in them)\n", to-from)
	return nil
}

// Close is part of trace.Exporter.
func (e *explainer) Close() error {
	for stream := 1; stream <= 2; stream++ {
		if len(e.lines[stream]) > 0 {
			e.flush(stream)
		}
	}
	return nil
}
