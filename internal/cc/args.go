package cc

import "strings"

// command is a compiler's command line, as far as the driver must know it.
type command struct {
	args   []string // for clang: what it does not know is left out
	inputs bool     // names files or libraries
	links  bool     // does not stop before the linker
	cxx    bool     // is for C++
	colour bool     // says itself whether messages have colours
	start  bool     // says itself how the program starts
}

// Options that are a word of their own and take the next one as their value.
var takesValue = words("-o -I -D -U -L -l -x -include -imacros -isystem -iquote -idirafter -iprefix -isysroot " +
	"-MF -MT -MQ -MJ -Xlinker -Xclang -Xpreprocessor -Xassembler -mllvm -target -u -T -z -e -arch -A --param " +
	"--sysroot -ivfsoverlay -dumpdir")

// Options with which nothing is linked.
var stops = words("-c -S -E -M -MM -fsyntax-only --version -dumpversion -dumpmachine --help")

// Libraries that are in the C library, or in ours, which is always given.
var impliedLibraries = words("uv uv_a pthread pthreads dl rt util resolv nsl m c")

// Options that say something of native programs which is settled here: one
// thread, no shared objects, no other machine.
var native = words("-pthread -pthreads -rdynamic -pie -no-pie -static -static-pie -static-libgcc -m64 -m32 " +
	"-march=native -mtune=native -mcpu=native -Wl,--as-needed -Wl,--no-as-needed -Wl,--start-group -Wl,--end-group " +
	"-Wl,-Bsymbolic -Wl,-E -Wl,--warn-common -Wl,--build-id -Wl,-z,now -Wl,-z,relro -Wl,-z,noexecstack -Wl,-z,defs")

// The same, by how they begin.
var nativePrefixes = []string{
	"-fstack-protector", "-fcf-protection", "-Wl,-rpath", "-Wl,-soname", "-Wl,-O", "-Wl,--hash-style", "-Wl,--version-script",
}

// The system's own headers, which are not the guest's.
var nativeFolders = words("/usr/include /usr/local/include /opt/homebrew/include /usr/lib /usr/local/lib /opt/homebrew/lib")

func words(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// parse reads a command line whose response files are expanded.
func parse(args []string) command {
	c := command{links: true}
	for i := 0; i < len(args); i++ {
		arg, value := args[i], ""
		if takesValue[arg] && i+1 < len(args) {
			i++
			value = args[i]
		}
		c.note(arg, value)
		switch {
		case dropped(arg, value):
		case value != "":
			c.args = append(c.args, arg, value)
		default:
			c.args = append(c.args, arg)
		}
	}
	return c
}

func (c *command) note(arg, value string) {
	switch {
	case stops[arg], strings.HasPrefix(arg, "-print-"), strings.HasPrefix(arg, "--print-"):
		c.links = false
	case arg == "--driver-mode=g++", arg == "-x" && value == "c++", arg == "-xc++":
		c.cxx = true
	case arg == "-nostartfiles", arg == "-nostdlib", strings.HasPrefix(arg, "-mexec-model="):
		c.start = true
	case strings.Contains(arg, "color-diagnostics"), strings.HasPrefix(arg, "-fdiagnostics-color"):
		c.colour = true
	case !strings.HasPrefix(arg, "-") || arg == "-" || strings.HasPrefix(arg, "-l"):
		c.inputs = true
		c.cxx = c.cxx || isCxx(arg)
	}
}

func isCxx(file string) bool {
	for _, ending := range []string{".cc", ".cpp", ".cxx", ".C", ".c++"} {
		if strings.HasSuffix(file, ending) {
			return true
		}
	}
	return false
}

// dropped says whether an option is left out.
func dropped(arg, value string) bool {
	if native[arg] {
		return true
	}
	for _, p := range nativePrefixes {
		if strings.HasPrefix(arg, p) {
			return true
		}
	}
	switch arg {
	case "-l":
		return impliedLibraries[value]
	case "-I", "-L", "-isystem", "-idirafter":
		return nativeFolders[value]
	}
	if name, ok := strings.CutPrefix(arg, "-l"); ok {
		return impliedLibraries[name]
	}
	for _, flag := range []string{"-I", "-L", "-isystem"} {
		if dir, ok := strings.CutPrefix(arg, flag); ok {
			return nativeFolders[dir]
		}
	}
	return false
}
