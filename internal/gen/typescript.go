package gen

import (
	"bytes"
	"fmt"
	"math/bits"
	"reflect"
	"strings"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
	"github.com/loopground/loopground/loop/uv"
)

// TypeScript is the page's view of a trace record: sizes and offsets, and the
// names of kinds, reasons, phases, types and errors with their numbers.
func TypeScript() []byte {
	w := &tsWriter{}
	w.line("// Code generated from loop/trace and loop/uv by internal/gen; DO NOT EDIT.")
	w.record()
	w.enum("Kind", "KINDS", trace.Kinds(), "What a record tells. loop/trace: Kind.")
	w.enum("Why", "WHYS", trace.Whys(), "Why poll has its timeout (lane of poll_begin). loop/trace: Why.")
	w.enum("Ended", "ENDEDS", trace.Endeds(), "What ended a poll (lane of poll_end). loop/trace: Ended.")
	w.enum("Phase", "PHASES", uv.Phases(), "The steps of an iteration. loop/uv: Phase.")
	w.enum("HandleType", "HANDLE_TYPES", uv.HandleTypes(), "Type of a record below REQ_BASE. libuv: uv_handle_type.")
	w.enum("ReqType", "REQ_TYPES", uv.ReqTypes(), "Type of a record minus REQ_BASE. libuv: uv_req_type.")
	w.enum("FsType", "FS_TYPES", uv.FsTypes(), "File-system operations. libuv: uv_fs_type.")
	w.pollEvents()
	w.errnos()
	return w.buf.Bytes()
}

type tsWriter struct{ buf bytes.Buffer }

func (w *tsWriter) line(format string, args ...any) {
	fmt.Fprintf(&w.buf, format+"\n", args...)
}

// record writes the layout. encoding/binary has no padding, neither has Record:
// the offsets are those of the structure in memory.
func (w *tsWriter) record() {
	w.line("\n/** Bytes of one record. */\nexport const RECORD_SIZE = %d;", trace.RecordSize)
	w.line("\n/** Where each field of a record begins, in bytes; little-endian. */\nexport const Offset = {")
	t := reflect.TypeFor[trace.Record]()
	for i := range t.NumField() {
		f := t.Field(i)
		w.line("  %s: %d,", strings.ToLower(f.Name), f.Offset)
	}
	w.line("} as const;")
	w.line("\n/** The value of a poll_begin without a timeout. */\nexport const FOREVER = %dn;", uint64(trace.Forever))
	w.line("\n/** A record's type from here on is a request's. */\nexport const REQ_BASE = %d;", trace.ReqType(uv.UnknownReq))
	all := ^loop.ID(0)
	w.line("\n/** An id's low bits are its slot, the bits above count the slot's uses. */")
	w.line("export const SLOT_BITS = %d;", bits.Len(uint(all.Slot())))
	w.line("export const GENERATION_BITS = %d;", bits.Len(uint(all.Generation())))
}

func (w *tsWriter) enum(typ, list string, names []string, doc string) {
	w.line("\n/** %s */\nexport const %s = {", doc, typ)
	for i, n := range names {
		w.line("  %s: %d,", camel(n), i)
	}
	w.line("} as const;\n\nexport const %s: readonly string[] = [", list)
	for _, n := range names {
		w.line("  '%s',", n)
	}
	w.line("];")
}

func (w *tsWriter) pollEvents() {
	w.line("\n/** Conditions of a descriptor, a set of bits. libuv: uv_poll_event. */\nexport const PollEvent = {")
	for bit := uv.PollEvents(1); bit.String() != ""; bit <<= 1 {
		w.line("  %s: %d,", camel(bit.String()), uint8(bit))
	}
	w.line("} as const;")
}

func (w *tsWriter) errnos() {
	w.line("\n/** Error numbers with libuv's names and messages. libuv: UV_ERRNO_MAP. */")
	w.line("export const ERRNOS: Readonly<Record<number, readonly [name: string, message: string]>> = {")
	uv.Errnos(func(num uv.Errno, name, message string) {
		w.line("  [%d]: ['%s', '%s'],", num, name, strings.ReplaceAll(message, "'", `\'`))
	})
	w.line("};")
}

// camel turns phase_begin into PhaseBegin.
func camel(name string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(name, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}
