package host

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/host/internal/wasmfile"
)

// recognise reads the outside of a file and refuses what cannot run, by its
// maker where it has one. knows tells the type of an import that exists.
func recognise(name string, wasm []byte, knows importTable) (*wasmfile.File, error) {
	if err := checkHeader(name, wasm); err != nil {
		return nil, err
	}
	f, err := wasmfile.Parse(wasm)
	if err != nil {
		return nil, brokenFile(name, err)
	}
	for _, check := range []func(string, *wasmfile.File) *LoadError{browserMade, emscriptenMade, wrongVersion} {
		if err := check(name, f); err != nil {
			return nil, err
		}
	}
	if err := checkImports(name, f, knows); err != nil {
		return nil, err
	}
	return f, checkExports(name, f)
}

var (
	magic            = []byte("\x00asm")
	versionModule    = []byte{1, 0, 0, 0}
	versionComponent = []byte{0x0d, 0, 1, 0}
)

// checkHeader tells what a file is that is no module.
func checkHeader(name string, b []byte) error {
	switch {
	case len(b) == 0:
		return &LoadError{What: name + " is empty", Try: "Was the build still running, or the copy cut off?"}
	case len(b) < wasmfile.HeaderSize && bytes.HasPrefix(magic, b[:min(len(b), len(magic))]):
		return truncated(name, fmt.Sprintf("it is %d bytes long", len(b)))
	case !bytes.HasPrefix(b, magic):
		return notWasm(name, b)
	}
	switch version := b[4:8]; {
	case bytes.Equal(version, versionModule):
		return nil
	case bytes.Equal(version, versionComponent):
		return &LoadError{
			What:  name + " is a component (WASI 0.2); Loopground runs core modules",
			Where: "offset 4: 0d 00 01 00",
			Try:   "In Rust: cargo build --target wasm32-wasip1",
		}
	default:
		return &LoadError{
			What:  fmt.Sprintf("%s is of a version of WebAssembly that is not known", name),
			Where: fmt.Sprintf("offset 4: % x", version),
		}
	}
}

// notWasm tells what a file looks like that does not begin with the magic.
func notWasm(name string, b []byte) *LoadError {
	e := &LoadError{Where: fmt.Sprintf("offset 0: % x, not 00 61 73 6d", b[:min(4, len(b))])}
	text := strings.TrimLeft(string(b[:min(len(b), 512)]), "\ufeff \t\r\n")
	switch {
	case bytes.HasPrefix(b, []byte{0x1f, 0x8b}):
		e.What, e.Try = name+" is compressed with gzip", "Unpack it: gunzip"
	case bytes.HasPrefix(b, []byte("PK\x03\x04")):
		e.What, e.Try = name+" is a zip archive", "Unpack it: the .wasm is inside"
	case bytes.HasPrefix(b, []byte("\x7fELF")):
		e.What, e.Try = name+" is a program for Linux", "Build it for wasm32-wasip1"
	case bytes.HasPrefix(b, []byte("BC\xc0\xde")):
		e.What, e.Try = name+" is LLVM bitcode", "Link it: clang --target=wasm32-wasip1"
	case strings.HasPrefix(text, "(module") || strings.HasPrefix(text, "(component") || strings.HasPrefix(text, ";;") || strings.HasPrefix(text, "(;"):
		e.What, e.Try = name+" is WebAssembly text", "Assemble it: wat2wasm "+name+" -o out.wasm"
	case strings.HasPrefix(strings.ToLower(text), "<!doctype") || strings.HasPrefix(strings.ToLower(text), "<html"):
		e.What, e.Try = name+" is a web page", "Was it downloaded from a link to a page about the file?"
	case utf8.ValidString(text) && !strings.ContainsRune(text, 0):
		e.What, e.Try = name+" is text, not WebAssembly", "It begins with "+firstLine(text)
	default:
		e.What = name + " is not WebAssembly"
	}
	return e
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if r := []rune(line); len(r) > 40 {
		line = string(r[:40]) + "…"
	}
	return fmt.Sprintf("%q", line)
}

func truncated(name, where string) *LoadError {
	return &LoadError{What: name + " is cut off", Where: where, Try: "Copy or build it again"}
}

func brokenFile(name string, err error) *LoadError {
	var fault *wasmfile.Error
	if errors.As(err, &fault) && fault.Truncated {
		return truncated(name, fault.Error())
	}
	return &LoadError{What: name + " is not valid WebAssembly", Where: err.Error()}
}

// browserMade recognises what wants a browser's JavaScript.
func browserMade(name string, f *wasmfile.File) *LoadError {
	for _, i := range f.Imports {
		where := "it imports " + i.Module + "." + i.Name
		switch {
		case i.Module == "__wbindgen_placeholder__", i.Module == "wbg",
			strings.HasPrefix(i.Name, "__wbindgen_"), strings.HasPrefix(i.Name, "__wbg_"):
			return &LoadError{
				What: name + " wants a browser (made by wasm-bindgen)", Where: where,
				Try: "Build without it, for wasm32-wasip1",
			}
		case i.Module == "gojs", i.Module == "go":
			return &LoadError{
				What: name + " was built for a browser", Where: where,
				Try: "Use tinygo build -target=wasip1, or GOOS=wasip1 GOARCH=wasm go build",
			}
		}
	}
	return nil
}

// emscriptenMade recognises what wants Emscripten's JavaScript.
func emscriptenMade(name string, f *wasmfile.File) *LoadError {
	for _, i := range f.Imports {
		if i.Module != "env" {
			continue
		}
		for _, sign := range []string{"emscripten_", "_emscripten_", "__syscall_", "invoke_"} {
			if strings.HasPrefix(i.Name, sign) {
				return &LoadError{
					What:  name + " wants Emscripten's JavaScript",
					Where: "it imports env." + i.Name,
					Try:   "Link it with -sSTANDALONE_WASM",
				}
			}
		}
	}
	return nil
}

// wrongVersion reads the version of the wire a guest was built for.
func wrongVersion(name string, f *wasmfile.File) *LoadError {
	v, ok := f.Custom(abi.SectionName)
	if !ok || string(v) == fmt.Sprint(abi.Version) {
		return nil
	}
	if len(v) > 20 {
		v = v[:20]
	}
	return &LoadError{
		What:  fmt.Sprintf("%s was built for version %q of uv_preview1, this is version %d", name, v, abi.Version),
		Where: "section " + abi.SectionName,
		Try:   "Build it with the SDK that came with this program",
	}
}

// maker is the tool that made a module, as its producers section has it.
func maker(f *wasmfile.File) string {
	p, ok := f.Custom("producers")
	if !ok {
		return ""
	}
	for _, known := range []string{"rustc", "clang", "TinyGo", "Go cmd/compile", "zig", "AssemblyScript", "emscripten"} {
		if bytes.Contains(p, []byte(known)) {
			return known
		}
	}
	return ""
}
