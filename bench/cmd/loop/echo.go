//go:build unix

package main

import (
	"fmt"
	"net/netip"

	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

const messageSize = 64

// echo pooled|try WARM N: an echo server that ends with its last connection.
// try: TryWrite before Write.
func echo(b *bench) measure.Result {
	s := &echoServer{loop: b.newLoop(), tryFirst: b.word() == "try"}
	s.warm = b.number() * messageSize
	s.goal = s.warm + b.number()*messageSize
	s.listen()
	_, err := s.loop.Run(uv.RunDefault)
	must(err)
	check(s.bytes == s.goal, "all bytes came")
	s.result.Bytes = s.goal - s.warm
	s.result.Ops = s.result.Bytes / messageSize
	s.result.Check = s.goal
	return s.result
}

type echoServer struct {
	loop     *loop.Loop
	server   *loop.TCP
	tryFirst bool
	conns    int
	pool     *pooled

	bytes, warm, goal uint64
	window            measure.Window
	result            measure.Result
}

// pooled is a buffer and the request that writes it back.
type pooled struct {
	req  loop.WriteReq
	bufs [1][]byte
	data []byte
	put  func(uv.Errno)
	next *pooled
}

func (s *echoServer) listen() {
	server := s.loop.NewTCP()
	s.server = server
	must(server.Bind(netip.MustParseAddrPort("127.0.0.1:0"), 0))
	must(server.Listen(128, func(st uv.Errno) {
		must(st.Err())
		s.accept()
	}))
	addr, err := server.Sockname()
	must(err)
	fmt.Println("port", addr.Port())
}

func (s *echoServer) accept() {
	tcp := s.loop.NewTCP()
	must(s.server.Accept(tcp))
	s.conns++
	c := &echoConn{s: s, tcp: tcp}
	must(tcp.ReadStart(c.alloc, c.read))
}

func (s *echoServer) closed() {
	if s.conns--; s.conns == 0 {
		must(s.server.Close(nil))
	}
}

func (s *echoServer) take() *pooled {
	if p := s.pool; p != nil {
		s.pool = p.next
		return p
	}
	p := &pooled{data: make([]byte, loop.SuggestedSize)}
	p.put = func(st uv.Errno) {
		must(st.Err())
		s.give(p)
	}
	return p
}

func (s *echoServer) give(p *pooled) { p.next, s.pool = s.pool, p }

func (s *echoServer) received(n int) {
	cold := s.bytes < s.warm
	s.bytes += uint64(n)
	if cold && s.bytes >= s.warm {
		s.warm = s.bytes // what is measured begins here
		s.window.Begin()
	}
	if s.bytes == s.goal {
		s.result = s.window.End()
	}
}

type echoConn struct {
	s   *echoServer
	tcp *loop.TCP
	buf *pooled // lent to the running read
}

func (c *echoConn) alloc(int) []byte {
	c.buf = c.s.take()
	return c.buf.data
}

func (c *echoConn) read(b []byte, err uv.Errno) {
	p := c.buf
	if len(b) == 0 {
		if p != nil {
			c.s.give(p)
			c.buf = nil
		}
		if err != 0 {
			check(err == uv.EOF || err == uv.ECONNRESET, "a connection ends by its peer")
			must(c.tcp.Close(c.s.closed))
		}
		return
	}
	c.buf = nil
	c.s.received(len(b))
	if c.s.tryFirst {
		p.bufs[0] = b
		n, err := c.tcp.TryWrite(p.bufs[:])
		check(err == nil || loop.Errno(err) == uv.EAGAIN, "TryWrite writes or puts off")
		if n == len(b) {
			c.s.give(p)
			return
		}
		b = b[n:]
	}
	p.bufs[0] = b
	must(c.tcp.Write(&p.req, p.bufs[:], p.put))
}
