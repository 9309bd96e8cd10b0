package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// countCalls runs every contender once more under a counter of system calls,
// which is not measured. The calls are those of the whole process, its start too,
// and are divided by all its operations, those that warm it up too.
func (b *bench) countCalls(t *table) {
	file := filepath.Join(b.dir, "calls")
	wrap, parse := counter(file)
	if wrap == nil {
		t.callsMissing = "System calls are not counted: neither perf (apt-get install linux-perf) nor strace (apt-get install strace) can."
		return
	}
	for i, c := range t.suite.contenders {
		r, err := b.once(t.suite, c, wrap)
		if err != nil {
			t.callsMissing = "System calls are not counted for all: " + wrap[0] + " could not run them."
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		t.calls[i] = float64(parse(string(text))) / (float64(r.Ops) * (1 + t.suite.warmUp))
	}
}

// counter is the command that counts the calls of another into a file, and what
// reads that.
func counter(file string) (wrap []string, parse func(string) int) {
	perf := []string{"perf", "stat", "-x", ",", "-e", "raw_syscalls:sys_enter", "-o", file, "--"}
	if works(perf) {
		return perf, parsePerf
	}
	strace := []string{"strace", "-f", "-c", "-o", file, "--"}
	if works(strace) {
		return strace, parseStrace
	}
	return nil, nil
}

func works(wrap []string) bool {
	return exec.Command(wrap[0], append(wrap[1:len(wrap):len(wrap)], "true")...).Run() == nil
}

// parsePerf reads the line that begins with the count.
func parsePerf(text string) int {
	for line := range strings.Lines(text) {
		if count, _, ok := strings.Cut(line, ",,raw_syscalls"); ok {
			n, _ := strconv.Atoi(count)
			return n
		}
	}
	return 0
}

// parseStrace reads the line of the total: share, seconds, time a call, calls.
func parseStrace(text string) int {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) > 3 && f[len(f)-1] == "total" {
			n, _ := strconv.Atoi(f[3])
			return n
		}
	}
	return 0
}
