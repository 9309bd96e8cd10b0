// A program that knows nothing of the loop: plain Go for WASI preview 1.
package main

import "fmt"

func main() {
	fmt.Println("hello from WASI preview 1")
}
