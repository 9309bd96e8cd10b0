package uv

import (
	"io/fs"
	"time"
	"unsafe"
)

// FileStat is what is known about a file. libuv: uv_stat_t.
type FileStat struct {
	Dev, Mode, Nlink, UID, GID, Rdev, Ino uint64 // Mode: type and permissions, as on Linux
	Size                                  uint64 // bytes
	BlockSize                             uint64 // bytes
	Blocks                                uint64 // of 512 bytes
	Flags, Gen                            uint64
	Atime, Mtime, Ctime, Birthtime        time.Time
}

const (
	modeType    = 0o170000
	modeDir     = 0o040000
	modeRegular = 0o100000
)

// IsDir reports whether it is a directory.
func (s FileStat) IsDir() bool { return s.Mode&modeType == modeDir }

// IsRegular reports whether it is a regular file.
func (s FileStat) IsRegular() bool { return s.Mode&modeType == modeRegular }

// Dirent is an entry of a directory. libuv: uv_dirent_t.
type Dirent struct {
	Name string
	Type DirentType
}

// String is the type's name in lower case.
func (t DirentType) String() string {
	if int(t) < len(direntTypeNames) {
		return direntTypeNames[t]
	}
	return direntTypeNames[DirentUnknown]
}

// Stat tells about the file at path, following links. libuv: uv_fs_stat.
func Stat(path string, cb func(st FileStat, err error)) error {
	at, size := text(path)
	return stat(path, func(wire *wireStat, cookie uint64) int32 {
		return wireFSStat(0, at, size, wire.pointer(), cookie)
	}, cb)
}

// Lstat tells about the file or link at path. libuv: uv_fs_lstat.
func Lstat(path string, cb func(st FileStat, err error)) error {
	at, size := text(path)
	return stat(path, func(wire *wireStat, cookie uint64) int32 {
		return wireFSLstat(0, at, size, wire.pointer(), cookie)
	}, cb)
}

func stat(hold any, start func(wire *wireStat, cookie uint64) int32, cb func(FileStat, error)) error {
	wire := &wireStat{}
	return submit([]any{hold, wire}, func(cookie uint64) int32 {
		return start(wire, cookie)
	}, func(_ uint32, status int64) {
		if cb == nil {
			return
		}
		if err := failed(status); err != nil {
			cb(FileStat{}, err)
			return
		}
		cb(wire.stat(), nil)
	})
}

func (w *wireStat) pointer() unsafe.Pointer { return unsafe.Pointer(w) }

func (w *wireStat) stat() FileStat {
	return FileStat{
		Dev: w.dev, Mode: w.mode, Nlink: w.nlink, UID: w.uid, GID: w.gid, Rdev: w.rdev, Ino: w.ino,
		Size: w.size, BlockSize: w.blksize, Blocks: w.blocks, Flags: w.flags, Gen: w.gen,
		Atime:     time.Unix(int64(w.atimeSec), int64(w.atimeNsec)),
		Mtime:     time.Unix(int64(w.mtimeSec), int64(w.mtimeNsec)),
		Ctime:     time.Unix(int64(w.ctimeSec), int64(w.ctimeNsec)),
		Birthtime: time.Unix(int64(w.birthtimeSec), int64(w.birthtimeNsec)),
	}
}

// Scandir reads the entries of the directory at path, sorted by name.
// libuv: uv_fs_scandir.
func Scandir(path string, cb func(entries []Dirent, err error)) error {
	at, size := text(path)
	return submit(path, func(cookie uint64) int32 {
		return wireFSScandir(0, at, size, cookie)
	}, func(req uint32, status int64) {
		err := failed(status)
		var entries []Dirent
		if err == nil {
			entries, err = dirents(req, int(status))
		}
		if cb != nil {
			cb(entries, err)
		}
	})
}

// maxName is more than any file system allows a name to have.
const maxName = 4 << 10

// dirents copies the entries of a request, a buffer at a time.
func dirents(req uint32, count int) ([]Dirent, error) {
	entries := make([]Dirent, 0, count)
	buf := make([]byte, min(count, 64)*64+maxName)
	for len(entries) < count {
		n := wireFSDirents(req, uint32(len(entries)), pointer(buf), uint32(len(buf)))
		if err := failed(n); err != nil {
			return entries, err
		}
		if n == 0 {
			return entries, EIO
		}
		rest := buf
		for range n {
			var e Dirent
			e, rest = dirent(rest)
			entries = append(entries, e)
		}
	}
	return entries, nil
}

func dirent(b []byte) (e Dirent, rest []byte) {
	const header = int(unsafe.Sizeof(wireDirent{}))
	size := int(b[2]) | int(b[3])<<8
	name := b[header : header+size]
	return Dirent{Name: string(name), Type: DirentType(b[0])}, b[header+size:]
}

// Mkdir makes a directory. libuv: uv_fs_mkdir.
func Mkdir(path string, perm fs.FileMode, cb func(err error)) error {
	at, size := text(path)
	return submit(path, func(cookie uint64) int32 { return wireFSMkdir(0, at, size, uint32(perm.Perm()), cookie) }, finish(cb))
}

// Rmdir removes an empty directory. libuv: uv_fs_rmdir.
func Rmdir(path string, cb func(err error)) error {
	at, size := text(path)
	return submit(path, func(cookie uint64) int32 { return wireFSRmdir(0, at, size, cookie) }, finish(cb))
}

// Unlink removes a file or link. libuv: uv_fs_unlink.
func Unlink(path string, cb func(err error)) error {
	at, size := text(path)
	return submit(path, func(cookie uint64) int32 { return wireFSUnlink(0, at, size, cookie) }, finish(cb))
}

// Rename renames within one granted directory; EXDEV between two.
// libuv: uv_fs_rename.
func Rename(from, to string, cb func(err error)) error {
	at, size := text(from)
	toAt, toSize := text(to)
	return submit([]string{from, to}, func(cookie uint64) int32 {
		return wireFSRename(0, at, size, toAt, toSize, cookie)
	}, finish(cb))
}
