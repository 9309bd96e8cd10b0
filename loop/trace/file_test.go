package trace_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/loopground/loopground/loop/trace"
)

func TestRecordsAreTheSameEverywhere(t *testing.T) {
	r := Record{
		T: 0x0102030405060708, ID: 0x11121314, Cause: 0x21222324, Iter: 0x31323334, Status: -2, Value: 0x4142434445464748,
		Label: 0x5152, Loop: 0x6162, Kind: 0x71, Phase: 0x72, Type: 0x73, Lane: 0x74,
	}
	want := []byte{
		8, 7, 6, 5, 4, 3, 2, 1, 0x14, 0x13, 0x12, 0x11, 0x24, 0x23, 0x22, 0x21, 0x34, 0x33, 0x32, 0x31, 0xfe, 0xff, 0xff, 0xff,
		0x48, 0x47, 0x46, 0x45, 0x44, 0x43, 0x42, 0x41, 0x52, 0x51, 0x62, 0x61, 0x71, 0x72, 0x73, 0x74,
	}
	got := AppendRecords([]byte("x"), []Record{r, {}})
	if diff := cmp.Diff(want, got[1:1+RecordSize]); diff != "" || len(got) != 1+2*RecordSize {
		t.Errorf("%d bytes: %s", len(got), diff)
	}
	back, err := DecodeRecords(nil, got[1:])
	if diff := cmp.Diff([]Record{r, {}}, back); diff != "" || err != nil {
		t.Errorf("%v: %s", err, diff)
	}
	if _, err := DecodeRecords(nil, got); !errors.Is(err, ErrFormat) {
		t.Errorf("81 bytes are records: %v", err)
	}
}

// fileSample is a trace with all parts, longer than one block.
func fileSample() *Trace {
	tr := sample(false).trace()
	for len(tr.Records) < 3000 {
		tr.Records = append(tr.Records, tr.Records...)
	}
	tr.First = 12345
	tr.Output, tr.OutputFirst = []byte("hello\x00\xff"), 99
	return tr
}

func TestFileKeepsEverything(t *testing.T) {
	for name, tr := range map[string]*Trace{"empty": {}, "all parts": fileSample()} {
		file := export(t, WriteFile, tr)
		got, err := ReadFile(bytes.NewReader([]byte(file)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := cmp.Diff(tr, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestAFileThatEndsEarlyGivesWhatItHas(t *testing.T) {
	tr := fileSample()
	file := []byte(export(t, WriteFile, tr))
	for _, cut := range []int{8, 20, 40, 45, 200, 400, 2000, len(file) / 2, len(file) - 4, len(file) - 1} {
		got, err := ReadFile(bytes.NewReader(file[:cut]))
		if !errors.Is(err, io.ErrUnexpectedEOF) || got == nil {
			t.Errorf("%d of %d bytes: %v, %v", cut, len(file), got, err)
			continue
		}
		if len(got.Records) > 0 && cmp.Diff(tr.Records[:len(got.Records)], got.Records) != "" {
			t.Errorf("%d of %d bytes: the records are not the first ones", cut, len(file))
		}
		if cut > len(file)/2 && len(got.Records) == 0 {
			t.Errorf("%d of %d bytes give no record", cut, len(file))
		}
	}
}

func TestWhatIsNoTraceIsRefused(t *testing.T) {
	good := []byte(export(t, WriteFile, fileSample()))
	change := func(at int, with ...byte) []byte {
		b := bytes.Clone(good)
		copy(b[at:], with)
		return b
	}
	huge := binary.LittleEndian.AppendUint64(nil, 1<<63)
	for name, file := range map[string][]byte{
		"empty":            nil,
		"short":            []byte("LGTR"),
		"wasm":             []byte("\x00asm\x01\x00\x00\x00 and more bytes than a header has, for sure"),
		"version 2":        change(8, 2),
		"record size":      change(10, 48),
		"too many labels":  change(12, 255, 255, 255, 255),
		"first":            change(16, huge...),
		"output first":     change(24, huge...),
		"output length":    change(32, huge...),
		"a long label":     change(44, 255, 255, 255, 255),
		"bytes at the end": append(bytes.Clone(good), 0),
		"a large block":    append(bytes.Clone(good[:len(good)-4]), 1, 4, 0, 0),
	} {
		got, err := ReadFile(bytes.NewReader(file))
		if got != nil || !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A small file that says it holds much does not take much memory.
func TestReadFileTakesNoMemoryOnTrust(t *testing.T) {
	file := []byte(export(t, WriteFile, &Trace{Labels: []string{""}}))
	binary.LittleEndian.PutUint64(file[32:], 1<<40) // output
	b := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ReadFile(bytes.NewReader(file)); !errors.Is(err, io.ErrUnexpectedEOF) {
				b.Fatal(err)
			}
		}
	})
	if b.AllocedBytesPerOp() > 1<<20 {
		t.Errorf("%d bytes for a file of %d", b.AllocedBytesPerOp(), len(file))
	}
}

type brokenReader struct{ err error }

func (r brokenReader) Read([]byte) (int, error) { return 0, r.err }

func TestReadFileTellsTheReadersError(t *testing.T) {
	good := []byte(export(t, WriteFile, fileSample()))
	for _, n := range []int{10, 50, 1000, len(good)} {
		_, err := ReadFile(io.MultiReader(bytes.NewReader(good[:n]), brokenReader{io.ErrClosedPipe}))
		if !errors.Is(err, io.ErrClosedPipe) {
			t.Errorf("after %d bytes: %v", n, err)
		}
	}
}

// Whatever the bytes are, reading ends, and what was read can be used.
func FuzzReadFile(f *testing.F) {
	small := sample(false).trace()
	small.Records = small.Records[:40]
	for _, tr := range []*Trace{{}, small, {First: 7, Output: []byte("out"), Labels: []string{"", "a"}}} {
		f.Add([]byte(export(f, WriteFile, tr)))
	}
	f.Add([]byte("LGTRACE1"))
	f.Fuzz(func(t *testing.T, file []byte) {
		tr, err := ReadFile(bytes.NewReader(file))
		if tr == nil {
			if !errors.Is(err, ErrFormat) {
				t.Fatal(err)
			}
			return
		}
		for _, write := range []func(io.Writer, *Trace) error{WriteText, WriteJSONLines, WriteChrome} {
			export(t, write, tr)
		}
		tr.Check(CheckOptions{Closed: true})
		Project(tr.Records, tr.Label)
		for i := range min(len(tr.Records), 64) {
			tr.Sentence(tr.First + uint64(i))
			tr.Why(tr.First + uint64(i))
		}
		if err != nil {
			return
		}
		again, err := ReadFile(bytes.NewReader([]byte(export(t, WriteFile, tr))))
		if diff := cmp.Diff(tr, again); diff != "" || err != nil {
			t.Fatalf("%v: %s", err, diff)
		}
	})
}

func BenchmarkAppendRecords(b *testing.B) {
	recs := fileSample().Records
	var buf []byte
	for b.Loop() {
		buf = AppendRecords(buf[:0], recs)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(recs)), "ns/record")
}
