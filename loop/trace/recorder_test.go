package trace_test

import (
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	. "github.com/loopground/loopground/loop/trace"
)

// blockRecords is how many records the recorder keeps in one piece.
const blockRecords = 1024

// numbered appends n records whose Value counts on, and publishes them.
func numbered(r *Recorder, n int) {
	for range n {
		r.Append(&Record{Kind: Event, Value: r.Written()})
	}
	r.Publish()
}

// expectNumbered fails unless the records are numbered from first on.
func expectNumbered(t *testing.T, first uint64, recs []Record) {
	t.Helper()
	for i := range recs {
		if recs[i].Value != first+uint64(i) {
			t.Fatalf("record %d is that of sequence %d", first+uint64(i), recs[i].Value)
		}
	}
}

func TestReadGoesAcrossBlocks(t *testing.T) {
	r := NewRecorder(Options{})
	numbered(r, 3*blockRecords+7)
	for _, from := range []uint64{0, 1, blockRecords - 1, blockRecords, 2*blockRecords + 5, 3*blockRecords + 6} {
		buf := make([]Record, 2*blockRecords+3)
		first, n := r.Read(from, buf)
		want := min(len(buf), 3*blockRecords+7-int(from))
		if first != from || n != want {
			t.Errorf("from %d: %d records from %d, want %d", from, n, first, want)
		}
		expectNumbered(t, first, buf[:n])
	}
	for _, from := range []uint64{3*blockRecords + 7, 4 * blockRecords, 1 << 60} {
		if _, n := r.Read(from, make([]Record, 10)); n != 0 {
			t.Errorf("from %d, past the end: %d records", from, n)
		}
	}
}

func TestReadersSeeWhatWasPublished(t *testing.T) {
	r := NewRecorder(Options{})
	buf := make([]Record, 10)
	if seq := r.Append(&Record{Kind: Event}); seq != 0 {
		t.Errorf("the first record has sequence %d", seq)
	}
	if _, n := r.Read(0, buf); n != 0 || r.Head() != 0 {
		t.Error("a record is seen before it was published")
	}
	r.Publish()
	if _, n := r.Read(0, buf); n != 1 || r.Head() != 1 || r.Written() != 1 {
		t.Error("a published record is not seen")
	}
}

func TestOldBlocksAreDropped(t *testing.T) {
	r := NewRecorder(Options{MaxBytes: 3 * blockRecords * RecordSize})
	numbered(r, 5*blockRecords)
	buf := make([]Record, 10)
	first, n := r.Read(3, buf)
	if first != 2*blockRecords || first != r.Tail() || n != len(buf) {
		t.Errorf("%d records from %d, tail %d", n, first, r.Tail())
	}
	expectNumbered(t, first, buf[:n])
	first, recs := r.All()
	if first != 2*blockRecords || len(recs) != 3*blockRecords {
		t.Errorf("All: %d records from %d", len(recs), first)
	}
	expectNumbered(t, first, recs)
}

// A callback may write more than is kept before anything is published.
func TestMoreThanIsKeptBeforePublish(t *testing.T) {
	r := NewRecorder(Options{MaxBytes: 1})
	for range 4 * blockRecords {
		r.Append(&Record{Kind: Event, Value: r.Written()})
	}
	if _, recs := r.All(); len(recs) != 0 {
		t.Errorf("%d records are seen before they were published", len(recs))
	}
	if _, n := r.Read(0, make([]Record, 10)); n != 0 {
		t.Errorf("%d records are read before they were published", n)
	}
	r.Publish()
	first, recs := r.All()
	if first != 2*blockRecords || len(recs) != 2*blockRecords {
		t.Errorf("%d records from %d", len(recs), first)
	}
	expectNumbered(t, first, recs)
}

// Run with -race: readers follow a writer that drops blocks under them.
func TestConcurrentReaders(t *testing.T) {
	const total = 40 * blockRecords
	r := NewRecorder(Options{MaxBytes: 4 * blockRecords * RecordSize})
	var wg sync.WaitGroup
	for range 3 {
		news, end := r.Watch()
		wg.Go(func() {
			defer end()
			buf := make([]Record, 777)
			for next := uint64(0); next < total; {
				first, n := r.Read(next, buf)
				if first < next {
					t.Errorf("read from %d gives %d", next, first)
					return
				}
				for i := range buf[:n] {
					if buf[i].Value != first+uint64(i) {
						t.Errorf("sequence %d holds record %d", first+uint64(i), buf[i].Value)
						return
					}
				}
				next = first + uint64(n)
				r.Labels(0)
				if n == 0 && next < total {
					<-news
				}
			}
		})
	}
	for i := range total / 64 {
		r.Intern("label " + strconv.Itoa(i%100))
		numbered(r, 64)
	}
	wg.Wait()
}

func TestLabels(t *testing.T) {
	r := NewRecorder(Options{})
	tick, tock := r.Intern("tick"), r.Intern("tock")
	if tick == 0 || tock == tick || r.Intern("tick") != tick || r.Intern("") != 0 {
		t.Errorf("tick is %d, tock %d, tick again %d", tick, tock, r.Intern("tick"))
	}
	if r.Label(tock) != "tock" || r.Label(0) != "" || r.Label(99) != "" {
		t.Error("a number does not give its string")
	}
	if diff := cmp.Diff([]string{"", "tick", "tock"}, r.Labels(0)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"tock"}, r.Labels(2)); diff != "" {
		t.Error(diff)
	}
	if r.Labels(3) != nil || r.Labels(-1) != nil {
		t.Error("labels that do not exist")
	}
}

func TestLabelsAreBounded(t *testing.T) {
	r := NewRecorder(Options{})
	for i := range 1<<16 - 1 {
		if r.Intern(strconv.Itoa(i)) == 0 {
			t.Fatalf("label %d gets no number", i)
		}
	}
	if r.Intern("one more") != 0 || r.Intern("17") == 0 {
		t.Error("past the bound a new label has a number, or an old one has none")
	}
}

func TestWatch(t *testing.T) {
	r := NewRecorder(Options{})
	news, end := r.Watch()
	received := func() bool {
		select {
		case <-news:
			return true
		default:
			return false
		}
	}
	numbered(r, 1)
	numbered(r, 1)
	if !received() || received() {
		t.Error("two publications are not one message")
	}
	r.Publish()
	if received() {
		t.Error("a message without news")
	}
	end()
	numbered(r, 1)
	if received() {
		t.Error("a message after the end of the watch")
	}
}

func TestAppendAllocatesBlocksOnly(t *testing.T) {
	r := NewRecorder(Options{MaxBytes: 4 * blockRecords * RecordSize})
	numbered(r, 8*blockRecords)
	rec := Record{Kind: Event}
	if n := testing.AllocsPerRun(20, func() {
		for range blockRecords {
			r.Append(&rec)
			r.Publish()
		}
	}); n > 1 {
		t.Errorf("%v allocations for one block of records", n)
	}
}

func TestSnapshotOfARecorder(t *testing.T) {
	r := NewRecorder(Options{MaxBytes: 2 * blockRecords * RecordSize})
	label := r.Intern("tick")
	numbered(r, 3*blockRecords)
	tr := r.Trace()
	if tr.First != blockRecords || tr.Label(label) != "tick" || tr.Label(9) != "" {
		t.Errorf("first %d, labels %q", tr.First, tr.Labels)
	}
	if tr.At(blockRecords-1) != nil || tr.At(3*blockRecords) != nil || tr.At(blockRecords).Value != blockRecords {
		t.Error("At does not find by sequence number")
	}
	if !slices.Equal(tr.Records[:1], []Record{*tr.At(tr.First)}) {
		t.Error("the first record is not at First")
	}
}

func BenchmarkAppendPublish(b *testing.B) {
	r := NewRecorder(Options{MaxBytes: 8 << 20})
	rec := Record{Kind: CallbackBegin, ID: 7, Type: 13}
	b.ReportAllocs()
	for b.Loop() {
		for i := range 64 {
			rec.T = uint64(i)
			r.Append(&rec)
		}
		r.Publish()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/64, "ns/record")
}
