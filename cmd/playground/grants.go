package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
)

// grants are the flags that give a guest something.
type grants struct {
	dirs     []string
	listen   []string
	connect  []string
	dns      bool
	env      []string
	envFiles []string
}

func (g *grants) register(f *pflag.FlagSet) {
	f.StringArrayVar(&g.dirs, "dir", nil, "grant a directory: `HOST[:GUEST][:ro]`; without GUEST under the same path (repeatable)")
	f.StringArrayVar(&g.listen, "allow-listen", nil, "allow listening: `RULE` is an address, CIDR or name with an optional :port or :from-to, or loopback, private, public, all (repeatable)")
	f.StringArrayVar(&g.connect, "allow-connect", nil, "allow connecting: `RULE` as above (repeatable)")
	f.BoolVar(&g.dns, "allow-dns", false, "allow looking up names of hosts and services; what a name leads to still needs --allow-connect")
	f.StringArrayVar(&g.env, "env", nil, "set an environment variable: `K=V`; nothing is inherited (repeatable)")
	f.StringArrayVar(&g.envFiles, "env-file", nil, "set the variables of `FILE`, one K=V a line (repeatable)")
}

// apply checks the grants and puts them into the spec.
func (g *grants) apply(spec *run.Spec) error {
	for _, s := range g.dirs {
		d, err := host.ParseDir(s)
		if err != nil {
			return fmt.Errorf("--dir %s: %w", s, err)
		}
		spec.Dirs = append(spec.Dirs, d)
	}
	var err error
	if spec.Listen, err = rules("--allow-listen", g.listen); err != nil {
		return err
	}
	if spec.Connect, err = rules("--allow-connect", g.connect); err != nil {
		return err
	}
	spec.DNS = g.dns
	for _, f := range g.envFiles {
		vars, err := readEnvFile(f)
		if err != nil {
			return fmt.Errorf("--env-file: %w", err)
		}
		spec.Env = append(spec.Env, vars...)
	}
	for _, kv := range g.env {
		if !validEnv(kv) {
			return fmt.Errorf("--env %s: write NAME=value", kv)
		}
		spec.Env = append(spec.Env, kv)
	}
	return nil
}

func rules(flag string, list []string) ([]host.Rule, error) {
	var out []host.Rule
	for _, s := range list {
		r, err := host.ParseRule(s)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", flag, s, err)
		}
		out = append(out, r)
	}
	return out, nil
}

func validEnv(kv string) bool {
	return strings.Index(kv, "=") > 0 && !strings.ContainsRune(kv, 0)
}

// readEnvFile reads K=V lines; empty ones and those that begin with # are left out.
func readEnvFile(name string) ([]string, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []string
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if !validEnv(line) {
			return nil, fmt.Errorf("%s:%d: write NAME=value", name, n)
		}
		out = append(out, line)
	}
	return out, lines.Err()
}
