package main

import (
	"bytes"
	"testing"

	"github.com/loopground/loopground/host"
)

func TestDenialsPrintTheWholeCommandThatGrantsThem(t *testing.T) {
	for _, c := range []struct {
		name   string
		args   []string
		guest  string
		after  []string
		denied []host.Denial
		want   string
	}{
		{
			name: "one grant", args: []string{"run", "server.wasm"}, guest: "server.wasm",
			denied: []host.Denial{{What: "listen on 127.0.0.1:3000", Flag: "--allow-listen 127.0.0.1:3000"}},
			want: "denied: listen on 127.0.0.1:3000. Nothing is allowed until you say so:\n" +
				"  playground run --allow-listen 127.0.0.1:3000 server.wasm\n",
		},
		{
			name: "other flags and arguments stay", args: []string{"run", "--timeout", "5s", "my server.wasm", "-p", "3000"},
			guest: "my server.wasm", after: []string{"-p", "3000"},
			denied: []host.Denial{{What: "open /data/a b", Flag: "--dir '/data/a b:ro'"}},
			want: "denied: open /data/a b. Nothing is allowed until you say so:\n" +
				"  playground run --timeout 5s --dir '/data/a b:ro' 'my server.wasm' -p 3000\n",
		},
		{
			name: "several denials give one command", args: []string{"run", "a.wasm"}, guest: "a.wasm",
			denied: []host.Denial{
				{What: "listen on 127.0.0.1:1", Flag: "--allow-listen 127.0.0.1:1"},
				{What: "connect to 10.0.0.5:5432", Flag: "--allow-connect 10.0.0.5:5432"},
			},
			want: "denied: listen on 127.0.0.1:1.\n" +
				"denied: connect to 10.0.0.5:5432. Nothing is allowed until you say so:\n" +
				"  playground run --allow-listen 127.0.0.1:1 --allow-connect 10.0.0.5:5432 a.wasm\n",
		},
		{
			name: "a flag behind the guest moves to the front", args: []string{"run", "app.wasm", "--allow-connect", "10.0.0.0/8", "go"},
			guest: "app.wasm", after: []string{"--allow-connect", "10.0.0.0/8", "go"},
			denied: []host.Denial{{What: "connect to 10.0.0.5:5432", Flag: "--allow-connect 10.0.0.5:5432"}},
			want: "denied: connect to 10.0.0.5:5432. You gave --allow-connect after app.wasm, so the guest got it. Write:\n" +
				"  playground run --allow-connect 10.0.0.0/8 app.wasm go\n",
		},
		{
			name: "a flag without a value takes no argument along", args: []string{"run", "app.wasm", "--allow-dns", "go"},
			guest: "app.wasm", after: []string{"--allow-dns", "go"},
			denied: []host.Denial{{What: "look up example.com", Flag: "--allow-dns"}},
			want: "denied: look up example.com. You gave --allow-dns after app.wasm, so the guest got it. Write:\n" +
				"  playground run --allow-dns app.wasm go\n",
		},
		{
			name: "so do flags written with =, every one of that name", args: []string{"run", "app.wasm", "--allow-connect=[::1]:80", "go", "--allow-connect", "10.0.0.0/8"},
			guest: "app.wasm", after: []string{"--allow-connect=[::1]:80", "go", "--allow-connect", "10.0.0.0/8"},
			denied: []host.Denial{{What: "connect to 10.0.0.5:5432", Flag: "--allow-connect 10.0.0.5:5432"}},
			want: "denied: connect to 10.0.0.5:5432. You gave --allow-connect after app.wasm, so the guest got it. Write:\n" +
				"  playground run --allow-connect '[::1]:80' --allow-connect 10.0.0.0/8 app.wasm go\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			newCommandLine(c.args, c.guest, c.after).printDenied(&out, c.denied, 0)
			if out.String() != c.want {
				t.Errorf("got:\n%swant:\n%s", out.String(), c.want)
			}
		})
	}
}

func TestShellWords(t *testing.T) {
	for in, want := range map[string]string{
		"a.wasm": "a.wasm", "": "''", "a b": "'a b'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "[::1]:80": "'[::1]:80'",
	} {
		if got := shellWord(in); got != want {
			t.Errorf("shellWord(%q) = %s, want %s", in, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	for in, want := range map[string]int64{"1": 1, "64KiB": 64 << 10, "2MiB": 2 << 20, "1GiB": 1 << 30, "10m": 10 << 20, "3 MB": 3 << 20} {
		if got, err := parseSize(in); err != nil || got != want {
			t.Errorf("parseSize(%q) = %d, %v, want %d", in, got, err, want)
		}
	}
	for _, in := range []string{"", "0", "-1", "x", "1TiB", "9999999999GiB", "1KK", "99999999999999999999"} {
		if got, err := parseSize(in); err == nil {
			t.Errorf("parseSize(%q) = %d, want an error", in, got)
		}
	}
}

func TestPoolSizeFollowsTheEnvironmentAsLibuvDoes(t *testing.T) {
	for env, want := range map[string]int{"": 0, "8": 8, "0": 1, "many": 1, "5000": 1024} {
		if got, err := (&limits{}).poolSize(env); err != nil || got != want {
			t.Errorf("UV_THREADPOOL_SIZE=%q: %d, %v, want %d", env, got, err, want)
		}
	}
	if got, _ := (&limits{pool: 2}).poolSize("8"); got != 2 {
		t.Errorf("--pool 2 with UV_THREADPOOL_SIZE=8: %d, want 2", got)
	}
}
