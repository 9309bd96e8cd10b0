//go:build unix

package attack

import (
	"net"
	"os"
	"testing"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/internal/wasmtest"
)

func attacks() []attack {
	var all []attack
	for _, group := range [][]attack{computing(), recursing(), growing(), bulk(), starting(), looping(), calling(), loadingBombs(), naming()} {
		all = append(all, group...)
	}
	return all
}

func exitsWith(code int, name string) end {
	return end{reason: host.ReasonExited, code: code, name: name}
}

func stackEnd() end { return end{reason: host.ReasonLimit, text: "--max-stack"} }

func trapEnd(text string) end { return end{reason: host.ReasonTrap, text: text} }

func computing() []attack {
	fuel := func(_ *testing.T, c *host.Config) { c.Limits.Fuel = 5_000_000 }
	callback := func(_ *testing.T, c *host.Config) { c.Limits.CallbackFuel = 5_000_000 }
	return []attack{
		{name: "spin", tries: "a loop without end or calls", guest: spin, ends: deadlineEnd},
		{name: "spin, fuel", tries: "the same, with fuel that ends first", guest: spin, cfg: fuel, ends: end{reason: host.ReasonLimit, text: "--fuel"}},
		{name: "spin, callback fuel", tries: "the same, with fuel for one callback", guest: spin, cfg: callback,
			ends: end{reason: host.ReasonLimit, text: "--callback-fuel"}},
		{name: "br_table spin", tries: "a loop whose only way back is a table of branches", guest: brTable(3), ends: deadlineEnd},
		{name: "call bomb", tries: "40 functions without a loop, each calling the one before twice", guest: bomb, ends: deadlineEnd},
		{name: "indirect bomb", tries: "a function that calls itself twice through a table, 60 deep", guest: indirectBomb, ends: deadlineEnd},
	}
}

func recursing() []attack {
	return []attack{
		{name: "direct recursion", tries: "a function that calls itself", guest: recursion("direct"), ends: stackEnd()},
		{name: "mutual recursion", tries: "two that call each other", guest: recursion("mutual"), ends: stackEnd()},
		{name: "indirect recursion", tries: "one that calls itself through a table", guest: recursion("indirect"), ends: stackEnd()},
		{name: "large frames", tries: "recursion with 400 values in each frame", guest: recursion("large frames"), ends: stackEnd()},
		{name: "dispatch recursion", tries: "running the loop from its own callback", guest: dispatchRecursion, ends: exitsWith(16, "EBUSY")},
	}
}

func growing() []attack {
	memory := func(_ *testing.T, c *host.Config) { c.Limits.Memory = 4 << 20 }
	// Asking is charged, as if it were given.
	anyFuel := func(t *testing.T, c *host.Config) { memory(t, c); c.Limits.CallbackFuel = host.Unlimited }
	return []attack{
		{name: "memory.grow", tries: "growing memory by a page, over and over", guest: withMemory(1, forever(i32(1), wasmtest.Grow, wasmtest.Drop)),
			cfg: memory, ends: deadlineEnd},
		{name: "memory.grow at once", tries: "growing memory by 4 GiB, over and over", guest: withMemory(1, forever(i32(65535), wasmtest.Grow, wasmtest.Drop)),
			cfg: anyFuel, ends: deadlineEnd},
		{name: "memory at start", tries: "a memory of 4 GiB from the start", guest: withMemory(65536), ends: end{text: "--max-memory"}},
		{name: "touched memory", tries: "writing into every page that it gets",
			guest: withMemory(1, forever(i32(1), wasmtest.Grow, wasmtest.Drop, i32(0), i32(7), wasmtest.Size, i32(16), shl, memoryFill)), ends: deadlineEnd},
		{name: "table.grow", tries: "growing a table by a million, over and over", guest: withTable(1, forever(nullFunc, i32(1<<20), tableGrow, wasmtest.Drop)),
			ends: deadlineEnd},
		{name: "table.grow by one", tries: "the same, by one", guest: withTable(1, forever(nullFunc, i32(1), tableGrow, wasmtest.Drop)), ends: deadlineEnd},
		{name: "table at start", tries: "a table of four thousand million from the start", guest: withTable(1<<32 - 1), ends: end{text: "table"}},
	}
}

func bulk() []attack {
	const size = 60 << 20
	return []attack{
		{name: "memory.fill", tries: "filling 60 MiB, over and over", guest: withMemory(1000, forever(i32(0), i32(7), i32(size), memoryFill)), ends: deadlineEnd},
		{name: "memory.copy", tries: "copying 60 MiB onto itself, over and over", guest: withMemory(1000, forever(i32(1), i32(0), i32(size), memoryCopy)), ends: deadlineEnd},
		{name: "memory.copy outside", tries: "copying what does not fit", guest: withMemory(1, i32(0), i32(1), i32(-1), memoryCopy), ends: trapEnd("outside memory")},
		{name: "table.fill", tries: "filling a table of a million, over and over",
			guest: withTable(1<<20, forever(i32(0), nullFunc, i32(1<<20), tableFill)), ends: deadlineEnd},
		{name: "table.copy", tries: "copying a table of a million onto itself, over and over",
			guest: withTable(1<<20, forever(i32(1), i32(0), i32(1<<20-1), tableCopy)), ends: deadlineEnd},
		{name: "table.fill outside", tries: "filling what is not there", guest: withTable(1, i32(0), nullFunc, i32(-1), tableFill), ends: trapEnd("table access")},
	}
}

func starting() []attack {
	start := func(code wasmtest.Code) func(m *wasmtest.Module) {
		return func(m *wasmtest.Module) {
			m.Start(m.Func("", "", code))
			m.Export("_start", m.Func("", ""))
		}
	}
	return []attack{
		{name: "start spin", tries: "a start function without end", guest: start(forever()), ends: deadlineEnd},
		{name: "start trap", tries: "a start function that traps", guest: start(wasmtest.Unreachable), ends: trapEnd("unreachable")},
		{name: "start recursion", tries: "a start function that calls itself", guest: func(m *wasmtest.Module) {
			m.Start(m.Func("", "", call(0), call(0)))
			m.Export("_start", m.Func("", ""))
		}, ends: stackEnd()},
		{name: "start sleeps", tries: "a start function that computes between sleeps of no length", guest: startSleeps,
			cfg: func(_ *testing.T, c *host.Config) { c.Limits.Fuel = 1_000_000 }, ends: end{reason: host.ReasonLimit, text: "--fuel"}},
		{name: "data outside", tries: "data that does not fit memory", guest: func(m *wasmtest.Module) {
			m.Memory(1, 1)
			m.Data(65535, []byte("ab"))
			m.Export("_start", m.Func("", ""))
		}, ends: trapEnd("data outside memory")},
		{name: "callback trap", tries: "a callback that traps", guest: reactor("timer", timerNow,
			func(*wasmtest.Module, functions) wasmtest.Code { return wasmtest.Unreachable }), ends: trapEnd("unreachable")},
	}
}

func looping() []attack {
	nothing := func(*wasmtest.Module, functions) wasmtest.Code { return nil }
	again := func(_ *wasmtest.Module, f functions) wasmtest.Code {
		return cat(get(1), timerNow, call(f.start), wasmtest.Drop)
	}
	return []attack{
		{name: "10,000 timers", tries: "handles without end", guest: tooMany("timer_init"), ends: exitsWith(24, "EMFILE")},
		{name: "10,000 sockets", tries: "sockets without end", guest: tooMany("tcp_init"), ends: exitsWith(24, "EMFILE")},
		{name: "closing twice", tries: "closing its handle twice in every callback", guest: closesTwice, ends: exitsWith(22, "EINVAL")},
		{name: "0 ms timers", tries: "a timer that starts itself again with 0 ms", guest: reactor("timer", timerNow, again), ends: deadlineEnd},
		{name: "repeating 1 ms", tries: "a repeating timer whose callback spins", guest: reactor("timer", cat(i64(1), i64(1)),
			func(*wasmtest.Module, functions) wasmtest.Code { return forever() }), ends: deadlineEnd},
		{name: "idle spin", tries: "an idle handle, so that the loop never waits", guest: reactor("idle", nil, nothing), ends: deadlineEnd},
		{name: "asleep", tries: "a timer due in a year, to outlive its deadline", guest: reactor("timer", cat(i64(365*86400*1000), i64(0)), nothing), ends: deadlineEnd},
	}
}

func calling() []attack {
	sub := make([]byte, 48)
	sub[16] = 1 // of the clock, monotonic
	sub[24+7] = 0x10
	flood := []byte{16, 0, 0, 0, 0, 0xf0, 0, 0} // 60 KiB
	zero4 := cat(i32(0), i32(0), i32(0), i32(0))
	return []attack{
		{name: "output flood", tries: "writing 60 KiB at a time, without end",
			guest: wasiForever("fd_write", "iiii", cat(i32(1), i32(0), i32(1), i32(8)), flood),
			cfg:   func(_ *testing.T, c *host.Config) { c.Output = func(int, []byte) uint64 { return 0 } }, ends: deadlineEnd},
		{name: "host calls", tries: "reading the clock without end", guest: wasiForever("clock_time_get", "iIi", cat(i32(1), i64(0), i32(8)), nil), ends: deadlineEnd},
		{name: "sched_yield", tries: "giving way without end", guest: wasiForever("sched_yield", "", nil, nil), ends: deadlineEnd},
		{name: "bad pointers", tries: "writing from outside its memory, without end",
			guest: wasiForever("fd_write", "iiii", cat(i32(1), i32(-8), i32(-1), i32(-4)), nil), ends: deadlineEnd},
		{name: "long sleep", tries: "poll_oneoff for a century", guest: wasiForever("poll_oneoff", "iiii", cat(i32(0), i32(64), i32(1), i32(128)), sub), ends: deadlineEnd},
		{name: "many subscriptions", tries: "poll_oneoff of 1<<28 subscriptions, which is 12 GiB",
			guest: wasiCall("poll_oneoff", "iiii", cat(i32(0), i32(0), i32(1<<28), i32(0))), ends: exitsWith(21, "EFAULT")},
		{name: "no subscription", tries: "poll_oneoff of nothing", guest: wasiCall("poll_oneoff", "iiii", zero4), ends: exitsWith(28, "EINVAL")},
		{name: "much random", tries: "4 GiB of random bytes", guest: wasiCall("random_get", "ii", cat(i32(0), i32(-1))), ends: exitsWith(21, "EFAULT")},
		{name: "huge vectors", tries: "a write of 4,000 million buffers",
			guest: wasiCall("fd_write", "iiii", cat(i32(1), i32(0), i32(-1), i32(0))), ends: exitsWith(28, "EINVAL")},
		{name: "empty vectors", tries: "reading into eight million empty buffers, over and over", guest: wasiLarge("fd_read", "iiii",
			cat(i32(0), i32(0), i32(8_000_000), i32(64))), ends: deadlineEnd},
		{name: "some vectors", tries: "the same with 60,000", guest: wasiLarge("fd_read", "iiii", cat(i32(0), i32(0), i32(60_000), i32(64))), ends: deadlineEnd},
		{name: "long path", tries: "opening a path of 60 MiB, over and over", guest: wasiLarge("path_open", "iiiiiIIii",
			cat(i32(3), i32(0), i32(0), i32(60<<20), i32(0), i64(2), i64(0), i32(0), i32(16))), cfg: grantDir, ends: deadlineEnd},
		{name: "descriptor 2,147,483,647", tries: "giving a file that number, and 16 GiB to the table", guest: renumber, cfg: grantDir, ends: exitsWith(8, "EBADF")},
		{name: "descriptors", tries: "opening files until there are no descriptors", guest: openForever, cfg: grantDir, ends: exitsWith(24, "EMFILE")},
		{name: "descriptors, WASI", tries: "the same by path_open; wazero has no EMFILE", guest: pathOpenForever, cfg: grantDir, ends: exitsWith(29, "EIO")},
		{name: "peer that never reads", tries: "queueing writes to a peer that never reads", peer: true, ends: exitsWith(105, "ENOBUFS")},
	}
}

func grantDir(t *testing.T, c *host.Config) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/f", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.Dirs = []host.Dir{{Host: dir, Guest: "/"}}
}

// openForever opens a file in the callback of having opened it, until there is
// an error, and exits with it.
func openForever(m *wasmtest.Module) {
	exit, open := importExit(m), m.UV("fs_open")
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte("/f"))
	opens := cat(i32(0), i32(0), i32(2), i32(0), i32(0), i64(1), call(open)) // loop, path, length, flags, mode, cookie
	m.Export(abi.ExportDispatch, m.Func("iiII", "I",
		get(3), wasmtest.Wrap, i32(0), wasmtest.LtS, wasmtest.If, exits(exit, cat(get(3), wasmtest.Wrap)), wasmtest.End,
		opens, wasmtest.Drop, i64(0)))
	m.Export("_initialize", m.Func("", "", opens, wasmtest.Drop))
}

// renumber gives a file the highest descriptor and exits with the answer.
func renumber(m *wasmtest.Module) {
	open, to, exit := m.Import(wasi, "path_open", "iiiiiIIii", "i"), m.Import(wasi, "fd_renumber", "ii", "i"), importExit(m)
	m.Memory(1, 1)
	m.Data(0, []byte("f"))
	m.Export("_start", m.Func("", "",
		i32(3), i32(0), i32(0), i32(1), i32(0), i64(2), i64(0), i32(0), i32(16), call(open), wasmtest.Drop,
		i32(16), wasmtest.Load, i32(1<<31-1), call(to), call(exit)))
}

// pathOpenForever opens a file until there is an error, and exits with it.
func pathOpenForever(m *wasmtest.Module) {
	open, exit := m.Import(wasi, "path_open", "iiiiiIIii", "i"), importExit(m)
	m.Memory(1, 1)
	m.ExportMemory("memory")
	m.Data(0, []byte("f"))
	m.Export("_start", m.FuncLocals("", "", "i",
		wasmtest.Loop, i32(3), i32(0), i32(0), i32(1), i32(0), i64(2), i64(0), i32(0), i32(16), call(open), set(0),
		get(0), wasmtest.Eqz, brIf(0), wasmtest.End, get(0), call(exit)))
}

func grantLoopback(t *testing.T, c *host.Config) {
	rule, err := host.ParseRule("loopback")
	if err != nil {
		t.Fatal(err)
	}
	c.Connect = []host.Rule{rule}
}

// deafPeer is a server that accepts and never reads.
func deafPeer(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l.Addr().(*net.TCPAddr).Port
}

func loadingBombs() []attack {
	loop := wasmtest.Loop
	return []attack{
		{name: "nested loops", tries: "500 loops in each other, 500 locals: minutes to compile", guest: nested(loop, 500, 500), ends: end{text: "loops inside each other"}},
		{name: "nested loops, many locals", tries: "200 loops in each other, 20,000 locals", guest: nested(loop, 200, 20_000), ends: end{text: "too long to compile"}},
		{name: "nested blocks", tries: "10,000 blocks in each other", guest: nested(wasmtest.Block, 10_000, 1), ends: exitsWith(0, "exits")},
		{name: "more nested blocks", tries: "50,000 blocks in each other", guest: nested(wasmtest.Block, 50_000, 1), ends: end{text: "too long to compile"}},
		{name: "wide function", tries: "one function of 100,000 additions", guest: wide(100_000), ends: exitsWith(0, "exits")},
		{name: "wider function", tries: "one function of 5 MiB", guest: wide(1_800_000), ends: end{text: "bytes of code"}},
		{name: "100,000 functions", tries: "100,000 functions", guest: manyFunctions(100_000), ends: exitsWith(0, "exits")},
		{name: "300,000 functions", tries: "300,000 functions", guest: manyFunctions(300_000), ends: end{text: "functions exceed"}},
		{name: "huge br_table", tries: "a table of a million branches", guest: brTable(1_000_000), ends: end{text: "too long to compile"}},
		{name: "many locals", tries: "four thousand million locals in eleven bytes", wasm: manyLocals(1<<32 - 1), ends: end{text: "locals"}},
		{name: "three million globals", tries: "what each instance has, and an engine takes 500 bytes for", wasm: many(6, []byte{0x7f, 1, 0x41, 0, 0x0b}), ends: end{text: "globals exceed"}},
		{name: "three million segments", tries: "data of no length", wasm: many(11, []byte{0, 0x41, 0, 0x0b, 0}), ends: end{text: "segments of data exceed"}},
		{name: "elements", tries: "a list of three million functions, which takes half a second for each instance",
			wasm: bigElements(3 << 20), ends: end{text: "functions in segments exceed"}},
		{name: "custom sections", tries: "five million of them", wasm: customs(5 << 20), ends: end{text: "custom sections"}},
		{name: "truncated", tries: "a module cut off in its middle", wasm: (&attack{guest: bomb}).bytes()[:60], ends: end{text: ""}},
	}
}

func naming() []attack {
	export := func(name string) func(m *wasmtest.Module) {
		return func(m *wasmtest.Module) {
			f := m.Func("", "")
			m.Export("_start", f)
			m.Export(name, f)
		}
	}
	imports := func(module, name string) func(m *wasmtest.Module) {
		return func(m *wasmtest.Module) {
			f := m.Import(module, name, "", "")
			m.Export("_start", m.Func("", "", call(f)))
		}
	}
	return []attack{
		{name: "meter's import", tries: "importing what gives fuel", guest: imports("loopground", "refill"), ends: end{text: "loopground"}},
		{name: "meter's other import", tries: "importing what ends guests", guest: imports("loopground", "stack_overflow"), ends: end{text: "loopground"}},
		{name: "meter's export", tries: "an export of the name under which its fuel lies", guest: export("__loopground_fuel"), ends: end{text: "__loopground_fuel"}},
		{name: "unknown import", tries: "importing what there is not", guest: imports(abi.Module, "take_all"), ends: end{text: "take_all"}},
	}
}
