package host

import (
	"context"
	"encoding/binary"
	"math"
	"time"
)

// The layouts of poll_oneoff, in bytes.
const (
	sizeSubscription = 48 // userdata 0, tag 8; clock: id 16, timeout 24, flags 40; descriptor 16
	sizeEvent        = 32 // userdata 0, errno 8, tag 10
)

// What a subscription waits for.
const (
	pollClock   = 0
	pollFdRead  = 1
	pollFdWrite = 2
)

// Errors of WASI preview 1.
const (
	wasiBadf        = 8
	wasiFault       = 21
	wasiInval       = 28
	wasiNameTooLong = 37
)

// subscription is one thing that a guest polls for.
type subscription struct {
	userdata uint64
	tag      byte
	errno    uint16
	wait     time.Duration // clock: from now
	stdin    bool
	ready    bool
}

// pollOneoff waits for the first of a guest's subscriptions: clocks and standard
// input; all other descriptors are ready. EFAULT: a list, for which or for whose
// events memory has no room. EINVAL: an empty one, one of more than 65,536, or a
// subscription that is none. wazero's multiplies their number in 32 bits.
func pollOneoff(ctx context.Context, stack []uint64) {
	g := caller(ctx)
	stack[0] = uint64(g.pollOneoff(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3])))
}

func (g *Guest) pollOneoff(in, out, count, ready uint32) uint32 {
	if count == 0 {
		return wasiInval
	}
	list, ok := g.mem.slice(in, uint32(min(uint64(count)*sizeSubscription, math.MaxUint32)))
	events, fits := g.mem.slice(out, uint32(min(uint64(count)*sizeEvent, math.MaxUint32)))
	if _, room := g.mem.slice(ready, 4); !ok || !fits || !room || uint64(count)*sizeSubscription > math.MaxUint32 {
		return wasiFault
	}
	if count > maxBufs {
		return wasiInval
	}
	g.spend(int(count) * sizeSubscription)
	subs := make([]subscription, count)
	for i := range subs {
		if !g.subscribe(&subs[i], list[i*sizeSubscription:]) {
			return wasiInval
		}
	}
	g.pollWait(subs)
	n := uint32(0)
	for i := range subs {
		if s := &subs[i]; s.ready {
			s.put(events[n*sizeEvent:])
			n++
		}
	}
	g.mem.write(ready, binary.LittleEndian.AppendUint32(nil, n))
	return 0
}

// subscribe reads a subscription; false: it is none.
func (g *Guest) subscribe(s *subscription, b []byte) bool {
	s.userdata, s.tag = binary.LittleEndian.Uint64(b), b[8]
	switch s.tag {
	case pollClock:
		return g.subscribeClock(s, b)
	case pollFdRead, pollFdWrite:
		fd := int32(binary.LittleEndian.Uint32(b[16:]))
		if fd < 0 {
			s.errno = wasiBadf
		}
		s.stdin = fd == 0 && s.tag == pollFdRead
		s.ready = !s.stdin
		return true
	}
	return false
}

func (g *Guest) subscribeClock(s *subscription, b []byte) bool {
	const absolute = 1
	wait := binary.LittleEndian.Uint64(b[24:])
	switch binary.LittleEndian.Uint16(b[40:]) {
	case 0:
	case absolute:
		now := uint64(g.nanoTime())
		if realtime := binary.LittleEndian.Uint32(b[16:]) == 0; realtime {
			sec, nsec := g.wallTime()
			now = uint64(sec)*1e9 + uint64(nsec)
		}
		wait -= min(wait, now)
	default:
		return false
	}
	s.wait = time.Duration(min(wait, math.MaxInt64))
	return true
}

// pollWait waits until one of the subscriptions is ready, and marks those that are.
func (g *Guest) pollWait(subs []subscription) {
	first, clock, stdin, ready := time.Duration(math.MaxInt64), false, false, false
	for i := range subs {
		s := &subs[i]
		ready, stdin = ready || s.ready, stdin || s.stdin
		if s.tag == pollClock {
			first, clock = min(first, s.wait), true
		}
	}
	if ready {
		first = 0
	}
	came := false
	switch {
	case stdin && (clock || ready):
		came = g.stdin.wait(int(min(first, math.MaxInt32*time.Millisecond).Milliseconds()))
	case stdin:
		came = g.stdin.wait(-1)
	case !ready:
		g.sleep(int64(first))
	}
	for i := range subs {
		s := &subs[i]
		s.ready = s.ready || s.stdin && came || s.tag == pollClock && !came && s.wait <= first
	}
}

// put writes the event of a subscription.
func (s *subscription) put(b []byte) {
	clear(b[:sizeEvent])
	binary.LittleEndian.PutUint64(b, s.userdata)
	binary.LittleEndian.PutUint16(b[8:], s.errno)
	b[10] = s.tag
	if s.tag != pollClock && s.errno == 0 {
		b[16] = 1 // bytes, at least
	}
}
