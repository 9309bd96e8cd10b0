package host

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/loopground/loopground/loop/uv"
)

// Rule grants addresses: those of a word, a CIDR, an address or a host name,
// on all ports or some.
type Rule struct {
	text     string
	word     string       // loopback, private, public, all
	prefix   netip.Prefix // of an address or CIDR
	name     string       // a host name, looked up when the guest is made
	from, to uint16       // ports
}

// String is the rule as it was written.
func (r Rule) String() string { return r.text }

// ParseRule reads a rule: an address (10.0.0.5, ::1), a CIDR (10.0.0.0/8) or a
// host name, or one of the words loopback, private, public and all; with an
// optional :port or :from-to, before which an IPv6 address stands in brackets.
//
// loopback is 127.0.0.0/8 and ::1. private is what RFC 1918, 4193 and 6598 keep
// for private networks. public is every other unicast address that the
// Internet routes. No word but all holds link-local, multicast, documentation,
// translated (NAT64, 6to4) and unspecified addresses, and the addresses at
// which clouds serve their metadata: those need a CIDR or an address.
func ParseRule(s string) (Rule, error) {
	r := Rule{text: s, to: 65535}
	where, ports, err := cutPorts(s)
	if err == nil && ports != "" {
		r.from, r.to, err = parsePorts(ports)
	}
	if err == nil {
		err = r.parseWhere(where)
	}
	if err != nil {
		return Rule{}, fmt.Errorf("rule %q: %w. A rule is an address, CIDR or host name with an optional :port or :from-to, or loopback, private, public or all", s, err)
	}
	return r, nil
}

// cutPorts splits off the part after the address.
func cutPorts(s string) (where, ports string, err error) {
	if rest, ok := strings.CutPrefix(s, "["); ok {
		where, ports, ok = strings.Cut(rest, "]")
		if !ok {
			return "", "", fmt.Errorf("the bracket is not closed")
		}
		if ports == "" {
			return where, "", nil
		}
		ports, ok = strings.CutPrefix(ports, ":")
		if !ok || ports == "" {
			return "", "", fmt.Errorf("after the bracket stands :port or nothing")
		}
		return where, ports, nil
	}
	if strings.Count(s, ":") > 1 {
		return s, "", nil // an IPv6 address
	}
	where, ports, ok := strings.Cut(s, ":")
	if ok && ports == "" {
		return "", "", fmt.Errorf("no port after the colon")
	}
	return where, ports, nil
}

func parsePorts(s string) (from, to uint16, err error) {
	first, last, ranged := strings.Cut(s, "-")
	if !ranged {
		last = first
	}
	a, errA := strconv.ParseUint(first, 10, 16)
	b, errB := strconv.ParseUint(last, 10, 16)
	if errA != nil || errB != nil || a > b {
		return 0, 0, fmt.Errorf("%q is not a port or a range of ports", s)
	}
	return uint16(a), uint16(b), nil
}

func (r *Rule) parseWhere(s string) error {
	switch s {
	case "loopback", "private", "public", "all":
		r.word = s
		return nil
	case "":
		return fmt.Errorf("no address; all:PORT is any address")
	}
	if p, err := netip.ParsePrefix(s); err == nil {
		r.prefix = unmapPrefix(p)
		return nil
	}
	if a, err := netip.ParseAddr(s); err == nil {
		if a.Zone() != "" {
			return fmt.Errorf("an address has no zone here")
		}
		a = a.Unmap()
		r.prefix = netip.PrefixFrom(a, a.BitLen())
		return nil
	}
	if !isHostName(s) {
		return fmt.Errorf("%q is not an address, a CIDR or a host name", s)
	}
	r.name = s
	return nil
}

// unmapPrefix turns ::ffff:10.0.0.0/104 into 10.0.0.0/8.
func unmapPrefix(p netip.Prefix) netip.Prefix {
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p.Masked()
}

// isHostName wants labels of letters, digits and dashes, the last one not a
// number, so that a mistyped address is not looked up.
func isHostName(s string) bool {
	labels := strings.Split(strings.TrimSuffix(s, "."), ".")
	for _, l := range labels {
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' || strings.Trim(l, hostChars) != "" {
			return false
		}
	}
	return len(s) <= 253 && strings.Trim(labels[len(labels)-1], "0123456789") != ""
}

const hostChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

// grant is a rule with its name looked up.
type grant struct {
	Rule
	addrs []netip.Addr
}

// lookupPatience is how long the names of rules may take when a guest is made.
const lookupPatience = 5 * time.Second

// grants looks the names up. An address is checked when it is used; a name is
// looked up once, so that it cannot later come to mean another machine.
func grants(rules []Rule) ([]grant, error) {
	out := make([]grant, len(rules))
	ctx, cancel := context.WithTimeout(context.Background(), lookupPatience)
	defer cancel()
	for i, r := range rules {
		out[i].Rule = r
		if r.name == "" {
			continue
		}
		addrs, err := net.DefaultResolver.LookupNetIP(ctx, "ip", r.name)
		if err != nil {
			return nil, fmt.Errorf("rule %q: %w", r.text, err)
		}
		for _, a := range addrs {
			out[i].addrs = append(out[i].addrs, a.Unmap().WithZone(""))
		}
	}
	return out, nil
}

// allows reports whether the rule grants an address.
func (r grant) allows(ap netip.AddrPort) bool {
	if ap.Port() < r.from || ap.Port() > r.to {
		return false
	}
	a := ap.Addr().Unmap().WithZone("")
	switch {
	case r.word != "":
		return r.word == "all" || r.word == classOf(a)
	case r.name != "":
		return slices.Contains(r.addrs, a)
	}
	return r.prefix.IsValid() && r.prefix.Contains(a)
}

func allowed(rules []grant, ap netip.AddrPort) bool {
	for _, r := range rules {
		if r.allows(ap) {
			return true
		}
	}
	return false
}

// classOf is the word that grants an address; "" for one that no word but all
// grants. The address is not a mapped one.
func classOf(a netip.Addr) string {
	switch {
	case a.IsLoopback():
		return "loopback"
	case within(a, known.metadata):
		return ""
	case within(a, known.private):
		return "private"
	case a.Is4() && !within(a, known.specialV4), a.Is6() && known.routedV6.Contains(a) && !within(a, known.specialV6):
		return "public"
	}
	return ""
}

func within(a netip.Addr, nets []netip.Prefix) bool {
	for _, n := range nets {
		if n.Contains(a) {
			return true
		}
	}
	return false
}

// anyAddress is what an unbound handle listens on.
var anyAddress = netip.AddrPortFrom(netip.IPv4Unspecified(), 0)

// mayListen answers EACCES, and says so, without a grant for the address.
func (g *Guest) mayListen(ap netip.AddrPort) uv.Errno {
	if allowed(g.listen, ap) {
		return 0
	}
	return g.deny(uv.EACCES, "listen on "+ap.String(), denial{flag: "--allow-listen " + asRule(ap)})
}

func (g *Guest) mayConnect(ap netip.AddrPort) uv.Errno {
	if allowed(g.connect, ap) {
		return 0
	}
	return g.deny(uv.EACCES, "connect to "+ap.String(), denial{flag: "--allow-connect " + asPeerRule(ap)})
}

// firstDynamicPort begins the ports that a system gives to servers which ask
// for any: they are other ones in the next run.
const firstDynamicPort = 32768

// asPeerRule is the rule that grants connecting to an address, in the next run
// too.
func asPeerRule(ap netip.AddrPort) string {
	if ap.Port() >= firstDynamicPort {
		return ap.Addr().WithZone("").String()
	}
	return asRule(ap)
}

// asRule is the rule that grants an address and nothing else.
func asRule(ap netip.AddrPort) string {
	return netip.AddrPortFrom(ap.Addr().WithZone(""), ap.Port()).String()
}
