package main

import (
	"path/filepath"
	"time"
)

// A tier is a group of tests that needs the same things of the machine.
type tier struct {
	name   string
	budget time.Duration
	needs  []*need
	steps  []step
	built  bool // wants bin/playground and the page
}

// A step is one line of progress. It writes what someone needs who looks into a
// failure to w, which is shown only then.
type step struct {
	title string
	run   func(r *runner, res *result) error
}

// tiers lists them in the order of their cost.
func tiers(root string) []tier {
	return []tier{
		{name: "check", budget: 2 * time.Minute, steps: checkSteps(), built: true},
		{name: "unit", budget: 2 * time.Minute, needs: []*need{cCompiler}, steps: []step{
			goTest("race detector, shuffled", "", "-race", "-shuffle=on", "./loop/...", "./guest/abi/...", "./internal/..."),
			goTest("tools", "tools", "./..."),
			npmTest("page", "test", nil),
		}, built: true},
		{name: "kernel", budget: 2 * time.Minute, steps: kernelSteps(root)},
		{name: "guests", budget: 3 * time.Minute, needs: []*need{wasmCompiler}, steps: []step{
			goTest("host, samples, program", "", guestPackages(root)...),
			goTest("Go SDK", "guest/go", "./..."),
			// Minimising what is interesting would take most of the time.
			goTest("random modules, metered and not", "", "-run=^$", "-fuzz=^FuzzEqual$", "-fuzztime=30s",
				"-fuzzminimizetime=5x", "./host/meter"),
		}, built: true},
		{name: "differential", budget: 3 * time.Minute, needs: []*need{libuv, wasmCompiler, cmake}, steps: []step{
			goTest("the same scenarios on libuv, on loop and as guests", "", "-count=1", "./test/differential"),
		}},
		{name: "browser", budget: 3 * time.Minute, needs: []*need{chromium}, steps: []step{
			npmTest("the built program in Chromium", "e2e", browserEnv),
		}, built: true},
	}
}

// kernelSteps runs the loop's suite on the system's own kernel and, where the
// tree has it, again on poll(2).
func kernelSteps(root string) []step {
	steps := []step{goTest("the system's own", "", "-count=1", "./loop/...")}
	if found, _ := filepath.Glob(filepath.Join(root, "loop", "kernel_poll*.go")); len(found) > 0 {
		steps = append(steps, goTest("poll(2)", "", "-count=1", "-tags=looppoll", "./loop/..."))
	}
	return steps
}

// guestPackages are those of the guests tier: the folders of test that have no
// tier of their own, and all that runs guests.
func guestPackages(root string) []string {
	patterns := []string{"./host/...", "./samples/...", "./cmd/...", "./web/..."}
	folders, _ := filepath.Glob(filepath.Join(root, "test", "*"))
	for _, f := range folders {
		if name := filepath.Base(f); name != "differential" {
			patterns = append(patterns, "./test/"+name+"/...")
		}
	}
	return existing(root, patterns...)
}

// existing keeps the patterns whose folder is in the tree.
func existing(root string, patterns ...string) []string {
	kept := []string{"-count=1"}
	for _, p := range patterns {
		dir := filepath.Join(root, filepath.FromSlash(p[:len(p)-len("/...")]))
		if isDir(dir) {
			kept = append(kept, p)
		}
	}
	return kept
}
