package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/loopground/loopground/internal/cc"
)

// build makes every program of the suites, once.
func (b *bench) build(all []suite) error {
	programs := needed(all)
	if err := missing(programs); err != nil {
		return err
	}
	for _, p := range programs {
		cmd := p.compiler(b.dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, out)
		}
	}
	for _, s := range all {
		if s.prepare == nil {
			continue
		}
		if err := s.prepare(b.dir); err != nil {
			return err
		}
	}
	return nil
}

func needed(all []suite) (programs []program) {
	add := func(p program) {
		if !slices.ContainsFunc(programs, func(o program) bool { return o.path("") == p.path("") }) {
			programs = append(programs, p)
		}
	}
	for _, s := range all {
		for _, c := range s.contenders {
			add(c.program)
			if c.module != nil {
				add(*c.module)
			}
			if c.client != nil {
				add(c.client.program)
			}
		}
	}
	return programs
}

// path is where the built program lies.
func (p program) path(dir string) string {
	if p.guest {
		return filepath.Join(dir, p.c+".wasm")
	}
	if p.c != "" {
		return filepath.Join(dir, p.c)
	}
	return filepath.Join(dir, strings.ReplaceAll(p.goPath, "/", "-"))
}

func (p program) compiler(dir string) *exec.Cmd {
	if p.c != "" {
		source := filepath.Join("bench", "c", p.c+".c")
		flags := []string{"-O2", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-Werror", "-o", p.path(dir), source}
		flags = append(flags, p.libs...)
		if p.guest {
			return exec.Command("go", append([]string{"run", "./cmd/playground", "cc"}, flags...)...)
		}
		return exec.Command("gcc", flags...)
	}
	cmd := exec.Command("go", "build", "-o", p.path(dir), "./"+p.goPath)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	return cmd
}

// missing names what the programs need and this machine lacks, and the command
// that installs it.
func missing(programs []program) error {
	var packages []string
	lacks := func(there bool, name string) {
		if !there && !slices.Contains(packages, name) {
			packages = append(packages, name)
		}
	}
	lacks(onPath("taskset"), "util-linux")
	for _, p := range programs {
		if p.guest {
			if _, err := cc.FindTools(); err != nil {
				return err
			}
			continue
		}
		if p.c != "" {
			lacks(onPath("gcc"), "gcc")
			lacks(compiles("#include <stdio.h>"), "libc6-dev")
		}
		if slices.Contains(p.libs, "-luv") {
			lacks(compiles("#include <uv.h>"), "libuv1-dev")
		}
	}
	if len(packages) == 0 {
		return nil
	}
	return fmt.Errorf("this machine lacks what the contenders need: apt-get install %s", strings.Join(packages, " "))
}

func onPath(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}

func compiles(line string) bool {
	cmd := exec.Command("gcc", "-fsyntax-only", "-x", "c", "-")
	cmd.Stdin = strings.NewReader(line + "\n")
	return cmd.Run() == nil
}
