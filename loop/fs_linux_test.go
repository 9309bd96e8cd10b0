package loop

import (
	"testing"

	"golang.org/x/sys/unix"
)

func TestStatTellsTheTimeOfBirth(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		f := tempFile(t, "text")
		var x unix.Statx_t
		must(t, unix.Statx(unix.AT_FDCWD, f.Name(), 0, unix.STATX_BTIME, &x))
		must(t, f.Chmod(0o640))
		for _, call := range []fsCall{
			func(r *FSReq, cb func()) error { return l.FSStat(r, nil, f.Name(), cb) },
			func(r *FSReq, cb func()) error { return l.FSLstat(r, nil, f.Name(), cb) },
			func(r *FSReq, cb func()) error { return l.FSFstat(r, int(f.Fd()), cb) },
		} {
			r := okay(t, do)(call)
			equal(t, r.Stat.Birthtime, statxTime(x.Btime))
			var s unix.Stat_t
			must(t, unix.Stat(f.Name(), &s))
			var want Stat
			fillStat(&want, &s)
			want.Birthtime = r.Stat.Birthtime
			equal(t, r.Stat, want)
		}
	})
}

func TestStatfsTellsBlocks(t *testing.T) {
	bothWays(t, func(t *testing.T, l *Loop, do func(fsCall) *FSReq) {
		dir := t.TempDir()
		r := okay(t, do)(func(r *FSReq, cb func()) error { return l.FSStatfs(r, nil, dir, cb) })
		var s unix.Statfs_t
		must(t, unix.Statfs(dir, &s))
		if st := r.StatFS; st.Bsize != uint64(s.Bsize) || st.Blocks != s.Blocks || st.Type != uint64(s.Type) || st.Files != s.Files {
			t.Errorf("%+v, want %+v", st, s)
		}
	})
}
