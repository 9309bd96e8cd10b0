package host

import (
	"io"
	"math"
	"time"

	"github.com/loopground/loopground/loop"
)

// Config says what one guest is given. Its zero value grants nothing.
type Config struct {
	// Name is the guest's name in messages, and its argument 0.
	Name string
	// Args are the arguments after the name.
	Args []string
	// Env is the environment, as "K=V". Nothing is inherited.
	Env []string

	// Stdin is what the guest reads; nil is empty. Waiting on an *os.File that
	// can be polled is part of the loop; any other reader is read on a goroutine
	// that the guest leaves behind if it is ended meanwhile, and Runtime.Leaked
	// lists it until it has read.
	Stdin io.Reader
	// Stdout and Stderr take what the guest writes; nil drops it. Its loop waits
	// for each write, which is done on another goroutine, one at a time; one that
	// blocks is left behind as a reader is.
	Stdout, Stderr io.Writer
	// Output is told of everything the guest writes, before Stdout and Stderr:
	// stream is 1 or 2. It answers where p begins in the run's output, which
	// goes into the trace. p is only valid during the call.
	Output func(stream int, p []byte) (offset uint64)

	// Dirs are the granted directories.
	Dirs []Dir
	// Listen and Connect are the addresses the guest may listen on and connect to.
	Listen, Connect []Rule
	// DNS grants name look-up: names of hosts and services, and of addresses and
	// ports. Numbers need no grant. An address that was looked up still needs one.
	DNS bool
	// Resolver looks names up for a guest that may; nil is loop.NewResolver's. Its
	// methods are called on other goroutines, several at once.
	Resolver loop.Resolver

	Limits Limits

	// Loop configures the guest's loop: order, clock, pool, trace, gate.
	Loop loop.Options

	// Seed begins the guest's random bytes under a virtual clock, where they are
	// not random: the same seed gives the same ones. Else they come from the
	// system.
	Seed uint64

	// Call names an exported function to call with Args as numbers instead of
	// running the guest. Its results are written to Stdout, one a line.
	Call string
}

// Unlimited, written for a limit, lifts it.
const Unlimited = -1

// Limits bound what a guest may use. Zero is the default, Unlimited lifts a
// limit. DefaultLimits says what the defaults are.
type Limits struct {
	// Fuel is what the guest may compute in all, in units of about a machine
	// instruction (host/meter has the table). Bytes that calls of WASI move for
	// it count an eighth. There is no limit by default.
	Fuel int64
	// CallbackFuel is what it may compute in one callback, or, where it waits
	// itself, between two waits.
	CallbackFuel int64
	// FuelPerSecond is what it may compute in a second: it sleeps off what it has
	// used over that. A guest that was idle may use a tenth of it at once. There
	// is no limit by default.
	FuelPerSecond int64
	// Stack is how deep its calls may be, in bytes of frames as the meter
	// estimates them. The module's own start function has the default.
	Stack int64
	// Memory is the most linear memory, in bytes; growing beyond it fails as
	// memory.grow does (-1), which most languages report as out of memory.
	Memory int64
	// TableElements bounds what the tables of a module have at start. How far
	// they may grow is Options.TableElements.
	TableElements int
	// Handles are the open handles of every kind. Over it: EMFILE.
	Handles int
	// Sockets are the handles among them that are sockets. Over it: EMFILE.
	Sockets int
	// Files are the open descriptors. Over it: EMFILE.
	Files int
	// Requests are the writes, connects and shutdowns that have not called
	// back. Over it: ENOBUFS.
	Requests int
	// PoolItems are the requests at the thread pool. Over it: EAGAIN; ask again
	// after one of them has called back.
	PoolItems int
	// QueuedBytes are the bytes queued for writing on one stream. Over it: ENOBUFS.
	QueuedBytes int64
	// WallTime ends the guest after this time, with the reason deadline. There is
	// none by default.
	WallTime time.Duration
}

// maxDepth bounds how deep guest and host may call each other.
const maxDepth = 8

// DefaultLimits are the limits of a plugin or a stranger's guest: 20 thousand
// million units of fuel a callback, which is some 5 s, 2 MiB of stack, 64 MiB of
// memory, a million table elements, 256 handles, 64 of them sockets, 64 files,
// 16,384 requests, 1,024 of them at the pool, 16 MiB queued a stream, no wall time.
func DefaultLimits() Limits {
	return Limits{
		Fuel:          Unlimited,
		CallbackFuel:  20_000_000_000,
		FuelPerSecond: Unlimited,
		Stack:         2 << 20,
		Memory:        64 << 20,
		TableElements: 1 << 20,
		Handles:       256,
		Sockets:       64,
		Files:         64,
		Requests:      16384,
		PoolItems:     1024,
		QueuedBytes:   16 << 20,
	}
}

// RunLimits are the limits of one's own program on one's own machine: any fuel,
// 16 MiB of stack, 1 GiB of memory, tables of ten million elements, a million handles and requests, as many sockets and files as the
// process may open, 1 GiB queued a stream, no wall time.
func RunLimits() Limits {
	return Limits{
		Fuel:          Unlimited,
		CallbackFuel:  Unlimited,
		FuelPerSecond: Unlimited,
		Stack:         16 << 20,
		Memory:        1 << 30,
		TableElements: 10 << 20,
		Handles:       1 << 20,
		Sockets:       Unlimited,
		Files:         Unlimited,
		Requests:      1 << 20,
		PoolItems:     1 << 16,
		QueuedBytes:   1 << 30,
	}
}

// maxMemory is all that 32-bit addresses reach.
const maxMemory = 4 << 30

// resolve replaces zeros by the defaults and Unlimited by the highest number.
func (l Limits) resolve() Limits {
	d := DefaultLimits()
	l.Fuel = resolve(l.Fuel, d.Fuel, unlimited)
	l.CallbackFuel = resolve(l.CallbackFuel, d.CallbackFuel, unlimited)
	l.FuelPerSecond = resolve(l.FuelPerSecond, d.FuelPerSecond, unlimited)
	l.Stack = resolve(l.Stack, d.Stack, unlimited)
	l.Memory = min(resolve(l.Memory, d.Memory, maxMemory), maxMemory)
	l.TableElements = resolve(l.TableElements, d.TableElements, math.MaxInt)
	l.Handles = resolve(l.Handles, d.Handles, math.MaxInt)
	l.Sockets = resolve(l.Sockets, d.Sockets, math.MaxInt)
	l.Files = resolve(l.Files, d.Files, math.MaxInt)
	l.Requests = resolve(l.Requests, d.Requests, math.MaxInt)
	l.PoolItems = resolve(l.PoolItems, d.PoolItems, math.MaxInt)
	l.QueuedBytes = resolve(l.QueuedBytes, d.QueuedBytes, math.MaxInt64)
	if l.WallTime <= 0 {
		l.WallTime = noWallTime
	}
	return l
}

// unlimited is more than anything uses.
const unlimited = 1 << 60

// noWallTime is longer than anything runs.
const noWallTime = time.Duration(math.MaxInt64)

func resolve[T int | int64](v, def, most T) T {
	if v == 0 {
		v = def
	}
	if v < 0 {
		v = most
	}
	return v
}
