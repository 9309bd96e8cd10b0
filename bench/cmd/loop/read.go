//go:build unix

package main

import (
	"encoding/binary"

	"github.com/loopground/loopground/bench/measure"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

const blockSize = 4096

// read FILE WARM N FLIGHT: reads blocks of a file through the thread pool,
// FLIGHT of them at once. Each block begins with its number.
func read(b *bench) measure.Result {
	s := &reads{loop: b.newLoop(), state: 1}
	s.open(b.word())
	s.warm = b.number()
	s.goal = s.warm + b.number()
	for range b.number() {
		r := &reader{reads: s, bufs: [][]byte{make([]byte, blockSize)}}
		r.cb = r.came
		r.start()
	}
	_, err := s.loop.Run(uv.RunDefault)
	must(err)
	check(s.done == s.goal, "all blocks came")
	s.result.Ops = s.goal - s.warm
	s.result.Bytes = s.result.Ops * blockSize
	s.result.Check = s.sum
	return s.result
}

type reads struct {
	loop       *loop.Loop
	fd         int
	blocks     uint64
	state      uint64
	warm, goal uint64

	started, done, sum uint64
	window             measure.Window
	result             measure.Result
}

func (s *reads) open(file string) {
	var r loop.FSReq
	must(s.loop.FSOpen(&r, nil, file, 0, 0, nil))
	s.fd = int(r.Result)
	must(s.loop.FSFstat(&r, s.fd, nil))
	s.blocks = r.Stat.Size / blockSize
}

type reader struct {
	*reads
	req   loop.FSReq
	bufs  [][]byte
	block uint64
	cb    func()
}

func (r *reader) start() {
	if r.started == r.goal {
		return
	}
	r.started++
	r.block = measure.Draw(&r.state) % r.blocks
	must(r.loop.FSRead(&r.req, r.fd, r.bufs, int64(r.block*blockSize), r.cb))
}

func (r *reader) came() {
	number := binary.LittleEndian.Uint64(r.bufs[0])
	check(r.req.Result == blockSize && number == r.block, "the block that was asked for came")
	r.sum += number
	r.done++
	if r.done == r.warm {
		r.window.Begin()
	}
	if r.done == r.goal {
		r.result = r.window.End()
	}
	r.start()
}
