package host

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/loopground/loopground/host/internal/wasmfile"
)

// trap is what wazero tells about a call that did not return.
type trap struct {
	what   string
	frames []frame
	host   string // not a trap: a host function failed
}

// frame is one function on the guest's stack.
type frame struct{ name, source string }

// parseTrap reads wazero's error text: its cause and the guest's stack, with
// file and line where the module has debug information.
func parseTrap(err error) trap {
	text := err.Error()
	cause, stack, _ := strings.Cut(text, "\nwasm stack trace:\n")
	t := trap{frames: parseFrames(stack)}
	what, isTrap := strings.CutPrefix(cause, "wasm error: ")
	if i := strings.Index(cause, "wasm error: "); i > 0 { // of a start function, wrapped
		what, isTrap = cause[i+len("wasm error: "):], true
	}
	switch {
	case isTrap, cause == engineOverflow:
		t.what = trapWords(what)
	case strings.HasPrefix(cause, "data[") && strings.HasSuffix(cause, dataOutside):
		t.what = "data outside memory: segment " + strings.TrimSuffix(cause[len("data["):], dataOutside)
	default:
		t.host = strings.TrimSuffix(cause, " (recovered by wazero)")
	}
	return t
}

// engineOverflow is wazero's error for a stack that is deeper than its own limit.
const engineOverflow = "stack overflow"

// dataOutside is how wazero's error of a segment that does not fit ends.
const dataOutside = "]: out of bounds memory access"

func trapWords(what string) string {
	if what == "out of bounds memory access" {
		return "read or write outside memory"
	}
	return what
}

// signature matches what wazero adds to a function's name.
const signature = `^\t(.*?)\(((?:i32|i64|f32|f64|v128|funcref|externref|,)*)\)(?: .*)?$`

func parseFrames(stack string) []frame {
	stack, _, _ = strings.Cut(stack, "\n\n") // Go's own trace, for host functions
	re := regexp.MustCompile(signature)
	var frames []frame
	for line := range strings.Lines(stack) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "\t\t") && len(frames) > 0 {
			if f := &frames[len(frames)-1]; f.source == "" {
				f.source = sourceLine(line)
			}
		} else if m := re.FindStringSubmatch(line); m != nil {
			if _, name, _ := strings.Cut(m[1], "."); name != "" {
				frames = append(frames, frame{name: name})
			}
		}
	}
	return frames
}

// own gives the frames as the module had them before it was rewritten: without
// the meter's functions at their head, and where functions have no names, with
// the numbers of the original.
func (m *Module) own(frames []frame) []frame {
	imports := 0
	for _, i := range m.file.Imports {
		if i.Kind == wasmfile.KindFunc {
			imports++
		}
	}
	for len(frames) > 0 && m.isMeter(frames[0].name, imports) {
		frames = frames[1:]
	}
	for i, f := range frames {
		if n, ok := f.number(); ok && n >= imports+meterImports {
			frames[i].name = "function " + strconv.Itoa(n-meterImports)
		}
	}
	return frames
}

// isMeter reports whether a function is one with which the meter ends a guest.
func (m *Module) isMeter(name string, imports int) bool {
	n, ok := frame{name: name}.number()
	if ok {
		return n >= imports+meterImports+m.file.Funcs || n >= imports && n < imports+meterImports
	}
	return name == meterRefill || name == meterOverflow || name == "fuel" || name == "stack overflow"
}

// number is that of a function without a name.
func (f frame) number() (int, bool) {
	digits, ok := strings.CutPrefix(f.name, "$")
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil
}

// meterImports is how many functions the meter adds in front of a module's own.
const meterImports = 2

// sourceLine turns "0x12: /src/http.c:88:3" into "http.c:88".
func sourceLine(line string) string {
	_, at, ok := strings.Cut(strings.TrimSpace(line), ": ")
	if !ok {
		return ""
	}
	at, _, _ = strings.Cut(path.Base(at), " ")
	if parts := strings.Split(at, ":"); len(parts) >= 2 {
		return parts[0] + ":" + parts[1]
	}
	return at
}

// maxFrames is how many callers a message names.
const maxFrames = 3

func (t trap) String() string {
	s := t.what
	for i, f := range t.frames {
		if i == maxFrames {
			break
		}
		if i == 0 {
			s += " in " + f.String()
		} else {
			s += ", called from " + f.String()
		}
	}
	return s
}

func (f frame) String() string {
	if f.source == "" {
		return shorten(f.name)
	}
	return shorten(f.name) + ", " + shorten(f.source)
}
