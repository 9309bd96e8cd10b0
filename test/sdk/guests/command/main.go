// Command command is the guest of the SDK's tests: a scenario for each argument.
package main

import (
	"fmt"
	"os"
	"strings"

	uv "github.com/loopground/loopground/guest/go"
)

var scenarios = map[string]func(){
	"timers": timers, "phases": phases, "modes": modes, "handles": handles, "async": async, "nested": nested,
	"panic": panics, "recover": recovers, "goexit": goexit, "exit": exits, "goroutines": goroutines, "stuck": stuck,
	"echo": echo, "big": big, "refused": refused, "denied": denied, "cancelled": cancelled,
	"files": files, "missing": missing, "readonly": readOnly, "stdin": stdin,
}

func main() {
	scenario := scenarios[os.Args[1]]
	if scenario == nil {
		fmt.Println("no scenario", os.Args[1])
		os.Exit(2)
	}
	scenario()
	if err := uv.Run(); err != nil {
		fmt.Println("run:", err)
	}
	fmt.Println("end")
}

// must ends the guest on an error that a scenario does not expect.
func must(err error) {
	if err != nil {
		fmt.Println("unexpected:", err)
		os.Exit(1)
	}
}

func say(parts ...any) { fmt.Println(parts...) }

func repeat(n int) string { return strings.Repeat("x", n) }
