package meter_test

import (
	"context"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/host/meter"
)

// A call that returns gives its stack back, whoever called it and however often:
// each shape runs a recursion of 10 calls many times, and then one that fits
// only if nothing is missing.
func TestStackIsGivenBack(t *testing.T) {
	const down = 0 // its index: if n { down(n-1) }
	recursion := fn{params: []byte{i32}, code: join(lget(0), ins(0x04, 0x40), lget(0), i32c(1), ins(0x6b), call(down), ins(0x0b))}
	times := func(code []byte) []byte {
		return join(i32c(20_000), lset(0), ins(0x03, 0x40), code, lget(0), i32c(1), ins(0x6b), ltee(0), ins(0x0d, 0x00), ins(0x0b))
	}
	direct := join(i32c(10), call(down))
	shapes := map[string]mod{
		"called": {fns: []fn{recursion, {name: "f", locals: []byte{i32}, code: times(direct)}}},
		"through a function": {fns: []fn{recursion, {name: "f", locals: []byte{i32}, code: times(call(2))},
			{code: direct}}},
		"exported": {fns: []fn{{name: "down", params: recursion.params, code: recursion.code},
			{name: "f", locals: []byte{i32}, code: times(direct)}}},
		"by a table": {fns: []fn{recursion, {name: "f", locals: []byte{i32}, code: times(join(i32c(10), i32c(0), ins(0x11, 0, 0)))}},
			tables: [][]byte{{0x70, 0, 1}}, elements: [][]byte{join([]byte{0}, i32c(0), []byte{0x0b, 1, 0})}},
		"mutual": {fns: []fn{
			{params: []byte{i32}, code: join(lget(0), ins(0x04, 0x40), lget(0), i32c(1), ins(0x6b), call(2), ins(0x0b))},
			{name: "f", locals: []byte{i32}, code: times(direct)},
			{params: []byte{i32}, code: join(lget(0), ins(0x04, 0x40), lget(0), i32c(1), ins(0x6b), call(0), lget(0), i32c(7), ins(0x46, 0x04, 0x40), lget(0), i32c(1), ins(0x6b), call(0), ins(0x0b, 0x0b))}}},
	}
	for name, m := range shapes {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			r := wazero.NewRuntime(ctx)
			defer r.Close(ctx)
			host := &meterHost{slice: 100_000}
			if err := host.instantiate(ctx, r); err != nil {
				t.Fatal(err)
			}
			res, err := meter.Rewrite(m.bytes(), meter.Options{StackBytes: 64 << 10})
			if err != nil {
				t.Fatal(err)
			}
			g, err := r.Instantiate(ctx, res.Wasm)
			if err != nil {
				t.Fatal(err)
			}
			for range 3 {
				if _, err := g.ExportedFunction("f").Call(ctx); err != nil {
					t.Fatal(err)
				}
			}
			if left := int64(g.ExportedGlobal(meter.DepthGlobal).(api.MutableGlobal).Get()); left != 64<<10 {
				t.Errorf("%d bytes of stack are left of %d", left, 64<<10)
			}
		})
	}
}
