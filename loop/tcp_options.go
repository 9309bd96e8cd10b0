package loop

import (
	"math"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// keepAlive is what SetKeepAlive was told; times in whole seconds.
type keepAlive struct {
	on                    bool
	idle, interval, count int
}

// libuv's own interval (seconds) and count of keep-alive probes.
const (
	probeInterval = time.Second
	probeCount    = 10
)

// applyOptions sets on a new socket what was asked for before there was one.
func (t *TCP) applyOptions(fd int) (err uv.Errno) {
	if t.noDelay {
		err = setNoDelay(fd, true)
	}
	if err == 0 && t.keepAlive.on {
		err = setKeepAlive(fd, t.keepAlive)
	}
	return err
}

// NoDelay switches Nagle's algorithm off, or on again. Without a socket it holds
// for the one to come. EINVAL: closing. libuv: uv_tcp_nodelay.
func (t *TCP) NoDelay(on bool) error {
	if t.closing {
		return uv.EINVAL.Err()
	}
	if t.watcher.fd >= 0 {
		if err := setNoDelay(t.watcher.fd, on); err != 0 {
			return err.Err()
		}
	}
	t.noDelay = on
	return nil
}

// KeepAlive has the system probe a peer that was silent for idle, up to ten
// times, a second apart; then reads and writes fail with ETIMEDOUT. See
// KeepAliveEx. libuv: uv_tcp_keepalive.
func (t *TCP) KeepAlive(on bool, idle time.Duration) error {
	return t.KeepAliveEx(on, idle, probeInterval, probeCount)
}

// KeepAliveEx switches keep-alive probes on or off: the first after a silence of
// idle, then one an interval, count of them. Times are rounded up to seconds.
// Without a socket it holds for the one to come. OpenBSD has one setting for the
// whole system and takes the switch only. EINVAL: closing, or, where it is
// switched on, less than a second, less than one probe, or more than the system
// takes. libuv: uv_tcp_keepalive_ex.
func (t *TCP) KeepAliveEx(on bool, idle, interval time.Duration, count int) error {
	const most = math.MaxInt32 * time.Second
	if t.closing || on && (min(idle, interval) < time.Second || max(idle, interval) > most ||
		count < 1 || count > math.MaxInt32) {
		return uv.EINVAL.Err()
	}
	k := keepAlive{on, seconds(idle), seconds(interval), count}
	if t.watcher.fd >= 0 {
		if err := setKeepAlive(t.watcher.fd, k); err != 0 {
			return err.Err()
		}
	}
	t.keepAlive = k
	return nil
}

func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// SimultaneousAccepts changes nothing: it tunes Windows, and on Unix one
// connection is accepted an event in any case. libuv: uv_tcp_simultaneous_accepts.
func (t *TCP) SimultaneousAccepts(bool) error { return nil }

// CloseReset is Close that sends the peer a reset: it gets ECONNRESET, and data
// that is still on its way is dropped. Errors: EINVAL while a shutdown is
// pending, EBADF no socket, or closing. libuv: uv_tcp_close_reset.
func (t *TCP) CloseReset(cb func()) error {
	if t.shutting != nil {
		return uv.EINVAL.Err()
	}
	if t.watcher.fd < 0 {
		return uv.EBADF.Err()
	}
	if err := setLingerZero(t.watcher.fd); err != 0 {
		return err.Err()
	}
	return t.Close(cb)
}
