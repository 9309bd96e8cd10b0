package host

import "net/netip"

// networks holds address ranges that rules tell apart, parsed once.
type networks struct {
	metadata, private, specialV4, specialV6 []netip.Prefix
	routedV6                                netip.Prefix
}

var known = networks{
	metadata: prefixes(
		"169.254.169.254/32", // most clouds
		"169.254.170.2/32",   // AWS containers
		"169.254.170.23/32",  // AWS pods
		"100.100.100.200/32", // Alibaba
		"192.0.0.192/32",     // Oracle
		"168.63.129.16/32",   // Azure
		"fd00:ec2::254/128",  // AWS
		"fd00:ec2::23/128",   // AWS pods
		"fd20:ce::254/128",   // Google
	),
	private: prefixes("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"),
	specialV4: prefixes(
		"0.0.0.0/8",       // this network; 0.0.0.0 reaches the machine itself
		"127.0.0.0/8",     // loopback
		"169.254.0.0/16",  // link-local
		"192.0.0.0/24",    // protocol assignments
		"192.0.2.0/24",    // documentation
		"192.88.99.0/24",  // 6to4 relays
		"198.18.0.0/15",   // benchmarks
		"198.51.100.0/24", // documentation
		"203.0.113.0/24",  // documentation
		"224.0.0.0/4",     // multicast
		"240.0.0.0/4",     // reserved, broadcast
	),
	// Not ::/96, 64:ff9b::/96, fe80::/10, ff00::/8.
	routedV6: netip.MustParsePrefix("2000::/3"),
	specialV6: prefixes(
		"2001::/23",     // protocol assignments, Teredo
		"2001:db8::/32", // documentation
		"2002::/16",     // 6to4: an IPv4 address inside
		"3fff::/20",     // documentation
	),
}

func prefixes(s ...string) []netip.Prefix {
	p := make([]netip.Prefix, len(s))
	for i := range s {
		p[i] = netip.MustParsePrefix(s[i])
	}
	return p
}
