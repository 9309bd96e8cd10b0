// A repeating timer, a TCP echo server with its client, and a file read, all
// on one loop.
package main

import (
	"fmt"
	"net/netip"
	"os"
	"time"

	uv "github.com/loopground/loopground/guest/go"
)

func main() {
	ticks := 0
	timer := uv.NewTimer()
	check(timer.Start(30*time.Millisecond, 30*time.Millisecond, func() {
		ticks++
		fmt.Println("timer: tick", ticks)
		if ticks == 3 {
			check(timer.Close(func() { fmt.Println("timer: closed") }))
		}
	}))
	talk(serve())
	readFirstFile("/data")
	check(uv.Run())
	fmt.Println("loop: nothing left to wait for")
}

func serve() netip.AddrPort {
	server := uv.NewTCP()
	check(server.Bind(netip.MustParseAddrPort("127.0.0.1:0")))
	check(server.Listen(16, func(err error) {
		check(err)
		conn, err := server.Accept()
		check(err)
		fmt.Println("server: accepted")
		check(server.Close(nil)) // one guest is enough
		check(conn.ReadStart(func(data []byte, err error) {
			if err != nil { // io.EOF: the client is done
				check(conn.Close(func() { fmt.Println("server: closed") }))
				return
			}
			fmt.Printf("server: echo %q\n", data)
			check(conn.Write([]byte(string(data)), check))
		}))
	}))
	addr, err := server.Sockname()
	check(err)
	fmt.Println("server: listening")
	return addr
}

func talk(to netip.AddrPort) {
	client := uv.NewTCP()
	check(client.Connect(to, func(err error) {
		check(err)
		fmt.Println("client: connected")
		check(client.Write([]byte("hello"), check))
		check(client.ReadStart(func(data []byte, err error) {
			check(err)
			fmt.Printf("client: got %q\n", data)
			check(client.Close(func() { fmt.Println("client: closed") }))
		}))
	}))
}

func readFirstFile(dir string) {
	check(uv.Scandir(dir, func(entries []uv.Dirent, err error) {
		check(err)
		for _, e := range entries {
			if e.Type == uv.DirentFile {
				fmt.Println("file: reading", e.Name)
				check(uv.ReadFile(dir+"/"+e.Name, func(data []byte, err error) {
					check(err)
					fmt.Println("file: read", len(data), "bytes")
				}))
				return
			}
		}
	}))
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "mixed:", err)
		os.Exit(1)
	}
}
