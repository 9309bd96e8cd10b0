//go:build unix

package host

import (
	"net"
	"net/netip"
	"testing"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// echoServer is a guest in wasm that echoes one connection, and the client in Go.
func echoServer() []byte {
	m := wasmtest.New()
	tcpInit, bind, listen := m.UV("tcp_init"), m.UV("tcp_bind"), m.UV("listen")
	accept, readStart, write, closeHandle := m.UV("accept"), m.UV("read_start"), m.UV("write"), m.UV("close")
	sockname := m.UV("tcp_getsockname")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte{4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 127, 0, 0, 1})
	const server, conn, bufs, data = 100, 104, 112, 1024
	m.Data(bufs, []byte{data & 0xff, data >> 8, 0, 0})
	is := func(kind abi.Callback) wasmtest.Code {
		return wasmtest.Cat(wasmtest.Get(0), wasmtest.I32(int32(kind)), wasmtest.Eq, wasmtest.If)
	}
	at := func(p int32) wasmtest.Code { return wasmtest.Cat(wasmtest.I32(p), wasmtest.Load) }
	drop := wasmtest.Drop
	m.Export("uv_dispatch", m.Func("iiII", "I",
		is(abi.CallbackConnection),
		wasmtest.I32(conn), wasmtest.I32(0), wasmtest.I64(2), wasmtest.Call(tcpInit), wasmtest.Store,
		at(server), at(conn), wasmtest.Call(accept), drop,
		at(conn), wasmtest.I32(data), wasmtest.I32(4096), wasmtest.Call(readStart), drop,
		wasmtest.End,
		is(abi.CallbackRead),
		wasmtest.I32(bufs+4), wasmtest.Get(3), wasmtest.Wrap, wasmtest.Store,
		wasmtest.Get(3), wasmtest.Wrap, wasmtest.I32(0), wasmtest.Code{0x4a}, wasmtest.If, // bytes > 0
		at(conn), wasmtest.I32(bufs), wasmtest.I32(1), wasmtest.I64(3), wasmtest.Call(write), drop,
		wasmtest.End,
		wasmtest.Get(3), wasmtest.Wrap, wasmtest.I32(0), wasmtest.Code{0x48}, wasmtest.If, // the end
		at(conn), wasmtest.Call(closeHandle), drop, at(server), wasmtest.Call(closeHandle), drop,
		wasmtest.End,
		wasmtest.End,
		wasmtest.I64(0)))
	m.Export("_initialize", m.Func("", "",
		wasmtest.I32(server), wasmtest.I32(0), wasmtest.I64(1), wasmtest.Call(tcpInit), wasmtest.Store,
		at(server), wasmtest.I32(0), wasmtest.I32(0), wasmtest.Call(bind), drop,
		at(server), wasmtest.I32(16), wasmtest.Call(listen), drop,
		at(server), wasmtest.I32(0), wasmtest.Call(sockname), drop))
	return m.Bytes()
}

// startEcho runs the server and connects to it.
func startEcho(t testing.TB, rec *trace.Recorder) (c net.Conn, done func()) {
	t.Helper()
	rt := newRuntime(t, Options{})
	listen, err := ParseRule("loopback")
	if err != nil {
		t.Fatal(err)
	}
	ready := make(chan string, 1)
	g := spawn(t, rt, echoServer(), Config{Listen: []Rule{listen}, Loop: loop.Options{Trace: rec, Gate: gateFunc(func(l *loop.Loop, e loop.Edge) {
		if e.Kind == loop.EdgePoll {
			l.Walk(func(h loop.Handle) {
				if tcp, ok := h.(*loop.TCP); ok && len(ready) == 0 {
					if a, err := tcp.Sockname(); err == nil {
						select {
						case ready <- a.String():
						default:
						}
					}
				}
			})
		}
	})}})
	ended := make(chan Exit, 1)
	go func() { ended <- g.Run() }()
	c, err = net.Dial("tcp", <-ready)
	if err != nil {
		t.Fatal(err)
	}
	return c, func() {
		_ = c.Close()
		if exit := <-ended; exit.Code != 0 {
			t.Errorf("%+v", exit)
		}
	}
}

type gateFunc func(*loop.Loop, loop.Edge)

func (f gateFunc) Pass(l *loop.Loop, e loop.Edge) { f(l, e) }

func TestEchoServerInWasm(t *testing.T) {
	c, done := startEcho(t, nil)
	defer done()
	buf := make([]byte, 64)
	for range 10 {
		if _, err := c.Write([]byte("hello")); err != nil {
			t.Fatal(err)
		}
		if n, err := c.Read(buf); err != nil || string(buf[:n]) != "hello" {
			t.Fatalf("%q, %v", buf[:n], err)
		}
	}
}

// Callbacks of timers, reads and writes allocate nothing.
func TestTheHotPathDoesNotAllocate(t *testing.T) {
	p := newPuppet(t, "_initialize")
	m := wasmtest.New()
	m.Memory(1, 1)
	m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.Get(2)))
	g := spawn(t, p.rt, m.Bytes(), Config{})
	g.protect(func() { g.checkStop(); g.instantiate() })
	g.mem.write(atBufs, []byte{0, 0x20, 0, 0, 5, 0, 0, 0})
	timer := loop.ID(g.uvTimerInit(0, 7))
	tcp := loop.ID(g.uvTCPInit(0, 8))
	h, _ := g.tcp(tcp)
	g.uvReadStart(tcp, atData, 64) // ENOTCONN; the callbacks are there
	h.buf = must(g.mem.slice(atData, 64))
	for name, hot := range map[string]func(){
		"timer_start": func() { g.uvTimerStart(timer, 5, 0) },
		"dispatch": func() {
			if got := g.dispatch(abi.CallbackTimer, timer, 7, 0); got != 7 {
				t.Fatalf("dispatch answered %d", got)
			}
		},
		"read":           func() { h.read(h.alloc(65536), 0) },
		"write, refused": func() { g.uvWrite(tcp, atBufs, 1, 9) },
		"write callback": func() { r := g.takeWrite(); g.requests++; r.done(uv.Errno(0)) },
	} {
		if n := testing.AllocsPerRun(100, hot); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
	g.began.Store(ranGuest)
	g.finish(ReasonExited, 0, "", "")
	g.protect(g.drain)
	g.free()
	p.g.mod.Close()
}

// A datagram sent, received and called back allocates nothing.
func TestDatagramsDoNotAllocate(t *testing.T) {
	p := newPuppet(t, "_initialize")
	m := wasmtest.New()
	m.Memory(1, 1)
	m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.Get(2)))
	g := spawn(t, p.rt, m.Bytes(), Config{Listen: rules(t, "loopback"), Connect: rules(t, "loopback")})
	g.protect(func() { g.checkStop(); g.instantiate() })
	g.mem.write(atBufs, []byte{0, 0x20, 0, 0, 5, 0, 0, 0})
	g.mem.write(atData, []byte("hello"))
	udp := loop.ID(g.uvUDPInit(0, 0, atStat<<32|64)) // what alloc answers
	g.writeAddress(atAddr, netip.MustParseAddrPort("127.0.0.1:0"))
	for _, code := range []int32{g.uvUDPBind(udp, atAddr, 0), g.uvUDPGetsockname(udp, atAddr), g.uvUDPRecvStart(udp, atInfo)} {
		if code != 0 {
			t.Fatal(uv.Errno(code))
		}
	}
	once := func() {
		if code := g.uvUDPSend(udp, atBufs, 1, atAddr, 9); code < 0 {
			t.Fatal(uv.Errno(code))
		}
		for g.requests > 0 {
			if _, err := g.runOn(g.loop, uv.RunNoWait); err != nil {
				t.Fatal(err)
			}
		}
	}
	once()
	if n := testing.AllocsPerRun(100, once); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if got, _ := g.mem.text(atStat, 5); got != "hello" {
		t.Errorf("received %q", got)
	}
	g.began.Store(ranGuest)
	g.finish(ReasonExited, 0, "", "")
	g.protect(g.drain)
	g.free()
	p.g.mod.Close()
}

// A callback into the guest: host, guest, and back.
func BenchmarkCallback(b *testing.B) {
	rt := newRuntime(b, Options{})
	m := wasmtest.New()
	m.Memory(1, 1)
	m.Export("uv_dispatch", m.Func("iiII", "I", wasmtest.Get(2)))
	g := spawn(b, rt, m.Bytes(), Config{})
	g.protect(func() { g.instantiate() })
	for b.Loop() {
		g.dispatch(abi.CallbackTimer, 1, 2, 3)
	}
	g.end = &Exit{}
	g.began.Store(ranGuest)
	g.free()
}

// A call of the host: guest, host, and back.
func BenchmarkHostCall(b *testing.B) {
	rt := newRuntime(b, Options{})
	m := wasmtest.New()
	now := m.UV("now")
	m.Memory(1, 1)
	m.Export("uv_dispatch", m.FuncLocals("iiII", "I", "i",
		wasmtest.Loop, wasmtest.I32(0), wasmtest.Call(now), wasmtest.Drop,
		wasmtest.Get(4), wasmtest.I32(1), wasmtest.Add, wasmtest.Set(4),
		wasmtest.Get(4), wasmtest.Get(0), wasmtest.LtU, wasmtest.BrIf(0), wasmtest.End, wasmtest.I64(0)))
	g := spawn(b, rt, m.Bytes(), Config{})
	g.protect(func() { g.instantiate() })
	const calls = 1000
	for b.Loop() {
		g.dispatch(calls, 1, 2, 3)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/calls, "ns/call")
	g.end = &Exit{}
	g.began.Store(ranGuest)
	g.free()
}

// One 64-byte echo through a socket, with a client in the same process.
func BenchmarkEcho(b *testing.B) {
	c, done := startEcho(b, nil)
	buf := make([]byte, 64)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Write(buf); err != nil {
			b.Fatal(err)
		}
		if _, err := c.Read(buf); err != nil {
			b.Fatal(err)
		}
	}
	done()
}
