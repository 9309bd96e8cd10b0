//go:build !unix

package host

import "runtime"

// netTurn would give goroutines that wait for the network a turn; here guests
// only yield.
type netTurn struct{}

func (*netTurn) prepare() {}
func (*netTurn) give()    { runtime.Gosched() }
func (*netTurn) close()   {}
