// Code generated from guest/abi and loop/uv by internal/gen; DO NOT EDIT.

//go:build !wasip1

package uv

import "unsafe"

// Outside of a sandbox there is no loop: every call answers ENOSYS, so that a
// guest's source can be checked and edited on any system.

func wireRun(loop uint32, mode uint32) int32                               { return int32(ENOSYS) }
func wireStop(loop uint32) int32                                           { return int32(ENOSYS) }
func wireAlive(loop uint32) int32                                          { return int32(ENOSYS) }
func wireNow(loop uint32) int64                                            { return int64(ENOSYS) }
func wireUpdateTime(loop uint32) int32                                     { return int32(ENOSYS) }
func wireHrtime() int64                                                    { return int64(ENOSYS) }
func wireLoopInit() int32                                                  { return int32(ENOSYS) }
func wireLoopClose(loop uint32) int32                                      { return int32(ENOSYS) }
func wireLoopHold(loop uint32, count uint32) int32                         { return int32(ENOSYS) }
func wireLoopConfigure(loop uint32, option uint32, value int32) int32      { return int32(ENOSYS) }
func wireIdleTime(loop uint32) int64                                       { return int64(ENOSYS) }
func wireMetricsInfo(loop uint32, metrics unsafe.Pointer) int32            { return int32(ENOSYS) }
func wireBackendTimeout(loop uint32) int32                                 { return int32(ENOSYS) }
func wireIsActive(handle uint32) int32                                     { return int32(ENOSYS) }
func wireIsClosing(handle uint32) int32                                    { return int32(ENOSYS) }
func wireHasRef(handle uint32) int32                                       { return int32(ENOSYS) }
func wireRef(handle uint32) int32                                          { return int32(ENOSYS) }
func wireUnref(handle uint32) int32                                        { return int32(ENOSYS) }
func wireClose(handle uint32) int32                                        { return int32(ENOSYS) }
func wireCancel(req uint32) int32                                          { return int32(ENOSYS) }
func wireTimerInit(loop uint32, cookie uint64) int32                       { return int32(ENOSYS) }
func wireTimerStart(handle uint32, timeout uint64, repeat uint64) int32    { return int32(ENOSYS) }
func wireTimerStop(handle uint32) int32                                    { return int32(ENOSYS) }
func wireTimerAgain(handle uint32) int32                                   { return int32(ENOSYS) }
func wireTimerSetRepeat(handle uint32, repeat uint64) int32                { return int32(ENOSYS) }
func wireTimerGetRepeat(handle uint32) int64                               { return int64(ENOSYS) }
func wireTimerGetDueIn(handle uint32) int64                                { return int64(ENOSYS) }
func wireIdleInit(loop uint32, cookie uint64) int32                        { return int32(ENOSYS) }
func wireIdleStart(handle uint32) int32                                    { return int32(ENOSYS) }
func wireIdleStop(handle uint32) int32                                     { return int32(ENOSYS) }
func wirePrepareInit(loop uint32, cookie uint64) int32                     { return int32(ENOSYS) }
func wirePrepareStart(handle uint32) int32                                 { return int32(ENOSYS) }
func wirePrepareStop(handle uint32) int32                                  { return int32(ENOSYS) }
func wireCheckInit(loop uint32, cookie uint64) int32                       { return int32(ENOSYS) }
func wireCheckStart(handle uint32) int32                                   { return int32(ENOSYS) }
func wireCheckStop(handle uint32) int32                                    { return int32(ENOSYS) }
func wireAsyncInit(loop uint32, cookie uint64) int32                       { return int32(ENOSYS) }
func wireAsyncSend(handle uint32) int32                                    { return int32(ENOSYS) }
func wirePollInit(loop uint32, fd int32, cookie uint64) int32              { return int32(ENOSYS) }
func wirePollStart(handle uint32, events uint32) int32                     { return int32(ENOSYS) }
func wirePollStop(handle uint32) int32                                     { return int32(ENOSYS) }
func wireListen(handle uint32, backlog int32) int32                        { return int32(ENOSYS) }
func wireAccept(server uint32, client uint32) int32                        { return int32(ENOSYS) }
func wireReadStart(handle uint32, buf unsafe.Pointer, bufLen uint32) int32 { return int32(ENOSYS) }
func wireReadStop(handle uint32) int32                                     { return int32(ENOSYS) }
func wireWrite(handle uint32, bufs unsafe.Pointer, count uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireTryWrite(handle uint32, bufs unsafe.Pointer, count uint32) int32    { return int32(ENOSYS) }
func wireShutdown(handle uint32, cookie uint64) int32                        { return int32(ENOSYS) }
func wireIsReadable(handle uint32) int32                                     { return int32(ENOSYS) }
func wireIsWritable(handle uint32) int32                                     { return int32(ENOSYS) }
func wireWriteQueueSize(handle uint32) int64                                 { return int64(ENOSYS) }
func wireStreamOpen(handle uint32, fd int32) int32                           { return int32(ENOSYS) }
func wireStreamSetBlocking(handle uint32, blocking uint32) int32             { return int32(ENOSYS) }
func wireSendBufferSize(handle uint32, size uint32) int32                    { return int32(ENOSYS) }
func wireRecvBufferSize(handle uint32, size uint32) int32                    { return int32(ENOSYS) }
func wireFileno(handle uint32) int32                                         { return int32(ENOSYS) }
func wireTCPInit(loop uint32, cookie uint64) int32                           { return int32(ENOSYS) }
func wireTCPBind(handle uint32, addr unsafe.Pointer, flags uint32) int32     { return int32(ENOSYS) }
func wireTCPConnect(handle uint32, addr unsafe.Pointer, cookie uint64) int32 { return int32(ENOSYS) }
func wireTCPNodelay(handle uint32, enable uint32) int32                      { return int32(ENOSYS) }
func wireTCPGetsockname(handle uint32, addr unsafe.Pointer) int32            { return int32(ENOSYS) }
func wireTCPGetpeername(handle uint32, addr unsafe.Pointer) int32            { return int32(ENOSYS) }
func wireTCPSocket(loop uint32, family uint32, cookie uint64) int32          { return int32(ENOSYS) }
func wireTCPKeepalive(handle uint32, enable uint32, idle uint32, interval uint32, count uint32) int32 {
	return int32(ENOSYS)
}
func wireTCPCloseReset(handle uint32) int32                     { return int32(ENOSYS) }
func wirePipeInit(loop uint32, ipc uint32, cookie uint64) int32 { return int32(ENOSYS) }
func wirePipeBind(handle uint32, path unsafe.Pointer, pathLen uint32, flags uint32) int32 {
	return int32(ENOSYS)
}
func wirePipeConnect(handle uint32, path unsafe.Pointer, pathLen uint32, flags uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wirePipeGetsockname(handle uint32, buf unsafe.Pointer, bufLen uint32) int32 {
	return int32(ENOSYS)
}
func wirePipeGetpeername(handle uint32, buf unsafe.Pointer, bufLen uint32) int32 {
	return int32(ENOSYS)
}
func wirePipeChmod(handle uint32, mode uint32) int32 { return int32(ENOSYS) }
func wirePipePair(readFlags uint32, writeFlags uint32, fds unsafe.Pointer, fdsLen uint32) int32 {
	return int32(ENOSYS)
}
func wireSocketPair(socktype uint32, protocol uint32, flags0 uint32, flags1 uint32, fds unsafe.Pointer, fdsLen uint32) int32 {
	return int32(ENOSYS)
}
func wireUDPInit(loop uint32, family uint32, cookie uint64) int32        { return int32(ENOSYS) }
func wireUDPOpen(handle uint32, fd int32) int32                          { return int32(ENOSYS) }
func wireUDPBind(handle uint32, addr unsafe.Pointer, flags uint32) int32 { return int32(ENOSYS) }
func wireUDPConnect(handle uint32, addr unsafe.Pointer) int32            { return int32(ENOSYS) }
func wireUDPGetsockname(handle uint32, addr unsafe.Pointer) int32        { return int32(ENOSYS) }
func wireUDPGetpeername(handle uint32, addr unsafe.Pointer) int32        { return int32(ENOSYS) }
func wireUDPSend(handle uint32, bufs unsafe.Pointer, count uint32, addr unsafe.Pointer, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireUDPTrySend(handle uint32, bufs unsafe.Pointer, count uint32, addr unsafe.Pointer) int32 {
	return int32(ENOSYS)
}
func wireUDPRecvStart(handle uint32, info unsafe.Pointer) int32        { return int32(ENOSYS) }
func wireUDPRecvStop(handle uint32) int32                              { return int32(ENOSYS) }
func wireUDPSendQueueSize(handle uint32) int64                         { return int64(ENOSYS) }
func wireUDPSendQueueCount(handle uint32) int64                        { return int64(ENOSYS) }
func wireUDPSetOption(handle uint32, option uint32, value int32) int32 { return int32(ENOSYS) }
func wireUDPSetMembership(handle uint32, group unsafe.Pointer, iface unsafe.Pointer, source unsafe.Pointer, join uint32) int32 {
	return int32(ENOSYS)
}
func wireUDPSetInterface(handle uint32, iface unsafe.Pointer) int32 { return int32(ENOSYS) }
func wireFSOpen(loop uint32, path unsafe.Pointer, pathLen uint32, flags uint32, mode uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSClose(loop uint32, fd int32, cookie uint64) int32 { return int32(ENOSYS) }
func wireFSRead(loop uint32, fd int32, bufs unsafe.Pointer, count uint32, offset int64, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSWrite(loop uint32, fd int32, bufs unsafe.Pointer, count uint32, offset int64, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSSeek(fd int32, offset int64, whence uint32) int64 { return int64(ENOSYS) }
func wireFSDup(fd int32) int32                               { return int32(ENOSYS) }
func wireFSStat(loop uint32, path unsafe.Pointer, pathLen uint32, stat unsafe.Pointer, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSLstat(loop uint32, path unsafe.Pointer, pathLen uint32, stat unsafe.Pointer, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSFstat(loop uint32, fd int32, stat unsafe.Pointer, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSScandir(loop uint32, path unsafe.Pointer, pathLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSDirents(req uint32, first uint32, buf unsafe.Pointer, bufLen uint32) int32 {
	return int32(ENOSYS)
}
func wireFSMkdir(loop uint32, path unsafe.Pointer, pathLen uint32, mode uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSRmdir(loop uint32, path unsafe.Pointer, pathLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSUnlink(loop uint32, path unsafe.Pointer, pathLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSRename(loop uint32, path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSAccess(loop uint32, path unsafe.Pointer, pathLen uint32, mode uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSChmod(loop uint32, path unsafe.Pointer, pathLen uint32, mode uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSFchmod(loop uint32, fd int32, mode uint32, cookie uint64) int32 { return int32(ENOSYS) }
func wireFSChown(loop uint32, path unsafe.Pointer, pathLen uint32, uid uint32, gid uint32, follow uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSFchown(loop uint32, fd int32, uid uint32, gid uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSUtime(loop uint32, path unsafe.Pointer, pathLen uint32, atime float64, mtime float64, follow uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSFutime(loop uint32, fd int32, atime float64, mtime float64, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSFtruncate(loop uint32, fd int32, length int64, cookie uint64) int32 { return int32(ENOSYS) }
func wireFSFsync(loop uint32, fd int32, data uint32, cookie uint64) int32      { return int32(ENOSYS) }
func wireFSLink(loop uint32, path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSSymlink(loop uint32, path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, flags uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSReadlink(loop uint32, path unsafe.Pointer, pathLen uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSRealpath(loop uint32, path unsafe.Pointer, pathLen uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSMkdtemp(loop uint32, path unsafe.Pointer, pathLen uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSMkstemp(loop uint32, path unsafe.Pointer, pathLen uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSCopyfile(loop uint32, path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, flags uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSSendfile(loop uint32, outFD int32, inFD int32, offset int64, length uint64, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSOpendir(loop uint32, path unsafe.Pointer, pathLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSReaddir(loop uint32, dir int32, count uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSClosedir(loop uint32, dir int32, cookie uint64) int32 { return int32(ENOSYS) }
func wireFSStatfs(loop uint32, path unsafe.Pointer, pathLen uint32, statfs unsafe.Pointer, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireQueueWork(loop uint32, cookie uint64) int32 { return int32(ENOSYS) }
func wireRandom(loop uint32, buf unsafe.Pointer, bufLen uint32, flags uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireGetaddrinfo(loop uint32, node unsafe.Pointer, nodeLen uint32, service unsafe.Pointer, serviceLen uint32, flags uint32, family uint32, socktype uint32, protocol uint32, buf unsafe.Pointer, bufLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireGetnameinfo(loop uint32, addr unsafe.Pointer, flags uint32, host unsafe.Pointer, hostLen uint32, service unsafe.Pointer, serviceLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
