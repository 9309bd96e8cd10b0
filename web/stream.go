package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
)

const (
	maxMessage = 4 << 10 // from a viewer, in bytes
	maxSeq     = 1 << 53 // JavaScript counts no further
)

// newUpgrader makes the upgrade of this subprotocol, without compression:
// its state would cost megabytes a connection.
func newUpgrader() *websocket.Upgrader {
	return &websocket.Upgrader{
		ReadBufferSize: 1024, WriteBufferSize: 1024, WriteBufferPool: &sync.Pool{},
		Subprotocols: []string{subprotocol},
		CheckOrigin:  func(*http.Request) bool { return true }, // guarded has checked it
	}
}

// viewer is one connection that follows a run. One goroutine writes to it; it
// reads the recorder at the connection's pace, and what is dropped before it
// gets there is a gap.
type viewer struct {
	s    *Server
	run  run.Run
	conn *websocket.Conn

	next   uint64 // record to send
	labels int    // labels sent
	output uint64 // bytes of output sent, or passed over
	lost   uint64 // how much of it was said to be lost
	told   string // the state last sent
	over   bool   // all was sent, but for the run's end
	pinged time.Time
	near   time.Time // when it was last not far behind

	recs []trace.Record
	buf  []byte
}

// follow streams a run from record ?from= on.
func (s *Server) follow(w http.ResponseWriter, r *http.Request, e *entry) {
	from, p := s.streamFrom(r, e)
	if p != nil {
		refuse(w, r, p)
		return
	}
	news, leave, ok := e.feed.join()
	if !ok {
		refuse(w, r, &problem{http.StatusServiceUnavailable, "Too many connections follow this run", "run " + e.Name(), "Close the page elsewhere, then try again."})
		return
	}
	defer e.touch()
	defer leave()
	done, ok := s.runs.watch()
	if !ok {
		refuse(w, r, shuttingDown())
		return
	}
	defer done()
	conn, err := s.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // it was answered
	}
	defer context.AfterFunc(s.killed, func() { _ = conn.Close() })()
	v := &viewer{
		s: s, run: e.Run, conn: conn, next: from, labels: 1, pinged: time.Now(), near: time.Now(),
		recs: make([]trace.Record, frameRecords),
	}
	v.serve(news)
}

// streamFrom checks what can be answered before the upgrade.
func (s *Server) streamFrom(r *http.Request, e *entry) (uint64, *problem) {
	if !websocket.IsWebSocketUpgrade(r) || !slices.Contains(websocket.Subprotocols(r), subprotocol) {
		return 0, &problem{
			http.StatusBadRequest, "This is a websocket of the subprotocol " + subprotocol, r.Method + " of a run's ws",
			"Open it as new WebSocket(url, \"" + subprotocol + "\").",
		}
	}
	from, p := sequence(r, "from", 0)
	if p == nil && from > e.Trace().Head() {
		p = badSequence("from")
	}
	return from, p
}

// sequence reads a sequence number from the query.
func sequence(r *http.Request, name string, otherwise uint64) (uint64, *problem) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > maxSeq {
		return 0, badSequence(name)
	}
	return n, nil
}

func badSequence(name string) *problem {
	return &problem{
		http.StatusBadRequest, "There is no such record", "the parameter " + name,
		"Give the number of a record of this run, counted from 0.",
	}
}

// serve writes until the run has ended, the viewer goes, or the server does.
func (v *viewer) serve(news <-chan struct{}) {
	rejected, gone := make(chan string, 1), make(chan struct{})
	go v.listen(rejected, gone)
	defer func() {
		_ = v.conn.Close()
		<-gone
	}()
	ping := time.NewTicker(v.s.opts.times.ping)
	defer ping.Stop()
	closing, late := v.s.closing.Done(), (<-chan time.Time)(nil)
	if v.hello() != nil {
		return
	}
	for {
		if v.flush() != nil {
			return
		}
		if v.over {
			v.bye(gone)
			return
		}
		select {
		case <-news:
		case <-ping.C:
			if v.ping() != nil {
				return
			}
		case why := <-rejected:
			v.close(gone, websocket.ClosePolicyViolation, why)
			return
		case <-gone:
			return
		case <-closing: // the run was stopped: its end is worth a moment
			closing, late = nil, time.After(v.s.opts.times.farewell)
		case <-late:
			v.bye(gone)
			return
		}
	}
}

// bye ends the connection in a friendly way.
func (v *viewer) bye(gone <-chan struct{}) {
	if v.s.closing.Err() != nil {
		v.close(gone, websocket.CloseGoingAway, "the server is shutting down")
		return
	}
	v.close(gone, websocket.CloseNormalClosure, "the run has ended")
}

// close says why, and gives the other side a second to say goodbye.
func (v *viewer) close(gone <-chan struct{}, code int, why string) {
	wait := time.Second
	if v.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, why), time.Now().Add(wait)) != nil {
		return
	}
	select {
	case <-gone:
	case <-time.After(wait):
	}
}

// listen reads what the viewer sends, until the connection ends. After the
// first message that is not understood it only waits for that.
func (v *viewer) listen(rejected chan<- string, gone chan<- struct{}) {
	defer close(gone)
	patience := 2*v.s.opts.times.ping + v.s.opts.times.write
	alive := func(string) error { return v.conn.SetReadDeadline(time.Now().Add(patience)) }
	v.conn.SetReadLimit(maxMessage)
	v.conn.SetPongHandler(alive)
	_ = alive("")
	for understood := true; ; {
		kind, data, err := v.conn.ReadMessage()
		if errors.Is(err, websocket.ErrReadLimit) {
			v.drain()
		}
		if err != nil {
			return
		}
		if !understood {
			continue
		}
		command, err := parseControl(data)
		if err != nil || kind != websocket.TextMessage {
			understood = false
			rejected <- errControl.Error()
			continue
		}
		// A run that has ended, or was not paused, ignores it: its state tells.
		_ = v.run.Control(command)
	}
}

// drain reads on for a moment what is not looked at. A socket closed with
// unread bytes is reset, and the reason for it would be lost on the way.
func (v *viewer) drain() {
	conn := v.conn.NetConn()
	_ = conn.SetReadDeadline(time.Now().Add(time.Second))
	var junk [4 << 10]byte
	for range 64 {
		if _, err := conn.Read(junk[:]); err != nil {
			return
		}
	}
}
