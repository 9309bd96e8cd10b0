package wasmfile

import (
	"errors"
	"fmt"
)

// HeaderSize is the size of magic and version.
const HeaderSize = 8

// maxCount bounds the entries of a section before memory is set aside for them.
const maxCount = 1 << 20

const (
	sectionCustom = iota
	sectionType
	sectionImport
	sectionFunction
	sectionTable
	sectionMemory
	sectionGlobal
	sectionExport
	sectionStart
	sectionElement
	sectionCode
	sectionData
	sectionDataCount
	sectionTag
)

// maxCustoms is what package meter takes, too.
const maxCustoms = 10_000

// Parse reads a module whose header was checked. Its error is an *Error.
func Parse(wasm []byte) (f *File, err error) {
	f = &File{}
	r := &reader{data: wasm, at: HeaderSize}
	defer func() {
		if fault := (*Error)(nil); err == nil && recovered(recover(), &fault) {
			f, err = nil, fault
		}
	}()
	for r.at < len(r.data) {
		f.section(r)
	}
	return f, f.link()
}

// recovered turns the panic of a reader into its error.
func recovered(r any, fault **Error) bool {
	if r == nil {
		return false
	}
	err, ok := r.(error)
	if !ok || !errors.As(err, fault) {
		panic(r)
	}
	return true
}

func (f *File) section(r *reader) {
	start := r.at
	id := r.byte()
	size := int(r.u32())
	if size > len(r.data)-r.at {
		r.fail(&Error{start, fmt.Sprintf("section %d is %d bytes long and the file has %d left", id, size, len(r.data)-r.at), true})
	}
	s := &reader{data: r.data[:r.at+size], at: r.at}
	r.at += size
	switch id {
	case sectionCustom:
		if len(f.Customs) == maxCustoms {
			r.fail(&Error{Offset: start, What: fmt.Sprintf("more than %d custom sections are too many", maxCustoms)})
		}
		name := s.name()
		f.Customs = append(f.Customs, Custom{name, s.data[s.at:]})
	case sectionType:
		f.types(s)
	case sectionImport:
		s.each(func() { f.Imports = append(f.Imports, f.importOne(s)) })
	case sectionFunction:
		s.each(func() { f.funcTypes = append(f.funcTypes, s.u32()); f.Funcs++ })
	case sectionTable:
		s.each(func() { f.Tables = append(f.Tables, s.table()) })
	case sectionMemory:
		s.each(func() { f.Memories = append(f.Memories, s.limits()) })
	case sectionExport:
		s.each(func() {
			f.Exports = append(f.Exports, Export{Name: s.name(), Kind: ExternKind(s.byte()), Index: s.u32()})
		})
	case sectionStart:
		f.Start = true
	case sectionCode:
		f.CodeSize = size
	case sectionData:
		f.DataSize = size
	case sectionGlobal, sectionElement, sectionDataCount, sectionTag:
	default:
		r.fail(&Error{Offset: start, What: fmt.Sprintf("unknown section %d", id)})
	}
}

func (f *File) types(s *reader) {
	s.each(func() {
		if form := s.byte(); form != 0x60 {
			s.fail(&Error{Offset: s.at - 1, What: fmt.Sprintf("type of form 0x%02x is not supported", form)})
		}
		f.Types = append(f.Types, FuncType{Params: s.bytes(), Results: s.bytes()})
	})
}

func (f *File) importOne(s *reader) Import {
	at := s.at
	i := Import{Module: s.name(), Name: s.name(), Kind: ExternKind(s.byte())}
	switch i.Kind {
	case KindFunc:
		t := s.u32()
		if int64(t) >= int64(len(f.Types)) {
			s.fail(&Error{Offset: at, What: fmt.Sprintf("import %s.%s has a type that does not exist", i.Module, i.Name)})
		}
		i.Type = f.Types[t]
		f.funcTypes = append(f.funcTypes, t)
	case KindTable:
		s.table()
	case KindMemory:
		s.limits()
	case KindGlobal:
		s.byte()
		s.byte()
	case KindTag:
		s.byte()
		s.u32()
	default:
		s.fail(&Error{Offset: at, What: fmt.Sprintf("import %s.%s is of unknown kind %d", i.Module, i.Name, byte(i.Kind))})
	}
	return i
}

// link gives exported functions their types.
func (f *File) link() error {
	for i := range f.Exports {
		e := &f.Exports[i]
		if e.Kind != KindFunc {
			continue
		}
		if int64(e.Index) >= int64(len(f.funcTypes)) || int64(f.funcTypes[e.Index]) >= int64(len(f.Types)) {
			return &Error{What: fmt.Sprintf("export %q is of a function that does not exist", e.Name)}
		}
		e.Type = f.Types[f.funcTypes[e.Index]]
	}
	return nil
}

// reader reads the format's primitives; a fault panics with an *Error, which
// Parse gives back.
type reader struct {
	data []byte
	at   int
}

func (r *reader) fail(e *Error) { panic(e) }

func (r *reader) truncated() {
	r.fail(&Error{r.at, "the file ends in the middle of something", true})
}

func (r *reader) byte() byte {
	if r.at >= len(r.data) {
		r.truncated()
	}
	r.at++
	return r.data[r.at-1]
}

// leb reads an unsigned number of at most the given bits.
func (r *reader) leb(bits int) uint64 {
	start := r.at
	var v uint64
	for shift := 0; shift < bits; shift += 7 {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		if b&0x80 == 0 {
			return v
		}
	}
	r.fail(&Error{Offset: start, What: "a number is too long"})
	return 0
}

func (r *reader) u32() uint32 {
	start := r.at
	v := r.leb(32)
	if v > 1<<32-1 {
		r.fail(&Error{Offset: start, What: "a number is too large"})
	}
	return uint32(v)
}

func (r *reader) bytes() []byte {
	n := int(r.u32())
	if n > len(r.data)-r.at {
		r.truncated()
	}
	r.at += n
	return r.data[r.at-n : r.at : r.at]
}

func (r *reader) name() string { return string(r.bytes()) }

func (r *reader) each(f func()) {
	start := r.at
	n := r.u32()
	if n > maxCount {
		r.fail(&Error{Offset: start, What: fmt.Sprintf("%d entries in a section are too many", n)})
	}
	for range n {
		f()
	}
}

func (r *reader) table() Range {
	r.byte() // the element type
	return r.limits()
}

func (r *reader) limits() Range {
	flags := r.byte()
	l := Range{Min: r.leb(64), HasMax: flags&1 != 0}
	if l.HasMax {
		l.Max = r.leb(64)
	}
	return l
}
