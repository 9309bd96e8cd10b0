package gen

import (
	"fmt"
	"strings"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop/uv"
)

// CSDK gives the generated headers of the C SDK: the imports and layouts of the
// wire, which only the library includes, and libuv's error numbers and names.
func CSDK() map[string][]byte {
	return map[string][]byte{
		"guest/c/src/wire.h":         cWire(),
		"guest/c/include/uv/errno.h": cErrnos(),
		"guest/c/include/uv/types.h": cTypes(),
	}
}

const cHeader = "/* Generated from guest/abi and loop/uv by internal/gen; do not edit. */\n"

func cWire() []byte {
	b := &strings.Builder{}
	line := func(format string, args ...any) { fmt.Fprintf(b, format+"\n", args...) }
	line("%s#ifndef LOOPGROUND_WIRE_H\n#define LOOPGROUND_WIRE_H\n\n#include <stdint.h>\n", cHeader)
	line("#define WIRE_VERSION %d\n", abi.Version)
	line("enum wire_callback {")
	for i, name := range abi.CallbackNames {
		line("  WIRE_CB_%s = %d,", strings.ToUpper(name), i)
	}
	line("};")
	for _, s := range abi.Structs {
		cStruct(line, s)
	}
	for _, f := range abi.Funcs {
		line("\n/* %s libuv: %s */", f.Doc, f.Libuv)
		line("__attribute__((import_module(%q), import_name(%q)))", abi.Module, f.Name)
		line("%s wire_%s(%s);", cType(abi.Param{Kind: f.Result}), f.Name, cParams(f))
	}
	line("\n#endif")
	return []byte(b.String())
}

// cStruct writes a layout and the assertions that C lays it out so.
func cStruct(line func(string, ...any), s abi.Struct) {
	line("\n/* %s */\nstruct wire_%s {", s.Doc, s.Name)
	for _, f := range s.Fields {
		switch f.Size {
		case 1, 2, 4, 8:
			line("  uint%d_t %s;", f.Size*8, f.Name)
		default:
			line("  uint8_t %s[%d];", f.Name, f.Size)
		}
	}
	line("};")
	last := s.Fields[len(s.Fields)-1]
	line("_Static_assert(sizeof(struct wire_%s) == %d, \"layout\");", s.Name, s.Size)
	line("_Static_assert(__builtin_offsetof(struct wire_%s, %s) == %d, \"layout\");", s.Name, last.Name, last.Offset)
}

func cParams(f abi.Func) string {
	if len(f.Params) == 0 {
		return "void"
	}
	params := make([]string, len(f.Params))
	for i, p := range f.Params {
		params[i] = cType(p) + " " + p.Name
	}
	return strings.Join(params, ", ")
}

func cType(p abi.Param) string {
	what := "void"
	if p.Struct != "" {
		what = "struct wire_" + p.Struct
	}
	switch p.Kind {
	case abi.I32:
		return "int32_t"
	case abi.I64:
		return "int64_t"
	case abi.U64, abi.Cookie:
		return "uint64_t"
	case abi.F64:
		return "double"
	case abi.In:
		return "const " + what + " *"
	case abi.Out:
		return what + " *"
	case abi.Void:
		return "void"
	default: // U32, ID, Len, Count
		return "uint32_t"
	}
}

// cErrnos are libuv's errors with Linux's numbers, which are those of the wire:
// a program prints the same here and on Linux. wasi-libc's own numbers differ.
func cErrnos() []byte {
	b := &strings.Builder{}
	b.WriteString(cHeader + "#ifndef UV_ERRNO_H_\n#define UV_ERRNO_H_\n\n#define UV_ERRNO_MAP(XX) \\\n")
	uv.Errnos(func(_ uv.Errno, name, message string) { fmt.Fprintf(b, "  XX(%s, %q) \\\n", name, message) })
	b.WriteString("\n")
	uv.Errnos(func(num uv.Errno, name, _ string) { fmt.Fprintf(b, "#define UV__%s (%d)\n", name, int32(num)) })
	b.WriteString("\n#endif\n")
	return []byte(b.String())
}

// cTypes are libuv's enumerations.
func cTypes() []byte {
	b := &strings.Builder{}
	b.WriteString(cHeader + "#ifndef UV_TYPES_H_\n#define UV_TYPES_H_\n")
	enum := func(name, prefix string, values []string, upper func(string) string) {
		fmt.Fprintf(b, "\ntypedef enum {\n")
		for i, v := range values {
			fmt.Fprintf(b, "  %s%s = %d,\n", prefix, upper(v), i)
		}
		if name == "uv_handle_type" || name == "uv_req_type" {
			fmt.Fprintf(b, "  UV_%s_TYPE_MAX = %d,\n", strings.ToUpper(strings.Split(name, "_")[1]), len(values))
		}
		fmt.Fprintf(b, "} %s;\n", name)
	}
	enum("uv_handle_type", "UV_", uv.HandleTypes(), cHandle)
	enum("uv_req_type", "UV_", uv.ReqTypes(), cReq)
	enum("uv_fs_type", "UV_FS_", uv.FsTypes(), strings.ToUpper)
	enum("uv_dirent_type_t", "UV_DIRENT_", direntTypes(), strings.ToUpper)
	b.WriteString("\n#endif\n")
	return []byte(b.String())
}

// cHandle is the constant of a handle type, where it is not its name.
func cHandle(name string) string {
	switch name {
	case "unknown":
		return "UNKNOWN_HANDLE"
	case "pipe":
		return "NAMED_PIPE"
	}
	return strings.ToUpper(name)
}

func cReq(name string) string {
	if name == "unknown_req" {
		return "UNKNOWN_REQ"
	}
	return strings.ToUpper(name)
}
