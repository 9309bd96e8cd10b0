//go:build unix

package loop

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

// manyFiles makes a directory with n entries and tells their names, sorted.
func manyFiles(t *testing.T, n int) (dir string, names []string) {
	t.Helper()
	dir = t.TempDir()
	first := filepath.Join(dir, "0")
	must(t, os.WriteFile(first, nil, 0o600))
	names = []string{"0"}
	for i := 1; i < n; i++ {
		name := fmt.Sprintf("%x", i*7919%n) // 7919 is prime: made in no order
		names = append(names, name)
		must(t, os.Link(first, filepath.Join(dir, name)))
	}
	sort.Strings(names)
	return dir, names
}

func namesOf(entries []Dirent) (names []string) {
	for _, e := range entries {
		names = append(names, e.Name)
	}
	return names
}

func TestScandirOfFiveThousandIsSortedAndWhole(t *testing.T) {
	dir, want := manyFiles(t, 5000)
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		r := do(func(r *FSReq, cb func()) error { return l.FSScandir(r, nil, dir, cb) })
		equal(t, r.Result, 5000)
		if !slices.Equal(namesOf(r.Entries), want) {
			t.Error("the entries are not the names in order")
		}
	})
}

func TestReaddirGivesAsManyAsAskedAndEachOnce(t *testing.T) {
	dir, want := manyFiles(t, 5000)
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		r := okay(t, do)(func(r *FSReq, cb func()) error { return l.FSOpendir(r, nil, dir, cb) })
		d := r.Dir
		var names []string
		room := make([]Dirent, 700)
		for {
			r := okay(t, do)(func(r *FSReq, cb func()) error { return l.FSReaddir(r, d, room, cb) })
			equal(t, r.Result, int64(min(700, 5000-len(names))))
			names = append(names, namesOf(r.Entries)...)
			if r.Result == 0 {
				break
			}
		}
		sort.Strings(names)
		if !slices.Equal(names, want) {
			t.Error("the entries are not those of the directory")
		}
		okay(t, do)(func(r *FSReq, cb func()) error { return l.FSClosedir(r, d, cb) })
		for _, call := range []fsCall{
			func(r *FSReq, cb func()) error { return l.FSClosedir(r, d, cb) },
			func(r *FSReq, cb func()) error { return l.FSReaddir(r, d, room, cb) },
		} {
			errIs(t, do(call).Err(), uv.EBADF)
		}
		errIs(t, l.FSReaddir(&FSReq{}, d, nil, nil), uv.EINVAL)
		errIs(t, l.FSReaddir(&FSReq{}, nil, room, nil), uv.EINVAL)
		errIs(t, l.FSClosedir(&FSReq{}, nil, nil), uv.EINVAL)
	})
}

func TestReaddirTellsTypes(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		dir := t.TempDir()
		must(t, os.Mkdir(filepath.Join(dir, "sub"), 0o700))
		must(t, os.Symlink("sub", filepath.Join(dir, "link")))
		must(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
		d := okay(t, do)(func(r *FSReq, cb func()) error { return l.FSOpendir(r, nil, dir, cb) }).Dir
		got := map[string]uv.DirentType{}
		for {
			r := okay(t, do)(func(r *FSReq, cb func()) error { return l.FSReaddir(r, d, make([]Dirent, 1), cb) })
			if r.Result == 0 {
				break
			}
			got[r.Entries[0].Name] = r.Entries[0].Type
		}
		equal(t, got, map[string]uv.DirentType{"sub": uv.DirentDir, "link": uv.DirentLink, "file": uv.DirentFile})
		okay(t, do)(func(r *FSReq, cb func()) error { return l.FSClosedir(r, d, cb) })
		errIs(t, do(func(r *FSReq, cb func()) error { return l.FSOpendir(r, nil, dir+"/file", cb) }).Err(), uv.ENOTDIR)
	})
}

// Two workers may be on one directory: each entry goes to one of them.
func TestTwoReaddirsAtOnceShareTheEntries(t *testing.T) {
	dir, want := manyFiles(t, 1000)
	l := newLoop(t, Options{})
	var open FSReq
	must(t, l.FSOpendir(&open, nil, dir, nil))
	var names []string
	for range 4 {
		r, room := &FSReq{}, make([]Dirent, 50)
		var again func()
		again = func() {
			names = append(names, namesOf(r.Entries)...)
			if r.Result > 0 {
				must(t, l.FSReaddir(r, open.Dir, room, again))
			}
		}
		must(t, l.FSReaddir(r, open.Dir, room, again))
	}
	run(t, l)
	sort.Strings(names)
	if !slices.Equal(names, want) {
		t.Errorf("%d entries came", len(names))
	}
	must(t, l.FSClosedir(&FSReq{}, open.Dir, nil))
}

// What a hostile directory costs is bounded, and nothing stays open.
func TestScandirOverItsLimitIsENOBUFS(t *testing.T) {
	dir, _ := manyFiles(t, 256) // of 16 names one byte long, and 240 of two
	const cost = 16 + 2*240 + 32*256
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		for limit, want := range map[int]int64{cost: 256, cost - 1: int64(uv.ENOBUFS), 1: int64(uv.ENOBUFS), NoListLimit: 256, 0: 256} {
			r := do(func(r *FSReq, cb func()) error {
				if r.MaxList != limit { // it is submitted twice, and a worker reads it
					r.MaxList = limit
				}
				return l.FSScandir(r, nil, dir, cb)
			})
			if r.Result != want || len(r.Entries) != int(max(want, 0)) {
				t.Errorf("limit %d: %d, %d entries", limit, r.Result, len(r.Entries))
			}
		}
	})
}
