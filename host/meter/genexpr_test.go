package meter_test

// expr makes code that leaves one value.
func (f *genFn) expr(t byte, depth int) []byte {
	f.left--
	if depth <= 0 || f.left <= 0 {
		return f.leaf(t)
	}
	switch f.n(8) {
	case 0:
		return f.leaf(t)
	case 1:
		return f.load(t, depth)
	case 2:
		return join(f.expr(i32, depth-1), ins(0x04, t), f.value(t, depth), ins(0x05), f.value(t, depth), ins(0x0b))
	case 3:
		return join(ins(0x02, t), f.value(t, depth), ins(0x0b))
	case 4:
		return join(f.expr(t, depth-1), f.expr(t, depth-1), f.expr(i32, depth-1), ins(0x1c, 1, t))
	case 5:
		return join(f.expr(t, depth-1), ltee(f.local(t)))
	}
	return f.operation(t, depth)
}

// value is expr within a block that gives it.
func (f *genFn) value(t byte, depth int) []byte {
	f.labels = append(f.labels, []byte{t})
	code := f.expr(t, depth-1)
	if f.n(3) == 0 {
		code = join(f.stmt(depth-1), code)
	}
	f.labels = f.labels[:len(f.labels)-1]
	return code
}

func (f *genFn) leaf(t byte) []byte {
	if f.n(2) == 0 {
		return lget(f.local(t))
	}
	switch t {
	case i32:
		return i32c(f.int32())
	case i64:
		return i64c(int64(f.int32()) << (f.n(4) * 8))
	case f32:
		return join([]byte{0x43}, []byte{0, f.byte(), f.byte(), f.byte()})
	case f64:
		return join([]byte{0x44}, []byte{0, 0, 0, 0, 0, f.byte(), f.byte(), f.byte()})
	}
	return join(ins(0xfd, 0x0c), f.bytes16())
}

func (f *genFn) bytes16() []byte {
	b := make([]byte, 16)
	for i := range b {
		b[i] = f.byte()
	}
	return b
}

func (f *genFn) load(t byte, depth int) []byte {
	ops := map[byte][][]byte{i32: {{0x28}, {0x2c}, {0x2d}, {0x2e}, {0x2f}}, i64: {{0x29}, {0x30}, {0x33}, {0x35}},
		f32: {{0x2a}}, f64: {{0x2b}}, v128: {{0xfd, 0x00}, {0xfd, 0x07}, {0xfd, 0x5c}}}[t]
	return join(f.address(depth), ops[f.n(len(ops))], ins(0), uleb(uint64(f.n(100))))
}

// between gives a byte of a range.
func (f *genFn) between(lo, hi int) byte { return byte(lo + f.n(hi-lo+1)) }

func (f *genFn) operation(t byte, depth int) []byte {
	e := func(t byte) []byte { return f.expr(t, depth-1) }
	kind := f.n(4)
	switch t {
	case i32:
		switch kind {
		case 0:
			return join(e(i32), ins(f.between(0x67, 0x69)))
		case 1:
			return join(e(i32), e(i32), ins(f.between(0x46, 0x4f)))
		case 2:
			return join(e(f64), ins(0xfc, f.between(2, 3)))
		}
		return join(e(i32), e(i32), ins(f.between(0x6a, 0x78)))
	case i64:
		switch kind {
		case 0:
			return join(e(i64), ins(f.between(0x79, 0x7b)))
		case 1:
			return join(e(i32), ins(f.between(0xac, 0xad)))
		case 2:
			return join(e(f32), ins(f.between(0xae, 0xaf)))
		}
		return join(e(i64), e(i64), ins(f.between(0x7c, 0x8a)))
	case f32:
		switch kind {
		case 0:
			return join(e(f32), ins(f.between(0x8b, 0x91)))
		case 1:
			return join(e(i32), ins(f.between(0xb2, 0xb3)))
		}
		return join(e(f32), e(f32), ins(f.between(0x92, 0x98)))
	case f64:
		switch kind {
		case 0:
			return join(e(f64), ins(f.between(0x99, 0x9f)))
		case 1:
			return join(e(f32), ins(0xbb))
		}
		return join(e(f64), e(f64), ins(f.between(0xa0, 0xa6)))
	}
	if kind == 0 {
		return join(e(i32), ins(0xfd, f.between(0x0f, 0x11)))
	}
	return join(e(v128), e(v128), ins(0xfd), uleb(uint64([]int{0x0e, 0x23, 0x4e, 0x51, 0x6e, 0x8e, 0xae, 0xb5, 0xce, 0xd5, 0xe4, 0xf2}[f.n(12)])))
}
