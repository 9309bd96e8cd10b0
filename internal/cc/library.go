package cc

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/loopground/loopground/guest/c"
)

// library is the part of guest/c that programs see, on disk.
type library struct {
	t   Tools
	dir string // a folder of its own for each content, compiler and sysroot
}

// emulated are the archives of wasi-libc that stand in for what WASI lacks, and
// the macros that admit it.
var emulated = []string{"signal", "getpid", "process-clocks", "mman"}

// compileFlags are those of the library and of programs.
func (l library) compileFlags() []string {
	flags := []string{
		"--target=" + l.t.Target, "--sysroot=" + l.t.Sysroot,
		"-I" + filepath.Join(l.dir, "include"), "-isystem", filepath.Join(l.dir, "shim", "include"),
		// Debian's sysroot is /usr, whose own headers are another system's.
		"-nostdlibinc", "-idirafter", l.headers(),
		// Warnings of the shim's, of what a guest lacks, do not fail under -Werror
		// what compiles natively.
		"-Wno-error=user-defined-warnings",
	}
	for _, name := range emulated {
		macro := strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		flags = append(flags, "-D_WASI_EMULATED_"+macro)
	}
	return flags
}

// headers is the folder of wasi-libc's.
func (l library) headers() string {
	include := filepath.Join(l.t.Sysroot, "include")
	if own := filepath.Join(include, l.t.Target); exists(own) {
		return own
	}
	return include
}

// stackSize of a program: that of a program's main thread on Linux. What it
// does not touch costs nothing.
const stackSize = 8 << 20

// startFlags name the code that calls main. Other than what clang takes for a
// program, crt1.o calls the constructors itself: where nothing does, the linker
// has each exported function, which the dispatch of callbacks is, begin with all
// constructors and end with what atexit was given.
func (l library) startFlags() []string {
	crt := filepath.Join(l.t.Sysroot, "lib", l.t.Target, "crt1.o")
	if !exists(crt) {
		return nil
	}
	return []string{"-nostartfiles", crt}
}

// linkFlags are those before and after what a program names.
func (l library) linkFlags() (before, after []string) {
	before = []string{
		"-fuse-ld=" + l.t.Linker, "-L" + filepath.Join(l.dir, "lib"),
		// Below the stack there is nothing, so that running over it is a trap.
		fmt.Sprintf("-Wl,--stack-first,-z,stack-size=%d", stackSize),
	}
	for _, name := range wrapped() {
		before = append(before, "-Wl,--wrap="+name)
	}
	after = append(after, "-luv")
	for _, name := range emulated {
		after = append(after, "-lwasi-emulated-"+name)
	}
	return before, after
}

// hasCxx says whether the sysroot has C++'s library.
func (l library) hasCxx() bool {
	return exists(filepath.Join(l.t.Sysroot, "lib", l.t.Target, "libc++.a"))
}

// cxxFlags are further flags for C++, whose headers come before those of C.
func (l library) cxxFlags() []string {
	return []string{"-isystem", filepath.Join(l.headers(), "c++", "v1")}
}

// unpack makes the folder of headers and sources if it is not there. Several
// processes may do so at once: the first to rename its own wins.
func (l library) unpack() error {
	if exists(l.dir) {
		return nil
	}
	parent := filepath.Dir(l.dir)
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return err
	}
	mine, err := os.MkdirTemp(parent, "new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(mine)
	if err := copyTree(mine, c.Files, "."); err != nil {
		return err
	}
	if err := os.Rename(mine, l.dir); err != nil && !exists(l.dir) {
		return err
	}
	return nil
}

// copyTree writes the files below root.
func copyTree(dir string, files fs.FS, root string) error {
	return fs.WalkDir(files, root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
}

// key is of all that decides what the library becomes.
func key(t Tools) (string, error) {
	h := sha256.New()
	clang, err := filepath.EvalSymlinks(t.Clang)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(clang)
	if err != nil {
		return "", err
	}
	fmt.Fprintln(h, clang, info.Size(), info.ModTime().UnixNano(), t.Sysroot, t.Target, libraryFlags)
	err = fs.WalkDir(c.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(c.Files, name)
		fmt.Fprintln(h, name, len(text))
		h.Write(text)
		return err
	})
	return hex.EncodeToString(h.Sum(nil)[:12]), err
}

func cFile(name string) bool { return path.Ext(name) == ".c" }

// sources are the library's C files, by slash-separated names.
func sources() (names []string) {
	_ = fs.WalkDir(c.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && cFile(name) {
			names = append(names, name)
		}
		return err
	})
	return names
}

var wrapper = regexp.MustCompile(`\b__wrap_(\w+)\s*\(`)

// wrapped are the functions of wasi-libc that the library replaces.
func wrapped() (names []string) {
	for _, source := range sources() {
		text, _ := fs.ReadFile(c.Files, source)
		for _, m := range wrapper.FindAllSubmatch(text, -1) {
			names = append(names, string(m[1]))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var libraryFlags = []string{"-O2", "-std=gnu11", "-ffunction-sections", "-fdata-sections"}

// build makes lib/libuv.a if it is not there.
func (l library) build(ctx context.Context) error {
	archive := filepath.Join(l.dir, "lib", "libuv.a")
	if exists(archive) {
		return nil
	}
	if l.t.Ar == "" {
		return &MissingError{"there is no llvm-ar (a part of llvm)"}
	}
	if err := l.checkBuiltins(ctx); err != nil {
		return err
	}
	work, err := os.MkdirTemp(l.dir, "build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	objects, err := l.compileAll(ctx, work)
	if err != nil {
		return err
	}
	mine := filepath.Join(work, "libuv.a")
	if err := run(ctx, l.t.Ar, append([]string{"rcs", mine}, objects...)...); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(archive), 0o755); err != nil {
		return err
	}
	return os.Rename(mine, archive)
}

// checkBuiltins asks clang for what its own code calls.
func (l library) checkBuiltins(ctx context.Context) error {
	out, err := exec.CommandContext(ctx, l.t.Clang, "--target="+l.t.Target, "--sysroot="+l.t.Sysroot, "-print-libgcc-file-name").Output()
	if err != nil {
		return fmt.Errorf("%s: %w", l.t.Clang, err)
	}
	if file := strings.TrimSpace(string(out)); !exists(file) {
		return &MissingError{"clang's own library for WebAssembly is missing (" + file + ")"}
	}
	return nil
}

// compileAll compiles the sources, some at once, and gives the objects.
func (l library) compileAll(ctx context.Context, work string) ([]string, error) {
	names := sources()
	objects, errs := make([]string, len(names)), make([]error, len(names))
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for i, name := range names {
		objects[i] = filepath.Join(work, strings.ReplaceAll(strings.TrimSuffix(name, ".c"), "/", "-")+".o")
		wg.Go(func() {
			turns <- struct{}{}
			defer func() { <-turns }()
			args := slices.Concat(l.compileFlags(), libraryFlags,
				[]string{"-I" + filepath.Join(l.dir, "src"), "-c", filepath.Join(l.dir, filepath.FromSlash(name)), "-o", objects[i]})
			errs[i] = run(ctx, l.t.Clang, args...)
		})
	}
	wg.Wait()
	return objects, errors.Join(errs...)
}

// run runs a program that says something only when it fails.
func run(ctx context.Context, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("building libuv's library: %s: %w\n%s", filepath.Base(program), err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}
