package host_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
)

// ticker is a guest that has a timer fire once; usually it comes from a file.
func ticker() []byte {
	m := wasmtest.New()
	timerInit, timerStart := m.UV("timer_init"), m.UV("timer_start")
	m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.I64(0)))
	m.Export("_initialize", m.Func("", "", wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(timerInit),
		wasmtest.I64(1500), wasmtest.I64(0), wasmtest.Call(timerStart), wasmtest.Drop))
	return m.Bytes()
}

// Load a module, grant it something, run it.
func Example() {
	rt, err := host.New(host.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer rt.Close()
	mod, err := rt.Load(context.Background(), "ticker.wasm", ticker())
	if err != nil {
		fmt.Println(err)
		return
	}
	defer mod.Close()

	rule, err := host.ParseRule("loopback:8080")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := mod.Spawn(host.Config{
		Stdout: os.Stdout,
		Listen: []host.Rule{rule},
		Limits: host.Limits{Memory: 16 << 20, Handles: 10},
		Loop:   loop.Options{Virtual: true}, // do not wait for the timer
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	exit := g.Run()
	fmt.Println(exit.Reason, exit.Code, exit.Waited)
	// Output: exited 0 true
}

// A module that cannot run says what it is and what to do.
func ExampleRuntime_Load() {
	rt, err := host.New(host.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer rt.Close()
	_, err = rt.Load(context.Background(), "app.wasm", []byte("\x00asm\x0d\x00\x01\x00"))
	var load *host.LoadError
	if errors.As(err, &load) {
		fmt.Println(load.What)
		fmt.Println(load.Try)
	}
	// Output:
	// app.wasm is a component (WASI 0.2); Loopground runs core modules
	// In Rust: cargo build --target wasm32-wasip1
}
