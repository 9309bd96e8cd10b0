// A prepare handle beside a repeating timer: it runs once for each wait.
package main

import (
	"fmt"
	"time"

	uv "github.com/loopground/loopground/guest/go"
)

func main() {
	rounds, ticks := 0, 0
	prepare, timer := uv.NewPrepare(), uv.NewTimer()
	check(prepare.Start(func() {
		rounds++
		fmt.Println("prepare: round", rounds)
	}))
	check(timer.Start(100*time.Millisecond, 100*time.Millisecond, func() {
		ticks++
		fmt.Println("timer: tick", ticks)
		if ticks == 3 {
			check(prepare.Stop())
			check(timer.Stop())
		}
	}))
	check(uv.Run())
	fmt.Println("main: both stopped, the loop ended")
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
