package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"strings"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop/uv"
)

// goHeader begins every Go file written here. The form of its first line is
// the one that Go's tools know generated files by.
const goHeader = "// Code generated from guest/abi and loop/uv by internal/gen; DO NOT EDIT.\n"

// GoSDK gives the generated files of the Go SDK: the imports, what stands in
// for them outside of WebAssembly, and the names and numbers of libuv.
func GoSDK() map[string][]byte {
	return map[string][]byte{
		"guest/go/imports_gen.go": goImports(),
		"guest/go/stubs_gen.go":   goStubs(),
		"guest/go/words_gen.go":   goWords(),
	}
}

type goWriter struct{ buf bytes.Buffer }

func (w *goWriter) line(format string, args ...any) {
	fmt.Fprintf(&w.buf, format+"\n", args...)
}

// file formats what was written. That it does not parse is a mistake in this
// package, which the next build of the SDK would show less clearly.
func (w *goWriter) file() []byte {
	src, err := format.Source(w.buf.Bytes())
	if err != nil {
		panic("gen: " + err.Error() + "\n" + w.buf.String())
	}
	return src
}

func goImports() []byte {
	w := &goWriter{}
	w.line("%s\n//go:build wasip1\n\npackage uv\n\nimport \"unsafe\"", goHeader)
	for _, f := range abi.Funcs {
		w.line("\n// %s", f.Doc)
		w.line("// libuv: %s.\n//", f.Libuv)
		w.line("//go:wasmimport %s %s", abi.Module, f.Name)
		w.line("%s", goSignature(f))
	}
	return w.file()
}

func goStubs() []byte {
	w := &goWriter{}
	w.line("%s\n//go:build !wasip1\n\npackage uv\n\nimport \"unsafe\"", goHeader)
	w.line("\n// Outside of a sandbox there is no loop: every call answers ENOSYS, so that a")
	w.line("// guest's source can be checked and edited on any system.\n")
	for _, f := range abi.Funcs {
		body := ""
		if f.Result != abi.Void {
			body = "return " + goType(f.Result) + "(ENOSYS)"
		}
		w.line("%s { %s }", goSignature(f), body)
	}
	return w.file()
}

func goSignature(f abi.Func) string {
	params := make([]string, len(f.Params))
	for i, p := range f.Params {
		params[i] = goName("", p.Name) + " " + goType(p.Kind)
	}
	return fmt.Sprintf("func %s(%s) %s", goName("wire", f.Name), strings.Join(params, ", "), goType(f.Result))
}

func goType(k abi.Kind) string {
	switch k {
	case abi.I32:
		return "int32"
	case abi.I64:
		return "int64"
	case abi.U64, abi.Cookie:
		return "uint64"
	case abi.F64:
		return "float64"
	case abi.In, abi.Out:
		return "unsafe.Pointer"
	case abi.Void:
		return ""
	default: // U32, ID, Len, Count
		return "uint32"
	}
}

func goWords() []byte {
	w := &goWriter{}
	w.line("%s\npackage uv\n\nimport \"unsafe\"", goHeader)
	w.goCallbacks()
	for _, s := range abi.Structs {
		w.goStruct(s)
	}
	w.goNames("HandleType", "handleTypeNames", "Type", uv.HandleTypes(), "HandleType tells what a handle is. libuv: uv_handle_type.")
	w.goNames("DirentType", "direntTypeNames", "Dirent", direntTypes(), "DirentType is the kind of a directory entry. libuv: uv_dirent_type_t.")
	w.goEvents()
	w.goErrnos()
	return w.file()
}

func (w *goWriter) goCallbacks() {
	w.line("\n// A callback is what the host calls dispatch for.\ntype callback uint32\n\nconst (")
	for i, name := range abi.CallbackNames {
		w.line("%s callback = %d", goName("callback", name), i)
	}
	w.line(")")
}

// goStruct writes the layout and one line that fails to compile where Go would
// lay the fields out otherwise.
func (w *goWriter) goStruct(s abi.Struct) {
	name := goName("wire", s.Name)
	w.line("\n// %s\ntype %s struct {", s.Doc, name)
	for _, f := range s.Fields {
		doc := ""
		if f.Doc != "" {
			doc = " // " + f.Doc
		}
		w.line("%s %s%s", fieldName(f.Name), fieldType(f.Size), doc)
	}
	w.line("}\n")
	size := s.Size
	last := s.Fields[len(s.Fields)-1]
	w.line("var _ = [1]struct{}{}[unsafe.Sizeof(%s{})-%d]", name, size)
	w.line("var _ = [1]struct{}{}[unsafe.Offsetof(%s{}.%s)-%d]", name, fieldName(last.Name), last.Offset)
}

func fieldName(name string) string {
	if token.IsKeyword(name) {
		return name + "_"
	}
	return goName("", name)
}

func fieldType(size int) string {
	switch size {
	case 1, 2, 4, 8:
		return fmt.Sprintf("uint%d", size*8)
	}
	return fmt.Sprintf("[%d]byte", size)
}

func (w *goWriter) goNames(typ, table, prefix string, names []string, doc string) {
	w.line("\n// %s\ntype %s uint8\n", doc, typ)
	w.line("// The values, with libuv's numbers.\nconst (")
	for i, n := range names {
		w.line("%s %s = %d", goName(prefix, n), typ, i)
	}
	w.line(")\n\nvar %s = [...]string{", table)
	for _, n := range names {
		w.line("%q,", n)
	}
	w.line("}")
}

// direntTypes asks loop/uv for names until it has no more.
func direntTypes() []string {
	var names []string
	for t := uv.DirentUnknown; !strings.HasPrefix(t.String(), "type "); t++ {
		names = append(names, t.String())
	}
	return names
}

func (w *goWriter) goEvents() {
	w.line("\n// PollEvents is a set of conditions of a file descriptor. libuv: uv_poll_event.\ntype PollEvents uint8\n\nconst (")
	for e := uv.Readable; e <= uv.Prioritized; e <<= 1 {
		w.line("%s PollEvents = %d", goName("Poll", e.String()), e)
	}
	w.line(")")
}

func (w *goWriter) goErrnos() {
	w.line("\n// Error numbers: libuv's names, libuv's numbers on Linux, libuv's messages.\n// libuv: UV_ERRNO_MAP.\nconst (")
	uv.Errnos(func(num uv.Errno, name, message string) {
		w.line("%s Errno = %d // %s", name, num, message)
	})
	w.line(")\n\n// text is the name and message of a number, \"\" and \"\" where there are none.")
	w.line("func (e Errno) text() (name, message string) {\nswitch e {")
	uv.Errnos(func(_ uv.Errno, name, message string) {
		w.line("case %s:\nreturn %q, %q", name, name, message)
	})
	w.line("}\nreturn \"\", \"\"\n}")
}
