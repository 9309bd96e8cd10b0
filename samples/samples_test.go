package samples

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// needBuilt skips a test where `make samples` has not run.
func needBuilt(t *testing.T) {
	t.Helper()
	if len(All()) == 0 {
		if os.Getenv("CI") != "" {
			t.Fatal(How)
		}
		t.Skip(How)
	}
}

func TestSamplesAreWhole(t *testing.T) {
	needBuilt(t)
	folders, err := filepath.Glob("*/*/sample.json")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for _, f := range folders {
		if dir := filepath.Dir(f); filepath.Dir(dir) != "built" {
			want[filepath.Base(dir)] = true
		}
	}
	for _, s := range All() {
		if !want[s.Name] {
			t.Errorf("%s is built and has no folder", s.Name)
		}
		delete(want, s.Name)
		if len(s.Order) == 0 || s.Source == "" || s.File == "" {
			t.Errorf("%s lacks its order or source", s.Name)
		}
		wasm, ok := s.Wasm()
		if !ok || !bytes.HasPrefix(wasm, []byte("\x00asm\x01\x00\x00\x00")) {
			t.Errorf("%s has no module", s.Name)
		}
		if found, ok := Find(s.Name); !ok || found.Title != s.Title {
			t.Errorf("Find(%q) gives %q, %v", s.Name, found.Title, ok)
		}
	}
	for name := range want {
		t.Errorf("%s was not built", name)
	}
}

func TestEmbeddedSourceIsCurrent(t *testing.T) {
	needBuilt(t)
	for _, s := range All() {
		source, err := os.ReadFile(filepath.Join(s.Language, s.Name, s.File))
		if err != nil {
			t.Error(err)
		} else if string(source) != s.Source {
			t.Errorf("%s changed since it was built: run make samples", s.Name)
		}
	}
}

func TestFilesAndFlags(t *testing.T) {
	needBuilt(t)
	s, ok := Find("mixed")
	if !ok {
		t.Fatal("no sample mixed")
	}
	dir := t.TempDir()
	if err := s.WriteFiles(dir); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "poem.txt")); err != nil || len(b) == 0 {
		t.Errorf("the file to read: %d bytes, %v", len(b), err)
	}
	got := strings.Join(s.Flags(dir), " ")
	want := "--dir " + dir + ":/data:ro --allow-listen loopback --allow-connect loopback"
	if got != want {
		t.Errorf("flags are\n%s, not\n%s", got, want)
	}
}

// The commands that NewGo returns are followed as a user would, without a
// network and outside of the checkout.
func TestNewGoBuilds(t *testing.T) {
	needBuilt(t)
	if runtime.GOOS == "windows" {
		t.Skip("the commands are for a Unix shell")
	}
	dir := t.TempDir()
	commands, err := NewGo(dir, "my-guest")
	if err != nil {
		t.Fatal(err)
	}
	sh := exec.Command("sh", "-c", commands[0])
	sh.Dir = dir
	sh.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	if said, err := sh.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", commands[0], err, said)
	}
	module := strings.TrimPrefix(commands[1], "playground run ")
	if _, err := os.Stat(filepath.Join(dir, "my-guest", module)); err != nil {
		t.Errorf("the second command runs what the first did not build: %v", err)
	}
	if _, err := NewGo(dir, "my-guest"); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("a second guest of that name: %v", err)
	}
}

func TestNewGoRefusesNames(t *testing.T) {
	for _, name := range []string{"", ".", "..", "../up", "a/b", "Upper", "-flag", "a b", "a$b", strings.Repeat("a", 65)} {
		dir := t.TempDir()
		if _, err := NewGo(dir, name); err == nil || errors.Is(err, ErrNoSDK) {
			t.Errorf("%q: %v", name, err)
		}
		if _, err := NewC(dir, name); err == nil {
			t.Errorf("%q in C: no error", name)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%q left %v behind", name, left)
		}
	}
}
