package meter

import "unicode/utf8"

// reader reads a module's bytes up to the end of one section. Every position
// it tells is an offset in the whole module. The first error sticks: all later
// reads give zero, so that callers check once, at the end of what they read.
type reader struct {
	b   []byte // from the module's first byte to the end of what may be read
	pos int
	err *Error
}

func (r *reader) left() int { return len(r.b) - r.pos }

// fail keeps the first error and ends reading.
func (r *reader) fail(at int, what string) {
	if r.err == nil {
		r.err = malformed(at, what)
	}
	r.pos = len(r.b)
}

func (r *reader) failWith(e *Error) {
	if r.err == nil {
		r.err = e
	}
	r.pos = len(r.b)
}

func (r *reader) byte() byte {
	if r.pos >= len(r.b) {
		r.fail(r.pos, "unexpected end")
		return 0
	}
	b := r.b[r.pos]
	r.pos++
	return b
}

func (r *reader) bytes(n uint32) []byte {
	if uint64(n) > uint64(r.left()) {
		r.fail(r.pos, "unexpected end")
		return nil
	}
	b := r.b[r.pos : r.pos+int(n)]
	r.pos += int(n)
	return b
}

// u32 reads an unsigned LEB128 number of at most 5 bytes whose unused bits are
// zero.
func (r *reader) u32() uint32 {
	at := r.pos
	var v uint32
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		if shift == 28 && b > 0x0f {
			break
		}
		v |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
	r.fail(at, "integer representation too long")
	return 0
}

// signed reads a signed LEB128 number of the given width: 32, 33 or 64 bits.
// The unused bits of the longest form repeat the sign.
func (r *reader) signed(width int) int64 {
	at := r.pos
	var v int64
	for shift := 0; shift < width; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b >= 0x80 {
			continue
		}
		if used := width - shift; used < 7 && !signBitsEqual(b, used) {
			break
		}
		if shift+7 < 64 && b&0x40 != 0 {
			v |= -1 << (shift + 7)
		}
		return v
	}
	r.fail(at, "integer representation too long")
	return 0
}

// signBitsEqual tells whether the bits of a last LEB128 byte from the sign,
// which is bit used-1, up to bit 6 are equal.
func signBitsEqual(b byte, used int) bool {
	high := b & 0x7f >> (used - 1)
	return high == 0 || high == 0x7f>>(used-1)
}

// count reads the length of a vector whose elements take at least size bytes
// each, and refuses what cannot fit, so that no allocation exceeds the input.
func (r *reader) count(size int) int {
	at := r.pos
	n := r.u32()
	if uint64(n)*uint64(size) > uint64(r.left()) {
		r.fail(at, "length out of bounds")
		return 0
	}
	return int(n)
}

func (r *reader) name() string {
	n := r.u32()
	at := r.pos
	b := r.bytes(n)
	if !utf8.Valid(b) {
		r.fail(at, "malformed UTF-8 encoding")
		return ""
	}
	return string(b)
}

// writer appends what reader reads.
type writer struct{ b []byte }

func (w *writer) byte(b ...byte) { w.b = append(w.b, b...) }
func (w *writer) raw(b []byte)   { w.b = append(w.b, b...) }

func (w *writer) u32(v uint32) {
	for v >= 0x80 {
		w.b = append(w.b, byte(v)|0x80)
		v >>= 7
	}
	w.b = append(w.b, byte(v))
}

func (w *writer) s64(v int64) {
	for v < -0x40 || v > 0x3f {
		w.b = append(w.b, byte(v)|0x80)
		v >>= 7
	}
	w.b = append(w.b, byte(v)&0x7f)
}

func (w *writer) name(s string) {
	w.u32(uint32(len(s)))
	w.b = append(w.b, s...)
}

// sized appends a payload after its length.
func (w *writer) sized(b []byte) {
	w.u32(uint32(len(b)))
	w.raw(b)
}
