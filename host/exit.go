package host

// Reason says why a guest ended.
type Reason string

// The reasons.
const (
	ReasonExited   Reason = "exited"   // by itself; Code is its own
	ReasonStopped  Reason = "stopped"  // its owner stopped it
	ReasonKilled   Reason = "killed"   // the host is closing
	ReasonTrap     Reason = "trap"     // it did what WebAssembly forbids
	ReasonLimit    Reason = "limit"    // it hit a limit that ends a guest
	ReasonDeadline Reason = "deadline" // its time was over
	ReasonError    Reason = "error"    // it could not be run, or the host failed
)

// Exit statuses of a guest that did not end by itself.
const (
	CodeError    = 1
	CodeDeadline = 124
	CodeTrap     = 134
	CodeKilled   = 137
)

// Exit is how a guest ended.
type Exit struct {
	// Code is the exit status: the guest's own, or 124 for a deadline, 134 for
	// a trap, 137 for a stop, a kill or a limit, 1 for an error of the host.
	Code   int    `json:"code"`
	Reason Reason `json:"reason"`
	// Message says what happened and where, in one line; "" where there is nothing to say.
	Message string `json:"message,omitempty"`
	// Try says what to do about it.
	Try string `json:"try,omitempty"`
	// Waited is false for a guest that ended without its loop ever having run.
	Waited bool `json:"waited"`
	// Repeatable is true for a run on a virtual clock that nothing from outside
	// reached: run again, its trace is the same byte for byte.
	Repeatable bool `json:"repeatable,omitempty"`
	// Fuel is what the guest has used, in units: see Limits.
	Fuel uint64 `json:"fuel,omitempty"`
	// Denied lists what the guest was refused for want of a grant.
	Denied []Denial `json:"denied,omitempty"`
}

// Denial is something a guest was refused.
type Denial struct {
	// What was refused, such as "listen on 127.0.0.1:3000".
	What string `json:"what"`
	// Flag of the command line that grants it, such as
	// "--allow-listen 127.0.0.1:3000".
	Flag string `json:"flag"`
}

func (r Reason) code() int {
	switch r {
	case ReasonTrap:
		return CodeTrap
	case ReasonDeadline:
		return CodeDeadline
	case ReasonStopped, ReasonKilled, ReasonLimit:
		return CodeKilled
	}
	return CodeError
}

// LoadError tells why a module cannot run.
type LoadError struct {
	What  string // one sentence
	Where string // the place in the file, or ""
	Try   string // what to do, or ""
}

// maxMessage keeps a module from filling a log with its names, in bytes.
const maxMessage = 4000

// Error is one line, whatever the module's names are.
func (e *LoadError) Error() string {
	s := e.What
	if e.Where != "" {
		s += " (" + e.Where + ")"
	}
	if e.Try != "" {
		s += ". " + e.Try
	}
	return oneLine(s[:min(len(s), maxMessage)])
}
