package host

import (
	"github.com/loopground/loopground/loop"
	"github.com/loopground/loopground/loop/uv"
)

// Calls of the wire that are not served yet.

func (*Guest) uvStreamOpen(loop.ID, int32) int32                            { return int32(uv.EBADF) }
func (*Guest) uvStreamSetBlocking(loop.ID, uint32) int32                    { return int32(uv.EBADF) }
func (*Guest) uvSendBufferSize(loop.ID, uint32) int32                       { return int32(uv.EBADF) }
func (*Guest) uvRecvBufferSize(loop.ID, uint32) int32                       { return int32(uv.EBADF) }
func (*Guest) uvFileno(loop.ID) int32                                       { return int32(uv.EBADF) }
func (*Guest) uvTCPSocket(uint32, uint32, uint64) int32                     { return int32(uv.EINVAL) }
func (*Guest) uvTCPKeepalive(loop.ID, uint32, uint32, uint32, uint32) int32 { return int32(uv.EBADF) }
func (*Guest) uvTCPCloseReset(loop.ID) int32                                { return int32(uv.EBADF) }
func (*Guest) uvPipeInit(uint32, uint32, uint64) int32                      { return int32(uv.EINVAL) }
func (*Guest) uvPipeBind(loop.ID, uint32, uint32, uint32) int32             { return int32(uv.EBADF) }
func (*Guest) uvPipeConnect(loop.ID, uint32, uint32, uint32, uint64) int32  { return int32(uv.EBADF) }
func (*Guest) uvPipeGetsockname(loop.ID, uint32, uint32) int32              { return int32(uv.EBADF) }
func (*Guest) uvPipeGetpeername(loop.ID, uint32, uint32) int32              { return int32(uv.EBADF) }
func (*Guest) uvPipeChmod(loop.ID, uint32) int32                            { return int32(uv.EBADF) }
func (*Guest) uvPipePair(uint32, uint32, uint32, uint32) int32              { return int32(uv.EINVAL) }
func (*Guest) uvSocketPair(uint32, uint32, uint32, uint32, uint32, uint32) int32 {
	return int32(uv.EINVAL)
}
func (*Guest) uvUDPInit(uint32, uint32, uint64) int32                  { return int32(uv.EINVAL) }
func (*Guest) uvUDPOpen(loop.ID, int32) int32                          { return int32(uv.EBADF) }
func (*Guest) uvUDPBind(loop.ID, uint32, uint32) int32                 { return int32(uv.EBADF) }
func (*Guest) uvUDPConnect(loop.ID, uint32) int32                      { return int32(uv.EBADF) }
func (*Guest) uvUDPGetsockname(loop.ID, uint32) int32                  { return int32(uv.EBADF) }
func (*Guest) uvUDPGetpeername(loop.ID, uint32) int32                  { return int32(uv.EBADF) }
func (*Guest) uvUDPSend(loop.ID, uint32, uint32, uint32, uint64) int32 { return int32(uv.EBADF) }
func (*Guest) uvUDPTrySend(loop.ID, uint32, uint32, uint32) int32      { return int32(uv.EBADF) }
func (*Guest) uvUDPRecvStart(loop.ID, uint32) int32                    { return int32(uv.EBADF) }
func (*Guest) uvUDPRecvStop(loop.ID) int32                             { return int32(uv.EBADF) }
func (*Guest) uvUDPSendQueueSize(loop.ID) int64                        { return int64(uv.EBADF) }
func (*Guest) uvUDPSendQueueCount(loop.ID) int64                       { return int64(uv.EBADF) }
func (*Guest) uvUDPSetOption(loop.ID, uint32, int32) int32             { return int32(uv.EBADF) }
func (*Guest) uvUDPSetMembership(loop.ID, uint32, uint32, uint32, uint32) int32 {
	return int32(uv.EBADF)
}
func (*Guest) uvUDPSetInterface(loop.ID, uint32) int32                 { return int32(uv.EBADF) }
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
