package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsesTheList(t *testing.T) {
	got := parse("ok  \tm/loop/uv\t0.002s\nFuzzA\nFuzzB\nok  \tm/loop/trace\t(cached)\n?   \tm/web/ui\t[no test files]\nFuzzC\nok  \tm/host\t0.1s\n")
	want := []target{{"m/loop/trace", "FuzzA"}, {"m/loop/trace", "FuzzB"}, {"m/host", "FuzzC"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(target{})); diff != "" {
		t.Errorf("targets (-want +got):\n%s", diff)
	}
}
