package meter_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/host/meter"
)

// What is beyond WebAssembly 2.0 is refused with its name and the offset of the
// byte that says so.
func TestRefusedFeatures(t *testing.T) {
	code := func(b ...byte) []byte {
		return mod{fns: []fn{{code: b}}, memory: []byte{0, 1}, tables: [][]byte{{funcref, 0, 1}}}.bytes()
	}
	for _, c := range []struct {
		feature string
		mark    string // bytes at the offset
		wasm    []byte
	}{
		{"tail calls", "\x12\x00", code(0x12, 0)},
		{"tail calls", "\x13\x00\x00", code(0x13, 0, 0)},
		{"exception handling", "\x06\x40", code(0x06, 0x40, 0x0b)},
		{"exception handling", "\x1f\x40", code(0x1f, 0x40, 0, 0x0b)},
		{"exception handling", "\x0d\x01\x00", join(mod{}.bytes(), []byte{13, 1, 0})},
		{"threads", "\xfe\x03\x00", code(0xfe, 3, 0)},
		{"threads (shared memory)", "\x03\x01\x02", mod{memory: []byte{3, 1, 2}}.bytes()},
		{"garbage collection", "\xfb\x00", code(0xfb, 0, 0)},
		{"garbage collection", "\x5f\x00", mod{types: [][]byte{{0x5f, 0, 0}}}.bytes()},
		{"typed function references", "\x14\x00", code(0x14, 0)},
		{"typed function references", "\x64\x00", mod{types: [][]byte{{0x60, 1, 0x64, 0, 0}}}.bytes()},
		{"relaxed SIMD", "\xfd\x80\x02", code(0xfd, 0x80, 0x02)},
		{"memory64", "\x04\x01", mod{memory: []byte{4, 1}}.bytes()},
		{"multiple memories", "\x01\x1a", code(0x3f, 1, 0x1a)},
		{"extended constant expressions", "\x41\x02\x6a", mod{globals: [][]byte{join([]byte{i32, 0}, i32c(1), i32c(2), ins(0x6a, 0x0b))}}.bytes()},
		{"the component model", "\x0d\x00\x01\x00", []byte("\x00asm\x0d\x00\x01\x00")},
	} {
		_, err := meter.Rewrite(c.wasm, meter.Options{})
		var e *meter.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", c.feature, err)
			continue
		}
		if d := cmp.Diff(c.feature, e.Feature); d != "" {
			t.Errorf("%v: %s", err, d)
		}
		if e.Offset < 0 || !strings.HasPrefix(string(c.wasm[e.Offset:]), c.mark) {
			t.Errorf("%v: at the offset stands % x", err, c.wasm[max(e.Offset, 0):])
		}
	}
}
