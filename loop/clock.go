package loop

import (
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// clock is the only place that asks for the time. Its zero is the making of
// the loop.
type clock struct {
	base    time.Time
	virtual bool
	at      int64 // virtual: ns
}

func (c *clock) start(virtual bool) {
	c.base = time.Now()
	c.virtual = virtual
}

// now is ns since the start.
func (c *clock) now() int64 {
	if c.virtual {
		return c.at
	}
	return int64(time.Since(c.base))
}

// stamp is now for a pool worker, which may not look at the virtual time.
func (c *clock) stamp() int64 {
	if c.virtual {
		return -1
	}
	return int64(time.Since(c.base))
}

// advance moves the virtual time.
func (c *clock) advance(ms int) { c.at += int64(ms) * int64(time.Millisecond) }

// ClockID names a clock. libuv: uv_clock_id.
type ClockID uint8

// The clocks, with libuv's numbers.
const (
	Monotonic ClockID = iota // since the loop was made
	Realtime                 // since 1970
)

// ClockGettime reads a clock; with a virtual one both stand still between
// waits. EINVAL: no such clock. libuv: uv_clock_gettime.
func (l *Loop) ClockGettime(id ClockID) (Timespec, error) {
	ns := l.clock.now()
	switch id {
	case Monotonic:
	case Realtime:
		ns += l.clock.base.UnixNano()
	default:
		return Timespec{}, uv.EINVAL.Err()
	}
	return Timespec{ns / int64(time.Second), ns % int64(time.Second)}, nil
}
