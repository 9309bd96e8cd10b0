package loop

import "golang.org/x/sys/unix"

// keepAliveOptions are those for idle time, interval and count; 0: there is none.
var keepAliveOptions = [...]int{unix.TCP_KEEPIDLE, unix.TCP_KEEPINTVL, unix.TCP_KEEPCNT}

// reusePort is the option that spreads connections over sockets; 0: there is none.
const reusePort = unix.SO_REUSEPORT_LB
