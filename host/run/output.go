package run

import "sync"

// MaxOutput is how many bytes of a run's output are kept.
const MaxOutput = 4 << 20

// Chunk is a piece of output.
type Chunk struct {
	Offset uint64 // bytes of both streams before it
	Stream int    // 1 stdout, 2 stderr
	Data   []byte
}

// Output is what a run wrote, both streams in order. The first MaxOutput bytes
// are kept: what comes later is counted, not kept, so that the start of a
// flood, which tells its reason, stays readable. Stdout and Stderr of a Spec
// get everything.
type Output struct {
	mu      sync.Mutex
	data    []byte
	pieces  []piece
	total   uint64
	watches map[chan struct{}]struct{}
}

// pieceCost is what a change of stream counts for, so that single bytes on both
// in turn are bounded too.
const pieceCost = 32

type piece struct {
	at     int
	stream int
}

func newOutput() *Output { return &Output{watches: map[chan struct{}]struct{}{}} }

// write keeps p and answers where it begins.
func (o *Output) write(stream int, p []byte) uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	at := o.total
	o.total += uint64(len(p))
	if room := MaxOutput - len(o.data) - pieceCost*len(o.pieces); room > 0 && len(p) > 0 {
		if n := len(o.pieces); n == 0 || o.pieces[n-1].stream != stream {
			o.pieces = append(o.pieces, piece{len(o.data), stream})
		}
		o.data = append(o.data, p[:min(room, len(p))]...)
	}
	for c := range o.watches {
		select {
		case c <- struct{}{}:
		default:
		}
	}
	return at
}

// Read gives at most max bytes of output from offset from on. The data belongs
// to the output and must not be changed.
func (o *Output) Read(from uint64, max int) []Chunk {
	o.mu.Lock()
	defer o.mu.Unlock()
	var out []Chunk
	for i := o.pieceAt(from); i < len(o.pieces) && max > 0; i++ {
		end := len(o.data)
		if i+1 < len(o.pieces) {
			end = o.pieces[i+1].at
		}
		begin := o.pieces[i].at
		if from > uint64(begin) {
			begin = int(from)
		}
		end = min(end, begin+max)
		out = append(out, Chunk{uint64(begin), o.pieces[i].stream, o.data[begin:end:end]})
		max -= end - begin
	}
	return out
}

// pieceAt finds the piece that holds the byte at from, or len(o.pieces).
func (o *Output) pieceAt(from uint64) int {
	if from >= uint64(len(o.data)) {
		return len(o.pieces)
	}
	lo, hi := 0, len(o.pieces)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; uint64(o.pieces[mid].at) <= from {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// Len is how many bytes were written, those not kept included.
func (o *Output) Len() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.total
}

// Kept is how many of them Read can give: the first Kept bytes.
func (o *Output) Kept() uint64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return uint64(len(o.data))
}

// Watch returns a channel that receives after something was written, and a
// function that ends it.
func (o *Output) Watch() (<-chan struct{}, func()) {
	c := make(chan struct{}, 1)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.watches[c] = struct{}{}
	return c, func() {
		o.mu.Lock()
		defer o.mu.Unlock()
		delete(o.watches, c)
	}
}
