package loop

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"os"
	"strconv"
	"strings"

	"github.com/loopground/loopground/loop/uv"
)

// Resolver looks up names for GetAddrInfo and GetNameInfo, which see to flags,
// numbers and order themselves. Its methods are called on pool workers, several
// at once. A host puts its own rules here. Errors are EAI_NONAME, EAI_AGAIN,
// EAI_FAIL and the like.
type Resolver interface {
	// LookupHost finds the addresses of a name, best first, of one family or
	// of both.
	LookupHost(name string, family Family) ([]netip.Addr, uv.Errno)
	// LookupCanon finds the full form of a name.
	LookupCanon(name string) (string, uv.Errno)
	// LookupPort finds the port of a service, over UDP or TCP.
	LookupPort(service string, udp bool) (uint16, uv.Errno)
	// LookupAddr finds the name of an address.
	LookupAddr(addr netip.Addr) (string, uv.Errno)
	// LookupService finds the name of a port, over UDP or TCP.
	LookupService(port uint16, udp bool) (string, uv.Errno)
	// Families tells of which families, loopback aside, this machine has
	// addresses.
	Families() (ip4, ip6 bool)
}

// NewResolver is the resolver of the operating system's configuration, through
// package net. Look-ups end with EAI_CANCELED when ctx does.
func NewResolver(ctx context.Context) Resolver { return netResolver{ctx} }

type netResolver struct{ ctx context.Context }

func (r netResolver) LookupHost(name string, family Family) ([]netip.Addr, uv.Errno) {
	network := "ip"
	switch family {
	case IPv4:
		network = "ip4"
	case IPv6:
		network = "ip6"
	}
	addrs, err := net.DefaultResolver.LookupNetIP(r.ctx, network, name)
	if err != nil {
		return nil, lookupErrno(err)
	}
	for i, a := range addrs {
		addrs[i] = a.Unmap()
	}
	return addrs, 0
}

func (r netResolver) LookupCanon(name string) (string, uv.Errno) {
	canon, err := net.DefaultResolver.LookupCNAME(r.ctx, name)
	if err != nil {
		return "", lookupErrno(err)
	}
	return strings.TrimSuffix(canon, "."), 0
}

func (r netResolver) LookupPort(service string, udp bool) (uint16, uv.Errno) {
	port, err := net.DefaultResolver.LookupPort(r.ctx, network(udp), service)
	if err != nil {
		return 0, uv.EAI_SERVICE
	}
	return uint16(port), 0
}

func (r netResolver) LookupAddr(addr netip.Addr) (string, uv.Errno) {
	names, err := net.DefaultResolver.LookupAddr(r.ctx, addr.String())
	if err != nil {
		return "", lookupErrno(err)
	}
	if len(names) == 0 {
		return "", uv.EAI_NONAME
	}
	return strings.TrimSuffix(names[0], "."), 0
}

func (r netResolver) LookupService(port uint16, udp bool) (string, uv.Errno) {
	f, err := os.Open("/etc/services")
	if err != nil {
		return "", uv.EAI_SERVICE
	}
	defer f.Close()
	return findService(f, port, udp)
}

// findService reads lines such as "http 80/tcp www # comment".
func findService(r io.Reader, port uint16, udp bool) (string, uv.Errno) {
	want := strconv.Itoa(int(port)) + "/" + network(udp)
	for lines := bufio.NewScanner(r); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if f := strings.Fields(line); len(f) >= 2 && f[1] == want {
			return f[0], 0
		}
	}
	return "", uv.EAI_SERVICE
}

func network(udp bool) string {
	if udp {
		return "udp"
	}
	return "tcp"
}

func (r netResolver) Families() (ip4, ip6 bool) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return true, true
	}
	for _, a := range addrs {
		p, err := netip.ParsePrefix(a.String())
		if err != nil || p.Addr().IsLoopback() {
			continue
		}
		ip4 = ip4 || p.Addr().Is4()
		ip6 = ip6 || p.Addr().Is6()
	}
	return ip4, ip6
}

// lookupErrno is the error of a look-up as getaddrinfo has it.
func lookupErrno(err error) uv.Errno {
	var dns *net.DNSError
	switch {
	case errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded):
		return uv.EAI_CANCELED
	case !errors.As(err, &dns):
		return uv.EAI_FAIL
	case dns.IsNotFound:
		return uv.EAI_NONAME
	case dns.IsTimeout || dns.IsTemporary:
		return uv.EAI_AGAIN
	}
	return uv.EAI_FAIL
}
