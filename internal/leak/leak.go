// Package leak checks that a test leaves no goroutine and no open file behind.
//
// Call [Check] first in a test: clean-up functions run last in, first out, so
// what the test itself registers is gone by the time the check looks.
//
//	func TestServer(t *testing.T) {
//		leak.Check(t)
//		...
//	}
//
// The check compares the whole process before and after, so a test that uses it
// must not run in parallel with others of its package.
package leak

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// settle is how long a goroutine or a descriptor may take to go once the test
// has ended: closing is often asked for on one goroutine and done on another.
const settle = 2 * time.Second

// Check fails t, when it ends, for every goroutine and every file descriptor
// that was not there when Check was called.
func Check(t testing.TB) {
	t.Helper()
	check(t, settle)
}

func check(t testing.TB, patience time.Duration) {
	t.Helper()
	startNetpoller()
	goroutines := goroutineIDs()
	files := openFiles()
	t.Cleanup(func() {
		t.Helper()
		var left []string
		for wait, until := time.Millisecond, time.Now().Add(patience); ; wait *= 2 {
			left = append(newGoroutines(goroutines), newFiles(files)...)
			if len(left) == 0 || time.Now().After(until) {
				break
			}
			time.Sleep(min(wait, 50*time.Millisecond))
		}
		for _, l := range left {
			t.Errorf("left behind: %s", l)
		}
	})
}

// startNetpoller makes the runtime open the descriptors of its own poller now,
// so that they count as "before" whatever the test opens first.
func startNetpoller() {
	r, w, err := os.Pipe()
	if err != nil {
		return // out of descriptors: the test will meet that itself
	}
	_ = r.Close()
	_ = w.Close()
}

func goroutineIDs() map[string]bool {
	ids := map[string]bool{}
	for _, g := range stacks() {
		ids[id(g)] = true
	}
	return ids
}

func newGoroutines(before map[string]bool) []string {
	var left []string
	for _, g := range stacks() {
		if !before[id(g)] && !ownedByRuntime(g) {
			left = append(left, g)
		}
	}
	return left
}

// id returns the "goroutine 12" that a stack begins with; numbers are not
// used twice.
func id(stack string) string {
	head, _, _ := strings.Cut(stack, " [")
	return head
}

// The runtime and the testing package start these when they are first needed,
// and keep them.
var runtimes = []string{
	"os/signal.signal_recv(",
	"os/signal.loop(",
	"runtime.ensureSigM",
	"runtime.runFinalizers(",
	"runtime.runfinq(",
	"runtime.runCleanups(",
	"runtime.(*cleanupQueue)",
	"runtime.ReadTrace(",
	"created by testing.(*T).Run",
	"created by testing.(*F).",
	"created by testing.(*M).",
	"created by testing.runTests",
}

func ownedByRuntime(stack string) bool {
	return slices.ContainsFunc(runtimes, func(s string) bool { return strings.Contains(stack, s) })
}

func newFiles(before map[string]string) []string {
	now := openFiles()
	var left []string
	for _, fd := range slices.Sorted(maps.Keys(now)) {
		// The same number with another target is another file.
		if target, ok := before[fd]; !ok || target != now[fd] {
			left = append(left, fmt.Sprintf("fd %s -> %s", fd, now[fd]))
		}
	}
	return left
}
