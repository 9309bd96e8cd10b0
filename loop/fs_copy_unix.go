//go:build unix

package loop

import "github.com/loopground/loopground/loop/uv"

const permissions = 0o777

// copyfile opens both by the file system that was given and works on the
// descriptors.
func (r *FSReq) copyfile() uv.Errno {
	from, err := r.fs.Open(r.Path, 0, 0)
	if err != 0 {
		return err
	}
	defer func() { _ = closeFile(from) }() // read only: nothing is lost
	var src Stat
	if err := statFd(from, &src); err != 0 {
		return err
	}
	if r.MaxCopy > 0 && src.Size > uint64(r.MaxCopy) {
		return uv.EFBIG
	}
	flags := flagWRONLY | flagCreate
	if r.flags&CopyExcl != 0 {
		flags |= flagExcl
	}
	to, err := r.fs.Open(r.newPath, flags, uint32(src.Mode&permissions))
	if err != 0 {
		return err
	}
	same, err := r.fill(to, from, &src)
	if closed := closeFile(to); err == 0 {
		err = closed
	}
	if err != 0 && !same {
		_ = r.fs.Unlink(r.newPath) // the error that is told is why
	}
	return err
}

// fill copies into an open file. A file onto itself stays as it is.
func (r *FSReq) fill(to, from int, src *Stat) (same bool, err uv.Errno) {
	var dst Stat
	if err := statFd(to, &dst); err != 0 {
		return false, err
	}
	if dst.Dev == src.Dev && dst.Ino == src.Ino {
		return true, 0
	}
	err = truncateFile(to, 0)
	if err == 0 {
		err = chmodFd(to, uint32(src.Mode&permissions))
	}
	if err != 0 {
		return false, err
	}
	if r.flags&(CopyFiclone|CopyFicloneMust) != 0 {
		err := cloneFile(to, from)
		if err == 0 || r.flags&CopyFicloneMust != 0 {
			return false, err
		}
	}
	return false, copyBytes(to, from, int64(src.Size))
}

// copyBytes copies as many bytes as the file had when it was opened, or what is
// left of it.
func copyBytes(to, from int, size int64) uv.Errno {
	for at := int64(0); at < size; {
		n, err := sendFile(to, from, at, size-at)
		if err != 0 || n == 0 {
			return err
		}
		at += n
	}
	return 0
}

// readFrom reads at an offset, or what comes next where there are none.
func readFrom(fd int, bufs [][]byte, offset int64) (int64, uv.Errno) {
	n, err := readFile(fd, bufs, offset)
	if err == uv.ESPIPE {
		return readFile(fd, bufs, -1)
	}
	return n, err
}

// copyBuf is how many bytes are copied by hand at a time.
const copyBuf = 64 << 10

// copyByHand is sendFile where the system has none for these descriptors.
func copyByHand(out, in int, offset, length int64) (total int64, err uv.Errno) {
	buf := make([][]byte, 1)
	room := make([]byte, min(length, copyBuf))
	for total < length {
		buf[0] = room[:min(length-total, copyBuf)]
		n, err := readFrom(in, buf, offset+total)
		if err == 0 && n > 0 {
			buf[0] = buf[0][:n]
			n, err = writeFile(out, buf, -1)
		}
		if err != 0 && total == 0 {
			return 0, err
		}
		if err != 0 || n == 0 {
			break
		}
		total += n
		if n < int64(len(buf[0])) {
			break
		}
	}
	return total, 0
}
