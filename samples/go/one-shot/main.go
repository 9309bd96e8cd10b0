// One timer, two seconds.
package main

import (
	"fmt"
	"time"

	uv "github.com/loopground/loopground/guest/go"
)

func main() {
	timer := uv.NewTimer()
	err := timer.Start(2*time.Second, 0, func() {
		fmt.Println("timer: two seconds later")
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("main: the timer is running, now the loop")
	if err := uv.Run(); err != nil {
		panic(err)
	}
	fmt.Println("main: the loop ended, no handle is active")
}
