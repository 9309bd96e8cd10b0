// A collector that runs now and then, and must not keep the program alive.
package main

import (
	"fmt"
	"time"

	uv "github.com/loopground/loopground/guest/go"
)

func main() {
	collector, err := uv.Every(100*time.Millisecond, func() {
		fmt.Println("collector: nothing to free")
	})
	check(err)
	collector.Unref() // the loop ends although this timer goes on

	_, err = uv.AfterFunc(450*time.Millisecond, func() {
		fmt.Println("job: done")
	})
	check(err)

	check(uv.Run())
	fmt.Println("main: the collector is active:", collector.Active())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
