package uv

import (
	"io"
	"io/fs"
)

// File is an open file. Its functions work at the thread pool; their callbacks
// run in the poll phase.
type File struct{ fd int32 }

// Open opens the file at path, which a granted directory must hold, and calls
// cb with it. flag is made of os.O_RDONLY, os.O_CREATE and so on. Errors in
// cb: EACCES without a grant or when writing to a read-only one, ENOENT,
// EMFILE. libuv: uv_fs_open.
func Open(path string, flag int, perm fs.FileMode, cb func(f *File, err error)) error {
	if cb == nil {
		return EINVAL // the file could never be closed
	}
	at, size := text(path)
	return submit(path, func(cookie uint64) int32 {
		return wireFSOpen(0, at, size, uint32(flag), uint32(perm.Perm()), cookie)
	}, func(_ uint32, status int64) {
		if err := failed(status); err != nil {
			cb(nil, err)
			return
		}
		cb(&File{fd: int32(status)}, nil)
	})
}

// FD is the guest's number of the file.
func (f *File) FD() int { return int(f.fd) }

// Read reads into buf from offset, or from the file's position if that is -1,
// and calls cb with the number of bytes; at the end with 0 and io.EOF. buf
// belongs to the loop until then. libuv: uv_fs_read.
func (f *File) Read(buf []byte, offset int64, cb func(n int, err error)) error {
	bufs := [][]byte{buf}
	wire, at, count := buffers(bufs)
	return submit([]any{bufs, wire}, func(cookie uint64) int32 {
		return wireFSRead(0, f.fd, at, count, offset, cookie)
	}, func(_ uint32, status int64) {
		err := failed(status)
		if status == 0 && len(buf) > 0 {
			err = io.EOF
		}
		if cb != nil {
			cb(int(max(status, 0)), err)
		}
	})
}

// Write writes buf at offset, or at the file's position if that is -1, and
// calls cb with the number of bytes. buf belongs to the loop until then.
// libuv: uv_fs_write.
func (f *File) Write(buf []byte, offset int64, cb func(n int, err error)) error {
	bufs := [][]byte{buf}
	wire, at, count := buffers(bufs)
	return submit([]any{bufs, wire}, func(cookie uint64) int32 {
		return wireFSWrite(0, f.fd, at, count, offset, cookie)
	}, func(_ uint32, status int64) {
		if cb != nil {
			cb(int(max(status, 0)), failed(status))
		}
	})
}

// Stat tells about the file. libuv: uv_fs_fstat.
func (f *File) Stat(cb func(st FileStat, err error)) error {
	return stat(nil, func(wire *wireStat, cookie uint64) int32 {
		return wireFSFstat(0, f.fd, wire.pointer(), cookie)
	}, cb)
}

// Close closes the file. libuv: uv_fs_close.
func (f *File) Close(cb func(err error)) error {
	return submit(nil, func(cookie uint64) int32 { return wireFSClose(0, f.fd, cookie) }, finish(cb))
}

// ReadFile opens the file at path, reads it to its end, closes it and calls cb
// with what it holds.
func ReadFile(path string, cb func(data []byte, err error)) error {
	const rdonly = 0
	return Open(path, rdonly, 0, func(f *File, err error) {
		if err != nil {
			cb(nil, err)
			return
		}
		r := &reader{f: f, cb: cb}
		r.next(0, nil)
	})
}

// reader is a ReadFile on its way.
type reader struct {
	f    *File
	data []byte
	cb   func([]byte, error)
}

const chunk = 64 << 10

func (r *reader) next(n int, err error) {
	r.data = r.data[:len(r.data)+n]
	if err == nil {
		size := len(r.data)
		grown := append(r.data, make([]byte, chunk)...)
		r.data = grown[:size]
		err = r.f.Read(grown[size:], int64(size), r.next)
		if err == nil {
			return
		}
	}
	r.end(err)
}

// end closes the file and reports the first error of both.
func (r *reader) end(err error) {
	if err == io.EOF {
		err = nil
	}
	done := func(closing error) {
		if err == nil {
			err = closing
		}
		if err != nil {
			r.data = nil
		}
		r.cb(r.data, err)
	}
	if closing := r.f.Close(done); closing != nil {
		done(closing)
	}
}
