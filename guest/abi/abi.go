// Package abi is the wire between a host and its guests: the imports of module
// uv_preview1, the export the host calls for every callback, and the layout of
// the structures that pass through guest memory.
//
// The tables here are the only place where the wire is written down. The
// host's stubs and the declarations of every SDK are generated from them
// (internal/gen).
//
// Integers are little-endian. A function answers a value ≥ 0 or a negative
// libuv errno with Linux's numbers; wider results go through an out-pointer.
// Handles and requests are ids, slot and generation in 32 bits, never 0: a
// guest never sees a file descriptor of the host, a host pointer or an id of
// another guest. A cookie is 64 bits of the guest's own, given back with every
// callback of the handle or request.
package abi

// Module is the import module of every function in Funcs.
const Module = "uv_preview1"

// Version is the version of the wire. A guest may name the one it was built
// for, as decimal digits in a custom section SectionName; the host refuses
// others with a message. A guest without the section is taken as it is.
const (
	Version     = 2
	SectionName = "loopground.abi"
)

// The exports a guest may have.
const (
	// ExportDispatch is called for every callback: (kind i32, id i32, cookie i64,
	// status i64) -> i64. The result is 0 but for CallbackAlloc.
	ExportDispatch = "uv_dispatch"
	// ExportInitialize makes the guest a reactor: called once, then the host runs the loop.
	ExportInitialize = "_initialize"
	// ExportReactorStart is called after ExportInitialize where it exists: () -> ().
	ExportReactorStart = "uv_start"
	// ExportStart makes the guest a command: it calls run itself.
	ExportStart = "_start"
)

// Callback is the kind of a callback, the first argument of ExportDispatch.
// The comment says what id and status are.
type Callback uint32

// The callback kinds. Numbers are only added.
const (
	CallbackNone        Callback = iota
	CallbackTimer                // handle; 0
	CallbackIdle                 // handle; 0
	CallbackPrepare              // handle; 0
	CallbackCheck                // handle; 0
	CallbackAsync                // handle; 0
	CallbackPoll                 // handle; events (uv.PollEvents) or errno
	CallbackClose                // handle; 0
	CallbackConnection           // listening handle; 0 or errno
	CallbackAlloc                // stream; suggested size. Result: pointer<<32 | length, 0: no memory
	CallbackRead                 // stream; bytes, 0 (nothing for now) or errno (EOF at the end)
	CallbackConnect              // request; 0 or errno
	CallbackWrite                // request; 0 or errno
	CallbackShutdown             // request; 0 or errno
	CallbackFs                   // request; result of the operation or errno
	CallbackRecv                 // udp; bytes, 0 (see udp_recv_start) or errno
	CallbackSend                 // request; 0 or errno
	CallbackWork                 // request; 0: do the work. Its after-work callback follows
	CallbackAfterWork            // request; 0 or ECANCELED
	CallbackGetaddrinfo          // request; number of addresses or an EAI errno
	CallbackGetnameinfo          // request; 0 or an EAI errno
	CallbackRandom               // request; 0 or errno
)

// CallbackNames lists the kinds in the order of their number.
var CallbackNames = []string{
	"none", "timer", "idle", "prepare", "check", "async", "poll", "close", "connection", "alloc",
	"read", "connect", "write", "shutdown", "fs", "recv", "send", "work", "after_work",
	"getaddrinfo", "getnameinfo", "random",
}

// Kind is the meaning and width of a parameter or result.
type Kind uint8

// The kinds of values.
const (
	I32    Kind = iota // signed 32 bits
	U32                // unsigned 32 bits, flags and counts
	I64                // signed 64 bits
	U64                // unsigned 64 bits
	ID                 // 32 bits: a handle or request
	Cookie             // 64 bits: the guest's own
	In                 // 32 bits: pointer to bytes the host reads; a Len or Count follows
	Out                // 32 bits: pointer to bytes the host writes; a Len or Count follows, or Size says how many
	Len                // 32 bits: length in bytes of the In or Out before it
	Count              // 32 bits: number of structures in the In or Out before it
	Void               // no result
	F64                // a double
)

// Wide reports whether the value is an i64 on the wire.
func (k Kind) Wide() bool { return k == I64 || k == U64 || k == Cookie }

// Param is one parameter.
type Param struct {
	Name   string
	Kind   Kind
	Struct string // the structure an In or Out points to; "": bytes
}

// Func is one import.
type Func struct {
	Name   string // without a prefix, libuv's
	Params []Param
	Result Kind   // I32: value or errno
	Libuv  string // what it mirrors
	Doc    string // one sentence or more: units, when the callback runs, errors
	Waits  bool   // may wait on the loop: refused to guests that share a loop
}

// Field is one field of a structure.
type Field struct {
	Name   string
	Offset int
	Size   int
	Doc    string
}

// Struct is the layout of a structure in guest memory.
type Struct struct {
	Name   string
	Size   int
	Fields []Field
	Doc    string
}
