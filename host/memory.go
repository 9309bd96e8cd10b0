package host

import (
	"encoding/binary"
	"fmt"
	"sync/atomic"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop/uv"
)

// This file alone touches guest memory. Whatever a guest says about it is
// hostile: every range is checked here, in 64 bits, and bytes that are looked
// at more than once are copied first, because a pool worker may change them in
// between.

const pageSize = 64 << 10

// memory is the linear memory of one guest. Its addresses are reserved once, at
// the maximum, and never move, so that a worker can read a file into it while
// the guest runs. It is shared by count: the engine, the host's instance and
// each request at the pool hold a share, and the last one to drop its share
// unmaps. wazero's Free comes while frames of the guest are still on the stack
// and workers still read; it drops the engine's share only.
type memory struct {
	full    []byte // everything reserved
	buf     []byte // what the guest has of it
	max     uint64 // bytes the guest may have
	refs    atomic.Int32
	engine  atomic.Bool // the engine holds its share
	refused func(size uint64)
	grew    func(size uint64)
	gone    func()
}

// newMemory reserves max bytes with the shares of the engine and the host.
func newMemory(max uint64) (*memory, error) {
	full, err := reserve(max)
	if err != nil {
		return nil, fmt.Errorf("reserve %d bytes of guest memory: %w", max, err)
	}
	m := &memory{full: full, max: max}
	m.refs.Store(2)
	m.engine.Store(true)
	return m, nil
}

// Reallocate gives the engine a larger part of what was reserved, or nil, which
// the guest sees as memory.grow failing.
func (m *memory) Reallocate(size uint64) []byte {
	if size > m.max {
		if m.refused != nil {
			m.refused(size)
		}
		return nil
	}
	if size > uint64(len(m.buf)) {
		if commit(m.full, uint64(len(m.buf)), size) != nil {
			return nil
		}
		m.buf = m.full[:size:size]
		if m.grew != nil {
			m.grew(size)
		}
	}
	return m.buf
}

// Free drops the engine's share, once.
func (m *memory) Free() {
	if m.engine.CompareAndSwap(true, false) {
		m.release()
	}
}

func (m *memory) retain() {
	if m != nil {
		m.refs.Add(1)
	}
}

func (m *memory) release() {
	if m == nil || m.refs.Add(-1) > 0 {
		return
	}
	full := m.full
	m.full, m.buf = nil, nil
	unreserve(full)
	if m.gone != nil {
		m.gone()
	}
}

// slice is the guest's bytes [ptr, ptr+n). Later growth does not move them.
func (m *memory) slice(ptr, n uint32) ([]byte, bool) {
	if m == nil {
		return nil, false
	}
	end := uint64(ptr) + uint64(n)
	if end > uint64(len(m.buf)) {
		return nil, false
	}
	return m.buf[ptr:end:end], true
}

// copyOut reads len(dst) bytes of the guest's.
func (m *memory) copyOut(dst []byte, ptr uint32) bool {
	src, ok := m.slice(ptr, uint32(len(dst)))
	copy(dst, src)
	return ok
}

// text copies a string of the guest's.
func (m *memory) text(ptr, n uint32) (string, bool) {
	src, ok := m.slice(ptr, n)
	return string(src), ok
}

// write gives the guest bytes at ptr.
func (m *memory) write(ptr uint32, src []byte) bool {
	dst, ok := m.slice(ptr, uint32(len(src)))
	copy(dst, src)
	return ok
}

// maxBufs bounds the buffers of one call; 1.5 MiB of the host's for its list.
const maxBufs = 1 << 16

// buffers reads a list of buf structures into dst and answers how many bytes
// they are together. Each is read once. EINVAL: none or too many; EFAULT.
func (m *memory) buffers(dst [][]byte, ptr, count uint32) (bufs [][]byte, total uint64, err uv.Errno) {
	if count == 0 || count > maxBufs {
		return dst, 0, uv.EINVAL
	}
	list, ok := m.slice(ptr, count*sizeBuf)
	if !ok {
		return dst, 0, uv.EFAULT
	}
	for ; len(list) > 0; list = list[sizeBuf:] {
		base, size := binary.LittleEndian.Uint32(list[offBufBase:]), binary.LittleEndian.Uint32(list[offBufLen:])
		b, ok := m.slice(base, size)
		if !ok {
			return dst, 0, uv.EFAULT
		}
		dst = append(dst, b)
		total += uint64(size)
	}
	return dst, total, 0
}

// maxListedBufs bounds the buffers of all requests together: 24 MiB of the host's
// for their lists. Empty buffers count under no other limit.
const maxListedBufs = 1 << 20

// freeBufs is how many buffers cost no more than the call does.
const freeBufs = 16

// list counts the buffers of a request, which unlist ends, and has the guest pay
// for a long list of them. ENOBUFS: too many.
func (g *Guest) list(bufs [][]byte) uv.Errno {
	if len(bufs) > freeBufs {
		g.spend(len(bufs) * sizeBuf)
	}
	if g.listed += len(bufs); g.listed > maxListedBufs {
		return uv.Errno(g.overLimit(uv.ENOBUFS, "buffers", maxListedBufs))
	}
	return 0
}

func (g *Guest) unlist(bufs [][]byte) { g.listed -= len(bufs) }

// The layouts are guest/abi's, count*sizeBuf cannot overflow.
var _ = [1]struct{}{}[maxBufs*sizeBuf>>32]
var _ = [1]struct{}{}[abi.Version-2]
