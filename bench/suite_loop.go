package main

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strconv"
)

// args makes arguments of numbers and words.
func args(a ...any) []string {
	var out []string
	for _, v := range a {
		switch v := v.(type) {
		case int:
			out = append(out, strconv.Itoa(v))
		case string:
			out = append(out, v)
		}
	}
	return out
}

// withLoop adds package loop, without and with a recorder.
func withLoop(cs []contender, client *client, a ...any) []contender {
	return append(cs,
		contender{name: "loop", program: loopProgram, args: args(a...), client: client},
		contender{name: "loop, traced", program: loopProgram, args: append([]string{"-trace"}, args(a...)...), client: client},
	)
}

// warmUp is the share that the contenders of these suites, but for the timers,
// do before they are measured.
const warmUp = 0.1

func timersSuite(s scale, order string) suite {
	n := s.ops(1_000_000)
	about := "libuv's benchmark-million-timers with a million: every thousandth timer is due 1 ms later. " +
		"A timer is made, started, fires, and is closed."
	if order == "random" {
		about = "As timers-ascending, but due after 1 to 1000 ms in pseudo-random order, so that the heap is worked."
	}
	return suite{
		name: "timers-" + order, unit: "timer", cores: 1, about: about,
		contenders: withLoop([]contender{
			{name: "libuv", role: peer, program: cProgram("timers_uv", libuv), args: args(order, n),
				note: "allocates all timers at once"},
		}, nil, "timers", order, n),
	}
}

func iterationsSuite(s scale) suite {
	n := s.ops(2_000_000)
	cs := withLoop([]contender{
		{name: "bare epoll", role: limit, program: cProgram("iterations_epoll", plain), args: args(n)},
		{name: "libuv", role: peer, program: cProgram("iterations_uv", libuv), args: args(n)},
	}, nil, "iterations", n)
	cs = append(cs, contender{name: "loop, no descriptor", program: loopProgram, args: args("iterations", n, "bare"),
		note: "does not ask the kernel, since it watches nothing"})
	return suite{
		name: "iterations", unit: "iteration", cores: 1, warmUp: warmUp, contenders: cs,
		about: "libuv's benchmark-loop-count: an idle handle keeps the loop turning. " +
			"A pipe that nobody writes to is watched, so that each iteration asks the kernel.",
	}
}

func asyncSuite(s scale) suite {
	n := s.ops(50_000)
	return suite{
		name: "async", unit: "round trip", cores: 2, warmUp: warmUp,
		about: "Two loops on two threads, each on a core of its own, send to each other by async handles.",
		contenders: withLoop([]contender{
			{name: "bare epoll", role: limit, program: cProgram("async_epoll", plain), args: args(n)},
			{name: "libuv", role: peer, program: cProgram("async_uv", libuv), args: args(n)},
		}, nil, "async", n),
	}
}

const connections = 50

func echoScale(s scale) (warm, n int, c *client) {
	warm, n = s.ops(30_000), s.ops(300_000)
	return warm, n, &client{cProgram("echo_client", plain), args(connections, (warm+n)/connections)}
}

func echoSuite(s scale) suite {
	warm, n, c := echoScale(s)
	return suite{
		name: "echo", unit: "round trip", cores: 1, warmUp: warmUp,
		about: "TCP on loopback, 50 connections, 64-byte messages, one under way on each. " +
			"The client is one program in C for every server, on another core. The server's CPU time is told.",
		contenders: withGuest(withLoop([]contender{
			{name: "bare epoll", role: limit, program: cProgram("echo_epoll", plain), args: args(warm, n), client: c},
			{name: "libuv, as its guide", role: peer, program: cProgram("echo_uv", libuv), args: args("example", warm, n), client: c,
				note: "allocates 64 KiB for each read"},
			{name: "libuv, pooled", role: peer, program: cProgram("echo_uv", libuv), args: args("pooled", warm, n), client: c},
		}, c, "echo", "pooled", warm, n), "echo_uv", c, "pooled", warm, n),
	}
}

func echoTrySuite(s scale) suite {
	warm, n, c := echoScale(s)
	return suite{
		name: "echo-try", unit: "round trip", cores: 1, warmUp: warmUp,
		about: "As echo, by try_write: a write request only for what the kernel did not take.",
		contenders: withGuest(withLoop([]contender{
			{name: "bare epoll", role: limit, program: cProgram("echo_epoll", plain), args: args(warm, n), client: c},
			{name: "libuv, try_write", role: peer, program: cProgram("echo_uv", libuv), args: args("try", warm, n), client: c},
		}, c, "echo", "try", warm, n), "echo_uv", c, "try", warm, n),
	}
}

const (
	blockSize = 4096
	blocks    = 4096
	inFlight  = 64
)

func readSuite(s scale) suite {
	file := filepath.Join(".cache", "bench", "blocks")
	warm, n := s.ops(20_000), s.ops(200_000)
	return suite{
		name: "read", unit: "read", cores: 2, warmUp: warmUp,
		about:   "4 KiB reads at pseudo-random places of a 16 MiB file in the page cache, 64 under way, by a pool of 4 threads on two cores.",
		prepare: func(string) error { return makeBlocks(file) },
		contenders: withLoop([]contender{
			{name: "bare pread", role: limit, program: cProgram("read_pread", plain), args: args(file, warm, n),
				note: "no pool, one read at a time"},
			{name: "libuv", role: peer, program: cProgram("read_uv", libuv), args: args(file, warm, n, inFlight)},
		}, nil, "read", file, warm, n, inFlight),
	}
}

// makeBlocks writes the file that is read: each block begins with its number.
func makeBlocks(file string) error {
	data := make([]byte, blocks*blockSize)
	for i := range blocks {
		binary.LittleEndian.PutUint64(data[i*blockSize:], uint64(i))
	}
	return os.WriteFile(file, data, 0o644)
}
