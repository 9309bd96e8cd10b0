//go:build unix

package host

import (
	"strings"
	"testing"
	"time"

	"github.com/loopground/loopground/internal/wasmtest"
)

// A trap and a deadline name file and line of the guest's source, though the
// module that runs is another one than that with the debug information.
func TestEndsNameTheSourceLine(t *testing.T) {
	wasm := wasmtest.Clang(t, "meter/testdata/lines.c", "-O1", "-gdwarf-5", "-Wl,--export=outer", "-Wl,--export=spin")
	for _, c := range []struct {
		call, line string
		reason     Reason
	}{
		{"outer", "lines.c:7", ReasonTrap},
		{"spin", "lines.c:2", ReasonDeadline}, // 20 to 22
	} {
		cfg := Config{Call: c.call, Args: []string{"0"}, Limits: Limits{WallTime: 50 * time.Millisecond}}
		exit := spawn(t, newRuntime(t, Options{}), wasm, cfg).Run()
		if exit.Reason != c.reason || !strings.Contains(exit.Message, c.line) {
			t.Errorf("%s: %+v", c.call, exit)
		}
	}
}
