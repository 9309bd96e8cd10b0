// A prepare handle alone: it runs once, and then the loop waits for good.
package main

import (
	"fmt"

	uv "github.com/loopground/loopground/guest/go"
)

func main() {
	rounds := 0
	prepare := uv.NewPrepare()
	err := prepare.Start(func() {
		rounds++
		fmt.Println("prepare: round", rounds)
	})
	if err != nil {
		panic(err)
	}
	if err := uv.Run(); err != nil {
		panic(err)
	}
	fmt.Println("main: never printed")
}
