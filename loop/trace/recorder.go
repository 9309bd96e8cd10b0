package trace

import (
	"sync"
	"sync/atomic"
)

// blockRecords is how many records one block holds: 40 KiB.
const blockRecords = 1024

// DefaultMaxBytes is what a Recorder keeps in memory when not told otherwise.
const DefaultMaxBytes = 64 << 20

// maxLabels bounds the interned strings; what comes later has no label.
const maxLabels = 1 << 16

// block is a stretch of records. A dropped one is filled again if nobody reads
// it at that moment, so that a recorder that is full allocates nothing.
type block struct {
	recs    [blockRecords]Record
	readers atomic.Int32 // raised under Recorder.mu while the block is listed
}

// Options of a Recorder. The zero value is ready to use.
type Options struct {
	// MaxBytes is how much of the trace stays in memory, in bytes; the oldest
	// blocks go first. 0 is DefaultMaxBytes, at least two blocks are kept.
	MaxBytes int
}

// Recorder holds the trace of one run. One goroutine writes, the one that runs
// the loop; any number read. Readers see what was published and are never
// waited for: a reader that falls behind the oldest kept block is told where
// the trace now begins.
type Recorder struct {
	// the writer's own
	cur     *block
	n       int // records in cur
	written uint64

	head atomic.Uint64 // published records

	mu        sync.Mutex
	blocks    []*block
	first     uint64 // sequence of the first record of blocks[0]
	maxBlocks int

	labelMu sync.RWMutex
	labels  []string
	index   map[string]uint16

	watched atomic.Bool
	watchMu sync.Mutex
	watches map[chan struct{}]struct{}
}

// NewRecorder makes an empty recorder.
func NewRecorder(o Options) *Recorder {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	return &Recorder{
		maxBlocks: max(2, o.MaxBytes/(blockRecords*RecordSize)),
		n:         blockRecords,
		labels:    []string{""},
		index:     map[string]uint16{"": 0},
		watches:   map[chan struct{}]struct{}{},
	}
}

// Append writes one record and returns its sequence number. Only the writer
// calls it. Readers see the record after the next Publish.
func (r *Recorder) Append(rec *Record) uint64 {
	if r.n == blockRecords {
		r.grow()
	}
	r.cur.recs[r.n] = *rec
	r.n++
	r.written++
	return r.written - 1
}

func (r *Recorder) grow() {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b *block
	if len(r.blocks) == r.maxBlocks {
		b = r.blocks[0]
		copy(r.blocks, r.blocks[1:])
		r.blocks = r.blocks[:len(r.blocks)-1]
		r.first += blockRecords
	}
	if b == nil || b.readers.Load() > 0 {
		b = new(block)
	}
	r.blocks = append(r.blocks, b)
	r.cur, r.n = b, 0
}

// Written is how many records were appended. Only the writer calls it.
func (r *Recorder) Written() uint64 { return r.written }

// Publish lets readers see everything appended so far. The loop calls it at
// the edges of phases.
func (r *Recorder) Publish() {
	if r.head.Load() == r.written {
		return
	}
	r.head.Store(r.written)
	if r.watched.Load() {
		r.notify()
	}
}

func (r *Recorder) notify() {
	r.watchMu.Lock()
	defer r.watchMu.Unlock()
	for c := range r.watches {
		select {
		case c <- struct{}{}:
		default:
		}
	}
}

// Head is the number of published records: the sequence of the next one.
func (r *Recorder) Head() uint64 { return r.head.Load() }

// Tail is the sequence of the oldest record still kept.
func (r *Recorder) Tail() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.first
}

// Read copies published records from sequence from on into dst. It returns the
// sequence of the first one copied, which is higher than from where older ones
// were dropped, and how many were copied: 0 when there is nothing new.
func (r *Recorder) Read(from uint64, dst []Record) (first uint64, n int) {
	head := r.head.Load()
	first = from
	for n < len(dst) {
		b, seq := r.blockAt(first+uint64(n), n == 0)
		if n == 0 {
			first = seq
		}
		at := first + uint64(n)
		if b == nil {
			break
		}
		count := uint64(0)
		if off := at % blockRecords; at < head {
			count = min(uint64(len(dst)-n), blockRecords-off, head-at)
			copy(dst[n:], b.recs[off:off+count])
		}
		b.readers.Add(-1)
		if count == 0 {
			break
		}
		n += int(count)
	}
	return first, n
}

// blockAt finds the block that holds seq, and counts the caller among its
// readers, which the caller ends. With skip, a dropped seq is moved up to the
// oldest kept one; without, it has no block.
func (r *Recorder) blockAt(seq uint64, skip bool) (*block, uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if seq < r.first {
		if !skip {
			return nil, seq
		}
		seq = r.first
	}
	i := (seq - r.first) / blockRecords
	if i >= uint64(len(r.blocks)) {
		return nil, seq
	}
	r.blocks[i].readers.Add(1)
	return r.blocks[i], seq
}

// All is a copy of every record that is still kept, and the sequence of the
// first one.
func (r *Recorder) All() (first uint64, recs []Record) {
	tail, head := r.Tail(), r.Head()
	recs = make([]Record, max(head, tail)-tail) // what is kept may not be published yet
	first, n := r.Read(tail, recs)
	return first, recs[:n]
}

// Intern gives a label its number. Only the writer calls it. Past 65,535
// different labels the answer is 0, no label.
func (r *Recorder) Intern(label string) uint16 {
	if i, ok := r.index[label]; ok {
		return i
	}
	if len(r.labels) == maxLabels {
		return 0
	}
	r.labelMu.Lock()
	defer r.labelMu.Unlock()
	i := uint16(len(r.labels))
	r.labels = append(r.labels, label)
	r.index[label] = i
	return i
}

// Labels are the interned strings from number from on; number 0 is "".
func (r *Recorder) Labels(from int) []string {
	r.labelMu.RLock()
	defer r.labelMu.RUnlock()
	if from < 0 || from >= len(r.labels) {
		return nil
	}
	return append([]string(nil), r.labels[from:]...)
}

// Label is the string of a number; "" for one that was never given.
func (r *Recorder) Label(i uint16) string {
	r.labelMu.RLock()
	defer r.labelMu.RUnlock()
	if int(i) >= len(r.labels) {
		return ""
	}
	return r.labels[i]
}

// Watch returns a channel that receives after something was published, at
// least once for any number of Publish calls since the last receive, and a
// function that ends it.
func (r *Recorder) Watch() (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	r.watchMu.Lock()
	defer r.watchMu.Unlock()
	r.watches[c] = struct{}{}
	r.watched.Store(true)
	return c, func() {
		r.watchMu.Lock()
		defer r.watchMu.Unlock()
		delete(r.watches, c)
		r.watched.Store(len(r.watches) > 0)
	}
}
