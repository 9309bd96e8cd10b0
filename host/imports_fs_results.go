package host

import (
	"encoding/binary"
	"slices"

	"github.com/loopground/loopground/loop/uv"
)

// What requests give their guest before they call it back. A result is 0 or more
// when they are called.

func statTo(ptr uint32) fsArgs {
	return fsArgs{out: ptr, outLen: sizeStat, give: (*fsReq).giveStat}
}

func textTo(ptr, n uint32) fsArgs { return fsArgs{out: ptr, outLen: n, give: (*fsReq).giveTarget} }

// giveFd gives a number of the guest's for the descriptor.
func (r *fsReq) giveFd(fd int64) int64 {
	f := r.g.files.put(int(fd))
	f.write = r.args.flags&3 != 0 || r.req.Op == uv.FsMkstemp
	if m, _ := lookup(r.access.mounts, r.access.path); m != nil && m.ro {
		f.ro = m
	}
	return int64(f.at)
}

func (r *fsReq) giveDir(int64) int64 {
	f := r.g.files.put(-1)
	f.dir = r.req.Dir
	return int64(f.at)
}

func (r *fsReq) giveStat(int64) int64 {
	var b [sizeStat]byte
	s := &r.req.Stat
	for _, f := range [...]struct {
		at int
		v  uint64
	}{
		{offStatDev, s.Dev}, {offStatMode, s.Mode}, {offStatNlink, s.Nlink}, {offStatUID, s.UID}, {offStatGID, s.GID},
		{offStatRdev, s.Rdev}, {offStatIno, s.Ino}, {offStatSize, s.Size}, {offStatBlksize, s.Blksize},
		{offStatBlocks, s.Blocks}, {offStatFlags, s.Flags}, {offStatGen, s.Gen},
		{offStatAtimeSec, uint64(s.Atime.Sec)}, {offStatAtimeNsec, uint64(s.Atime.Nsec)},
		{offStatMtimeSec, uint64(s.Mtime.Sec)}, {offStatMtimeNsec, uint64(s.Mtime.Nsec)},
		{offStatCtimeSec, uint64(s.Ctime.Sec)}, {offStatCtimeNsec, uint64(s.Ctime.Nsec)},
		{offStatBirthtimeSec, uint64(s.Birthtime.Sec)}, {offStatBirthtimeNsec, uint64(s.Birthtime.Nsec)},
	} {
		binary.LittleEndian.PutUint64(b[f.at:], f.v)
	}
	return r.give(b[:], 0)
}

// give writes bytes where the guest wants the result.
func (r *fsReq) give(b []byte, result int64) int64 {
	if !r.g.mem.write(r.args.out, b) {
		return int64(uv.EFAULT)
	}
	return result
}

// giveTarget writes where a link leads.
func (r *fsReq) giveTarget(int64) int64 {
	n := len(r.req.Target)
	if uint64(n) > uint64(r.args.outLen) {
		return int64(uv.ENAMETOOLONG)
	}
	return r.give([]byte(r.req.Target), int64(n))
}

// giveTemp writes the path that was made, in the words of the guest.
func (r *fsReq) giveTemp(result int64) int64 {
	path, made := []byte(r.args.template), r.req.Path
	copy(path[len(path)-len(tempMark):], made[len(made)-len(tempMark):])
	if r.req.Op == uv.FsMkstemp {
		return r.give(path, r.giveFd(result))
	}
	return r.give(path, int64(len(path)))
}

// giveEntries writes entries of a directory, and keeps those without room.
func (r *fsReq) giveEntries(int64) int64 {
	entries := slices.Concat(r.dir.pending, r.req.Entries)
	r.dir.pending = entries
	if len(entries) == 0 {
		return 0
	}
	out, ok := r.g.mem.slice(r.args.out, r.args.outLen)
	if !ok {
		return int64(uv.EFAULT)
	}
	n := putDirents(out, entries[:min(int64(len(entries)), r.args.size)])
	if n == 0 {
		return int64(uv.ENOBUFS)
	}
	r.dir.pending = entries[n:]
	return int64(n)
}
