package trace

import "io"

// Exporter writes records in one format. Calls come in the order of the
// records, from one goroutine. What was written reaches the writer before
// Records and Gap return, so that a trace can be followed while it grows.
type Exporter interface {
	// Records writes records, of which the first has sequence number first.
	Records(first uint64, recs []Record, label func(uint16) string) error
	// Gap says that the records from sequence number from up to, and without,
	// to are lost.
	Gap(from, to uint64) error
	// Close ends the format. It does not close the writer.
	Close() error
}

// WriteText writes a trace as text, a line a record. See [NewText].
func WriteText(w io.Writer, t *Trace) error { return t.export(NewText(w)) }

// WriteJSONLines writes a trace as JSON, an object a line. See [NewJSONLines].
func WriteJSONLines(w io.Writer, t *Trace) error { return t.export(NewJSONLines(w)) }

// WriteChrome writes a trace in the JSON format that Perfetto and
// chrome://tracing open. See [NewChrome].
func WriteChrome(w io.Writer, t *Trace) error { return t.export(NewChrome(w)) }

func (t *Trace) export(e Exporter) error {
	if t.First > 0 {
		if err := e.Gap(0, t.First); err != nil {
			return err
		}
	}
	if err := e.Records(t.First, t.Records, t.Label); err != nil {
		return err
	}
	return e.Close()
}

// feed gives an exporter the records of a Recorder, in order, with the gaps.
type feed struct {
	r    *Recorder
	e    Exporter
	next uint64
	buf  []Record
}

// drain hands over what was published, up to and without sequence number to.
func (f *feed) drain(to uint64) error {
	for f.next < to {
		first, n := f.r.Read(f.next, f.buf)
		if first >= to {
			n, first = 0, to
		}
		n = int(min(uint64(n), to-first))
		if first > f.next {
			if err := f.e.Gap(f.next, first); err != nil {
				return err
			}
			f.next = first
		}
		if n == 0 {
			return nil
		}
		if err := f.e.Records(first, f.buf[:n], f.r.Label); err != nil {
			return err
		}
		f.next += uint64(n)
	}
	return nil
}

// Export writes the published records of a Recorder from sequence number from
// up to, and without, to, and closes the exporter. Records that were dropped
// meanwhile are a gap.
func Export(r *Recorder, from, to uint64, e Exporter) error {
	f := feed{r: r, e: e, next: from, buf: make([]Record, blockRecords)}
	if err := f.drain(min(to, r.Head())); err != nil {
		return err
	}
	return e.Close()
}

// Follow writes the records of a Recorder while it grows, from the first one
// on. Records that were dropped before they could be written are a gap. When
// stop is closed it writes what was published until then, closes the exporter
// and returns; the run publishes its last record before stop is closed. An
// error of the exporter ends it at once.
func Follow(stop <-chan struct{}, r *Recorder, e Exporter) error {
	news, unwatch := r.Watch()
	defer unwatch()
	f := feed{r: r, e: e, buf: make([]Record, blockRecords)}
	for {
		if err := f.drain(r.Head()); err != nil {
			return err
		}
		select {
		case <-news:
		case <-stop:
			if err := f.drain(r.Head()); err != nil {
				return err
			}
			return e.Close()
		}
	}
}
