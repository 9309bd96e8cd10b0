package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Programs that use POSIX beside libuv print as guests what they print natively.
func TestCCHasWhatWasiLibcLacks(t *testing.T) { compareWithNative(t, "files", "locks") }

// The fields of uv.h's structures that programs read and change, and callbacks
// that come with errors, are in a guest what they are natively.
func TestCCFieldsAreTrue(t *testing.T) {
	compareWithNative(t, "fields", "pipe_connect", "stream", "walk")
}

// A line that is printed stands where it was printed, not at the end of the run.
func TestCCGivesEachLineOnWhenItEnds(t *testing.T) {
	needTools(t)
	source, err := filepath.Abs(filepath.Join("testdata", "c", "lines.c"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	wantStatus(t, playground(t, "cc", source, "-o", "lines.wasm"), 0)
	r := playground(t, "run", "--virtual-time", "--explain", "lines.wasm")
	wantStatus(t, r, 0)
	wantText(t, r.stdout, "it 1 · timers · Timer #1 fires", "| tick 1", "it 3 · timers", "| tick 3", "| terminal: 0")
}

func compareWithNative(t *testing.T, names ...string) {
	needTools(t)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			source, err := filepath.Abs(filepath.Join("testdata", "c", name+".c"))
			if err != nil {
				t.Fatal(err)
			}
			if exec.Command("pkg-config", "--exists", "libuv").Run() != nil {
				t.Skip("there is no native libuv to compare with")
			}
			t.Chdir(t.TempDir())
			if out, err := exec.Command("cc", source, "-luv", "-o", "native").CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			want, err := exec.Command("./native").Output()
			if err != nil {
				t.Fatal(err)
			}
			wantStatus(t, playground(t, "cc", source, "-Wall", "-Werror", "-o", "guest.wasm"), 0)
			r := playground(t, "run", "--dir", ".", "--allow-listen", "loopback", "--allow-connect", "loopback", "guest.wasm")
			wantStatus(t, r, 0)
			if r.stdout != string(want) {
				t.Errorf("as a guest:\n%s\nnatively:\n%s", r.stdout, want)
			}
		})
	}
}

func TestCCSaysWhatOneThreadCannotDo(t *testing.T) {
	needTools(t)
	t.Chdir(t.TempDir())
	for _, c := range []struct{ name, text, compiling, running string }{
		{"fork", "#include <unistd.h>\nint main(void) { return fork() < 0 ? 0 : 1; }", "uv_queue_work", "fork: a guest is one process"},
		{
			"thread", "#include <pthread.h>\nstatic void *f(void *p) { return p; }\n" +
				"int main(void) { pthread_t t; return pthread_create(&t, NULL, f, NULL) != 0 ? 0 : 1; }",
			"uv_queue_work", "pthread_create: a guest has one thread",
		},
		{
			"wait", "#include <uv.h>\nint main(void) { uv_sem_t s; uv_sem_init(&s, 0); uv_sem_wait(&s); return 0; }",
			"", "uv_sem_wait: this wait can never end",
		},
	} {
		if err := os.WriteFile(c.name+".c", []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		r := playground(t, "cc", c.name+".c", "-o", c.name+".wasm")
		wantStatus(t, r, 0)
		wantText(t, r.stderr, c.compiling)
		r = playground(t, "run", c.name+".wasm")
		wantText(t, r.stderr, c.running)
	}
}
