package loop_test

import (
	"fmt"
	"net/netip"
	"time"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func Example() {
	l, err := loop.New(loop.Options{Virtual: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	n := 0
	t := l.NewTimer()
	_ = t.Start(func() {
		n++
		fmt.Printf("tick %d at %d ms\n", n, l.Now())
		if n == 3 {
			_ = t.Close(func() { fmt.Println("closed") })
		}
	}, time.Second, 500*time.Millisecond)
	_, _ = l.Run(uv.RunDefault)
	fmt.Println(l.Close())
	// Output:
	// tick 1 at 1000 ms
	// tick 2 at 1500 ms
	// tick 3 at 2000 ms
	// closed
	// <nil>
}

func ExampleAsync() {
	l, _ := loop.New(loop.Options{})
	answer := 0 // the loop's goroutine reads it after Send, which orders the two
	var a *loop.Async
	a = l.NewAsync(func() {
		fmt.Println("the other goroutine says", answer)
		_ = a.Close(nil)
	})
	go func() {
		answer = 42
		a.Send()
	}()
	_, _ = l.Run(uv.RunDefault)
	_ = l.Close()
	// Output: the other goroutine says 42
}

func ExampleTCP() {
	l, _ := loop.New(loop.Options{})
	server, client := l.NewTCP(), l.NewTCP()
	_ = server.Bind(netip.MustParseAddrPort("127.0.0.1:0"), 0)
	_ = server.Listen(128, func(uv.Errno) { echo(server) })
	addr, _ := server.Sockname()

	_ = client.Connect(new(loop.ConnectReq), addr, func(status uv.Errno) {
		_ = client.Write(new(loop.WriteReq), [][]byte{[]byte("hello")}, nil)
		buf := make([]byte, 1024)
		_ = client.ReadStart(func(int) []byte { return buf }, func(b []byte, err uv.Errno) {
			fmt.Println("the server answers", string(b))
			_ = client.Close(nil)
			_ = server.Close(nil)
		})
	})
	_, _ = l.Run(uv.RunDefault)
	_ = l.Close()
	// Output: the server answers hello
}

// echo takes a connection and sends back what it brings.
func echo(server *loop.TCP) {
	c := server.Loop().NewTCP()
	if server.Accept(c) != nil {
		return
	}
	_ = c.ReadStart(func(n int) []byte { return make([]byte, n) }, func(b []byte, err uv.Errno) {
		if err != 0 { // uv.EOF when the client has closed
			_ = c.Close(nil)
			return
		}
		_ = c.Write(new(loop.WriteReq), [][]byte{b}, nil)
	})
}

func ExampleLoop_FSRead() {
	l, _ := loop.New(loop.Options{})
	var r loop.FSReq
	buf := make([]byte, 12)
	_ = l.FSOpen(&r, nil, "example_test.go", 0, 0, func() {
		fd := int(r.Result)
		_ = l.FSRead(&r, fd, [][]byte{buf}, 0, func() {
			fmt.Printf("%d bytes: %s\n", r.Result, buf)
			_ = l.FSClose(&r, fd, func() { fmt.Println("closed:", r.Err().Name()) })
		})
	})
	_, _ = l.Run(uv.RunDefault)
	_ = l.Close()
	// Output:
	// 12 bytes: package loop
	// closed: OK
}

func ExampleUDP() {
	l, _ := loop.New(loop.Options{})
	server, client := l.NewUDP(), l.NewUDP()
	_ = server.Bind(netip.MustParseAddrPort("127.0.0.1:0"), 0)
	addr, _ := server.Sockname()

	buf := make([]byte, 1500)
	alloc := func(int) []byte { return buf }
	_ = server.RecvStart(alloc, func(b []byte, from netip.AddrPort, _ loop.RecvFlags, err uv.Errno) {
		if !from.IsValid() {
			return // nothing more for now
		}
		fmt.Println("the server gets", string(b))
		_ = server.Send(new(loop.UDPSendReq), [][]byte{[]byte("pong")}, from, func(uv.Errno) { _ = server.Close(nil) })
	})
	_ = client.Connect(addr)
	_ = client.RecvStart(alloc, func(b []byte, from netip.AddrPort, _ loop.RecvFlags, err uv.Errno) {
		if from.IsValid() {
			fmt.Println("the client gets", string(b))
			_ = client.Close(nil)
		}
	})
	_ = client.Send(new(loop.UDPSendReq), [][]byte{[]byte("pi"), []byte("ng")}, netip.AddrPort{}, nil)
	_, _ = l.Run(uv.RunDefault)
	_ = l.Close()
	// Output:
	// the server gets ping
	// the client gets pong
}

func ExampleLoop_QueueWork() {
	l, _ := loop.New(loop.Options{})
	var r loop.WorkReq
	sum := 0 // the worker writes it, the callback reads it later
	_ = l.QueueWork(&r, func() {
		for i := range 1_000_000 {
			sum += i
		}
	}, func(status uv.Errno) { fmt.Println("the sum is", sum) })
	_, _ = l.Run(uv.RunDefault)
	_ = l.Close()
	// Output: the sum is 499999500000
}

func ExampleLoop_GetAddrInfo() {
	l, _ := loop.New(loop.Options{})
	var r loop.GetAddrInfoReq
	hints := loop.AddrInfoHints{Family: loop.IPv4, SockType: uv.SockStream}
	_ = l.GetAddrInfo(&r, nil, "localhost", "http", hints, func(status uv.Errno, found []loop.AddrInfo) {
		for _, a := range found {
			fmt.Println(a.Addr)
		}
	})
	_, _ = l.Run(uv.RunDefault)
	_ = l.Close()
	// Output: 127.0.0.1:80
}
