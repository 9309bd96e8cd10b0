package gen

import (
	"strings"
	"testing"
)

func TestEveryFunctionOfLibuvIsListedOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range libuvChapters {
		for i, f := range c.funcs {
			if seen[f.name] {
				t.Errorf("%s is listed twice", f.name)
			}
			if i > 0 && c.funcs[i-1].name >= f.name {
				t.Errorf("%s does not stand after %s", f.name, c.funcs[i-1].name)
			}
			seen[f.name] = true
		}
	}
	if len(seen) != 318 { // 293 in 1.44.2, and 25 since
		t.Errorf("%d functions are listed, libuv 1.52 has 318", len(seen))
	}
}

func TestFunctionWithNeitherSymbolNorReasonIsAFault(t *testing.T) {
	_, err := mapRow(function{"uv_run", ""}, nil, "")
	if err == nil || !strings.Contains(err.Error(), "uv_run") {
		t.Errorf("got %v", err)
	}
}

func TestNameThatLibuvDoesNotHaveIsAFault(t *testing.T) {
	err := checkNames(map[string][]symbol{"uv_runn": {{name: "Loop.Run"}}})
	if err == nil || !strings.Contains(err.Error(), "Loop.Run says libuv: uv_runn") {
		t.Errorf("got %v", err)
	}
}

// What a symbol is called, and which test is found for it, where that is not
// plain: a method of an unexported type, of an interface, of an embedded type.
func TestSymbolsAndTheirTestsAreFound(t *testing.T) {
	found, err := loopSymbols(root)
	if err != nil {
		t.Fatal(err)
	}
	for libuv, want := range map[string]string{
		"uv_timer_start":   "Timer.Start",
		"uv_prepare_start": "Prepare.Start",
		"uv_close":         "Handle.Close",
		"uv_write":         "Stream.Write",
		"uv_err_name":      "uv.Errno.Name",
		"uv_loop_init":     "New",
	} {
		if s := found[libuv]; len(s) != 1 || s[0].name != want || s[0].test == "" {
			t.Errorf("%s is %v, want %s and a test", libuv, s, want)
		}
	}
}
