package main

import (
	"bytes"
	"io"
	"net/netip"
	"runtime"

	uv "github.com/loopground/loopground/guest/go"
)

var anyPort = netip.MustParseAddrPort("127.0.0.1:0")

// listen serves one connection.
func listen(serve func(*uv.TCP)) netip.AddrPort {
	server := uv.NewTCP()
	must(server.Bind(anyPort))
	must(server.Listen(1, func(err error) {
		must(err)
		conn, err := server.Accept()
		must(err)
		_, err = server.Accept()
		say("second accept:", err)
		must(server.Close(nil))
		serve(conn)
	}))
	addr, err := server.Sockname()
	must(err)
	return addr
}

func echo() {
	addr := listen(func(conn *uv.TCP) {
		must(conn.NoDelay(true))
		must(conn.ReadStart(func(data []byte, err error) {
			if err == io.EOF {
				say("server: end")
				must(conn.Shutdown(func(err error) { say("server: shut down", err); must(conn.Close(nil)) }))
				return
			}
			must(err)
			say("server:", string(data))
			n, err := conn.TryWrite(bytes.ToUpper(data))
			say("server: wrote", n, err)
		}))
	})
	client := uv.NewTCP()
	say("write before connect:", client.Write([]byte("early"), nil))
	must(client.Connect(addr, func(err error) {
		must(err)
		peer, err := client.Peername()
		say("client: connected", peer == addr, err, client.Readable(), client.Writable())
		must(client.Writev([][]byte{[]byte("one "), nil, []byte("two")}, func(err error) { say("client: written", err) }))
		must(client.ReadStart(func(data []byte, err error) {
			if err != nil {
				say("client: end", err == io.EOF)
				must(client.Close(func() { say("client: closed") }))
				return
			}
			say("client:", string(data))
			must(client.Shutdown(func(err error) { say("client: shut down", err) }))
			say("write after shutdown:", client.Write([]byte("late"), nil))
		}))
	}))
}

// big sends more than sockets hold, while the collector runs, and compares
// what arrives: buffers in flight must neither move nor be freed.
func big() {
	const size = 4 << 20
	addr := listen(func(conn *uv.TCP) {
		must(conn.ReadStart(func(data []byte, err error) {
			if err != nil {
				must(conn.Close(nil))
				return
			}
			must(conn.Write(bytes.Clone(data), nil))
			runtime.GC()
		}))
	})
	client := uv.NewTCP()
	must(client.Connect(addr, func(err error) {
		must(err)
		got, bad := 0, 0
		for at := 0; at < size; at += 64 << 10 {
			chunk := make([]byte, 64<<10)
			for i := range chunk {
				chunk[i] = pattern(at + i)
			}
			must(client.Write(chunk, nil))
		}
		say("queued:", client.WriteQueueSize() > 0)
		runtime.GC()
		must(client.ReadStart(func(data []byte, err error) {
			must(err)
			for i, b := range data {
				if b != pattern(got+i) {
					bad++
				}
			}
			if got += len(data); got == size {
				say("got", got, "bad", bad)
				must(client.Close(nil))
			}
		}))
	}))
}

func pattern(i int) byte { return byte(i ^ i>>8 ^ i>>16) }

func refused() {
	free := uv.NewTCP()
	must(free.Bind(anyPort))
	must(free.Listen(1, func(error) {}))
	addr, err := free.Sockname()
	must(err)
	must(free.Close(func() {
		client := uv.NewTCP()
		must(client.Connect(addr, func(err error) {
			say("connect:", err, err == uv.ECONNREFUSED)
			must(client.Close(nil))
		}))
	}))
}

func denied() {
	t := uv.NewTCP()
	say("bind:", t.Bind(anyPort))
	say("listen:", t.Listen(1, func(error) {}))
	say("connect:", t.Connect(netip.MustParseAddrPort("127.0.0.1:9"), func(error) { say("called") }))
	must(t.Close(nil))
	must(uv.Open("/data/x", 0, 0, func(_ *uv.File, err error) { say("open:", err) }))
}

// cancelled closes a stream with writes in flight: each is told, then the close.
func cancelled() {
	addr := listen(func(conn *uv.TCP) {
		data := make([]byte, 15<<20) // more than sockets take, less than the limit of bytes that wait
		must(conn.Write(data, func(err error) { say("first:", err) }))
		must(conn.Write(data[:1], func(err error) { say("second:", err) }))
		must(conn.Close(func() { say("closed") }))
	})
	client := uv.NewTCP()
	must(client.Connect(addr, func(err error) {
		must(err)
		must(client.ReadStart(func(_ []byte, err error) {
			if err != nil {
				must(client.Close(nil))
			}
		}))
	}))
}
