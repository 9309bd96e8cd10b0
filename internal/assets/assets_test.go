package assets

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A WebAssembly text guest, and a stand-in for its assembler.
func tree(t *testing.T, files map[string]string) Options {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		if err := write(filepath.Join(root, filepath.FromSlash(name)), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return Options{Root: root}
}

func TestFindWantsOneSource(t *testing.T) {
	o := tree(t, map[string]string{"samples/wat/one/a.wat": "", "samples/wat/README.md": ""})
	guests, err := find(o, "wat", "*.wat")
	if err != nil || len(guests) != 1 || guests[0].name != "one" || guests[0].source != "a.wat" {
		t.Errorf("found %+v, %v", guests, err)
	}
	o = tree(t, map[string]string{"samples/wat/two/a.wat": "", "samples/wat/two/b.wat": ""})
	if _, err := find(o, "wat", "*.wat"); err == nil || !strings.Contains(err.Error(), filepath.FromSlash("samples/wat/two")) {
		t.Errorf("a folder with two sources: %v", err)
	}
}

func TestMissingAssemblerSaysWhatToDo(t *testing.T) {
	err := compileWat(tree(t, nil), []guest{{name: "x"}}, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "npm ci --prefix web/ui") {
		t.Errorf("got %v", err)
	}
}

func TestUnreadableSampleIsRefused(t *testing.T) {
	files := map[string]string{
		"samples/wat/x/x.wat":       "",
		"samples/wat/x/README.md":   "# X\n\n## What to look for\n\nit\n\n## Try this\n\nthat\n",
		"samples/wat/x/order.txt":   "\"a\"\n",
		"samples/wat/x/sample.json": `{"title": "X"}`,
		"module":                    "\x00asm",
	}
	try := func() error {
		o := tree(t, files)
		return install(o, guest{name: "x", dir: "samples/wat/x", lang: "wat", source: "x.wat"}, o.path("module"))
	}
	if err := try(); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"samples/wat/x/README.md":   "# X\n",
		"samples/wat/x/order.txt":   "\"a\" >\n",
		"samples/wat/x/sample.json": `{"title": "X", "colour": "red"}`,
	} {
		whole := files[name]
		files[name] = text
		if err := try(); err == nil {
			t.Errorf("%s with %q was taken", name, text)
		}
		files[name] = whole
	}
}

func TestSweepKeepsWhatIsBuilt(t *testing.T) {
	o := tree(t, map[string]string{"samples/built/placeholder.txt": "", "samples/built/old/source": "", "samples/built/new/source": ""})
	if err := sweep(o, map[string]bool{"placeholder.txt": true, "new": true}); err != nil {
		t.Fatal(err)
	}
	left, err := os.ReadDir(o.built())
	if err != nil || len(left) != 2 || left[0].Name() != "new" || left[1].Name() != "placeholder.txt" {
		t.Errorf("left %v, %v", left, err)
	}
}

// The archive changes when its files do and not otherwise, so that builds
// repeat.
func TestArchiveRepeats(t *testing.T) {
	files := map[string]string{
		"LICENSE": "free", "guest/go/go.mod": "module x", "guest/go/README.md": "#", "guest/go/a.go": "package uv",
		"guest/go/a_test.go": "package uv",
	}
	read := func() string {
		o := tree(t, files)
		if err := sdkArchive(o); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(o.built(sdkFile))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	first := read()
	if read() != first {
		t.Error("two archives of the same files differ")
	}
	if strings.Contains(first, "a_test.go") || !strings.Contains(first, "a.go") {
		t.Error("it should hold a.go and not a_test.go")
	}
	files["guest/go/a.go"] = "package uv // changed"
	if read() == first {
		t.Error("it does not change with its files")
	}
}
