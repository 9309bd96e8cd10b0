//go:build unix

package host

import (
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/loopground/loopground/internal/leak"
)

// On one processor, which never runs out of work while goroutines yield only,
// one turn lets a goroutine go on that waits for a descriptor.
func TestATurnLetsThoseGoOnWhoWaitForTheNetwork(t *testing.T) {
	leak.Check(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var n netTurn
	defer n.close()
	n.give()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	came := make(chan struct{})
	go func() {
		_, _ = r.Read(make([]byte, 1))
		close(came)
	}()
	n.give() // the goroutine waits now
	if _, err := w.Write([]byte{1}); err != nil {
		t.Fatal(err)
	}
	for range 10 { // the first turn may find the kernel late
		n.give()
		runtime.Gosched()
		select {
		case <-came:
			return
		default:
		}
	}
	t.Error("a goroutine whose byte has come still waits")
}

func TestTurnsAtTheSameTimeAndAfterTheEnd(t *testing.T) {
	leak.Check(t)
	var n netTurn
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 200 {
				n.give()
			}
		})
	}
	n.close()
	all.Wait()
	n.give()
}
