//go:build !wasip1

// Guest is made for WASI only.
package main

func main() {}
