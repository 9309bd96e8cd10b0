package meter

import (
	"bytes"
	"encoding/binary"
)

// dreader reads debug information. The first error sticks; all later reads
// give zero.
type dreader struct {
	b   []byte
	pos int
	bad bool
}

func (r *dreader) left() int { return len(r.b) - r.pos }

// bytes gives the next n.
func (r *dreader) bytes(n uint64) []byte {
	if n > uint64(r.left()) {
		r.bad, r.pos = true, len(r.b)
		return nil
	}
	b := r.b[r.pos : r.pos+int(n)]
	r.pos += int(n)
	return b
}

func (r *dreader) skip(n uint64) { r.bytes(n) }

// fixed reads n bytes, at most 8, the lowest first.
func (r *dreader) fixed(n uint64) uint64 {
	var b [8]byte
	copy(b[:], r.bytes(n))
	return binary.LittleEndian.Uint64(b[:])
}

func (r *dreader) u8() uint64  { return r.fixed(1) }
func (r *dreader) u16() uint64 { return r.fixed(2) }
func (r *dreader) u32() uint64 { return r.fixed(4) }

// uleb and sleb read numbers of any length; what is over 64 bits is lost.
func (r *dreader) uleb() uint64 {
	v, _, _ := r.leb()
	return v
}

func (r *dreader) sleb() int64 {
	v, shift, last := r.leb()
	if shift < 64 && last&0x40 != 0 {
		v |= ^uint64(0) << shift
	}
	return int64(v)
}

func (r *dreader) leb() (v uint64, shift int, last byte) {
	for r.pos < len(r.b) {
		last = r.b[r.pos]
		r.pos++
		v |= uint64(last&0x7f) << min(shift, 64)
		shift += 7
		if last < 0x80 {
			return v, shift, last
		}
	}
	r.bad = true
	return 0, 64, 0
}

// text reads a string up to its zero byte.
func (r *dreader) text() string {
	n := bytes.IndexByte(r.b[r.pos:], 0)
	if n < 0 {
		r.bad, r.pos = true, len(r.b)
		return ""
	}
	s := r.b[r.pos : r.pos+n]
	r.pos += n + 1
	return string(s)
}

// Forms of attributes whose value is used.
const (
	formAddr      = 0x01
	formData2     = 0x05
	formData4     = 0x06
	formData8     = 0x07
	formString    = 0x08
	formData1     = 0x0b
	formSdata     = 0x0d
	formStrp      = 0x0e
	formUdata     = 0x0f
	formIndirect  = 0x16
	formSecOffset = 0x17
	formStrx      = 0x1a
	formAddrx     = 0x1b
	formData16    = 0x1e
	formLineStrp  = 0x1f
	formImplicit  = 0x21
	formRngListx  = 0x23
	formStrx1     = 0x25
	formStrx4     = 0x28
	formAddrx1    = 0x29
	formAddrx4    = 0x2c
)

// value is an attribute's value as it stands. form 0: there is none.
type value struct {
	form uint64
	n    uint64
	text string
}

// value reads one. What is longer than a number is passed over, but for
// strings.
func (r *dreader) value(a attr) value {
	v := value{form: a.form}
	switch f := a.form; f {
	case formString:
		v.text = r.text()
	case formSdata:
		v.n = uint64(r.sleb())
	case formUdata, 0x15, formStrx, formAddrx, 0x22, formRngListx:
		v.n = r.uleb()
	case formImplicit:
		v.n = uint64(a.constant)
	case 0x19: // present
		v.n = 1
	case formIndirect:
		if f = r.uleb(); f == formIndirect || f == formImplicit {
			r.bad = true
			return value{}
		}
		return r.value(attr{name: a.name, form: f})
	case 0x03:
		r.skip(r.u16())
	case 0x04:
		r.skip(r.u32())
	case 0x09, 0x18:
		r.skip(r.uleb())
	case 0x0a:
		r.skip(r.u8())
	case formData16:
		r.skip(16)
	default:
		size := formSize[f&0x3f]
		if size == 0 || f > 0x3f {
			r.bad = true
		}
		v.n = r.fixed(uint64(size))
	}
	return v
}

// formSize gives the size of forms that are numbers of a fixed size.
var formSize = [0x40]uint8{formAddr: 4, formData2: 2, formData4: 4, formData8: 8, formData1: 1, 0x0c: 1,
	formStrp: 4, 0x10: 4, 0x11: 1, 0x12: 2, 0x13: 4, 0x14: 8, formSecOffset: 4, 0x1c: 4, 0x1d: 4,
	formLineStrp: 4, 0x20: 8, 0x24: 8, formStrx1: 1, 0x26: 2, 0x27: 3, formStrx4: 4,
	formAddrx1: 1, 0x2a: 2, 0x2b: 3, formAddrx4: 4}

// at gives a reader of a section from an offset on.
func (d *debug) at(section int, offset uint64) *dreader {
	r := &dreader{b: d.in[section]}
	r.skip(offset)
	return r
}

// indexed reads the n-th offset or address of a table in a section.
func (d *debug) indexed(section int, base, n uint64) (uint64, bool) {
	r := d.at(section, base)
	if n > 1<<32 {
		return 0, false
	}
	r.skip(4 * n)
	v := r.u32()
	return v, !r.bad
}

// address gives a value that is an address.
func (d *debug) address(u *unit, v value) (uint64, bool) {
	switch {
	case v.form == formAddr:
		return v.n, true
	case v.form == formAddrx, v.form >= formAddrx1 && v.form <= formAddrx4:
		return d.indexed(dwAddr, u.addrs, v.n)
	}
	return 0, false
}

// maxText bounds names of files and directories, in bytes.
const maxText = 4096

// text gives a value that is a string, "" if it is none.
func (d *debug) text(strs uint64, v value) string {
	section, at := dwStr, v.n
	switch {
	case v.form == formString:
		return v.text[:min(len(v.text), maxText)]
	case v.form == formStrp:
	case v.form == formLineStrp:
		section = dwLineStr
	case v.form == formStrx, v.form >= formStrx1 && v.form <= formStrx4:
		var ok bool
		if at, ok = d.indexed(dwStrOffsets, strs, v.n); !ok {
			return ""
		}
	default:
		return ""
	}
	r := d.at(section, at)
	r.b = r.b[:min(len(r.b), r.pos+maxText)]
	s := r.text()
	d.spend(1 + len(s))
	return s
}

// rangesOf gives the ranges of an entry in the rewritten module.
func (d *debug) rangesOf(u *unit, e *entry) []pcRange {
	if e.ranges.form == 0 {
		low, ok := d.address(u, e.low)
		if !ok || e.high.form == 0 {
			return nil
		}
		high, absolute := d.address(u, e.high)
		if !absolute {
			high = low + e.high.n
		}
		return d.moved(nil, low, high)
	}
	if u.version < 5 {
		return d.rangeList4(u, e.ranges.n)
	}
	at := e.ranges.n
	if e.ranges.form == formRngListx {
		offset, ok := d.indexed(dwRngLists, u.lists, at)
		if !ok {
			return nil
		}
		at = u.lists + offset
	}
	return d.rangeList5(u, at)
}

// keptRange is what a range costs that is kept, in steps: each needs memory,
// and a list may be named by many entries.
const keptRange = 16

// moved adds a range with its new addresses. Linkers give code that they left
// out an address below the first one or near the top.
func (d *debug) moved(rs []pcRange, lo, hi uint64) []pcRange {
	if lo == 0 || lo >= hi || hi > d.code || !d.spend(keptRange) {
		return rs
	}
	return append(rs, pcRange{uint64(d.offsets.before(uint32(lo))), uint64(d.offsets.before(uint32(hi)))})
}

// rangeList4 reads pairs of addresses relative to a base.
func (d *debug) rangeList4(u *unit, at uint64) (rs []pcRange) {
	r, base := d.at(dwRanges, at), u.low
	for !r.bad && d.spend(1) {
		lo, hi := r.u32(), r.u32()
		switch {
		case lo == 0 && hi == 0:
			return rs
		case lo == 0xffffffff:
			base = hi
		default:
			rs = d.moved(rs, base+lo, base+hi)
		}
	}
	return rs
}

// rangeList5 reads the entries of DWARF 5.
func (d *debug) rangeList5(u *unit, at uint64) (rs []pcRange) {
	r, base := d.at(dwRngLists, at), u.low
	indexed := func() uint64 {
		v, ok := d.indexed(dwAddr, u.addrs, r.uleb())
		r.bad = r.bad || !ok
		return v
	}
	for !r.bad && d.spend(1) {
		var lo, hi uint64
		switch r.u8() {
		case 1: // base, by index
			base = indexed()
			continue
		case 2: // from, to, by index
			lo, hi = indexed(), indexed()
		case 3: // from, by index, and length
			lo = indexed()
			hi = lo + r.uleb()
		case 4: // both from base
			lo, hi = base+r.uleb(), base+r.uleb()
		case 5:
			base = r.u32()
			continue
		case 6:
			lo, hi = r.u32(), r.u32()
		case 7:
			lo = r.u32()
			hi = lo + r.uleb()
		default: // the end, or unknown
			return rs
		}
		rs = d.moved(rs, lo, hi)
	}
	return rs
}

// fixed appends a number of n bytes, the lowest first.
func (w *writer) fixed(n int, v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	w.raw(b[:n])
}

// text appends a string and its zero byte.
func (w *writer) text(s string) {
	w.b = append(w.b, s...)
	w.byte(0)
}

// patch sets four bytes.
func (w *writer) patch(at, v int) { binary.LittleEndian.PutUint32(w.b[at:], uint32(v)) }
