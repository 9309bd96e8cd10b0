package trace_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

func TestWhyFollowsCauses(t *testing.T) {
	p := sample(false)
	tr := p.trace()
	got := tr.Why(uint64(p.find(Output, 0, 2)))
	want := []uint64{
		uint64(p.find(Output, 0, 2)),
		uint64(p.find(CallbackBegin, readReq, 1)),
		uint64(p.find(ReqDone, readReq, 1)),
		uint64(p.find(ReqStart, readReq, 1)),
		uint64(p.find(ReqSubmit, readReq, 1)),
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := tr.Why(1 << 40); got != nil {
		t.Errorf("a record that does not exist has causes: %v", got)
	}
	// Without the records at the begin, the chain ends where the trace does.
	tr.First, tr.Records = 60, tr.Records[60:]
	if diff := cmp.Diff(want[:4], tr.Why(want[0])); diff != "" {
		t.Error(diff)
	}
}

func TestSentences(t *testing.T) {
	p := sample(false)
	tr := p.trace()
	for _, c := range []struct {
		at   int
		want string
	}{
		{p.find(PollBegin, 0, 1), "Poll only looks and does not wait: idle handles are active."},
		{p.find(PollBegin, 0, 2), `Asleep in poll: nothing to do for 9 ms, then timer #1 "tick".`},
		{p.find(PollEnd, 0, 2), "Poll ends: another thread woke the loop."},
		{p.find(PollEnd, 0, 3), "Poll ends: its time is up."},
		{p.find(HandleStart, tick, 1), `Timer #1 "tick" is started, due in 10 ms.`},
		{p.find(HandleUnref, wake, 1), `Async #8 "wake" no longer keeps the loop alive.`},
		{p.find(CallbackBegin, tick, 1), `Timer #1 "tick" fires, 80 µs late.`},
		{p.find(CallbackEnd, 0, 1), `The callback of timer #3 "zero" returned after 2 µs.`},
		{p.find(CallbackBegin, conn, 1), `TCP #14 "conn" is called with 5 bytes.`},
		{p.find(ReqSubmit, readReq, 1), `File request #12 "read" is submitted to the thread pool, as fast I/O.`},
		{p.find(ReqDone, readReq, 1), `Worker 1 ends file request #12 "read".`},
		{p.find(CallbackBegin, readReq, 1), `File request #12 "read" is called back with 13 bytes.`},
		{p.find(CallbackBegin, cancelled, 1), `File request #13 "stat /demo" is called back: it was cancelled.`},
		{p.find(CallbackBegin, server, 2), `The close callback of TCP #9 "server" runs: it is gone now.`},
		{p.find(PhaseBegin, 0, 1), "The timers phase begins, in iteration 0."},
		{p.find(RunEnd, 0, 1), "The run ends, nothing is left to do."},
	} {
		if diff := cmp.Diff(c.want, tr.Sentence(uint64(c.at))); diff != "" {
			t.Error(diff)
		}
	}
	if s := tr.Sentence(1 << 40); s != "" {
		t.Errorf("a record that does not exist says %q", s)
	}
}

func TestPollSentences(t *testing.T) {
	label := func(uint16) string { return "" }
	timer := HandleType(uv.Timer)
	for _, c := range []struct {
		r    Record
		want string
	}{
		{Record{Lane: uint8(WhyTimer), Value: 37 * ms, ID: 7, Type: timer}, "Asleep in poll: nothing to do for 37 ms, then timer #7."},
		{Record{Lane: uint8(WhyTimer), ID: 7, Type: timer}, "Poll only looks and does not wait: timer #7 is due."},
		{Record{Lane: uint8(WhyForever), Value: Forever, Status: 2}, "Asleep in poll: nothing to do until something happens; 2 watchers would wake it."},
		{Record{Lane: uint8(WhyForever), Value: Forever}, "Asleep in poll: nothing to do until something happens; the kernel watches nothing."},
		{Record{Lane: uint8(WhyStop)}, "Poll only looks and does not wait: the loop was stopped."},
	} {
		c.r.Kind = PollBegin
		if diff := cmp.Diff(c.want, Sentence(&c.r, label)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestSentencesOfDatagramsAndPoolRequests(t *testing.T) {
	cancelled, gone := int32(uv.ECANCELED), int32(uv.EAI_CANCELED)
	for _, c := range []struct {
		r    Record
		want string
		text string
	}{
		{Record{Kind: CallbackBegin, Type: HandleType(uv.UDP), Value: 12},
			`UDP #7 "n" is called with 12 bytes.`, `udp #7 "n" called: 12 bytes`},
		{Record{Kind: CallbackBegin, Type: HandleType(uv.UDP)}, `UDP #7 "n" is called.`, `udp #7 "n" called`},
		{Record{Kind: ReqSubmit, Type: ReqType(uv.UDPSend), Value: 4},
			`UDP send request #7 "n" is submitted.`, `udp_send #7 "n" submitted, 4 bytes`},
		{Record{Kind: CallbackBegin, Type: ReqType(uv.UDPSend), Value: 4},
			`UDP send request #7 "n" is called back with 4 bytes.`, `udp_send #7 "n" called: 4 bytes`},
		{Record{Kind: ReqSubmit, Type: ReqType(uv.Work), Lane: 1},
			`Work request #7 "n" is submitted to the thread pool, as CPU.`, `work #7 "n" submitted, to the pool (CPU)`},
		{Record{Kind: CallbackBegin, Type: ReqType(uv.Work), Status: cancelled},
			`Work request #7 "n" is called back: it was cancelled.`, `work #7 "n" called: ECANCELED`},
		{Record{Kind: ReqSubmit, Type: ReqType(uv.GetAddrInfo), Lane: 3},
			`Name look-up #7 "n" is submitted to the thread pool, as slow I/O.`, `getaddrinfo #7 "n" submitted, to the pool (slow I/O)`},
		{Record{Kind: CallbackBegin, Type: ReqType(uv.GetAddrInfo), Status: gone},
			`Name look-up #7 "n" is called back: it was cancelled.`, `getaddrinfo #7 "n" called: EAI_CANCELED`},
		{Record{Kind: ReqDone, Type: ReqType(uv.GetNameInfo), Lane: 2, Status: int32(uv.EAI_NONAME)},
			`Worker 2 ends reverse look-up #7 "n": EAI_NONAME: unknown node or service.`, `getnameinfo #7 "n" done by worker 2: EAI_NONAME`},
		{Record{Kind: CallbackBegin, Type: HandleType(uv.FsEvent), Value: uint64(uv.FsRenamed)},
			`File watcher #7 "n" tells of a rename.`, `fs_event #7 "n" called: rename`},
		{Record{Kind: CallbackBegin, Type: ReqType(uv.Fs), Status: 3},
			`File request #7 "n" is called back.`, `fs #7 "n" called: 3`},
		{Record{Kind: CallbackBegin, Type: ReqType(uv.Random), Value: 1},
			`Random request #7 "n" is called back with 1 byte.`, `random #7 "n" called: 1 byte`},
	} {
		c.r.ID, c.r.Label = 7, 1
		label := func(uint16) string { return "n" }
		if diff := cmp.Diff(c.want, Sentence(&c.r, label)); diff != "" {
			t.Error(diff)
		}
		var b strings.Builder
		if err := NewText(&b).Records(0, []Record{c.r}, label); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(strings.TrimSpace(b.String()), "\n"); !strings.HasSuffix(lines[1], " "+c.text) {
			t.Errorf("%q does not end in %q", lines[1], c.text)
		}
	}
}

func TestProjectionIsFreeOfTimesAndIDs(t *testing.T) {
	p := sample(false)
	got := Project(p.records(), p.labelOf)
	want := []string{
		"zero timer", "spin idle", "pre-b prepare", "pre-a prepare", "server tcp", "to server connect", "greeting write 5 bytes",
		"check check", "spin idle", "pre-b prepare", "pre-a prepare", "conn tcp 5 bytes", "read fs 13 bytes",
		"stat /demo fs ECANCELED", "wake async", "check check", "check check close", "pre-b prepare close", "pre-a prepare close",
		"spin idle close", "tick timer", "once timer", "last words write ECANCELED", "client tcp close", "conn tcp close",
		"server tcp close", "wake async close", "zero timer close", "once timer close", "tick timer close",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	recs := p.records()
	for i := range recs {
		recs[i].T += 12345
		if recs[i].ID != 0 {
			recs[i].ID += 1000 + 1<<24
		}
	}
	if diff := cmp.Diff(got, Project(recs, p.labelOf)); diff != "" {
		t.Error(diff)
	}
	only := Project(recs, func(i uint16) string { return map[string]string{"tick": "tick"}[p.labelOf(i)] })
	if diff := cmp.Diff([]string{"tick timer", "tick timer close"}, only); diff != "" {
		t.Error(diff)
	}
}
