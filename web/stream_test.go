package web

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/websocket"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
)

// client follows a run as the page does, and checks what it must be able to
// rely on: labels before the records that use them, no record twice, no gap
// that is not marked.
type client struct {
	t      testing.TB
	conn   *websocket.Conn
	next   uint64
	recs   []trace.Record
	labels []string
	gaps   [][2]uint64
	output map[int]string
	out    uint64
	lost   uint64
	states []run.State
	after  bool // something came after the run's end
	closed *websocket.CloseError
}

func (w *site) follow(id string, from uint64) *client {
	w.t.Helper()
	c, status := w.dial(id, fmt.Sprintf("?from=%d", from), &websocket.Dialer{})
	if c == nil {
		w.t.Fatalf("follow: %d", status)
	}
	c.next = from
	return c
}

// dial opens the stream; nil and the status where it is refused.
func (w *site) dial(id, query string, d *websocket.Dialer) (*client, int) {
	w.t.Helper()
	d.Subprotocols = []string{subprotocol}
	conn, res, err := d.Dial("ws"+strings.TrimPrefix(w.url, "http")+"/api/runs/"+id+"/ws"+query, nil)
	if res == nil {
		w.t.Fatalf("dial: %v", err)
	}
	defer res.Body.Close()
	if err != nil {
		return nil, res.StatusCode
	}
	w.t.Cleanup(func() { conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	return &client{t: w.t, conn: conn, labels: []string{""}, output: map[int]string{}}, res.StatusCode
}

// read takes one message; false at the end of the connection.
func (c *client) read() bool {
	c.t.Helper()
	kind, data, err := c.conn.ReadMessage()
	if err != nil {
		if !errors.As(err, &c.closed) {
			c.t.Logf("the connection ended: %v", err)
		}
		return false
	}
	c.after = c.over()
	if kind == websocket.BinaryMessage {
		c.frame(data)
		return true
	}
	var m struct {
		Type   string
		Run    struct{ ID string }
		First  int
		Labels []string
		Chunks []chunkJSON
		Lost   uint64
		State  run.State
	}
	if err := json.Unmarshal(data, &m); err != nil {
		c.t.Fatalf("message %s: %v", data, err)
	}
	switch m.Type {
	case "hello":
	case "labels":
		if m.First != len(c.labels) {
			c.t.Errorf("labels from %d, have %d", m.First, len(c.labels))
		}
		c.labels = append(c.labels, m.Labels...)
	case "output":
		for _, chunk := range m.Chunks {
			if chunk.Offset != c.out {
				c.t.Errorf("output from byte %d, have %d", chunk.Offset, c.out)
			}
			c.output[chunk.Stream] += chunk.Text
			c.out += uint64(len(chunk.Text))
		}
		c.lost = m.Lost
	case "state":
		c.states = append(c.states, m.State)
	default:
		c.t.Errorf("message %s", data)
	}
	return true
}

func (c *client) frame(data []byte) {
	c.t.Helper()
	if len(data) > maxFrame {
		c.t.Errorf("a frame of %d bytes", len(data))
	}
	f, err := decodeFrame(data)
	if err != nil {
		c.t.Fatal(err)
	}
	if f.gapFrom != f.first {
		c.gaps = append(c.gaps, [2]uint64{f.gapFrom, f.first})
	}
	if f.gapFrom != c.next {
		c.t.Errorf("a frame that goes on at %d, have %d", f.gapFrom, c.next)
	}
	for _, r := range f.recs {
		if int(r.Label) >= len(c.labels) {
			c.t.Fatalf("record with label %d, have %d", r.Label, len(c.labels))
		}
	}
	c.recs = append(c.recs, f.recs...)
	c.next = f.first + uint64(len(f.recs))
}

func (c *client) over() bool {
	return len(c.states) > 0 && c.states[len(c.states)-1].Status.Ended()
}

// all reads to the end of the connection.
func (c *client) all() {
	c.t.Helper()
	for c.read() {
	}
}

func (c *client) until(what string, done func() bool) {
	c.t.Helper()
	for !done() {
		if !c.read() {
			c.t.Fatalf("the connection ended before: %s", what)
		}
	}
}

func (c *client) wantClosed(code int, why string) {
	c.t.Helper()
	c.all()
	if c.closed == nil || c.closed.Code != code || !strings.Contains(c.closed.Text, why) {
		c.t.Errorf("closed with %v, want %d %q", c.closed, code, why)
	}
}

type decodedFrame struct {
	gapFrom, first uint64
	recs           []trace.Record
}

// decodeFrame reads the first frame of data, by the description in frames.go.
func decodeFrame(data []byte) (f decodedFrame, err error) {
	le := binary.LittleEndian
	if len(data) < 32 || string(data[:4]) != "LTR1" || le.Uint16(data[4:]) != 1 || le.Uint32(data[28:]) != 40 {
		return f, fmt.Errorf("frame begins with %x", data[:min(len(data), 32)])
	}
	f.first = le.Uint64(data[8:])
	f.gapFrom = f.first
	if le.Uint16(data[6:]) == 1 {
		f.gapFrom = le.Uint64(data[16:])
	}
	n := int(le.Uint32(data[24:]))
	if len(data) < 32+n*40 {
		return f, fmt.Errorf("%d records in %d bytes", n, len(data))
	}
	f.recs, err = trace.DecodeRecords(nil, data[32:32+n*40])
	return f, err
}

func decodeFrames(t testing.TB, data []byte) (frames []decodedFrame) {
	t.Helper()
	for len(data) > 0 {
		f, err := decodeFrame(data)
		if err != nil {
			t.Fatal(err)
		}
		frames, data = append(frames, f), data[32+40*len(f.recs):]
	}
	return frames
}

func TestStreamTellsTheWholeRun(t *testing.T) {
	w := newSite(t, Options{})
	id := w.started(w.upload(printer("hällo, loop\n")))
	c := w.follow(id, 0)
	c.wantClosed(websocket.CloseNormalClosure, "the run has ended")
	if c.after || !c.over() || c.states[len(c.states)-1].Exit == nil {
		t.Errorf("states %+v; something came after the end: %v", c.states, c.after)
	}
	if diff := cmp.Diff(map[int]string{1: "hällo, loop\n"}, c.output); diff != "" {
		t.Errorf("output (-want +got):\n%s", diff)
	}
	e, _ := w.s.runs.find(id)
	first, want := e.Trace().All()
	if diff := cmp.Diff(want, c.recs); first != 0 || diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	if len(want) == 0 || len(c.gaps) > 0 {
		t.Errorf("%d records, gaps %v", len(want), c.gaps)
	}
}

func TestStreamIsLiveAndControls(t *testing.T) {
	w := newSite(t, Options{})
	id := w.started(w.upload(ticker()))
	c := w.follow(id, 0)
	c.until("ticks", func() bool { return strings.Count(c.output[1], "tick\n") >= 3 })
	status := func() run.Status { return c.states[len(c.states)-1].Status }
	for _, step := range []struct {
		command string
		want    run.Status
	}{{"pause", run.Paused}, {"resume", run.Running}, {"stop", run.Stopped}} {
		if err := c.conn.WriteJSON(map[string]string{"type": "control", "command": step.command}); err != nil {
			t.Fatal(err)
		}
		c.until(step.command, func() bool { return status() == step.want })
	}
	if c.states[len(c.states)-3].PausedAt == nil {
		t.Errorf("a pause that does not say where: %+v", c.states)
	}
	c.wantClosed(websocket.CloseNormalClosure, "the run has ended")
	if len(c.gaps) > 0 {
		t.Errorf("gaps %v for a viewer that keeps up", c.gaps)
	}
}

func TestStreamResumes(t *testing.T) {
	w, fakes := newFakeSite(t, Options{}, 1<<20)
	f, id := w.startFake(fakes)
	f.write(5000, "one")
	c := w.follow(id, 0)
	c.until("5000 records", func() bool { return c.next == 5000 })
	c.conn.Close()
	f.write(5000, "two")
	d := w.follow(id, c.next)
	f.end(run.Finished)
	d.wantClosed(websocket.CloseNormalClosure, "the run has ended")
	for i, r := range append(c.recs, d.recs...) {
		if r.Value != uint64(i) {
			t.Fatalf("record %d is %d", i, r.Value)
		}
	}
	if n := len(c.recs) + len(d.recs); n != 10000 || len(d.gaps) > 0 {
		t.Errorf("%d records, gaps %v", n, d.gaps)
	}
	if diff := cmp.Diff([]string{"", "one", "two"}, d.labels); diff != "" {
		t.Errorf("labels of the second connection (-want +got):\n%s", diff)
	}
}

func TestStreamRefusals(t *testing.T) {
	w, fakes := newFakeSite(t, Options{}, 1<<20)
	f, id := w.startFake(fakes)
	f.write(10, "")
	for _, query := range []string{"?from=11", "?from=-1", "?from=x", "?from=18446744073709551616"} {
		if _, status := w.dial(id, query, &websocket.Dialer{}); status != http.StatusBadRequest {
			t.Errorf("%s: %d", query, status)
		}
	}
	if _, status := w.dial(newID(), "", &websocket.Dialer{}); status != http.StatusNotFound {
		t.Errorf("no such run: %d", status)
	}
	w.wantProblem(w.get("/api/runs/"+id+"/ws"), 400, subprotocol)
	if n := f.viewers(w); n != 0 {
		t.Errorf("%d viewers of a run that nobody follows", n)
	}
}

func (f *fake) viewers(w *site) int {
	w.s.runs.mu.Lock()
	defer w.s.runs.mu.Unlock()
	return w.s.runs.byID[f.id].feed.viewers()
}

func TestStreamBadMessages(t *testing.T) {
	w, fakes := newFakeSite(t, Options{}, 1<<20)
	f, id := w.startFake(fakes)
	for name, send := range map[string]struct {
		kind int
		data string
		code int
	}{
		"unknown command": {websocket.TextMessage, `{"type":"control","command":"explode"}`, 1008},
		"unknown type":    {websocket.TextMessage, `{"type":"eval","command":"stop"}`, 1008},
		"unknown field":   {websocket.TextMessage, `{"type":"control","command":"stop","x":1}`, 1008},
		"not JSON":        {websocket.TextMessage, `stop`, 1008},
		"nothing":         {websocket.TextMessage, ``, 1008},
		"binary":          {websocket.BinaryMessage, `{"type":"control","command":"stop"}`, 1008},
		"too long":        {websocket.TextMessage, strings.Repeat(" ", 100<<10), 1009},
	} {
		t.Run(name, func(t *testing.T) {
			c := (&site{t: t, s: w.s, url: w.url}).follow(id, 0)
			if err := c.conn.WriteMessage(send.kind, []byte(send.data)); err != nil {
				t.Fatal(err)
			}
			why := "is understood"
			if send.code == 1009 {
				why = ""
			}
			c.wantClosed(send.code, why)
		})
	}
	if got := f.commands(); len(got) > 0 {
		t.Errorf("the run was told %v", got)
	}
}

// narrow dials connections that hold little: what is not read stays unread.
func narrow() *websocket.Dialer {
	return &websocket.Dialer{NetDial: func(network, addr string) (net.Conn, error) {
		conn, err := net.Dial(network, addr)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(128 << 10)
		}
		return conn, err
	}}
}

// A viewer that reads nothing for a while costs the loop nothing; when it reads
// on, what was dropped meanwhile is marked.
func TestSlowViewerGetsGaps(t *testing.T) {
	w, fakes := newFakeSite(t, Options{times: times{batch: 100 * time.Microsecond}}, 4<<20)
	f, id := w.startFake(fakes)
	c, _ := w.dial(id, "", narrow())
	fast := w.follow(id, 0)
	const batch, batches = 5000, 200 // 40 MB
	for i := range batches {
		f.write(batch, "x")
		want := uint64(batch * (i + 1))
		fast.until("the fast viewer to keep up", func() bool { return fast.next == want })
	}
	f.end(run.Finished)
	fast.all()
	c.all()
	if len(fast.gaps) > 0 {
		t.Errorf("gaps %v for the one that kept up", fast.gaps)
	}
	if len(c.gaps) == 0 || c.next != batch*batches {
		t.Fatalf("read up to %d with gaps %v, want %d with at least one", c.next, c.gaps, batch*batches)
	}
	missing := uint64(0)
	for _, g := range c.gaps {
		missing += g[1] - g[0]
	}
	if uint64(len(c.recs))+missing != batch*batches {
		t.Errorf("%d records and %d missing", len(c.recs), missing)
	}
}

// A viewer that never reads again is given up; nothing of it stays.
func TestStalledViewerIsGivenUp(t *testing.T) {
	w, fakes := newFakeSite(t, Options{times: times{write: 50 * time.Millisecond}}, 64<<20)
	f, id := w.startFake(fakes)
	w.dial(id, "", narrow())
	f.write(1<<20, "x") // 40 MiB: more than any socket takes
	eventually(t, "it is given up", func() bool { return f.viewers(w) == 0 })
	select {
	case <-f.Done():
		t.Error("the run was ended with it")
	default:
	}
}

// A viewer that answers no ping is gone, whatever its socket says.
func TestDeadViewerIsNoticed(t *testing.T) {
	w, fakes := newFakeSite(t, Options{times: times{ping: 20 * time.Millisecond, write: 20 * time.Millisecond}}, 1<<20)
	f, id := w.startFake(fakes)
	c := w.follow(id, 0)
	pings := 0
	answerPing := c.conn.PingHandler()
	c.conn.SetPingHandler(func(data string) error {
		if pings++; pings == 10 {
			f.write(1, "") // wakes the reader below
		}
		return answerPing(data)
	})
	c.until("ten pings", func() bool { return pings >= 10 })
	if f.viewers(w) != 1 {
		t.Error("a viewer that answers was given up")
	}
	eventually(t, "one that does not is given up", func() bool { return f.viewers(w) == 0 })
}

// Output beyond what is kept is told as a number, never left out silently.
func TestLostOutputIsTold(t *testing.T) {
	w := newSite(t, Options{})
	id := w.started(w.upload(flooder()))
	c := w.follow(id, 0)
	c.until("more than is kept", func() bool { return c.lost > 0 })
	w.do("POST", "/api/runs/"+id+"/stop", nil)
	c.all()
	e, ok := w.s.runs.find(id)
	if !ok || c.out != e.Output().Kept() || c.out+c.lost != e.Output().Len() {
		t.Errorf("%d bytes shown, told of %d more, of %d", c.out, c.lost, e.Output().Len())
	}
}

// A viewer that reads, but slower than the run writes, skips to what happens now.
func TestLaggingViewerSkips(t *testing.T) {
	w, fakes := newFakeSite(t, Options{times: times{lag: time.Nanosecond}}, 64<<20)
	f, id := w.startFake(fakes)
	f.write(10, "")
	c := w.follow(id, 0)
	c.until("the beginning", func() bool { return c.next == 10 })
	f.write(3*maxLag, "x")
	c.until("the head", func() bool { return c.next == 10+3*maxLag })
	if diff := cmp.Diff([][2]uint64{{10, 10 + 3*maxLag - afterSkip}}, c.gaps); diff != "" {
		t.Errorf("gaps (-want +got):\n%s", diff)
	}
	// The page fetches what it passed over.
	a := w.get(fmt.Sprintf("/api/runs/%s/trace?from=%d&to=%d", id, c.gaps[0][0], c.gaps[0][1]))
	var got int
	for _, f := range decodeFrames(t, a.body) {
		got += len(f.recs)
	}
	if got != 3*maxLag-afterSkip {
		t.Errorf("%d records of the gap", got)
	}
}
