//go:build unix

package host

import (
	"bytes"
	"context"
	"encoding/binary"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero/api"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/host/internal/wasmfile"
	"github.com/loopground/loopground/internal/leak"
	"github.com/loopground/loopground/internal/wasmtest"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// A puppet is a guest whose code is in the test: its module exports every
// import of uv_preview1 again, so that the test calls them over the wire, and
// its exports call the test. So guests can do in Go what no compiler would let
// them do.
type puppet struct {
	t   testing.TB
	rt  *Runtime
	g   *Guest
	rec *trace.Recorder
	out bytes.Buffer

	start func()                                                                        // _initialize or _start
	on    func(kind abi.Callback, id loop.ID, cookie uint64, status int64) (res uint64) // uv_dispatch
}

// newRuntime makes a runtime that must leave nothing behind.
func newRuntime(t testing.TB, o Options) *Runtime {
	t.Helper()
	leak.Check(t)
	rt, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := rt.Close(); err != nil {
			t.Error(err)
		}
		for deadline := time.Now().Add(20 * time.Second); len(rt.Leaked()) > 0; time.Sleep(time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("leaked: %v", rt.Leaked())
			}
		}
		if n := rt.Guests(); n != 0 {
			t.Errorf("%d guests are left", n)
		}
	})
	return rt
}

// puppetModule builds the module: shape is its entry, _initialize or _start.
func puppetModule(entry string) []byte {
	m := wasmtest.New()
	begin := m.Import("test", "start", "", "")
	dispatch := m.Import("test", "dispatch", "iiII", "I")
	imports := map[string]uint32{}
	for _, f := range abi.Funcs {
		imports[f.Name] = m.UV(f.Name)
	}
	m.Memory(1, 4)
	for _, f := range abi.Funcs {
		params, results := wasmtest.Signature(f.Name)
		var body []wasmtest.Code
		for i := range params {
			body = append(body, wasmtest.Get(uint32(i)))
		}
		w := m.Func(params, results, append(body, wasmtest.Call(imports[f.Name]))...)
		m.Export("do_"+f.Name, w)
	}
	m.Export(entry, m.Func("", "", wasmtest.Call(begin)))
	m.Export(abi.ExportDispatch, m.Func("iiII", "I",
		wasmtest.Get(0), wasmtest.Get(1), wasmtest.Get(2), wasmtest.Get(3), wasmtest.Call(dispatch)))
	m.Export("trap", m.Func("", "", wasmtest.Unreachable))
	m.Export("grow", m.Func("i", "i", wasmtest.Get(0), wasmtest.Grow))
	m.ExportMemory("memory")
	return m.Bytes()
}

func newPuppet(t testing.TB, entry string) *puppet {
	t.Helper()
	p := &puppet{t: t, rt: newRuntime(t, Options{}), rec: trace.NewRecorder(trace.Options{})}
	i32, i64 := api.ValueTypeI32, api.ValueTypeI64
	four := []api.ValueType{i32, i32, i64, i64}
	p.rt.extra = map[string]map[string]wasmfile.FuncType{"test": {
		"start": {}, "dispatch": {Params: four, Results: []byte{i64}},
	}}
	b := p.rt.wazes.NewHostModuleBuilder("test")
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(context.Context, []uint64) { p.start() }), nil, nil).Export("start")
	b.NewFunctionBuilder().WithGoFunction(api.GoFunc(func(_ context.Context, s []uint64) {
		s[0] = p.on(abi.Callback(s[0]), loop.ID(s[1]), s[2], int64(s[3]))
	}), four, []api.ValueType{i64}).Export("dispatch")
	if _, err := b.Instantiate(context.Background()); err != nil {
		t.Fatal(err)
	}
	p.on = func(abi.Callback, loop.ID, uint64, int64) uint64 { return 0 }
	return p.load(entry)
}

func (p *puppet) load(entry string) *puppet {
	p.t.Helper()
	mod, err := p.rt.Load(context.Background(), "puppet.wasm", puppetModule(entry))
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(mod.Close)
	p.g = &Guest{mod: mod}
	return p
}

// run runs the guest with what it is granted, and checks its trace.
func (p *puppet) run(cfg Config) Exit {
	p.t.Helper()
	if cfg.Loop.Trace == nil {
		cfg.Loop.Trace = p.rec
	}
	cfg.Stdout, cfg.Stderr = &p.out, &p.out
	g, err := p.g.mod.Spawn(cfg)
	if err != nil {
		p.t.Fatal(err)
	}
	p.g = g
	exit := g.Run()
	checkTrace(p.t, p.rec, cfg)
	return exit
}

// mustExit runs the guest and wants it to end by itself with status 0.
func (p *puppet) mustExit(cfg Config) {
	p.t.Helper()
	if exit := p.run(cfg); exit.Reason != ReasonExited || exit.Code != 0 {
		p.t.Fatalf("ended with %+v", exit)
	}
}

func checkTrace(t testing.TB, rec *trace.Recorder, cfg Config) {
	t.Helper()
	_, recs := rec.All()
	for _, problem := range trace.Check(recs, trace.CheckOptions{Closed: true, Order144: cfg.Loop.Order == loop.Order144}) {
		t.Errorf("trace: %v", problem)
	}
	if t.Failed() {
		var b strings.Builder
		for i, r := range recs {
			if i > 200 {
				break
			}
			b.WriteString(r.Kind.String() + " ")
		}
		t.Log(b.String())
	}
}

// call calls an import through the guest. When the guest is ended by it, call
// does not return, as it would not in a guest.
func (p *puppet) call(name string, args ...uint64) int64 {
	p.t.Helper()
	return p.export("do_"+name, args...)
}

func (p *puppet) export(name string, args ...uint64) int64 {
	f := p.g.inst.ExportedFunction(name)
	stack := make([]uint64, max(1, len(args)))
	copy(stack, args)
	if err := f.CallWithStack(&p.g.ctx, stack); err != nil {
		panic(err)
	}
	if r := f.Definition().ResultTypes(); len(r) == 1 && r[0] == api.ValueTypeI32 {
		return int64(int32(uint32(stack[0])))
	}
	return int64(stack[0])
}

// must calls an import and wants no error.
func (p *puppet) must(name string, args ...uint64) uint64 {
	p.t.Helper()
	v := p.call(name, args...)
	if v < 0 {
		p.t.Errorf("%s%v: %v", name, args, uv.Errno(v))
	}
	return uint64(v)
}

// refuses calls an import and wants an errno.
func (p *puppet) refuses(want uv.Errno, name string, args ...uint64) {
	p.t.Helper()
	if got := p.call(name, args...); got != int64(want) {
		p.t.Errorf("%s%v: got %d (%v), want %v", name, args, got, uv.Errno(min(got, 0)), want)
	}
}

// Places in the puppet's memory.
const (
	atText   = 1024
	atText2  = 2048
	atAddr   = 3072
	atBufs   = 4096
	atData   = 8192
	atStat   = 16384
	memBytes = pageSize
)

func (p *puppet) text(s string) (ptr, n uint64) {
	p.g.mem.write(atText, []byte(s))
	return atText, uint64(len(s))
}

func (p *puppet) addr(s string) uint64 {
	p.g.writeAddress(atAddr, netip.MustParseAddrPort(s))
	return atAddr
}

// bufs writes a list of buffers, each a pointer and a length.
func (p *puppet) bufs(pairs ...uint32) (ptr, count uint64) {
	var b []byte
	for _, v := range pairs {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	p.g.mem.write(atBufs, b)
	return atBufs, uint64(len(pairs) / 2)
}

// data writes bytes and a list of one buffer with them.
func (p *puppet) data(s string) (ptr, count uint64) {
	p.g.mem.write(atData, []byte(s))
	return p.bufs(atData, uint32(len(s)))
}

func (p *puppet) read(ptr, n uint32) string {
	s, _ := p.g.mem.text(ptr, n)
	return s
}

func rules(t testing.TB, s ...string) (out []Rule) {
	t.Helper()
	for _, one := range s {
		r, err := ParseRule(one)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r)
	}
	return out
}

// denials of the trace.
func (p *puppet) denied() (labels []string) {
	_, recs := p.rec.All()
	for _, r := range recs {
		if r.Kind == trace.Denied {
			labels = append(labels, p.rec.Label(r.Label)+" = "+uv.Errno(r.Status).Name())
		}
	}
	return labels
}

// limited are the names of the limits that were hit.
func (p *puppet) limited() (labels []string) {
	_, recs := p.rec.All()
	for _, r := range recs {
		if r.Kind == trace.Limit {
			labels = append(labels, p.rec.Label(r.Label)+" = "+uv.Errno(r.Status).Name())
		}
	}
	return labels
}
