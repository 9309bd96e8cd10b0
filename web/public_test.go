package web

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/loopground/loopground/host"
	"github.com/loopground/loopground/host/run"
)

func TestTheMachinesDirectoriesAreNotTold(t *testing.T) {
	denied := []host.Denial{
		{What: "open /etc/passwd", Flag: "--dir /etc:/etc:ro"},
		{What: "connect to 10.0.0.5:80", Flag: "--allow-connect 10.0.0.5:80"},
	}
	own := run.State{Denied: denied, Exit: &host.Exit{Denied: denied}}
	told := public(own)
	want := []host.Denial{{What: "open /etc/passwd"}, denied[1]}
	if diff := cmp.Diff(want, told.Denied); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want, told.Exit.Denied); diff != "" {
		t.Error(diff)
	}
	if own.Exit.Denied[0].Flag == "" {
		t.Error("the run's own state was changed")
	}
}
