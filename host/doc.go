// Package host runs WebAssembly guests on native event loops, sandboxed.
//
// # Basics
//
// A [Runtime] compiles modules. A [Module] is one that was checked and compiled;
// any number of guests are made of it. A [Guest] is one instance: one guest, one
// loop, one goroutine, the one that calls [Guest.Run]. A [Config] says what a
// guest is granted. Its zero value grants nothing: no directory, no address, no
// variable of the environment, and standard streams that are empty.
//
//	rt, err := host.New(host.Options{})
//	defer rt.Close()
//	mod, err := rt.Load(ctx, "plugin.wasm", wasm) // *LoadError says what is wrong
//	g, err := mod.Spawn(host.Config{
//		Stdout:  os.Stdout,
//		Dirs:    []host.Dir{{Host: "./data", Guest: "/data", ReadOnly: true}},
//		Connect: []host.Rule{rule}, // host.ParseRule("10.0.0.5:5432")
//	})
//	exit := g.Run() // until it has ended, and everything of it is freed
//
// # Shapes
//
// A reactor exports _initialize, and perhaps uv_start: both are called, and then
// the host runs the loop until nothing keeps it alive. A command exports _start
// and runs the loop itself, with the import run; the host enters it again for
// callbacks. A command that does not is a plain WASI preview 1 program: its
// sleeps wait on the loop too, as timers. A library exports neither; Config.Call
// calls one of its functions.
//
// # Imports
//
// Module uv_preview1 gives a guest the loop: guest/abi has its table, from which
// the stubs here are generated. Each import checks what it is given: an id that
// is not the guest's, open and of the right kind is EBADF, a range outside of
// its memory EFAULT. wasi_snapshot_preview1 is wazero's, with exit, streams,
// clocks, sleeps and directories replaced; directories are read-only through it.
//
// # Ending
//
// A guest ends by itself, by a trap, by a limit that ends guests, by its
// deadline, or because somebody calls [Guest.Stop]. However it ends, its
// handles, requests, descriptors and memory are gone when Run returns; Exit says
// how it ended, what it was refused, and what to do. Waiting guests end at once,
// and those that compute at the end of their slice of fuel.
//
// A worker of the pool that hangs in the kernel, and a stream that blocks, do not
// hold up the end: they are left to goroutines of the runtime's, and
// [Runtime.Leaked] lists them until the kernel lets go.
//
// # Strangers' modules
//
// What a module takes to compile is estimated first, and refused when it is too
// much. With [Options.CompileInChild] modules compile in a child process, which
// is killed when Load's context ends. The program's main begins with [RunChild].
//
// # Fuel
//
// Every module is rewritten when it is loaded, so that what its guests compute
// is counted in units of about a machine instruction (package meter). The same
// guest with the same input uses the same fuel. A guest gets 100,000 units at a
// time and then yields to Go's scheduler, so guests that compute hold up neither
// each other nor the collector. [Limits] bound fuel in all, for each callback
// and per second; [Guest.Usage] and the trace tell what was used.
//
// # Caveats
//
// A file system request resolves ".." by its text before links are looked at,
// as a browser does with addresses.
//
// A reader given as Stdin that is no *os.File blocks the guest until it answers.
package host
