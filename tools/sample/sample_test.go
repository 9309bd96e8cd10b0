package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCreate(t *testing.T) {
	dir := t.TempDir()
	files, err := create(dir, "two-timers")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"README.md", "main.go", "order.txt", "sample.json"}, files); diff != "" {
		t.Errorf("files (-want +got):\n%s", diff)
	}
	text, err := os.ReadFile(filepath.Join(dir, "two-timers", "sample.json"))
	if err != nil {
		t.Fatal(err)
	}
	var meta struct{ Title string }
	if err := json.Unmarshal(text, &meta); err != nil || meta.Title != "Two timers" {
		t.Errorf("sample.json has the title %q (%v), want Two timers", meta.Title, err)
	}
	if _, err := create(dir, "two-timers"); err == nil || !strings.Contains(err.Error(), "there already") {
		t.Errorf("creating it again: %v, want that it is there already", err)
	}
}

func TestCreateRefusesNames(t *testing.T) {
	for _, name := range []string{"", "..", "a/b", "-a", "a--b", "A", "a b", "ä"} {
		dir := t.TempDir()
		if _, err := create(dir, name); err == nil {
			t.Errorf("create(%q) made a sample", name)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("create(%q) left %v", name, left)
		}
	}
}
