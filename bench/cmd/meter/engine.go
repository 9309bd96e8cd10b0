package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
)

// read gives the module, and the script that it is to run if there is one.
func (p program) read() (wasm, script []byte) {
	file, js, has := strings.Cut(p.file, "+")
	if has {
		script = must(os.ReadFile(js))
	}
	return must(os.ReadFile(file)), script
}

// provideImports gives what WASI programs and QuickJS ask for.
func provideImports(ctx context.Context, r wazero.Runtime) {
	wasi_snapshot_preview1.MustInstantiate(ctx, r)
	b := r.NewHostModuleBuilder("env")
	for name, params := range map[string]int{"host_get_timezone_offset": 2, "host_interrupt": 0, "host_promise_rejection": 3,
		"host_module_normalize": 2, "host_module_load": 2, "host_call": 5} {
		var results []api.ValueType
		if name != "host_promise_rejection" {
			results = []api.ValueType{api.ValueTypeI32}
		}
		types := make([]api.ValueType, params)
		for i := range types {
			types[i] = api.ValueTypeI32
		}
		b.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) {
			if len(stack) > 0 {
				stack[0] = 0
			}
		}), types, results).Export(name)
	}
	must(b.Instantiate(ctx))
}

// engine runs a script in QuickJS, and gives what calls one of its functions.
func engine(ctx context.Context, m api.Module, script, function string, size int32) func() int64 {
	call := func(name string, args ...uint64) uint64 {
		res := must(m.ExportedFunction(name).Call(ctx, args...))
		if len(res) == 0 {
			return 0
		}
		return res[0]
	}
	text := func(s string) uint64 {
		at := call("wasm_malloc", uint64(len(s)+1))
		m.Memory().Write(uint32(at), append([]byte(s), 0))
		return at
	}
	file := text("script.js")
	eval := func(at uint64, n int) int64 {
		v := call("qjs_eval", at, uint64(n), file, 0)
		if call("qjs_is_exception", v) != 0 {
			fail(fmt.Errorf("the script threw an error"))
		}
		n64 := call("qjs_get_float64", v)
		call("qjs_free_value", v)
		return int64(api.DecodeF64(n64))
	}
	call("qjs_init")
	eval(text(script), len(script))
	run := fmt.Sprintf("%s(%d)", function, size)
	at := text(run)
	return func() int64 { return eval(at, len(run)) }
}
