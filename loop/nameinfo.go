package loop

import (
	"net/netip"
	"strconv"

	"github.com/loopground/loopground/loop/uv"
)

// GetNameInfoReq is a reverse look-up. libuv: uv_getnameinfo_t.
type GetNameInfoReq struct {
	poolRequest
	cb func(status uv.Errno, host, service string)

	// Host and Service are the result.
	Host, Service string

	res   Resolver
	addr  netip.AddrPort
	flags uv.NameInfoFlags
}

// GetNameInfo looks up the name of an address and of its port through res; nil
// is NewResolver's. Without a name both are given as numbers. cb runs in the
// poll phase; a nil cb has it done before the call returns.
//
// Errors, of the call: EINVAL not an address, EBUSY the request is active. Of
// the result: EAI_BADFLAGS unknown flags, EAI_NONAME there is no name and
// NINameReqd asks for one, EAI_AGAIN of the name server, EAI_CANCELED by Cancel.
// libuv: uv_getnameinfo.
func (l *Loop) GetNameInfo(r *GetNameInfoReq, res Resolver, addr netip.AddrPort, flags uv.NameInfoFlags,
	cb func(status uv.Errno, host, service string)) error {
	switch {
	case r.active:
		return uv.EBUSY.Err()
	case !addr.IsValid():
		return uv.EINVAL.Err()
	}
	r.cb, r.Host, r.Service = cb, "", ""
	r.res, r.addr, r.flags = orNet(res), addr, flags
	label := uint16(0)
	if l.scope.on && cb != nil {
		label = l.shortLabel(addr.String())
	}
	return r.begin(l, r, uv.GetNameInfo, workSlowIO, 0, label, cb != nil)
}

func (r *GetNameInfoReq) execute() {
	const known = uv.NINumericHost | uv.NINumericServ | uv.NINoFQDN | uv.NINameReqd | uv.NIDgram
	if r.flags&^known != 0 {
		r.status = uv.EAI_BADFLAGS
		return
	}
	if r.Host, r.status = r.host(); r.status == 0 {
		r.Service = r.service()
	}
}

func (r *GetNameInfoReq) host() (string, uv.Errno) {
	err := uv.EAI_NONAME
	if r.flags&uv.NINumericHost == 0 {
		var name string
		if name, err = r.res.LookupAddr(r.addr.Addr()); err == 0 {
			return name, 0
		}
	}
	if r.flags&uv.NINameReqd != 0 || err == uv.EAI_CANCELED || err == uv.EAI_AGAIN {
		return "", err
	}
	return r.addr.Addr().String(), 0
}

func (r *GetNameInfoReq) service() string {
	if r.flags&uv.NINumericServ == 0 {
		if name, err := r.res.LookupService(r.addr.Port(), r.flags&uv.NIDgram != 0); err == 0 {
			return name
		}
	}
	return strconv.Itoa(int(r.addr.Port()))
}

func (r *GetNameInfoReq) complete(status uv.Errno) {
	cb := r.cb
	r.cb, r.res = nil, nil
	r.end(cancelledLookup(status), 0, func(status uv.Errno) { cb(status, r.Host, r.Service) })
}
