// Package run is one run of a guest: started from its bytes and its grants,
// controlled (pause, step, stop), recorded, and told about.
//
//	rt, _ := host.New(host.Options{})
//	runner := run.NewLocal(rt)
//	r, err := runner.Start(ctx, run.Spec{Name: "hello.wasm", Wasm: wasm, Stdout: os.Stdout})
//	<-r.Done()
//	os.Exit(r.State().Exit.Code)
//
// [Runner] is the narrow interface the web page and the command line know;
// [Local] runs guests in this process.
package run
