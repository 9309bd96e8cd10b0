package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/pflag"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
)

// traceOutput are the flags that say where a trace goes, and in which format.
type traceOutput struct {
	file   string
	format string
}

func (o *traceOutput) register(f *pflag.FlagSet) {
	f.StringVar(&o.file, "trace", "", "write the trace to `FILE`; - is stderr")
	f.StringVar(&o.format, "trace-format", "", "text, jsonl, chrome or looptrace (default by the name: .jsonl, .json, .looptrace, else text)")
}

func (o *traceOutput) check() error {
	if _, err := o.kind(); err != nil {
		return err
	}
	if o.file == "" && o.format != "" {
		return fmt.Errorf("--trace-format %s: say where the trace goes with --trace FILE", o.format)
	}
	return nil
}

// kind is the format that was asked for, or the one the file's name tells.
func (o *traceOutput) kind() (string, error) {
	switch o.format {
	case "text", "jsonl", "chrome", "looptrace":
		return o.format, nil
	case "":
		return formatOf(o.file), nil
	}
	return "", fmt.Errorf("--trace-format %s: write text, jsonl, chrome or looptrace", o.format)
}

func formatOf(file string) string {
	switch strings.ToLower(filepath.Ext(file)) {
	case ".jsonl", ".ndjson":
		return "jsonl"
	case ".json":
		return "chrome"
	case ".looptrace":
		return "looptrace"
	}
	return "text"
}

func newExporter(format string, w io.Writer) trace.Exporter {
	switch format {
	case "jsonl":
		return trace.NewJSONLines(w)
	case "chrome":
		return trace.NewChrome(w)
	}
	return trace.NewText(w)
}

// tracer writes the trace of one run while it goes on.
type tracer struct {
	format string
	file   *os.File // nil: stderr, or none
	made   bool     // the file was not there before
	out    io.Writer
	wg     sync.WaitGroup
	err    error
}

// open makes the file before the guest runs, so that a wrong name costs
// nothing. Without --trace the tracer does nothing.
func (o *traceOutput) open(stderr io.Writer) (*tracer, error) {
	t := &tracer{}
	if o.file == "" {
		return t, nil
	}
	t.format, _ = o.kind()
	if o.file == "-" {
		t.out = stderr
		return t, nil
	}
	_, err := os.Lstat(o.file)
	t.made = errors.Is(err, os.ErrNotExist)
	f, err := os.OpenFile(o.file, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	t.file, t.out = f, f
	return t, nil
}

func (t *tracer) follow(r run.Run) {
	if t.out == nil {
		return
	}
	if t.file != nil {
		_ = t.file.Truncate(0) // what is no regular file has no length to lose
	}
	t.wg.Add(1)
	go func() {
		defer t.wg.Done()
		t.err = t.write(r)
	}()
}

func (t *tracer) write(r run.Run) error {
	if t.format == "looptrace" {
		<-r.Done()
		return writeRecorded(t.out, r)
	}
	if t.file == nil {
		return trace.Follow(r.Done(), r.Trace(), newExporter(t.format, t.out))
	}
	out := bufio.NewWriterSize(t.file, 64<<10)
	return errors.Join(trace.Follow(r.Done(), r.Trace(), newExporter(t.format, out)), out.Flush())
}

// writeRecorded writes a run that has ended in our own format.
func writeRecorded(w io.Writer, r run.Run) error {
	rec := r.Trace()
	first, records := rec.All()
	t := trace.Trace{First: first, Records: records, Labels: rec.Labels(0)}
	for _, c := range r.Output().Read(0, run.MaxOutput) {
		t.Output = append(t.Output, c.Data...)
	}
	return trace.WriteFile(w, &t)
}

// wait ends the tracer after its run has ended.
func (t *tracer) wait() error {
	t.wg.Wait()
	if t.file != nil {
		if err := t.file.Close(); t.err == nil {
			t.err = err
		}
	}
	return t.err
}

// discard ends a tracer whose run did not start. A file that was there before
// stays as it was.
func (t *tracer) discard() error {
	if t.file == nil {
		return nil
	}
	name := t.file.Name()
	_ = t.file.Close()
	if !t.made {
		return nil
	}
	return os.Remove(name)
}
