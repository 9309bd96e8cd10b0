package gen

import (
	"fmt"
	"strings"

	"github.com/loopground/loopground/guest/abi"
)

// WireDoc describes the wire to people who write a guest without an SDK.
func WireDoc() []byte {
	b := &strings.Builder{}
	line := func(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }
	line("<!-- Generated from guest/abi by internal/gen; do not edit. -->")
	line("# The wire\n")
	line("What a guest imports from module `%s` and what it exports, version %d. Names are libuv's without their prefix.\n", abi.Module, abi.Version)
	line("Integers are little-endian. Every pointer is an offset into the guest's memory. A call answers a value of 0 or more,")
	line("or a negative error number of libuv's (Linux's numbers on every system). Handles and requests are ids, never 0.")
	line("A cookie is 64 bits of the guest's own, given back with every callback. `loop` is the number of a loop of the guest's: 0 is the first, loop_init makes more.\n")
	line("A guest may carry a custom section `%s` with the version as decimal digits; the host refuses others.\n", abi.SectionName)

	line("## What a guest exports\n")
	line("| export | signature | when |")
	line("|---|---|---|")
	line("| `%s` | (kind i32, id i32, cookie i64, status i64) → i64 | for every callback, see below; the result is 0 but for `alloc` |", abi.ExportDispatch)
	line("| `%s` | () | a command: it calls `run` itself |", abi.ExportStart)
	line("| `%s` | () | a reactor: called once, then the host runs the loop |", abi.ExportInitialize)
	line("| `%s` | () | a reactor may have it: called after `%s` |\n", abi.ExportReactorStart, abi.ExportInitialize)

	line("## Callbacks\n")
	line("The id is the handle's, or the request's where the call answered one.\n")
	line("| kind | name | id | status |")
	line("|---|---|---|---|")
	for i, name := range abi.CallbackNames {
		if i == 0 {
			continue
		}
		id, status := callbackWords(abi.Callback(i))
		line("| %d | `%s` | %s | %s |", i, name, id, status)
	}

	line("\n## Structures")
	for _, s := range abi.Structs {
		line("\n### %s\n\n%s %d bytes.\n", s.Name, s.Doc, s.Size)
		line("| offset | bytes | field | |")
		line("|---|---|---|---|")
		for _, f := range s.Fields {
			line("| %d | %d | `%s` | %s |", f.Offset, f.Size, f.Name, f.Doc)
		}
	}

	line("\n## Imports")
	for _, f := range abi.Funcs {
		line("\n### %s\n", f.Name)
		line("`%s`: %s\n", f.Libuv, f.Doc)
		line("```\n%s\n```", signature(f))
		if f.Waits {
			line("\nWaits on the loop: refused to guests that share a loop.")
		}
	}
	return []byte(b.String())
}

// callbackWords says what id and status of a callback are.
func callbackWords(c abi.Callback) (id, status string) {
	switch c {
	case abi.CallbackPoll:
		return "handle", "events, or an error"
	case abi.CallbackConnection:
		return "listening handle", "0 or an error"
	case abi.CallbackAlloc:
		return "stream", "suggested size in bytes; the result is pointer << 32 \\| length, 0 for no memory"
	case abi.CallbackRead:
		return "stream", "bytes, 0 (nothing for now), or an error (EOF at the end)"
	case abi.CallbackConnect, abi.CallbackWrite, abi.CallbackShutdown:
		return "request", "0 or an error"
	case abi.CallbackRecv:
		return "udp handle", "bytes, 0 (see udp_recv_start), or an error"
	case abi.CallbackSend, abi.CallbackRandom, abi.CallbackGetnameinfo:
		return "request", "0 or an error"
	case abi.CallbackWork:
		return "request", "0"
	case abi.CallbackAfterWork:
		return "request", "0 or ECANCELED"
	case abi.CallbackGetaddrinfo:
		return "request", "number of addresses, or an error"
	case abi.CallbackFs:
		return "request", "result of the operation, or an error"
	default:
		return "handle", "0"
	}
}

func signature(f abi.Func) string {
	params := make([]string, len(f.Params))
	for i, p := range f.Params {
		params[i] = p.Name + ": " + kindWords(p)
	}
	s := f.Name + "(" + strings.Join(params, ", ") + ")"
	if f.Result != abi.Void {
		s += " -> " + wasmType(f.Result)
	}
	return s
}

func kindWords(p abi.Param) string {
	t := wasmType(p.Kind)
	what := "bytes"
	if p.Struct != "" {
		what = p.Struct
	}
	switch p.Kind {
	case abi.ID:
		return t + " id"
	case abi.Cookie:
		return t + " cookie"
	case abi.In:
		return t + " pointer to " + what
	case abi.Out:
		return t + " pointer to " + what + ", written"
	case abi.Len:
		return t + " bytes"
	case abi.Count:
		return t + " structures"
	case abi.U32, abi.U64:
		return t + " unsigned"
	default:
		return t
	}
}

func wasmType(k abi.Kind) string {
	switch {
	case k == abi.F64:
		return "f64"
	case k.Wide():
		return "i64"
	}
	return "i32"
}
