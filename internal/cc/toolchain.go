package cc

import (
	"context"
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/loopground/loopground/guest/c"
)

//go:embed toolchain
var templates embed.FS

// toolchainFiles are what a build system is given, and what each is made of.
var toolchainFiles = []struct {
	name, template string
	mode           os.FileMode
}{
	{"uvcc.cmake", "uvcc.cmake.tmpl", 0o644},
	{"lib/pkgconfig/libuv.pc", "libuv.pc.tmpl", 0o644},
	{"lib/cmake/libuv/libuv-config.cmake", "libuv-config.cmake.tmpl", 0o644},
	{"lib/cmake/libuv/libuv-config-version.cmake", "libuv-config-version.cmake.tmpl", 0o644},
	{"bin/uvcc", "uvcc.sh.tmpl", 0o755},
	{"bin/uvc++", "uvcc.sh.tmpl", 0o755},
}

// Toolchain writes into dir what build systems want of a compiler: bin/uvcc for
// those that want one word, uvcc.cmake for CMake, lib/pkgconfig/libuv.pc, and
// headers and library. program is the playground's own file.
func (d *Driver) Toolchain(ctx context.Context, dir, program string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	l, err := d.library()
	if err != nil {
		return err
	}
	if err := l.build(ctx); err != nil {
		return err
	}
	for _, f := range toolchainFiles {
		values := struct{ Program, Plain, Mode, Dir, Ar, Version string }{quoted(program), filepath.ToSlash(program), "", dir, d.Tools.Ar, Version()}
		if f.name == "bin/uvc++" {
			values.Mode = " --driver-mode=g++"
		}
		if err := writeTemplate(filepath.Join(dir, f.name), f.template, f.mode, values); err != nil {
			return err
		}
	}
	headers, err := fs.Sub(c.Files, "include")
	if err != nil {
		return err
	}
	if err := copyTree(filepath.Join(dir, "include"), headers, "."); err != nil {
		return err
	}
	archive, err := os.ReadFile(filepath.Join(l.dir, "lib", "libuv.a"))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "lib", "libuv.a"), archive, 0o644)
}

func writeTemplate(file, name string, mode os.FileMode, values any) error {
	t, err := template.ParseFS(templates, "toolchain/"+name)
	if err != nil {
		return err
	}
	var text strings.Builder
	if err := t.Execute(&text, values); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text.String()), mode)
}

// quoted is a word for a POSIX shell.
func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

var versionMacro = regexp.MustCompile(`(?m)^#define UV_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$`)

// Version is the release of libuv whose API the header has.
func Version() string {
	text, _ := fs.ReadFile(c.Files, "include/uv/version.h")
	var parts []string
	for _, m := range versionMacro.FindAllSubmatch(text, -1) {
		parts = append(parts, string(m[1]))
	}
	return strings.Join(parts, ".")
}
