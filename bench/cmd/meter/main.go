// Meter runs a program of WebAssembly under wazero: as it is, metered, or with
// wazero's own check of deadlines. With compare it runs all three in turns, in
// one process and by the CPU time of one thread: for those who change the meter.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/host/meter"
)

func main() {
	cache := flag.String("cache", "", "folder for compiled code")
	mode := flag.String("mode", "", "plain, metered or deadline; all in turns without it")
	warm := flag.Int("warm", 1, "calls before those that are measured")
	calls := flag.Int("calls", 5, "calls that are measured")
	flag.Parse()
	if flag.NArg() != 3 {
		fmt.Fprintln(os.Stderr, "usage: meter [flags] FILE.wasm[+SCRIPT.js] FUNCTION SIZE")
		os.Exit(2)
	}
	p := program{cache: *cache, file: flag.Arg(0), function: flag.Arg(1)}
	if _, err := fmt.Sscan(flag.Arg(2), &p.size); err != nil {
		fail(err)
	}
	if *mode == "" {
		compare(p, *calls)
		return
	}
	run := p.load(*mode)
	for range *warm {
		run()
	}
	var w measure.Window
	var check int64
	w.Begin()
	for range *calls {
		check = run()
	}
	r := w.End()
	r.Ops, r.Check = uint64(*calls), uint64(uint32(check))
	if err := r.Print(os.Stdout); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "meter:", err)
	os.Exit(1)
}

func must[T any](v T, err error) T {
	if err != nil {
		fail(err)
	}
	return v
}

// program is what is run.
type program struct {
	cache, file, function string
	size                  int32
}

// slice is how much fuel is given at a time: that of package host.
const slice = 100_000

// load compiles and starts the program, and gives what calls the function.
func (p program) load(mode string) func() int64 {
	ctx := context.Background()
	config := wazero.NewRuntimeConfig().WithCloseOnContextDone(mode == "deadline")
	if p.cache != "" {
		config = config.WithCompilationCache(must(wazero.NewCompilationCacheWithDir(p.cache)))
	}
	r := wazero.NewRuntimeWithConfig(ctx, config)
	wasm, script := p.read()
	if mode == "metered" {
		res := must(meter.Rewrite(wasm, meter.Options{MemoryPages: 1 << 16}))
		wasm = res.Wasm
		provideMeter(ctx, r)
	}
	provideImports(ctx, r)
	m := must(r.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStartFunctions("_initialize")))
	if mode == "deadline" { // a context that can end, as those with a deadline can
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Hour)
		time.AfterFunc(time.Hour, cancel)
	}
	if script != nil {
		return engine(ctx, m, string(script), p.function, p.size)
	}
	f := m.ExportedFunction(p.function)
	stack := make([]uint64, 1)
	return func() int64 {
		stack[0] = api.EncodeI32(p.size)
		if err := f.CallWithStack(ctx, stack); err != nil {
			fail(err)
		}
		return int64(int32(stack[0]))
	}
}

func provideMeter(ctx context.Context, r wazero.Runtime) {
	i64 := []api.ValueType{api.ValueTypeI64}
	must(r.NewHostModuleBuilder("loopground").
		NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, stack []uint64) { stack[0] += slice }), i64, i64).Export("refill").
		NewFunctionBuilder().WithGoFunction(api.GoFunc(func(context.Context, []uint64) { panic("stack overflow") }), nil, nil).Export("stack_overflow").
		Instantiate(ctx))
}
