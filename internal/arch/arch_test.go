package arch

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const root = "../.."

func TestImportsFollowTheMap(t *testing.T) {
	faults, err := check(os.DirFS(root), layers)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Error(f)
	}
}

// Every rule is broken once.
func TestCheckFindsFaults(t *testing.T) {
	for name, tc := range map[string]struct {
		file, src string
		want      []string
	}{
		"upwards": {
			"loop/a.go", `package loop; import _ "github.com/loopground/loopground/host"`,
			[]string{"loop/a.go: package loop may not import host"},
		},
		"upwards, on another system only": {
			"loop/a_windows.go", "//go:build windows\n\npackage loop; import _ \"github.com/loopground/loopground/host\"",
			[]string{"loop/a_windows.go: package loop may not import host"},
		},
		"upwards, in a test": {
			"loop/a_test.go", `package loop; import _ "github.com/loopground/loopground/host"`,
			[]string{"loop/a_test.go: package loop may not import host"},
		},
		"sideways": {
			"guest/abi/a.go", `package abi; import _ "github.com/loopground/loopground/loop"`,
			[]string{"guest/abi/a.go: package guest/abi may not import loop"},
		},
		"the engine in the loop": {
			"loop/a.go", `package loop; import _ "github.com/tetratelabs/wazero/api"`,
			[]string{"loop/a.go: package loop may not import github.com/tetratelabs/wazero/api"},
		},
		"a module of another layer": {
			"host/run/a.go", `package run; import _ "github.com/spf13/cobra"`,
			[]string{"host/run/a.go: package host/run may not import github.com/spf13/cobra"},
		},
		"a look-alike module": {
			"cmd/playground/a.go", `package main; import _ "github.com/spf13/cobra-extra"`,
			[]string{"cmd/playground/a.go: package cmd/playground may not import github.com/spf13/cobra-extra"},
		},
		"a test's helper in the product": {
			"loop/a.go", `package loop; import _ "github.com/loopground/loopground/internal/leak"`,
			[]string{"loop/a.go: package loop may not import internal/leak"},
		},
		"unsafe": {
			"host/a.go", `package host; import _ "unsafe"`,
			[]string{"host/a.go: imports unsafe: only internal/sys may"},
		},
		"cgo": {
			"host/a.go", `package host; import "C"`,
			[]string{"host/a.go: imports C: only internal/sys may"},
		},
		"linkname": {
			"loop/a.go", "package loop\n\n//go:linkname now runtime.nanotime\nfunc now() int64",
			[]string{"loop/a.go: uses go:linkname: only internal/sys may"},
		},
		"init": {
			"loop/a.go", "package loop\n\nfunc init() {}",
			[]string{"loop/a.go: has an init function: nothing runs before main asks for it"},
		},
		"a package without a row": {
			"util/a.go", "package util",
			[]string{"util/a.go: package util is not on the map: give it a row in internal/arch/table.go"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := check(fstest.MapFS{tc.file: {Data: []byte(tc.src)}}, layers)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("faults (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckAllowsWhatTheMapAllows(t *testing.T) {
	got, err := check(fstest.MapFS{
		"internal/sys/a.go":                {Data: []byte(`package sys; import _ "unsafe"`)},
		"host/a.go":                        {Data: []byte(`package host; import _ "github.com/tetratelabs/wazero/api"`)},
		"host/b.go":                        {Data: []byte("package host\n\ntype t int\n\nfunc (t) init() {}")},
		"web/a.go":                         {Data: []byte(`package web; import _ "github.com/loopground/loopground/loop/trace"`)},
		"loop/a_test.go":                   {Data: []byte(`package loop; import _ "github.com/loopground/loopground/internal/leak"`)},
		"loop/b.go":                        {Data: []byte(`package loop; import _ "github.com/loopground/loopground/loop/internal/poller"`)},
		"guest/go/go.mod":                  {Data: []byte("module guest")},
		"guest/go/a.go":                    {Data: []byte(`package loop; import _ "unsafe"`)},
		"web/ui/node_modules/flat/flat.go": {Data: []byte("package flat; func init() {}")},
	}, layers)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 0 {
		t.Errorf("faults: %q, want none", got)
	}
}

// What a program compiles for importing one package of this module, on every
// system that has a loop.
func TestCostOfImporting(t *testing.T) {
	for _, tc := range []struct {
		pkg  string
		want []string
	}{
		{"loop/uv", nil},
		{"loop/trace", nil},
		{"loop", []string{xsys}},
		{"guest/abi", nil},
		{"host", []string{wazero, xsys}},
	} {
		if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(tc.pkg))); err != nil {
			t.Errorf("%s: %v", tc.pkg, err)
			continue
		}
		for _, goos := range []string{"linux", "darwin", "freebsd"} {
			t.Run(tc.pkg+" on "+goos, func(t *testing.T) {
				if diff := cmp.Diff(tc.want, modules(t, goos, tc.pkg), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("modules compiled into a program that imports %s (-want +got):\n%s", tc.pkg, diff)
				}
			})
		}
	}
}

// modules lists the modules, other than this one, that pkg compiles.
func modules(t *testing.T, goos, pkg string) []string {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./"+pkg)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list -deps ./%s: %v\n%s", pkg, err, stderr.String())
	}
	all := strings.Fields(string(out))
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(m string) bool { return m == module })
}

// The Go SDK is a module of its own, and pulls in nothing.
func TestGuestsGoSumIsEmpty(t *testing.T) {
	if _, err := os.Stat(filepath.Join(root, "guest/go/go.mod")); err != nil {
		t.Fatal(err)
	}
	if sum, err := os.ReadFile(filepath.Join(root, "guest/go/go.sum")); err == nil && len(sum) > 0 {
		t.Errorf("guest/go/go.sum lists modules; an SDK brings none:\n%s", sum)
	}
}
