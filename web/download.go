package web

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/loopground/loopground/loop/trace"
)

// format is one form in which a trace can be had.
type format struct {
	mime   string
	suffix string // of the file's name; "": it is not for keeping
	export func(io.Writer) trace.Exporter
}

// formats are those of ?format=; binary is the frames of the websocket.
var formats = map[string]format{
	"binary": {"application/octet-stream", "", newFrames},
	"text":   {"text/plain; charset=utf-8", ".trace.txt", func(w io.Writer) trace.Exporter { return trace.NewText(w) }},
	"jsonl":  {"application/x-ndjson", ".trace.jsonl", func(w io.Writer) trace.Exporter { return trace.NewJSONLines(w) }},
	"chrome": {"application/json", ".trace.json", func(w io.Writer) trace.Exporter { return trace.NewChrome(w) }},
}

// trace answers with records [from, to), as far as they are kept. What is not
// is a gap.
func (s *Server) trace(w http.ResponseWriter, r *http.Request, e *entry) {
	name := r.URL.Query().Get("format")
	if name == "" {
		name = "binary"
	}
	f, ok := formats[name]
	if !ok {
		refuse(w, r, &problem{
			http.StatusBadRequest, fmt.Sprintf("A trace cannot be had as %q", shorten(name)), "the parameter format",
			"Choose one of binary, text, jsonl, chrome.",
		})
		return
	}
	from, p := sequence(r, "from", 0)
	if p != nil {
		refuse(w, r, p)
		return
	}
	head := e.Trace().Head()
	to, p := sequence(r, "to", head)
	if to = min(to, head); p == nil && from > to {
		p = badSequence("from")
	}
	if p != nil {
		refuse(w, r, p)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.mime)
	if f.suffix != "" {
		h.Set("Content-Disposition", `attachment; filename="`+fileName(e.Name())+f.suffix+`"`)
	}
	if r.Method == http.MethodHead {
		return
	}
	out := &pacedWriter{w, http.NewResponseController(w), s.opts.times.upload}
	err := trace.Export(e.Trace(), from, to, f.export(out))
	if err == nil {
		err = out.end()
	}
	if err != nil {
		// The answer has begun: only cutting it off can tell.
		panic(http.ErrAbortHandler)
	}
}

// fileName is a run's name for a file, in characters that any system takes.
func fileName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-", r) {
			return r
		}
		return '_'
	}, strings.TrimSuffix(name, ".wasm"))
}

// frames writes a trace as the websocket sends it.
type frames struct {
	w   io.Writer
	buf []byte
}

func newFrames(w io.Writer) trace.Exporter { return &frames{w: w} }

func (f *frames) Records(first uint64, recs []trace.Record, _ func(uint16) string) error {
	for len(recs) > 0 {
		n := min(len(recs), frameRecords)
		if err := f.write(first, first, recs[:n]); err != nil {
			return err
		}
		first, recs = first+uint64(n), recs[n:]
	}
	return nil
}

// Gap is a frame of its own, without records: none may follow.
func (f *frames) Gap(from, to uint64) error { return f.write(from, to, nil) }

func (f *frames) Close() error { return nil }

func (f *frames) write(gapFrom, first uint64, recs []trace.Record) error {
	f.buf = appendFrame(f.buf[:0], gapFrom, first, recs)
	_, err := f.w.Write(f.buf)
	return err
}

// pacedWriter gives each write its own deadline.
type pacedWriter struct {
	io.Writer
	conn *http.ResponseController
	wait time.Duration
}

func (w *pacedWriter) Write(p []byte) (int, error) {
	_ = w.conn.SetWriteDeadline(time.Now().Add(w.wait)) // not every connection has deadlines
	return w.Writer.Write(p)
}

// end sends what is left, and leaves the connection to the next request.
func (w *pacedWriter) end() error {
	err := w.conn.Flush()
	_ = w.conn.SetWriteDeadline(time.Time{})
	return err
}
