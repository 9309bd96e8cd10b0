package main

import (
	"io"
	"net"
	"time"

	"github.com/loopground/loopground/bench/measure"
)

// service answers n requests over a connection of its own, one each millisecond.
// Each is timed from when it was due, so that a late one makes those behind it
// late too, as for a client that does not wait. It allocates, so that the
// collector runs.
func service(n int, _ *spinners) measure.Result {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	defer ln.Close()
	go serve(ln)
	c, err := net.Dial("tcp", ln.Addr().String())
	must(err)
	defer c.Close()

	var w measure.Window
	var times []time.Duration
	buf := make([]byte, 64)
	w.Begin()
	due := time.Now()
	for range n {
		due = due.Add(time.Millisecond)
		time.Sleep(time.Until(due))
		_, err := c.Write(buf)
		must(err)
		_, err = io.ReadFull(c, buf)
		must(err)
		times = append(times, time.Since(due))
	}
	return tail(w.End(), times)
}

func serve(ln net.Listener) {
	c, err := ln.Accept()
	if err != nil {
		return
	}
	defer c.Close()
	var kept [64][]byte
	for i := 0; ; i++ {
		buf := make([]byte, 64<<10)
		if _, err := io.ReadFull(c, buf[:64]); err != nil {
			return
		}
		kept[i%len(kept)] = buf
		if _, err := c.Write(buf[:64]); err != nil {
			return
		}
	}
}
