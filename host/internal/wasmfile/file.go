// Package wasmfile reads the outside of a WebAssembly module: what it imports
// and exports, how large its memory and tables are, its custom sections. It
// looks at no code, so that a file can be judged before anything is compiled.
package wasmfile

import (
	"fmt"
	"strings"
)

// ExternKind is what is imported or exported.
type ExternKind byte

// The kinds, with their numbers in the format.
const (
	KindFunc ExternKind = iota
	KindTable
	KindMemory
	KindGlobal
	KindTag
)

var kindNames = [...]string{"function", "table", "memory", "global", "tag"}

func (k ExternKind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind %d", byte(k))
}

// FuncType is a signature; values are the format's bytes (0x7f is i32).
type FuncType struct{ Params, Results []byte }

var valueNames = map[byte]string{
	0x7f: "i32", 0x7e: "i64", 0x7d: "f32", 0x7c: "f64", 0x7b: "v128", 0x70: "funcref", 0x6f: "externref",
}

func (t FuncType) String() string {
	return "(" + names(t.Params) + ") -> (" + names(t.Results) + ")"
}

func names(types []byte) string {
	s := make([]string, len(types))
	for i, t := range types {
		if s[i] = valueNames[t]; s[i] == "" {
			s[i] = fmt.Sprintf("0x%02x", t)
		}
	}
	return strings.Join(s, ", ")
}

// Equal reports whether two signatures are the same.
func (t FuncType) Equal(u FuncType) bool {
	return string(t.Params) == string(u.Params) && string(t.Results) == string(u.Results)
}

// Import is one import.
type Import struct {
	Module, Name string
	Kind         ExternKind
	Type         FuncType // of a function
}

// Export is one export.
type Export struct {
	Name  string
	Kind  ExternKind
	Index uint32
	Type  FuncType // of a function
}

// Range is a size in pages or elements. Max is only meaningful with HasMax.
type Range struct {
	Min, Max uint64
	HasMax   bool
}

// File is the outside of a module.
type File struct {
	Types    []FuncType
	Imports  []Import
	Exports  []Export
	Memories []Range // its own, in pages of 64 KiB
	Tables   []Range // its own
	Funcs    int     // its own functions
	Start    bool    // it has a start function
	Customs  []Custom
	CodeSize int // bytes of the code section
	DataSize int // bytes of the data section

	funcTypes []uint32 // of imported and own functions
}

// Custom is a custom section; Data is a part of the file.
type Custom struct {
	Name string
	Data []byte
}

// Export finds an export by its name.
func (f *File) Export(name string) (Export, bool) {
	for _, e := range f.Exports {
		if e.Name == name {
			return e, true
		}
	}
	return Export{}, false
}

// Custom finds the first custom section of a name.
func (f *File) Custom(name string) ([]byte, bool) {
	for _, c := range f.Customs {
		if c.Name == name {
			return c.Data, true
		}
	}
	return nil, false
}

// Error is a fault of the file and the offset at which it was met.
type Error struct {
	Offset    int
	What      string
	Truncated bool // the file ends too early
}

func (e *Error) Error() string { return fmt.Sprintf("%s at offset 0x%x", e.What, e.Offset) }
