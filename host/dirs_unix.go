//go:build unix

package host

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// Open flags as Linux numbers them; a guest uses these on every system.
const (
	oWronly    = 0x1
	oRdwr      = 0x2
	oCreat     = 0x40
	oExcl      = 0x80
	oNoctty    = 0x100
	oTrunc     = 0x200
	oAppend    = 0x400
	oNonblock  = 0x800
	oDsync     = 0x1000
	oLargefile = 0x8000
	oDirectory = 0x10000
	oNofollow  = 0x20000
	oNoatime   = 0x40000
	oCloexec   = 0x80000
	oSync      = 0x101000

	oIgnored = oNoctty | oNonblock | oLargefile | oNoatime | oCloexec
	oKnown   = oWronly | oRdwr | oCreat | oExcl | oTrunc | oAppend | oDsync | oSync | oDirectory | oNofollow | oIgnored
)

// openWrites reports whether opening with these flags changes the directory or
// lets the file be changed.
func openWrites(flags uint32) bool { return flags&(oWronly|oRdwr|oCreat|oTrunc) != 0 }

// osFlags translates; EINVAL for what is not known (O_DIRECT, O_PATH, O_TMPFILE).
func osFlags(flags int) (int, uv.Errno) {
	if flags&^oKnown != 0 || flags&3 == 3 {
		return 0, uv.EINVAL
	}
	out := [...]int{os.O_RDONLY, os.O_WRONLY, os.O_RDWR}[flags&3]
	for _, f := range [...]struct{ wire, here int }{
		{oCreat, os.O_CREATE}, {oExcl, os.O_EXCL}, {oTrunc, os.O_TRUNC}, {oAppend, os.O_APPEND},
		{oDsync, os.O_SYNC}, {oDirectory, unix.O_DIRECTORY},
	} {
		if flags&f.wire != 0 {
			out |= f.here
		}
	}
	return out, 0
}

// Open is loop.FileSystem. It never waits: FIFOs and devices are refused with
// EPERM, and until it knows what it opened it opens without blocking.
func (a *access) Open(p string, flags int, mode uint32) (int, uv.Errno) {
	m, rel, refused := a.at(p, openWrites(uint32(flags)))
	if refused != 0 {
		return -1, refused
	}
	how, errno := osFlags(flags)
	if errno != 0 {
		return -1, errno
	}
	if info, err := m.root.Lstat(rel); err == nil {
		if flags&oNofollow != 0 && info.Mode()&fs.ModeSymlink != 0 {
			return -1, uv.ELOOP
		}
		if info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice|fs.ModeSocket) != 0 {
			return -1, uv.EPERM
		}
	}
	f, err := m.openRegular(rel, how, fs.FileMode(mode&0o777))
	if err != nil {
		return -1, a.errnoOf(err)
	}
	defer func() { _ = f.Close() }() // the duplicate stays
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return -1, a.errnoOf(err)
	}
	return fd, 0
}

// Access is loop.FileSystem: what the process may do, within what was granted.
func (a *access) Access(p string, mode uint32) uv.Errno {
	m, rel, refused := a.at(p, mode&unix.W_OK != 0)
	if refused != 0 {
		return refused
	}
	real, err := m.real(rel)
	if err == nil {
		err = m.inDir(real, func(dir int, name string) error {
			return unix.Faccessat(dir, name, mode, unix.AT_SYMLINK_NOFOLLOW)
		})
	}
	return a.errnoOf(err)
}

// setLinkTimes sets the times of a file, or of a link itself.
func (m *mount) setLinkTimes(rel string, atime, mtime loop.Timespec) error {
	info, err := m.root.Lstat(strings.TrimSuffix(rel, "/"))
	if err != nil {
		return err
	}
	var old loop.Stat
	if err := statOf(info, &old); err != 0 {
		return err
	}
	ts := []unix.Timespec{systemTime(atime, old.Atime), systemTime(mtime, old.Mtime)}
	return m.inDir(path.Clean(rel), func(dir int, name string) error {
		return unix.UtimesNanoAt(dir, name, ts, unix.AT_SYMLINK_NOFOLLOW)
	})
}

func systemTime(t, old loop.Timespec) unix.Timespec {
	at := fileTime(t)
	if at.IsZero() {
		at = old.Time()
	}
	return unix.NsecToTimespec(at.UnixNano())
}

// inDir calls with the directory that a path is in, opened, and its name there.
func (m *mount) inDir(rel string, call func(dir int, name string) error) error {
	name := path.Base(rel)
	d, err := m.openRegular(path.Dir(rel), os.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }() // read only: nothing is lost
	return call(int(d.Fd()), name)
}

// openRegular opens a file or directory, and nothing that could make a reader
// or writer of it wait.
func (m *mount) openRegular(rel string, how int, perm fs.FileMode) (*os.File, error) {
	f, err := m.root.OpenFile(rel, how|syscall.O_NONBLOCK, perm)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = uv.EPERM
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// statOf turns what os tells into what the wire tells.
func statOf(info fs.FileInfo, st *loop.Stat) uv.Errno {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return uv.EIO
	}
	*st = loop.Stat{
		Dev: uint64(s.Dev), Mode: uint64(s.Mode), Nlink: uint64(s.Nlink), UID: uint64(s.Uid), GID: uint64(s.Gid),
		Rdev: uint64(s.Rdev), Ino: uint64(s.Ino), Size: uint64(s.Size), Blksize: uint64(s.Blksize), Blocks: uint64(s.Blocks),
	}
	statTimes(s, st)
	return 0
}

func timespec(t syscall.Timespec) loop.Timespec {
	sec, nsec := t.Unix()
	return loop.Timespec{Sec: sec, Nsec: nsec}
}

func closeFd(fd int) { _ = unix.Close(fd) } // a file: what it wrote is the kernel's by now

// dupFd gives a descriptor a second number.
func dupFd(fd int) (int, uv.Errno) {
	n, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 0)
	return n, loop.Errno(err)
}

func seekFd(fd int, offset int64, whence int) (int64, uv.Errno) {
	at, err := unix.Seek(fd, offset, whence)
	return at, loop.Errno(err)
}

// keepBlocking gives a function that makes a descriptor block or not as it does now.
func keepBlocking(fd int) (restore func()) {
	flags, err := unix.FcntlInt(uintptr(fd), unix.F_GETFL, 0)
	if err != nil || flags&unix.O_NONBLOCK != 0 {
		return func() {}
	}
	return func() { _ = unix.SetNonblock(fd, false) } // closed meanwhile: nothing to restore
}

// isSocket reports whether a descriptor is a socket of a kind.
func isSocket(fd, kind int) bool {
	got, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE)
	return err == nil && got == kind
}
