//go:build unix

package host

import (
	"net/netip"
	"strings"
	"testing"
)

func TestRulesAllow(t *testing.T) {
	for _, c := range []struct {
		rule string
		yes  string
		no   string
	}{
		{"127.0.0.1", "127.0.0.1:1 [::ffff:127.0.0.1]:65535 127.0.0.1:0", "127.0.0.2:1 [::1]:1"},
		{"127.0.0.1:80", "127.0.0.1:80", "127.0.0.1:81 127.0.0.1:0"},
		{"127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:1"},
		{"10.0.0.0/8:80-90", "10.1.2.3:80 10.255.255.255:90 [::ffff:10.1.1.1]:85", "10.1.2.3:91 11.0.0.1:80"},
		{"::1", "[::1]:1", "127.0.0.1:1 [::2]:1"},
		{"[::1]:80", "[::1]:80", "[::1]:81"},
		{"[2001:db8::/32]:1-2", "[2001:db8:1::5]:2", "[2001:db9::]:1"},
		{"::ffff:10.0.0.0/104", "10.9.9.9:1", "11.0.0.1:1"},
		{"fe80::/10", "[fe80::1]:1 [fe80::1%3]:1", "[fec0::1]:1"},
		{"loopback", "127.0.0.1:1 127.255.0.1:1 [::1]:1 [::ffff:127.0.0.1]:1", "0.0.0.0:1 [::]:1 10.0.0.1:1 8.8.8.8:1"},
		{"private", "10.0.0.1:1 172.16.0.1:1 172.31.255.255:1 192.168.1.1:1 100.64.0.1:1 [fd12::1]:1 [fc00::1]:1",
			"172.32.0.1:1 8.8.8.8:1 127.0.0.1:1 169.254.1.1:1 100.100.100.200:1 [fd00:ec2::254]:1 [fe80::1]:1"},
		{"public", "8.8.8.8:1 1.1.1.1:443 [2606:4700::1111]:443 [::ffff:8.8.8.8]:1", strings.Join([]string{
			"127.0.0.1:1", "10.0.0.1:1", "192.168.0.1:1", "172.16.0.1:1", "100.64.0.1:1", "0.0.0.0:1", "0.1.2.3:1",
			"169.254.169.254:80", "168.63.129.16:80", "224.0.0.1:1", "239.1.1.1:1", "255.255.255.255:1", "240.0.0.1:1", "192.0.2.1:1",
			"198.18.0.1:1", "198.51.100.1:1", "203.0.113.1:1", "192.88.99.1:1",
			"[::1]:1", "[::]:1", "[fe80::1]:1", "[fc00::1]:1", "[fd00::1]:1", "[ff02::1]:1", "[::ffff:127.0.0.1]:1",
			"[::ffff:10.0.0.1]:1", "[::ffff:169.254.169.254]:1", "[64:ff9b::7f00:1]:1", "[64:ff9b::808:808]:1", "[64:ff9b:1::a00:1]:1",
			"[2002:7f00:1::]:1", "[2001:0:1::1]:1", "[2001:db8::1]:1", "[::127.0.0.1]:1", "[fec0::1]:1",
		}, " ")},
		{"all", "127.0.0.1:1 0.0.0.0:0 [::]:1 169.254.169.254:80 [ff02::1]:1", ""},
		{"all:80", "1.2.3.4:80", "1.2.3.4:81"},
		{"localhost:80", "127.0.0.1:80", "127.0.0.1:81 10.0.0.1:80"},
	} {
		granted, err := grants(rules(t, c.rule))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range strings.Fields(c.yes) {
			if !allowed(granted, netip.MustParseAddrPort(a)) {
				t.Errorf("%s does not allow %s", c.rule, a)
			}
		}
		for _, a := range strings.Fields(c.no) {
			if allowed(granted, netip.MustParseAddrPort(a)) {
				t.Errorf("%s allows %s", c.rule, a)
			}
		}
	}
	if allowed(nil, netip.MustParseAddrPort("127.0.0.1:1")) || allowed([]grant{{}}, netip.AddrPort{}) {
		t.Error("no rule allows something")
	}
}

func TestBadRules(t *testing.T) {
	for _, s := range []string{
		"", ":80", "8080", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:90-80", "127.0.0.1:65536", "1.2.3", "1.2.3.4/33",
		"[::1", "[::1]x", "[::1]:", "fe80::1%eth0", "a b", "-a.de", "a..de", "loop back", "*", "10.0.0.256", "1.2.3.4:-1",
	} {
		if r, err := ParseRule(s); err == nil {
			t.Errorf("%q is a rule: %+v", s, r)
		} else if !strings.Contains(err.Error(), "A rule is an address") {
			t.Errorf("%q: %v", s, err)
		}
	}
}

func TestNamesThatDoNotResolveAreAnError(t *testing.T) {
	if _, err := grants(rules(t, "does-not-exist.invalid")); err == nil {
		t.Error("a name that does not exist was granted")
	}
}

func TestParseDir(t *testing.T) {
	for s, want := range map[string]Dir{
		"data":             {Host: "data"},
		"data:ro":          {Host: "data", ReadOnly: true},
		".:/data:ro":       {Host: ".", Guest: "/data", ReadOnly: true},
		"/a/b:/c/../d/":    {Host: "/a/b", Guest: "/d"},
		"with:colon:/data": {Host: "with:colon", Guest: "/data"},
	} {
		if got, err := ParseDir(s); err != nil || got != want {
			t.Errorf("%q is %+v, %v", s, got, err)
		}
	}
	for _, s := range []string{"", ":ro", "a:b", "a:b:ro", ":/data"} {
		if d, err := ParseDir(s); err == nil {
			t.Errorf("%q is %+v", s, d)
		}
	}
}

func FuzzParseRule(f *testing.F) {
	for _, s := range []string{"all:80", "[::1]:80-90", "10.0.0.0/8", "example.com"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, err := ParseRule(s)
		if err == nil && r.name == "" {
			g := grant{Rule: r}
			g.allows(netip.MustParseAddrPort("127.0.0.1:80"))
			g.allows(netip.MustParseAddrPort("[::1]:80"))
		}
	})
}
