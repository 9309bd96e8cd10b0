//go:build unix

package differential

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"syscall"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// How many random programs are run, and of what size. See c/programs.c, which
// reads them, for what they do.
const (
	programCount = 200
	programCalls = 3
	programTurns = 8
)

func programScenarios() []scenario {
	return []scenario{{name: "programs", run: programs, input: programText(), since: 45, order: true}}
}

type programOp struct {
	op byte
	on int
}

type program struct {
	types  []byte
	calls  [][programCalls][]programOp // by handle
	closed [][]programOp               // by handle
	turns  [programTurns][]programOp
}

// randomPrograms are the same ones each time.
func randomPrograms() (all []program) {
	for seed := range uint64(programCount) {
		all = append(all, randomProgram(rand.New(rand.NewPCG(seed, 1))))
	}
	return all
}

func randomProgram(rnd *rand.Rand) (p program) {
	n := 3 + rnd.IntN(9)
	ops := func(most int) (ops []programOp) {
		for range rnd.IntN(most + 1) {
			ops = append(ops, programOp{"sssssxxcrupppqS"[rnd.IntN(15)], rnd.IntN(n)})
		}
		return ops
	}
	p.calls = make([][programCalls][]programOp, n)
	for i := range n {
		p.types = append(p.types, "ircptapa"[rnd.IntN(8)])
		for k := range programCalls {
			p.calls[i][k] = ops(3)
		}
		p.closed = append(p.closed, ops(2))
	}
	for i := range programTurns {
		p.turns[i] = ops(6)
	}
	return p
}

func programText() string {
	var b strings.Builder
	write := func(ops []programOp, format string, args ...any) {
		for _, o := range ops {
			fmt.Fprintf(&b, format+" %c %d\n", append(args, o.op, o.on)...)
		}
	}
	for _, p := range randomPrograms() {
		for _, typ := range p.types {
			fmt.Fprintf(&b, "handle %c\n", typ)
		}
		for i := range p.types {
			for k, ops := range p.calls[i] {
				write(ops, "call %d %d", i, k)
			}
			write(p.closed[i], "closed %d", i)
		}
		for i, ops := range p.turns {
			write(ops, "turn %d", i)
		}
		b.WriteString("end\n")
	}
	return b.String()
}

func programs(s *script) {
	for _, p := range randomPrograms() {
		lines := perform(s.t, scenario{run: func(s *script) { (&player{script: s, program: p}).play() }}, s.o)
		s.lines = append(s.lines, lines...)
	}
}

// player runs a program.
type player struct {
	*script
	program
	handles []loop.Handle
	called  []int // by handle
	writes  int
	inTimer bool
}

func (p *player) play() {
	for i, typ := range p.types {
		p.handles = append(p.handles, p.make(i, typ))
	}
	p.called = make([]int, len(p.types))
	for i, ops := range p.program.turns {
		p.say("turn %d", i)
		p.perform(ops)
		p.num("run", p.run(uv.RunNoWait), nil)
	}
}

func (p *player) make(i int, typ byte) loop.Handle {
	switch typ {
	case 'i':
		return p.l.NewIdle()
	case 'r':
		return p.l.NewPrepare()
	case 'c':
		return p.l.NewCheck()
	case 't':
		return p.l.NewTimer()
	case 'a':
		return p.l.NewAsync(p.onCall(i))
	}
	fds, err := loop.SocketPair(syscall.SOCK_STREAM, 0, true, true)
	p.must(err)
	p.after(func() { _ = syscall.Close(fds[1]) })
	h := p.pipe()
	p.must(h.Open(fds[0]))
	return h
}

func (p *player) onCall(i int) func() {
	return func() {
		p.say("%c%d", p.types[i], i)
		p.inTimer = p.types[i] == 't'
		p.call(i)
		p.inTimer = false
	}
}

func (p *player) call(i int) {
	if k := p.called[i]; k < programCalls {
		p.called[i]++
		p.perform(p.calls[i][k])
	}
}

func (p *player) perform(ops []programOp) {
	for _, o := range ops {
		p.do(o.op, o.on)
	}
}

func (p *player) do(op byte, i int) {
	h := p.handles[i]
	pipe, isPipe := h.(*loop.Pipe)
	switch {
	case op == 'S':
		p.l.Stop()
	case op == 'p':
		p.print(i)
	case op == 'q' && isPipe:
		p.say("p%d queue %d writable %d", i, pipe.WriteQueueSize(), num(pipe.Writable()))
	case op != 'q' && !h.Closing():
		p.say("%c %c%d: %s", op, p.types[i], i, status(p.change(op, i)))
	}
}

func (p *player) print(i int) {
	if h := p.handles[i]; !p.inTimer {
		p.say("%c%d active %d closing %d ref %d, loop alive %d timeout %d", p.types[i], i, num(h.Active()), num(h.Closing()),
			num(h.HasRef()), num(p.l.Alive()), p.l.BackendTimeout())
	}
}

func (p *player) change(op byte, i int) error {
	switch h := p.handles[i]; op {
	case 's':
		return p.start(i)
	case 'x':
		return p.stop(i)
	case 'c':
		return h.Close(func() {
			p.say("%c%d closed", p.types[i], i)
			p.perform(p.closed[i])
		})
	case 'r':
		h.Ref()
	case 'u':
		h.Unref()
	}
	return nil
}

func (p *player) start(i int) error {
	switch h := p.handles[i].(type) {
	case interface{ Start(func()) error }:
		return h.Start(p.onCall(i))
	case *loop.Timer:
		if !p.inTimer {
			return h.Start(p.onCall(i), 0, 0)
		}
	case *loop.Async:
		h.Send()
	case *loop.Pipe:
		n := p.writes
		p.writes++
		return h.Write(new(loop.WriteReq), bytes("x"), func(st uv.Errno) {
			p.say("write %d on p%d: %s", n, i, code(st))
			p.call(i)
		})
	}
	return nil
}

func (p *player) stop(i int) error {
	switch h := p.handles[i].(type) {
	case interface{ Stop() error }:
		return h.Stop()
	case *loop.Pipe:
		return h.Shutdown(new(loop.ShutdownReq), func(st uv.Errno) {
			p.say("shutdown of p%d: %s", i, code(st))
			p.call(i)
		})
	}
	return nil
}
