package loop

import "time"

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
