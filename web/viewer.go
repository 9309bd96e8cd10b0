package web

import (
	"time"

	"github.com/gorilla/websocket"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
)

// How many records behind a live run a viewer may stay for long, and how many
// it is behind after it has skipped the others.
const (
	maxLag    = 4 << 20 / trace.RecordSize
	afterSkip = 256 << 10 / trace.RecordSize
)

// maxText is how many bytes of text one message holds, before they are encoded.
const maxText = 32 << 10

func (v *viewer) hello() error {
	return v.message(helloMessage{
		Type: "hello", Head: v.run.Trace().Head(),
		Run: helloRun{ID: v.run.ID(), Name: v.run.Name(), Loops: 1},
	})
}

// flush sends what there is. The end of a run is told after everything else,
// other states before, so that a pause is seen at once.
func (v *viewer) flush() error {
	st, ended := v.state()
	if !ended {
		if err := v.tell(st); err != nil {
			return err
		}
	}
	if err := v.sendRecords(!ended); err != nil {
		return err
	}
	if err := v.sendOutput(ended); err != nil || !ended {
		return err
	}
	v.over = true
	return v.tell(st)
}

// state is the run's, and whether it is its last.
func (v *viewer) state() (run.State, bool) {
	select {
	case <-v.run.Done():
		return public(v.run.State()), true
	default:
		return public(v.run.State()), false
	}
}

// tell sends a state that differs from the last by more than its counters. An
// end is told once all else was sent.
func (v *viewer) tell(st run.State) error {
	if st.Status.Ended() && !v.over {
		return nil
	}
	same := st
	same.Iterations, same.Ns = 0, 0
	key := string(encodeJSON(same))
	if key == v.told {
		return nil
	}
	v.told = key
	return v.message(stateMessage{"state", st})
}

// sendRecords sends what was published until now, with the labels it uses first.
func (v *viewer) sendRecords(live bool) error {
	rec := v.run.Trace()
	for head := rec.Head(); v.next < head; {
		from := v.next
		if live {
			from = v.skip(rec.Head())
		}
		first, n := rec.Read(from, v.recs)
		if n == 0 {
			break
		}
		if err := v.sendLabels(rec); err != nil {
			return err
		}
		v.buf = appendFrame(v.buf[:0], v.next, first, v.recs[:n])
		if err := v.write(websocket.BinaryMessage, v.buf); err != nil {
			return err
		}
		v.next = first + uint64(n)
		if err := v.pingIfDue(); err != nil {
			return err
		}
	}
	v.near = time.Now()
	return nil
}

// skip is where to read on. A viewer that has long been far behind a run that
// goes on passes over records: it shows what happens now, and fetches the rest
// when there is time.
func (v *viewer) skip(head uint64) uint64 {
	if head-v.next <= maxLag {
		v.near = time.Now()
		return v.next
	}
	if time.Since(v.near) < v.s.opts.times.lag {
		return v.next
	}
	return head - afterSkip
}

// sendLabels sends the labels that were added since the last time.
func (v *viewer) sendLabels(rec *trace.Recorder) error {
	labels := rec.Labels(v.labels)
	for len(labels) > 0 {
		n, size := 0, 0
		for n < len(labels) && (n == 0 || size+len(labels[n]) <= maxText) {
			size += len(labels[n]) + 3
			n++
		}
		if err := v.message(labelsMessage{"labels", v.labels, labels[:n]}); err != nil {
			return err
		}
		v.labels += n
		labels = labels[n:]
	}
	return nil
}

// sendOutput sends what the guest wrote. With last, nothing more will come.
func (v *viewer) sendOutput(last bool) error {
	out := v.run.Output()
	for {
		chunks := v.chunks(out.Read(v.output, maxText), last, out.Kept())
		if len(chunks) == 0 {
			break
		}
		if err := v.message(outputMessage{Type: "output", Chunks: chunks}); err != nil {
			return err
		}
	}
	total, kept := out.Len(), out.Kept()
	if total <= kept || total-kept == v.lost {
		return nil
	}
	v.lost = total - kept
	return v.message(outputMessage{Type: "output", Chunks: []chunkJSON{}, Lost: v.lost})
}

// chunks turns pieces of output into text and counts them as sent. A character
// that is cut at the end waits for the rest, unless none will come.
func (v *viewer) chunks(pieces []run.Chunk, last bool, kept uint64) []chunkJSON {
	var chunks []chunkJSON
	for i, p := range pieces {
		n := len(p.Data)
		if i == len(pieces)-1 && !(last && p.Offset+uint64(n) == kept) {
			n = wholeRunes(p.Data)
		}
		if n > 0 {
			chunks = append(chunks, chunkJSON{p.Offset, p.Stream, string(p.Data[:n])})
			v.output = p.Offset + uint64(n)
		}
	}
	return chunks
}

func (v *viewer) message(m any) error { return v.write(websocket.TextMessage, encodeJSON(m)) }

// write sends one message within its time. A viewer that does not read in it
// is given up.
func (v *viewer) write(kind int, data []byte) error {
	_ = v.conn.SetWriteDeadline(time.Now().Add(v.s.opts.times.write))
	return v.conn.WriteMessage(kind, data)
}

func (v *viewer) pingIfDue() error {
	if time.Since(v.pinged) < v.s.opts.times.ping {
		return nil
	}
	return v.ping()
}

func (v *viewer) ping() error {
	v.pinged = time.Now()
	return v.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(v.s.opts.times.write))
}
