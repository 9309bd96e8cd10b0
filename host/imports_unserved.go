package host

import (
	"github.com/loopground/loopground/loop/uv"
)

// Calls of the wire that are not served yet.

func (*Guest) uvFSAccess(uint32, uint32, uint32, uint32, uint64) int32 { return int32(uv.EINVAL) }
func (*Guest) uvFSChmod(uint32, uint32, uint32, uint32, uint64) int32  { return int32(uv.EINVAL) }
func (*Guest) uvFSFchmod(uint32, int32, uint32, uint64) int32          { return int32(uv.EINVAL) }
func (*Guest) uvFSChown(uint32, uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSFchown(uint32, int32, uint32, uint32, uint64) int32 { return int32(uv.EINVAL) }
func (*Guest) uvFSUtime(uint32, uint32, uint32, float64, float64, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSFutime(uint32, int32, float64, float64, uint64) int32      { return int32(uv.EINVAL) }
func (*Guest) uvFSFtruncate(uint32, int32, int64, uint64) int32              { return int32(uv.EINVAL) }
func (*Guest) uvFSFsync(uint32, int32, uint32, uint64) int32                 { return int32(uv.EINVAL) }
func (*Guest) uvFSLink(uint32, uint32, uint32, uint32, uint32, uint64) int32 { return int32(uv.EINVAL) }
func (*Guest) uvFSSymlink(uint32, uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSReadlink(uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSRealpath(uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSMkdtemp(uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSMkstemp(uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSCopyfile(uint32, uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSSendfile(uint32, int32, int32, int64, uint64, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSOpendir(uint32, uint32, uint32, uint64) int32 { return int32(uv.EINVAL) }
func (*Guest) uvFSReaddir(uint32, int32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvFSClosedir(uint32, int32, uint64) int32                { return int32(uv.EINVAL) }
func (*Guest) uvFSStatfs(uint32, uint32, uint32, uint32, uint64) int32 { return int32(uv.EINVAL) }
func (*Guest) uvQueueWork(uint32, uint64) int32                        { return int32(uv.EINVAL) }
func (*Guest) uvRandom(uint32, uint32, uint32, uint32, uint64) int32   { return int32(uv.EINVAL) }
func (*Guest) uvGetaddrinfo(uint32, uint32, uint32, uint32, uint32, uint32, uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvGetnameinfo(uint32, uint32, uint32, uint32, uint32, uint32, uint32, uint64) int32 {
	return int32(uv.EINVAL)
}
