//go:build unix

package host

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/loopground/loopground/loop/uv"
)

func TestSeekMovesWhereReadsGoOn(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.txt"), "hello, file")
	p := newPuppet(t, "_initialize")
	p.steps(
		func() uint64 { return p.open("/data/a.txt", 0) },
		func(fd int64) uint64 {
			for _, step := range []struct{ offset, whence, want int64 }{
				{0, 1, 0}, {0, 2, 11}, {-4, 2, 7}, {-1, 1, 6}, {7, 0, 7},
			} {
				if at := p.call("fs_seek", uint64(fd), uint64(step.offset), uint64(step.whence)); at != step.want {
					t.Errorf("seek %d from %d: %d, want %d", step.offset, step.whence, at, step.want)
				}
			}
			p.refuses(uv.EINVAL, "fs_seek", uint64(fd), math.MaxUint64, 0)
			p.refuses(uv.EINVAL, "fs_seek", uint64(fd), 0, 3)
			for _, none := range []uint64{0, 1, uint64(fd) + 1, 0x7fffffff, 0xffffffff} {
				p.refuses(uv.EBADF, "fs_seek", none, 0, 0)
				p.refuses(uv.EBADF, "fs_dup", none)
			}
			ptr, n := p.bufs(atData, 50)
			return p.must("fs_read", 0, uint64(fd), ptr, n, math.MaxUint64, 1)
		},
		func(n int64) uint64 {
			if got := p.read(atData, uint32(n)); got != "file" {
				t.Errorf("read %q", got)
			}
			return 0
		},
	)
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/data"}}})
}

func TestDupHasThePositionOfItsFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.txt"), "hello, file")
	p := newPuppet(t, "_initialize")
	p.start = func() {
		ptr, n := p.text("/data/a.txt")
		fd := p.must("fs_open", 0, ptr, n, 0, 0, 0)
		twin := p.must("fs_dup", fd)
		if p.must("fs_seek", fd, 7, 0); twin == fd {
			t.Errorf("both are %d", fd)
		}
		p.must("fs_close", 0, fd, 0)
		if at := p.must("fs_seek", twin, 0, 1); at != 7 {
			t.Errorf("position %d, want 7", at)
		}
		p.must("fs_close", 0, twin, 0)
		p.refuses(uv.EBADF, "fs_dup", twin)
		for range 2 {
			fd = p.must("fs_open", 0, ptr, n, 0, 0, 0)
		}
		p.refuses(uv.EMFILE, "fs_dup", fd)
	}
	p.mustExit(Config{Dirs: []Dir{{Host: dir, Guest: "/data"}}, Limits: Limits{Files: 2}})
}
