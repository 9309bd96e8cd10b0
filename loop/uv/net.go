package uv

// SockType is a type of socket. It has Linux's number on every system, as all
// numbers of this file.
type SockType uint16

// The socket types.
const (
	SockAny    SockType = 0
	SockStream SockType = 1
	SockDgram  SockType = 2
	SockRaw    SockType = 3
)

// Protocol is a protocol above IP.
type Protocol uint16

// The protocols that name look-ups know.
const (
	ProtocolAny Protocol = 0
	ProtocolTCP Protocol = 6
	ProtocolUDP Protocol = 17
)

// AddrInfoFlags are the hints of a name look-up that are yes or no.
type AddrInfoFlags uint16

// The hints.
const (
	AIPassive     AddrInfoFlags = 0x1   // without a node: addresses to listen on
	AICanonName   AddrInfoFlags = 0x2   // the first result tells the node's full name
	AINumericHost AddrInfoFlags = 0x4   // the node is an address, nothing is looked up
	AIV4Mapped    AddrInfoFlags = 0x8   // IPv6: without results, IPv4 ones mapped
	AIAll         AddrInfoFlags = 0x10  // with AIV4Mapped: both
	AIAddrConfig  AddrInfoFlags = 0x20  // only families that this machine has addresses of
	AINumericServ AddrInfoFlags = 0x400 // the service is a number
)

// NameInfoFlags are the wishes of a reverse look-up.
type NameInfoFlags uint16

// The wishes.
const (
	NINumericHost NameInfoFlags = 0x1  // the address, nothing is looked up
	NINumericServ NameInfoFlags = 0x2  // the port's number
	NINoFQDN      NameInfoFlags = 0x4  // the host's part of a local name
	NINameReqd    NameInfoFlags = 0x8  // no name is an error
	NIDgram       NameInfoFlags = 0x10 // the service's name for UDP
)
