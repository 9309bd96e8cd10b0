package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// header says what was measured where.
func (b *bench) header() string {
	lines := []string{
		"# What operations cost", "",
		"Written by `make bench`; every row of a table was measured in the same go, in turns.", "",
		"- Date: " + time.Now().UTC().Format("2006-01-02 15:04 UTC"),
		"- Commit: " + output("git", "describe", "--always", "--dirty"),
		"- CPU: " + cpuModel() + ", cores used: " + strings.Join(b.cores, ", "),
		"- Kernel: " + output("uname", "-sr"),
		"- Versions: " + runtime.Version() + "; " + firstLine(output("gcc", "--version")) + " -O2; libuv " + libuvVersion(),
		"- Load average at the begin: " + load(),
		fmt.Sprintf("- Runs of each contender: %d", b.runs), "",
		"CPU is user and system time of the contender's process while it did the work, without start and warm-up; medians.",
		"The spread is the distance between the quartiles, as a share of the median.",
		"\"× peer\" is against the fastest peer; above 1 costs more CPU, or does more in a second.",
		fmt.Sprintf("Where a spread exceeds %.0f %% no ratio is told.", 100*maxSpread),
	}
	return strings.Join(lines, "\n") + "\n"
}

// cores lists the cores that this process may use.
func cores() ([]string, error) {
	out := output("taskset", "-cp", strconv.Itoa(os.Getpid()))
	_, list, ok := strings.Cut(out, "list: ")
	if !ok {
		return nil, fmt.Errorf("taskset cannot tell the cores (apt-get install util-linux)")
	}
	var all []string
	for part := range strings.SplitSeq(strings.TrimSpace(list), ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		first, err1 := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("taskset's list of cores: %q", list)
		}
		for c := first; c <= last; c++ {
			all = append(all, strconv.Itoa(c))
		}
	}
	if len(all) < 2 {
		return nil, fmt.Errorf("server and client need a core each, and there is only one")
	}
	return all, nil
}

func output(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "not known"
	}
	return strings.TrimSpace(string(out))
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

func cpuModel() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	if m := regexp.MustCompile(`model name\s*: (.*)`).FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return runtime.GOARCH
}

func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "not known"
	}
	return strings.Join(strings.Fields(string(text))[:1], " ")
}

// libuvVersion asks the header that the contenders are built with.
func libuvVersion() string {
	cmd := exec.Command("gcc", "-E", "-P", "-x", "c", "-")
	cmd.Stdin = strings.NewReader("#include <uv/version.h>\nversion UV_VERSION_MAJOR.UV_VERSION_MINOR.UV_VERSION_PATCH\n")
	out, err := cmd.Output()
	m := regexp.MustCompile(`version (\d+) *\. *(\d+) *\. *(\d+)`).FindSubmatch(out)
	if err != nil || m == nil {
		return "not known"
	}
	return fmt.Sprintf("%s.%s.%s", m[1], m[2], m[3])
}
