//go:build unix && !linux && !darwin && !freebsd && !netbsd

package loop

// keepAliveOptions are those for idle time, interval and count; 0: there is none.
var keepAliveOptions [3]int

// reusePort is the option that spreads connections over sockets; 0: there is none.
const reusePort = 0
