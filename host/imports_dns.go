package host

import (
	"encoding/binary"
	"math"
	"net/netip"
	"strconv"

	"github.com/loopground/loopground/guest/abi"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// names is the resolver of one request. Without the grant it answers nothing and
// keeps what was asked.
type names struct {
	loop.Resolver
	asked string
}

// names makes the resolver of a request.
func (g *Guest) names() *names {
	switch {
	case !g.cfg.DNS:
		n := &names{}
		n.Resolver = &ungranted{n}
		return n
	case g.cfg.Resolver != nil:
		return &names{Resolver: g.cfg.Resolver}
	}
	return &names{Resolver: loop.NewResolver(g.life.ctx)}
}

// mayName answers EACCES, and says so, for a request that asked without the grant.
func (g *Guest) mayName(n *names, status int64) int64 {
	if n.asked == "" {
		return status
	}
	return int64(g.deny(uv.EACCES, "look up "+n.asked, denial{flag: "--allow-dns"}))
}

// ungranted is the resolver of those without the grant.
type ungranted struct{ names *names }

func (u *ungranted) ask(what string) uv.Errno {
	if u.names.asked == "" {
		u.names.asked = what
	}
	return uv.EAI_FAIL
}

// LookupHost is loop.Resolver.
func (u *ungranted) LookupHost(name string, _ loop.Family) ([]netip.Addr, uv.Errno) {
	return nil, u.ask(name)
}

// LookupCanon is loop.Resolver.
func (u *ungranted) LookupCanon(name string) (string, uv.Errno) { return "", u.ask(name) }

// LookupPort is loop.Resolver.
func (u *ungranted) LookupPort(service string, _ bool) (uint16, uv.Errno) {
	return 0, u.ask("the service " + service)
}

// LookupAddr is loop.Resolver.
func (u *ungranted) LookupAddr(addr netip.Addr) (string, uv.Errno) {
	return "", u.ask("the name of " + addr.String())
}

// LookupService is loop.Resolver.
func (u *ungranted) LookupService(port uint16, _ bool) (string, uv.Errno) {
	return "", u.ask("the service at port " + strconv.Itoa(int(port)))
}

// Families is loop.Resolver. What addresses the machine has is not told.
func (u *ungranted) Families() (ip4, ip6 bool) { return true, true }

// addrInfoReq is a name look-up.
type addrInfoReq struct {
	pooledReq
	req         loop.GetAddrInfoReq
	names       *names
	flags       uint32
	out, outLen uint32
}

func (r *addrInfoReq) cancel() error { return r.l.Cancel(&r.req) }

func (g *Guest) uvGetaddrinfo(at, node, nodeLen, service, serviceLen, flags, family, socktype, protocol, out, outLen uint32, cookie uint64) int32 {
	l, failed := g.admit(at, cookie != 0)
	if l == nil {
		return failed
	}
	nodeText, err1 := g.readName(node, nodeLen)
	serviceText, err2 := g.readName(service, serviceLen)
	if err := firstErr(err1, err2); err != 0 {
		return int32(err)
	}
	if _, ok := g.mem.slice(out, outLen); !ok {
		return badPointer
	}
	r := &addrInfoReq{pooledReq: pooledReq{g, l, cookie}, names: g.names(), flags: flags, out: out, outLen: outLen}
	hints := loop.AddrInfoHints{
		Flags: uv.AddrInfoFlags(narrow(flags)), Family: anyFamily(family),
		SockType: uv.SockType(narrow(socktype)), Protocol: uv.Protocol(narrow(protocol)),
	}
	submit := func(cb func(uv.Errno, []loop.AddrInfo)) error {
		return l.GetAddrInfo(&r.req, r.names, nodeText, serviceText, hints, cb)
	}
	if cookie == 0 {
		var err error
		g.blockingThen(func() { err = submit(nil) }, func() {})
		return int32(r.result(int64(errno(err))))
	}
	err := submit(func(status uv.Errno, _ []loop.AddrInfo) {
		g.callBack(abi.CallbackGetaddrinfo, r.req.ID(), cookie, r.result(int64(status)))
	})
	if err != nil {
		return errno(err)
	}
	return g.submitted(r.req.ID(), r)
}

// readName reads a name; an empty one is none. EINVAL: one that is too long, or
// has a zero byte.
func (g *Guest) readName(ptr, n uint32) (string, uv.Errno) {
	if n == 0 {
		return "", 0
	}
	name, err := g.readPath(ptr, n)
	if err == uv.ENAMETOOLONG {
		err = uv.EINVAL
	}
	return name, err
}

// narrow keeps a number that is too large from becoming a small one.
func narrow(v uint32) uint16 { return uint16(min(v, math.MaxUint16)) }

// anyFamily is a family of the wire's, or one that no look-up knows.
func anyFamily(n uint32) loop.Family {
	f, err := familyOf(n)
	if err != 0 {
		return math.MaxUint8
	}
	return f
}

// result writes the addresses that were found, as many as there is room for.
// ENOBUFS: not even for one.
func (r *addrInfoReq) result(status int64) int64 {
	if status = r.g.mayName(r.names, status); status < 0 {
		return status
	}
	out, ok := r.g.mem.slice(r.out, r.outLen)
	if !ok {
		return int64(uv.EFAULT)
	}
	count := int64(0)
	for i := range r.req.Found {
		a := &r.req.Found[i]
		size := sizeAddrinfo + len(a.CanonName)
		if size > len(out) {
			break
		}
		binary.LittleEndian.PutUint32(out[offAddrinfoFlags:], r.flags)
		binary.LittleEndian.PutUint32(out[offAddrinfoSocktype:], uint32(a.SockType))
		binary.LittleEndian.PutUint32(out[offAddrinfoProtocol:], uint32(a.Protocol))
		binary.LittleEndian.PutUint32(out[offAddrinfoNameLen:], uint32(len(a.CanonName)))
		addr := out[offAddrinfoAddr : offAddrinfoAddr+sizeSockaddr]
		clear(addr)
		putAddress(addr, a.Addr)
		binary.LittleEndian.PutUint32(out[offAddrinfoFamily:], uint32(addr[offSockaddrFamily]))
		copy(out[sizeAddrinfo:], a.CanonName)
		out = out[size:]
		count++
	}
	if count == 0 && len(r.req.Found) > 0 {
		return int64(uv.ENOBUFS)
	}
	return count
}

// nameInfoReq is a reverse look-up.
type nameInfoReq struct {
	pooledReq
	req           loop.GetNameInfoReq
	names         *names
	host, service [2]uint32 // pointer and length
}

func (r *nameInfoReq) cancel() error { return r.l.Cancel(&r.req) }

func (g *Guest) uvGetnameinfo(at, addrPtr, flags, host, hostLen, service, serviceLen uint32, cookie uint64) int32 {
	l, failed := g.admit(at, cookie != 0)
	if l == nil {
		return failed
	}
	addr, bad := g.readAddress(addrPtr)
	if bad == uv.EAFNOSUPPORT {
		bad = uv.EINVAL
	}
	if bad != 0 {
		return int32(bad)
	}
	_, ok1 := g.mem.slice(host, hostLen)
	_, ok2 := g.mem.slice(service, serviceLen)
	if !ok1 || !ok2 {
		return badPointer
	}
	r := &nameInfoReq{
		pooledReq: pooledReq{g, l, cookie}, names: g.names(),
		host: [2]uint32{host, hostLen}, service: [2]uint32{service, serviceLen},
	}
	submit := func(cb func(uv.Errno, string, string)) error {
		return l.GetNameInfo(&r.req, r.names, addr, uv.NameInfoFlags(narrow(flags)), cb)
	}
	if cookie == 0 {
		var err error
		g.blockingThen(func() { err = submit(nil) }, func() {})
		return int32(r.result(int64(errno(err))))
	}
	err := submit(func(status uv.Errno, _, _ string) {
		g.callBack(abi.CallbackGetnameinfo, r.req.ID(), cookie, r.result(int64(status)))
	})
	if err != nil {
		return errno(err)
	}
	return g.submitted(r.req.ID(), r)
}

// result writes both names. EAI_OVERFLOW: one is longer than its buffer, which may
// be left out by a length of 0.
func (r *nameInfoReq) result(status int64) int64 {
	if status = r.g.mayName(r.names, status); status < 0 {
		return status
	}
	for _, to := range []struct {
		at   [2]uint32
		text string
	}{{r.host, r.req.Host}, {r.service, r.req.Service}} {
		switch {
		case to.at[1] == 0:
		case uint64(len(to.text)) >= uint64(to.at[1]):
			return int64(uv.EAI_OVERFLOW)
		case !r.g.mem.write(to.at[0], append([]byte(to.text), 0)):
			return int64(uv.EFAULT)
		}
	}
	return 0
}
