package gen

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/loopground/loopground/guest/abi"
)

var root = filepath.Join("..", "..")

func TestFilesAreCurrent(t *testing.T) {
	files, err := Outputs(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		have, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Errorf("%v: run make gen", err)
		} else if !bytes.Equal(have, want) {
			t.Errorf("%s differs from what is generated: run make gen", name)
		}
	}
}

// A call that an SDK lacks is found by a user; a call without a word about it
// is found by nobody.
func TestEveryImportIsDeclaredAndDescribed(t *testing.T) {
	imports, doc := string(GoSDK()["guest/go/imports_gen.go"]), string(WireDoc())
	for _, f := range abi.Funcs {
		if !strings.Contains(imports, "//go:wasmimport uv_preview1 "+f.Name+"\n") {
			t.Errorf("guest/go does not declare %s", f.Name)
		}
		if !strings.Contains(doc, "\n### "+f.Name+"\n\n`"+f.Libuv+"`: ") {
			t.Errorf("docs/wire.md does not describe %s", f.Name)
		}
		if f.Doc == "" {
			t.Errorf("%s has no words", f.Name)
		}
	}
}

func TestGoNames(t *testing.T) {
	for _, c := range []struct{ prefix, name, want string }{
		{"", "buf_len", "bufLen"},
		{"", "fd", "fd"},
		{"wire", "tcp_getsockname", "wireTCPGetsockname"},
		{"wire", "fs_open", "wireFSOpen"},
		{"Type", "fs_event", "TypeFSEvent"},
		{"wire", "run", "wireRun"},
	} {
		if got := goName(c.prefix, c.name); got != c.want {
			t.Errorf("%s after %q is %s, want %s", c.name, c.prefix, got, c.want)
		}
	}
}
