package loop

import (
	"context"
	"net/netip"
	"strconv"

	"github.com/loopground/loopground/loop/uv"
)

// AddrInfoHints say what is wanted of a name look-up; zero is everything.
type AddrInfoHints struct {
	Flags    uv.AddrInfoFlags
	Family   Family
	SockType uv.SockType
	Protocol uv.Protocol
}

// AddrInfo is one way to reach a service. libuv: struct addrinfo.
type AddrInfo struct {
	SockType uv.SockType
	Protocol uv.Protocol
	Addr     netip.AddrPort
	// CanonName is the node's full name, in the first result when asked for.
	CanonName string
}

// Family is the address's family.
func (a *AddrInfo) Family() Family { return familyOf(a.Addr.Addr()) }

func familyOf(a netip.Addr) Family {
	if a.Is4() {
		return IPv4
	}
	return IPv6
}

// GetAddrInfoReq is a name look-up. libuv: uv_getaddrinfo_t.
type GetAddrInfoReq struct {
	poolRequest
	cb func(status uv.Errno, found []AddrInfo)

	// Found is the result.
	Found []AddrInfo

	look lookup
}

// lookup is what a look-up asks for.
type lookup struct {
	res     Resolver
	node    string
	service string
	hints   AddrInfoHints
}

// GetAddrInfo looks up the addresses of a node and the port of a service, one
// of which may be empty, through res; nil is NewResolver's. cb runs in the poll
// phase; a nil cb has it done before the call returns. Results come by address,
// best first, and for each one in the order stream, dgram, raw, as libc has them.
// A node beyond ASCII is looked up in Punycode, without any mapping before.
//
// Errors, of the call: EINVAL neither node nor service, a node that is no UTF-8
// or has more than 255 bytes; EBUSY the request is active. Of the result: EAI_BADFLAGS unknown
// hints, or AICanonName without a node; EAI_FAMILY, EAI_SOCKTYPE not supported;
// EAI_SERVICE no such service for the type of socket; EAI_ADDRFAMILY the node is
// an address of another family; EAI_NONAME unknown, or a name where the hints
// ask for a number; EAI_AGAIN, EAI_FAIL of the name server; EAI_CANCELED by
// Cancel. libuv: uv_getaddrinfo.
func (l *Loop) GetAddrInfo(r *GetAddrInfoReq, res Resolver, node, service string, hints AddrInfoHints,
	cb func(status uv.Errno, found []AddrInfo)) error {
	switch {
	case r.active:
		return uv.EBUSY.Err()
	case node == "" && service == "":
		return uv.EINVAL.Err()
	}
	node, err := asciiName(node)
	if err != 0 {
		return err.Err()
	}
	r.cb, r.Found, r.look = cb, nil, lookup{orNet(res), node, service, hints}
	label := node
	if label == "" {
		label = service
	}
	named := uint16(0)
	if cb != nil { // else this need not be the loop's goroutine
		named = l.shortLabel(label)
	}
	return r.begin(l, r, uv.GetAddrInfo, workSlowIO, 0, named, cb != nil)
}

func orNet(res Resolver) Resolver {
	if res == nil {
		return NewResolver(context.Background())
	}
	return res
}

// shortLabel names a request in the trace, unless the name is long.
func (l *Loop) shortLabel(s string) uint16 {
	if s == "" || len(s) > maxPathLabel {
		return 0
	}
	return l.Intern(s)
}

func (r *GetAddrInfoReq) execute() { r.Found, r.status = r.look.do() }

func (r *GetAddrInfoReq) complete(status uv.Errno) {
	cb := r.cb
	r.cb, r.look = nil, lookup{}
	r.end(cancelledLookup(status), 0, func(status uv.Errno) { cb(status, r.Found) })
}

// cancelledLookup is what name look-ups end with in place of ECANCELED.
func cancelledLookup(status uv.Errno) uv.Errno {
	if status == uv.ECANCELED {
		return uv.EAI_CANCELED
	}
	return status
}

func (q *lookup) do() ([]AddrInfo, uv.Errno) {
	const known = uv.AIPassive | uv.AICanonName | uv.AINumericHost | uv.AIV4Mapped | uv.AIAll |
		uv.AIAddrConfig | uv.AINumericServ
	h := &q.hints
	switch {
	case h.Flags&^known != 0 || h.Flags&uv.AICanonName != 0 && q.node == "":
		return nil, uv.EAI_BADFLAGS
	case h.Family > IPv6:
		return nil, uv.EAI_FAMILY
	}
	kinds, err := q.kinds()
	if err != 0 {
		return nil, err
	}
	addrs, err := q.addrs()
	if err != 0 {
		return nil, err
	}
	found := make([]AddrInfo, 0, len(addrs)*len(kinds))
	for _, a := range addrs {
		for _, k := range kinds {
			found = append(found, AddrInfo{SockType: k.typ, Protocol: k.protocol, Addr: netip.AddrPortFrom(a, k.port)})
		}
	}
	if h.Flags&uv.AICanonName != 0 {
		found[0].CanonName = q.canon()
	}
	return found, 0
}

// sockKind is a way to speak to a service.
type sockKind struct {
	typ      uv.SockType
	protocol uv.Protocol
	port     uint16
}

var sockKinds = [...]sockKind{
	{typ: uv.SockStream, protocol: uv.ProtocolTCP},
	{typ: uv.SockDgram, protocol: uv.ProtocolUDP},
	{typ: uv.SockRaw}, // any protocol, and no services
}

// kinds are the ways that the hints admit and in which the service exists.
func (q *lookup) kinds() ([]sockKind, uv.Errno) {
	h := &q.hints
	admitted := sockKinds[:]
	one := h.SockType != uv.SockAny || h.Protocol != uv.ProtocolAny
	if one {
		i := 0
		for i < len(sockKinds) && !h.admit(sockKinds[i]) {
			i++
		}
		if i == len(sockKinds) {
			return nil, uv.EAI_SOCKTYPE
		}
		k := sockKinds[i]
		if k.typ == uv.SockRaw {
			k.protocol = h.Protocol
		}
		admitted = []sockKind{k}
	}
	return q.ports(admitted, one)
}

func (h *AddrInfoHints) admit(k sockKind) bool {
	return (h.SockType == uv.SockAny || h.SockType == k.typ) &&
		(h.Protocol == uv.ProtocolAny || k.typ == uv.SockRaw || h.Protocol == k.protocol)
}

// ports gives each kind the service's port, and leaves out those without it.
func (q *lookup) ports(kinds []sockKind, one bool) ([]sockKind, uv.Errno) {
	if q.service == "" {
		return kinds, 0
	}
	n, err := strconv.ParseUint(q.service, 10, 16)
	numeric := err == nil
	if !numeric && q.hints.Flags&uv.AINumericServ != 0 {
		return nil, uv.EAI_NONAME
	}
	var with []sockKind
	for _, k := range kinds {
		switch {
		case k.typ == uv.SockRaw && (one || !numeric):
			continue
		case numeric:
			k.port = uint16(n)
		default:
			port, err := q.res.LookupPort(q.service, k.typ == uv.SockDgram)
			if err != 0 {
				continue
			}
			k.port = port
		}
		with = append(with, k)
	}
	if len(with) == 0 {
		return nil, uv.EAI_SERVICE
	}
	return with, 0
}

// addrs are the node's addresses of the wanted family.
func (q *lookup) addrs() ([]netip.Addr, uv.Errno) {
	h := &q.hints
	if h.Flags&uv.AIAddrConfig != 0 {
		if err := q.narrow(); err != 0 {
			return nil, err
		}
	}
	if q.node == "" {
		return withoutNode(h.Flags&uv.AIPassive != 0, h.Family), 0
	}
	if a, err := netip.ParseAddr(q.node); err == nil {
		return q.numeric(a)
	}
	if h.Flags&uv.AINumericHost != 0 {
		return nil, uv.EAI_NONAME
	}
	return q.named()
}

// narrow leaves out a family of which this machine has no address.
func (q *lookup) narrow() uv.Errno {
	h := &q.hints
	ip4, ip6 := q.res.Families()
	switch {
	case h.Family == IPv4 && !ip4 || h.Family == IPv6 && !ip6:
		return uv.EAI_NONAME
	case h.Family != Unspecified || ip4 == ip6:
	case ip4:
		h.Family = IPv4
	default:
		h.Family = IPv6
	}
	return 0
}

// withoutNode are the addresses to listen on, or of this machine, in libc's
// order.
func withoutNode(passive bool, f Family) []netip.Addr {
	ip4, ip6 := netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()
	if passive {
		ip4, ip6 = netip.IPv4Unspecified(), netip.IPv6Unspecified()
	}
	switch {
	case f == IPv4:
		return []netip.Addr{ip4}
	case f == IPv6:
		return []netip.Addr{ip6}
	case passive:
		return []netip.Addr{ip4, ip6}
	}
	return []netip.Addr{ip6, ip4}
}

func (q *lookup) numeric(a netip.Addr) ([]netip.Addr, uv.Errno) {
	h := &q.hints
	switch {
	case h.Family == Unspecified || h.Family == familyOf(a):
	case h.Family == IPv4 && a.Is4In6():
		a = a.Unmap()
	case h.Family == IPv6 && h.Flags&uv.AIV4Mapped != 0:
		a = mapped(a)
	default:
		return nil, uv.EAI_ADDRFAMILY
	}
	return []netip.Addr{a}, 0
}

func mapped(a netip.Addr) netip.Addr { return netip.AddrFrom16(a.As16()) }

// named asks the resolver. With AIV4Mapped addresses of IPv4 stand in for, or
// with AIAll beside, those of IPv6.
func (q *lookup) named() ([]netip.Addr, uv.Errno) {
	h := &q.hints
	addrs, err := q.res.LookupHost(q.node, h.Family)
	if h.Family == IPv6 && h.Flags&uv.AIV4Mapped != 0 && (len(addrs) == 0 || h.Flags&uv.AIAll != 0) {
		ip4, err4 := q.res.LookupHost(q.node, IPv4)
		for _, a := range ip4 {
			addrs = append(addrs, mapped(a))
		}
		if err4 == 0 {
			err = 0
		}
	}
	if err == 0 && len(addrs) == 0 {
		err = uv.EAI_NONAME
	}
	return addrs, err
}

// canon is the node's full name: itself, if there is no other.
func (q *lookup) canon() string {
	if _, err := netip.ParseAddr(q.node); err == nil {
		return q.node
	}
	if name, err := q.res.LookupCanon(q.node); err == 0 {
		return name
	}
	return q.node
}
