package gen

import (
	"bytes"
	"fmt"
	"go/format"
	"strings"

	"github.com/loopground/loopground/guest/abi"
)

// HostStubs is the host's side of the wire, host/imports_gen.go: for each import
// the function that wazero calls, which finds the guest, takes the arguments
// from the stack and puts the result there; and the layouts of the structures.
func HostStubs() []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from guest/abi by internal/gen; DO NOT EDIT.\n\npackage host\n\n")
	b.WriteString("import (\n\"context\"\n\"math\"\n\n\"github.com/loopground/loopground/loop\"\n)\n\n")
	hostLayouts(&b)
	b.WriteString("// stubs are the functions of module uv_preview1, in the order of abi.Funcs.\n")
	b.WriteString("func stubs() []stub {\nreturn []stub{\n")
	for _, f := range abi.Funcs {
		fmt.Fprintf(&b, "{%q, %s},\n", f.Name, goName("stub", f.Name))
	}
	b.WriteString("}\n}\n")
	for _, f := range abi.Funcs {
		hostStub(&b, f)
	}
	src, err := format.Source(b.Bytes())
	if err != nil {
		panic(fmt.Sprintf("gen: host stubs: %v", err)) // a fault of this file
	}
	return src
}

func hostLayouts(b *bytes.Buffer) {
	for _, s := range abi.Structs {
		fmt.Fprintf(b, "// The layout of %s.\nconst (\n%s = %d\n", s.Name, goName("size", s.Name), s.Size)
		for _, f := range s.Fields {
			fmt.Fprintf(b, "%s = %d\n", goName("off", s.Name+"_"+f.Name), f.Offset)
		}
		b.WriteString(")\n\n")
	}
}

func hostStub(b *bytes.Buffer, f abi.Func) {
	fmt.Fprintf(b, "\nfunc %s(ctx context.Context, stack []uint64) {\n", goName("stub", f.Name))
	args := make([]string, len(f.Params))
	for i, p := range f.Params {
		args[i] = hostArg(p.Kind, i)
	}
	call := fmt.Sprintf("caller(ctx).%s(%s)", goName("uv", f.Name), strings.Join(args, ", "))
	switch f.Result {
	case abi.Void:
		b.WriteString(call)
	case abi.I64:
		fmt.Fprintf(b, "stack[0] = uint64(int64(%s))", call)
	default:
		fmt.Fprintf(b, "stack[0] = uint64(uint32(%s))", call)
	}
	b.WriteString("\n}\n")
}

// hostArg takes an argument from the stack. The upper half of a 32-bit one is
// not defined there and is cut off.
func hostArg(k abi.Kind, i int) string {
	switch k {
	case abi.I32:
		return fmt.Sprintf("int32(uint32(stack[%d]))", i)
	case abi.I64:
		return fmt.Sprintf("int64(stack[%d])", i)
	case abi.U64, abi.Cookie:
		return fmt.Sprintf("stack[%d]", i)
	case abi.F64:
		return fmt.Sprintf("math.Float64frombits(stack[%d])", i)
	case abi.ID:
		return fmt.Sprintf("loop.ID(uint32(stack[%d]))", i)
	default: // U32, In, Out, Len, Count
		return fmt.Sprintf("uint32(stack[%d])", i)
	}
}
