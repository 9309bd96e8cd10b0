package web

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
)

func TestOutputText(t *testing.T) {
	two := func(a, b string) []run.Chunk {
		return []run.Chunk{{Offset: 0, Stream: 1, Data: []byte(a)}, {Offset: uint64(len(a)), Stream: 2, Data: []byte(b)}}
	}
	for name, tc := range map[string]struct {
		pieces []run.Chunk
		last   bool
		want   []chunkJSON
		sent   uint64
	}{
		"whole":               {two("ä", "b"), false, []chunkJSON{{0, 1, "ä"}, {2, 2, "b"}}, 3},
		"cut at the end":      {two("a", "€"[:2]), false, []chunkJSON{{0, 1, "a"}}, 1},
		"cut for good":        {two("a", "€"[:2]), true, []chunkJSON{{0, 1, "a"}, {1, 2, "\xe2\x82"}}, 3},
		"cut by the other":    {two("€"[:1], "b"), false, []chunkJSON{{0, 1, "\xe2"}, {1, 2, "b"}}, 2},
		"no text":             {two("\xff", "\xff\xff"), false, []chunkJSON{{0, 1, "\xff"}, {1, 2, "\xff\xff"}}, 3},
		"nothing but a piece": {[]run.Chunk{{Offset: 0, Stream: 1, Data: []byte("😀"[:3])}}, false, nil, 0},
	} {
		v := &viewer{}
		kept := uint64(0)
		for _, p := range tc.pieces {
			kept += uint64(len(p.Data))
		}
		if diff := cmp.Diff(tc.want, v.chunks(tc.pieces, tc.last, kept)); diff != "" || v.output != tc.sent {
			t.Errorf("%s: %d sent, want %d (-want +got):\n%s", name, v.output, tc.sent, diff)
		}
	}
	if got := string(encodeJSON(chunkJSON{0, 1, "a\xffb<"})); got != `{"offset":0,"stream":1,"text":"a\ufffdb<"}` {
		t.Errorf("encoded: %s", got)
	}
}

// The frames that the page's decoder reads in its own tests: the bytes, and
// what they hold. Numbers of 64 bits are strings there.
func TestGoldenFrames(t *testing.T) {
	frames := []decodedFrame{
		{1000, 1000, []trace.Record{
			{T: 1, ID: 0x01000007, Cause: 3, Iter: 2, Status: -4, Value: trace.Forever, Label: 5, Loop: 1, Kind: trace.CallbackBegin, Phase: 2, Type: 13, Lane: 1},
			{T: 1<<53 - 1, Status: 1 << 30, Kind: trace.PollEnd, Phase: 5, Lane: 2},
		}},
		{1002, 1 << 40, []trace.Record{{T: 7, Kind: trace.Output, Value: 1 << 33}}},
		{1<<40 + 1, 1<<40 + 2, nil},
	}
	var wire []byte
	described := make([]goldenFrame, 0, len(frames))
	for _, f := range frames {
		wire = appendFrame(wire, f.gapFrom, f.first, f.recs)
		described = append(described, newGoldenFrame(f))
	}
	golden(t, "testdata/frames.golden.bin", wire)
	text, err := json.MarshalIndent(described, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/frames.golden.json", append(text, '\n'))
	if diff := cmp.Diff(frames, decodeFrames(t, wire), cmp.AllowUnexported(decodedFrame{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("read back (-want +got):\n%s", diff)
	}
}

type goldenFrame struct {
	First   uint64         `json:"first,string"`
	GapFrom uint64         `json:"gapFrom,string"`
	Records []goldenRecord `json:"records"`
}

type goldenRecord struct {
	T      uint64 `json:"t,string"`
	ID     uint32 `json:"id"`
	Cause  uint32 `json:"cause"`
	Iter   uint32 `json:"iter"`
	Status int32  `json:"status"`
	Value  uint64 `json:"value,string"`
	Label  uint16 `json:"label"`
	Loop   uint16 `json:"loop"`
	Kind   uint8  `json:"kind"`
	Phase  uint8  `json:"phase"`
	Type   uint8  `json:"type"`
	Lane   uint8  `json:"lane"`
}

func newGoldenFrame(f decodedFrame) goldenFrame {
	g := goldenFrame{f.first, f.gapFrom, []goldenRecord{}}
	for _, r := range f.recs {
		g.Records = append(g.Records, goldenRecord{
			r.T, r.ID, r.Cause, r.Iter, r.Status, r.Value, r.Label, r.Loop, uint8(r.Kind), uint8(r.Phase), uint8(r.Type), r.Lane,
		})
	}
	return g
}

// golden compares with a file; UPDATE_GOLDEN=1 writes it.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s differs: other programs read these frames.\n got %q\nwant %q", file, got, want)
	}
}

func FuzzControl(f *testing.F) {
	for _, s := range []string{
		`{"type":"control","command":"pause"}`, `{"type":"control","command":"stop"} `, `{"type":"control"}`,
		`{"TYPE":"control","command":"step-phase"}`, `[]`, `null`, `{"type":"control","command":"pause"}{}`, "\xff",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		command, err := parseControl(data)
		if err != nil {
			if command != "" {
				t.Errorf("%q: refused, but gives %q", data, command)
			}
			return
		}
		if !commands[command] || !json.Valid(data) {
			t.Errorf("%q is taken as %q", data, command)
		}
	})
}
