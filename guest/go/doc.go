// Package uv gives a Go program that runs inside Loopground the event loop of
// its host: timers, sockets and files with callbacks, with libuv's semantics.
//
//	package main
//
//	import (
//		"fmt"
//		"time"
//
//		uv "github.com/loopground/loopground/guest/go"
//	)
//
//	func main() {
//		uv.AfterFunc(time.Second, func() { fmt.Println("a second later") })
//		uv.Run()
//	}
//
// Build it with GOOS=wasip1 GOARCH=wasm go build -o hello.wasm and run it with
// playground run hello.wasm.
//
// # Handles and requests
//
// A handle (Timer, TCP, ...) lives from its New function until its close
// callback. New functions without an error keep the first one: the handle's
// next call returns it. A request (a write, a connect, anything with files) is
// a function call with a callback, which runs exactly once. No callback runs
// before the call that asked for it has returned, and a call that returns an
// error never calls back. A nil callback is allowed for requests and Close.
//
// Slices given to a request belong to the loop until its callback runs. The
// package keeps them reachable; Go's collector never moves what is on the heap.
//
// # Goroutines and time
//
// The guest has one thread, and while Run waits nothing of it runs. Time passes
// for the guest only through the timers of this package: a goroutine in
// time.Sleep, or one that another goroutine made ready, goes on after the next
// callback, whenever that is. A callback that blocks (on a channel, in
// time.Sleep) blocks the whole loop. All functions may be called from any
// goroutine of the guest.
//
// A panic in a callback ends the guest with its message and exit status 2; a
// recover in the function that called Run does not see it.
//
// # Outside of a sandbox
//
// On other systems the package compiles and every call fails with ENOSYS, so
// that a guest's source can be checked anywhere.
package uv
