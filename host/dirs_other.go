//go:build !unix

package host

import (
	"io/fs"
	"os"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

func openWrites(uint32) bool { return true }

// Open is loop.FileSystem.
func (a *access) Open(string, int, uint32) (int, uv.Errno) { return -1, uv.ENOSYS }

func (m *mount) openRegular(rel string, how int, perm fs.FileMode) (*os.File, error) {
	return m.root.OpenFile(rel, how, perm)
}

// Access is loop.FileSystem.
func (a *access) Access(string, uint32) uv.Errno { return uv.ENOSYS }

func (m *mount) setLinkTimes(string, loop.Timespec, loop.Timespec) error { return uv.ENOSYS }

func statOf(fs.FileInfo, *loop.Stat) uv.Errno { return uv.ENOSYS }

func closeFd(int) {}

func dupFd(int) (int, uv.Errno) { return -1, uv.ENOSYS }

func seekFd(int, int64, int) (int64, uv.Errno) { return -1, uv.ENOSYS }

func keepBlocking(int) func() { return func() {} }

func isSocket(int, int) bool { return false }
