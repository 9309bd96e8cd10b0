package run

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/trace"
)

// Runner runs guests. It is narrow on purpose: the embedded one is Local,
// others run guests in other processes or on other machines.
type Runner interface {
	// Start loads the guest and starts it. A module that cannot run is a
	// *host.LoadError, and nothing was started. ctx bounds the loading only.
	Start(ctx context.Context, spec Spec) (Run, error)
}

// Spec says what to run and what it is granted. Nothing is granted by default.
type Spec struct {
	Name string // of the file, for messages; the guest's argument 0
	Wasm []byte
	Args []string // after argument 0
	Env  []string // "K=V"

	Stdin          io.Reader // nil: empty
	Stdout, Stderr io.Writer // besides Output; nil: nowhere else

	Dirs            []host.Dir
	Listen, Connect []host.Rule
	DNS             bool // name look-up
	Limits          host.Limits

	Order    loop.Order
	Virtual  bool
	Seed     uint64 // of random bytes, under a virtual clock
	PoolSize int    // 0: 4

	// TraceBytes is how much of the trace stays in memory: 0 is 64 MiB.
	TraceBytes int
	// Timeout ends the run, with the reason deadline. 0: none.
	Timeout time.Duration
	// Paused starts the run paused at the loop's first edge.
	Paused bool
	// Call names an exported function to call with Args as numbers instead.
	Call string
}

// Run is one run of a guest. All methods may be called from any goroutine, also
// after its end.
type Run interface {
	// ID is 32 hexadecimal digits that cannot be guessed.
	ID() string
	Name() string
	Trace() *trace.Recorder
	Output() *Output
	// Control pauses, resumes, steps or stops. It does not wait until that has
	// happened: State and Watch tell. Errors: ErrEnded, ErrNotPaused, ErrCommand.
	Control(Command) error
	State() State
	// Watch returns a channel that receives after the state changed, and a
	// function that ends it.
	Watch() (<-chan struct{}, func())
	// Snapshot asks the loop for its state, at its next edge or while it is
	// paused. A guest that computes answers when it is done; ctx bounds the wait.
	// Errors: ErrEnded, ctx's.
	Snapshot(ctx context.Context) (loop.Snapshot, error)
	// Done is closed when the run has ended and everything of it is freed.
	Done() <-chan struct{}
}

// Command controls a run.
type Command string

// The commands. A step resumes a paused run until its next edge of that kind.
const (
	Pause         Command = "pause"
	Resume        Command = "resume"
	StepCallback  Command = "step-callback"
	StepPhase     Command = "step-phase"
	StepIteration Command = "step-iteration"
	Stop          Command = "stop"
)

// What Control and Snapshot refuse with.
var (
	ErrEnded     = errors.New("the run has ended")
	ErrNotPaused = errors.New("the run is not paused")
	ErrCommand   = errors.New("no such command")
)

// Status is where a run is in its life.
type Status string

// The statuses. The last five are ends.
const (
	Starting Status = "starting" // loaded, not yet run
	Running  Status = "running"
	Paused   Status = "paused"
	Finished Status = "finished" // it ended by itself
	Stopped  Status = "stopped"  // someone stopped it, or its time was over
	Crashed  Status = "crashed"  // it trapped
	Limit    Status = "limit"    // it hit a limit
	Failed   Status = "failed"   // the host could not run it
)

// Ended reports whether the status is an end.
func (s Status) Ended() bool {
	switch s {
	case Starting, Running, Paused:
		return false
	}
	return true
}

// State is what there is to say about a run.
type State struct {
	Status   Status    `json:"status"`
	PausedAt *PausedAt `json:"paused_at,omitempty"`
	// Exit is there once the run has ended.
	Exit *host.Exit `json:"exit,omitempty"`
	// Iterations of the loop so far, as of its last edge.
	Iterations uint32 `json:"iterations"`
	// Ns is how long it has run: wall time, pauses included.
	Ns int64 `json:"ns"`
	// Denied is what the guest was refused so far.
	Denied []host.Denial `json:"denied,omitempty"`
}

// PausedAt is the edge at which a run is paused.
type PausedAt struct {
	Kind      string `json:"kind"` // phase, callback, poll, interrupt
	Phase     string `json:"phase"`
	ID        uint32 `json:"id,omitempty"`
	Type      string `json:"type,omitempty"`
	Iteration uint32 `json:"iteration"`
}
