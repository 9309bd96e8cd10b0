// Command reactor is a guest of which the host runs the loop.
package main

import (
	"fmt"
	"os"
	"time"

	uv "github.com/loopground/loopground/guest/go"
)

func init() {
	fmt.Println("init")
	_, err := uv.AfterFunc(time.Millisecond, func() { fmt.Println("timer of init") })
	if err != nil {
		panic(err)
	}
}

// start is called after init, where a reactor has it.
//
//go:wasmexport uv_start
func start() {
	fmt.Println("start")
	n := 0
	timer := uv.NewTimer()
	err := timer.Start(2*time.Millisecond, 2*time.Millisecond, func() {
		n++
		fmt.Println("tick", n)
		if n == 3 {
			if len(os.Args) > 1 && os.Args[1] == "panic" {
				panic("the reactor is broken")
			}
			_ = timer.Close(func() { fmt.Println("closed") })
		}
	})
	if err != nil {
		panic(err)
	}
}

func main() { panic("main of a reactor is never called") }
