package trace_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// export writes a trace in a format.
func export(t testing.TB, write func(io.Writer, *Trace) error, tr *Trace) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTextReadsLikeAStory(t *testing.T) {
	got := export(t, WriteText, sample(false).trace())
	for _, want := range []string{
		"     @2        0.000     0 outside  timer #1 \"tick\" started, due at 10000.000 µs\n",
		"connect #11 \"to server\" submitted\n",
		"fs #12 \"read\" submitted, 4096 bytes, to the pool (fast I/O)\n",
		"run begins, mode default\n",
		"timers   timers phase begins\n",
		"timers     timer #3 \"zero\" called, 0 ns late  <- @6\n",
		"timers       fs #13 \"stat /demo\" cancelled  <- @",
		"timers     timer #3 \"zero\" returned after 2 µs\n",
		"polls without waiting: idle handles are active; 2 watchers\n",
		"poll returns: 2 events after 3 µs\n",
		"tcp #9 \"server\" is readable  <- @",
		"tcp #14 \"conn\" called: 5 bytes  <- @",
		"polls for up to 9 ms, until timer #1 \"tick\"; 2 watchers\n",
		"poll returns: woken, 1 event after 2 ms\n",
		"fs #12 \"read\" taken by worker 1  <- @",
		"fs #12 \"read\" done by worker 1: 13  <- @",
		"4 bytes to stdout  <- @",
		"fs #13 \"stat /demo\" called: ECANCELED  <- @",
		"tcp #9 \"server\" close callback  <- @",
		"run ends, nothing is left to do\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q", want)
		}
	}
	if t.Failed() {
		t.Log("\n" + got)
	}
	if lines := strings.Count(got, "\n"); lines != len(sample(false).recs)+1 {
		t.Errorf("%d lines for %d records and a header", lines, len(sample(false).recs))
	}
}

// Every record of every kind has words, whatever its numbers.
func TestExportersTakeAnyRecord(t *testing.T) {
	var recs []Record
	for k := range 256 {
		for _, n := range []uint64{0, 1, 1 << 40, 1<<64 - 1} {
			recs = append(recs, Record{
				T: n, ID: uint32(n), Cause: uint32(n), Iter: uint32(n), Status: int32(uint32(n)), Value: n, Label: uint16(n),
				Loop: uint16(k & 1), Kind: Kind(k), Phase: uv.Phase(n), Type: Type(uint8(k) * 3), Lane: uint8(n),
			})
		}
	}
	label := func(uint16) string { return "a\x1b[31m\"\\\n\xff" }
	tr := &Trace{Records: recs, Labels: []string{"", label(1)}}
	text := export(t, WriteText, tr)
	if strings.Contains(text, "\x1b") || strings.Count(text, "\n") != len(recs)+1 {
		t.Error("a label breaks the text")
	}
	for i, line := range strings.Split(strings.TrimSpace(export(t, WriteJSONLines, tr)), "\n") {
		if !json.Valid([]byte(line)) {
			t.Fatalf("line %d is no JSON: %s", i, line)
		}
	}
	if out := export(t, WriteChrome, tr); !json.Valid([]byte(out)) {
		t.Error("Chrome's format is no JSON")
	}
	for i := range recs {
		if s := Sentence(&recs[i], label); strings.Contains(s, "\x1b") || !strings.HasSuffix(s, ".") {
			t.Errorf("%+v: %q", recs[i], s)
		}
	}
	Check(recs, CheckOptions{})
	Project(recs, label)
}

func TestTextShowsGenerationsAndLoops(t *testing.T) {
	tr := &Trace{Records: []Record{
		{Kind: HandleInit, ID: 7 | 2<<24, Type: HandleType(uv.Idle), Loop: 1},
	}}
	if got := export(t, WriteText, tr); !strings.Contains(got, "loop 1: idle #7.2 made\n") {
		t.Error(got)
	}
}

func TestTextNamesSignalsByTheirNumber(t *testing.T) {
	p := newTape()
	p.start(1, uv.Signal, 10, "")
	ev := p.put(Record{Kind: Event, ID: 1, Type: HandleType(uv.Signal), Value: 10}, p.armed[1])
	p.phase = uv.PollPhase
	p.callFor(Record{ID: 1, Type: HandleType(uv.Signal), Value: 10}, ev, nil)
	text, lines := export(t, WriteText, p.trace()), export(t, WriteJSONLines, p.trace())
	for _, want := range []string{"signal #1 catches signal 10", "signal #1 called: signal 10"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(lines, `"events"`) {
		t.Errorf("a signal is no set of events:\n%s", lines)
	}
}

// A run that a guest leaves from within a callback ends the indentation.
func TestTextOfAKilledGuest(t *testing.T) {
	p := sample(false)
	at := p.find(CallbackBegin, readReq, 1) + 1
	p.remove(at, p.find(RunEnd, 0, 1))
	if got := export(t, WriteText, p.trace()); !strings.Contains(got, "outside  run ends") {
		t.Error(got[len(got)-300:])
	}
}

func TestTextAllocatesNothingPerRecord(t *testing.T) {
	p := sample(false)
	recs := p.records()
	e := NewText(io.Discard)
	write := func() {
		if err := e.Records(0, recs, p.labelOf); err != nil {
			t.Fatal(err)
		}
	}
	write()
	// uv.PollEvents.String makes a string for each set of two or more.
	if n := testing.AllocsPerRun(50, write); n > 4 {
		t.Errorf("%v allocations for %d records", n, len(recs))
	}
}

func TestJSONLinesHaveNames(t *testing.T) {
	p := sample(false)
	lines := strings.Split(strings.TrimSpace(export(t, WriteJSONLines, p.trace())), "\n")
	if len(lines) != len(p.recs) {
		t.Fatalf("%d lines for %d records", len(lines), len(p.recs))
	}
	at := func(k Kind, id uint32, n int) string { return lines[p.find(k, id, n)] }
	submit := p.find(ReqSubmit, readReq, 1)
	for _, c := range []struct{ got, want string }{
		{at(HandleStart, tick, 1), `{"seq":2,"t":0,"loop":0,"iter":0,"phase":"outside","kind":"handle_start","id":1,"slot":1,"type":"timer","label":"tick","value":10000000}`},
		{at(ReqSubmit, readReq, 1), fmt.Sprintf(`{"seq":%d,"t":0,"loop":0,"iter":0,"phase":"outside","kind":"req_submit","id":12,"slot":12,"type":"fs","label":"read","value":4096,"lane":2,"pool":"fast"}`, submit)},
		{at(ReqStart, readReq, 1), fmt.Sprintf(`{"seq":%d,"t":5000,"loop":0,"iter":2,"phase":"poll","kind":"req_start","id":12,"slot":12,"type":"fs","label":"read","cause":%d,"lane":1}`, p.find(ReqStart, readReq, 1), submit)},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Error(diff)
		}
	}
	var end struct {
		Error string
		Close bool
		Ended string
	}
	if err := json.Unmarshal([]byte(at(CallbackBegin, cancelled, 1)), &end); err != nil || end.Error != "ECANCELED" {
		t.Errorf("a cancelled request: %+v, %v", end, err)
	}
	if err := json.Unmarshal([]byte(at(CallbackBegin, server, 2)), &end); err != nil || !end.Close {
		t.Errorf("a close callback: %+v, %v", end, err)
	}
	if err := json.Unmarshal([]byte(at(PollEnd, 0, 2)), &end); err != nil || end.Ended != "wake" {
		t.Errorf("the end of a poll: %+v, %v", end, err)
	}
}

func TestExportersShowGaps(t *testing.T) {
	tr := sample(false).trace()
	tr.Records = tr.Records[60:]
	tr.First = 60
	if got := export(t, WriteText, tr); !strings.Contains(got, "-------- 60 records lost, from @0 on\n") {
		t.Error("text has no gap")
	}
	if got := export(t, WriteJSONLines, tr); !strings.HasPrefix(got, `{"seq":0,"kind":"dropped","value":60}`+"\n") {
		t.Error("JSON lines have no gap")
	}
	if got := export(t, WriteChrome, tr); !strings.Contains(got, "60 records lost") || !json.Valid([]byte(got)) {
		t.Error("Chrome's format has no gap")
	}
}

// counter counts what an exporter is given, and checks its order.
type counter struct {
	next, gaps uint64
	closed     int
	records    uint64
	err        error
	seen       chan struct{}
}

func (c *counter) Records(first uint64, recs []Record, _ func(uint16) string) error {
	if first != c.next {
		return fmt.Errorf("records from %d, not %d", first, c.next)
	}
	for i := range recs {
		if recs[i].Value != first+uint64(i) {
			return fmt.Errorf("record %d where %d should be", recs[i].Value, first+uint64(i))
		}
	}
	c.next += uint64(len(recs))
	c.records += uint64(len(recs))
	if c.seen != nil {
		c.seen <- struct{}{}
	}
	return c.err
}

func (c *counter) Gap(from, to uint64) error {
	if from != c.next || to <= from {
		return fmt.Errorf("a gap from %d to %d at %d", from, to, c.next)
	}
	c.gaps += to - from
	c.next = to
	return nil
}

func (c *counter) Close() error { c.closed++; return nil }

func TestFollowWritesWhatIsPublishedUntilStop(t *testing.T) {
	r := NewRecorder(Options{})
	stop, done := make(chan struct{}), make(chan error)
	c := &counter{seen: make(chan struct{})}
	go func() { done <- Follow(stop, r, c) }()
	for range 5 {
		numbered(r, 10)
		<-c.seen
	}
	numbered(r, 3*blockRecords)
	close(stop)
	for {
		select {
		case <-c.seen:
			continue
		case err := <-done:
			if err != nil || c.records != 50+3*blockRecords || c.gaps != 0 || c.closed != 1 {
				t.Errorf("%d records, %d missing, %d times closed: %v", c.records, c.gaps, c.closed, err)
			}
			return
		}
	}
}

func TestFollowTellsOfGaps(t *testing.T) {
	r := NewRecorder(Options{MaxBytes: 2 * blockRecords * RecordSize})
	numbered(r, 5*blockRecords)
	stop := make(chan struct{})
	close(stop)
	c := &counter{}
	if err := Follow(stop, r, c); err != nil || c.gaps != 3*blockRecords || c.records != 2*blockRecords {
		t.Errorf("%d records, %d missing: %v", c.records, c.gaps, err)
	}
}

func TestFollowEndsWithTheExportersError(t *testing.T) {
	r := NewRecorder(Options{})
	numbered(r, 1)
	c := &counter{err: io.ErrClosedPipe}
	if err := Follow(nil, r, c); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
}

func TestExportWritesARange(t *testing.T) {
	r := NewRecorder(Options{})
	numbered(r, 3*blockRecords)
	for _, c := range []struct{ from, to, want uint64 }{
		{0, 10, 10}, {1000, 2000, 1000}, {5, 5, 0}, {9, 3, 0}, {3000, 1 << 60, 3*blockRecords - 3000}, {1 << 60, 1 << 61, 0},
	} {
		e := &counter{next: c.from}
		if err := Export(r, c.from, c.to, e); err != nil || e.records != c.want || e.gaps != 0 || e.closed != 1 {
			t.Errorf("%+v: %d records, %d missing: %v", c, e.records, e.gaps, err)
		}
	}
}

// event is one of Chrome's.
type event struct {
	Ph, Name, Cat string
	Pid, Tid      int
	Ts, Dur       json.Number
	ID            int
	Args          map[string]any
}

func ns(t *testing.T, n json.Number) uint64 {
	t.Helper()
	whole, part, _ := strings.Cut(string(n), ".")
	var a, b uint64
	if _, err := fmt.Sscan(whole, &a); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscanf(part, "%d", &b); err != nil {
		t.Fatal(err)
	}
	return a*1000 + b
}

func chromeEvents(t *testing.T, tr *Trace) (events []event) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(export(t, WriteChrome, tr)))
	d.UseNumber()
	if err := d.Decode(&events); err != nil {
		t.Fatal(err)
	}
	return events
}

// In every track of the picture slices nest, as Perfetto wants it, and arrows
// begin and end in slices.
func TestChromeSlicesNest(t *testing.T) {
	killed := sample(false)
	at := killed.find(CallbackBegin, readReq, 1) + 1
	killed.remove(at, killed.find(RunEnd, 0, 1))
	for name, tr := range map[string]*Trace{
		"whole": sample(false).trace(), "1.44": sample(true).trace(), "killed": killed.trace(),
		"cut": {Records: sample(false).records()[:90]}, "no begin": {Records: sample(false).records()[60:]},
	} {
		t.Run(name, func(t *testing.T) { checkChrome(t, chromeEvents(t, tr)) })
	}
}

type span struct{ begin, end uint64 }

func checkChrome(t *testing.T, events []event) {
	byTrack := map[[2]int][]event{}
	for _, e := range events {
		if e.Ph != "M" {
			byTrack[[2]int{e.Pid, e.Tid}] = append(byTrack[[2]int{e.Pid, e.Tid}], e)
		}
	}
	arrows := 0
	for track, events := range byTrack {
		slices.SortStableFunc(events, func(a, b event) int { return int(ns(t, a.Ts)) - int(ns(t, b.Ts)) })
		var open, all []span
		var begun []uint64
		for _, e := range events {
			at := ns(t, e.Ts)
			for len(open) > 0 && open[len(open)-1].end <= at && open[len(open)-1].begin != at {
				open = open[:len(open)-1]
			}
			switch e.Ph {
			case "B":
				begun = append(begun, at)
			case "E":
				if len(begun) == 0 {
					t.Fatalf("track %v: an end at %d without a begin", track, at)
				}
				all = append(all, span{begun[len(begun)-1], at})
				begun = begun[:len(begun)-1]
			case "X":
				s := span{at, at + ns(t, e.Dur)}
				if len(open) > 0 && s.end > open[len(open)-1].end && s.begin < open[len(open)-1].end {
					t.Errorf("track %v: %s from %d to %d overlaps what ends at %d", track, e.Name, s.begin, s.end, open[len(open)-1].end)
				}
				open = append(open, s)
				all = append(all, s)
			}
		}
		if len(begun) > 0 {
			t.Errorf("track %v: %d slices do not end", track, len(begun))
		}
		for _, e := range events {
			if e.Ph != "s" && e.Ph != "f" {
				continue
			}
			arrows++
			at := ns(t, e.Ts)
			if !slices.ContainsFunc(all, func(s span) bool { return s.begin <= at && at <= s.end }) {
				t.Errorf("track %v: an arrow at %d, where no slice is", track, at)
			}
		}
	}
	if arrows == 0 || arrows%2 != 0 {
		t.Errorf("%d ends of arrows", arrows)
	}
}

func TestChromeSaysWhatHappened(t *testing.T) {
	p := sample(false)
	events := chromeEvents(t, p.trace())
	find := func(name string) *event {
		i := slices.IndexFunc(events, func(e event) bool { return e.Ph == "X" && e.Name == name })
		if i < 0 {
			t.Fatalf("no slice %q", name)
		}
		return &events[i]
	}
	var tracks []string
	for _, e := range events {
		if e.Ph == "M" && e.Name == "thread_name" {
			tracks = append(tracks, e.Args["name"].(string))
		}
	}
	want := []string{"outside", "timers", "pending", "idle", "prepare", "poll", "check", "closing", "worker 1"}
	if diff := cmp.Diff(want, tracks); diff != "" {
		t.Error(diff)
	}
	read := find(`fs #12 "read"`)
	if read.Cat != "pool" || ns(t, read.Ts) != 5000 || ns(t, read.Dur) != ms-5000 {
		t.Errorf("pool work: %+v", read)
	}
	poll := events[slices.IndexFunc(events, func(e event) bool { return e.Name == "poll" && e.Args["why"] == "timer" })]
	if poll.Ph != "X" || poll.Args["timeout_ns"] != json.Number("9000000") || poll.Args["timer"] != "#1" || poll.Args["ended"] != "wake" {
		t.Errorf("poll: %+v", poll)
	}
	late := find(`timer #2 "once"`)
	if late.Cat != "callback" || late.Args["late_ns"] != json.Number("82000") {
		t.Errorf("callback: %+v", late)
	}
	// The arrow into the file's callback comes from the worker.
	callback := p.find(CallbackBegin, readReq, 1)
	from := events[slices.IndexFunc(events, func(e event) bool { return e.Ph == "s" && e.ID == callback })]
	if from.Tid != read.Tid || ns(t, from.Ts) != 5000 {
		t.Errorf("the arrow begins at %+v", from)
	}
}

// Chrome's format is written while the run goes on; without its end it is an
// open array, which readers accept.
func TestChromeStreams(t *testing.T) {
	var b bytes.Buffer
	p := sample(false)
	recs := p.records()
	e := NewChrome(&b)
	for i := range recs {
		if err := e.Records(uint64(i), recs[i:i+1], p.labelOf); err != nil {
			t.Fatal(err)
		}
		if !json.Valid([]byte(b.String() + "]")) {
			t.Fatalf("after record %d it is no open array", i)
		}
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(export(t, WriteChrome, p.trace()), b.String()); diff != "" {
		t.Error(diff)
	}
	if got := export(t, WriteChrome, &Trace{}); !json.Valid([]byte(got)) {
		t.Errorf("an empty trace is %q", got)
	}
}

func BenchmarkText(b *testing.B) {
	p := sample(false)
	recs := p.records()
	e := NewText(io.Discard)
	b.ReportAllocs()
	for b.Loop() {
		if err := e.Records(0, recs, p.labelOf); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(recs)), "ns/record")
}
