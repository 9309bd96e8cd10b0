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
func wireTCPInit(loop uint32, cookie uint64) int32                           { return int32(ENOSYS) }
func wireTCPBind(handle uint32, addr unsafe.Pointer, flags uint32) int32     { return int32(ENOSYS) }
func wireTCPConnect(handle uint32, addr unsafe.Pointer, cookie uint64) int32 { return int32(ENOSYS) }
func wireTCPNodelay(handle uint32, enable uint32) int32                      { return int32(ENOSYS) }
func wireTCPGetsockname(handle uint32, addr unsafe.Pointer) int32            { return int32(ENOSYS) }
func wireTCPGetpeername(handle uint32, addr unsafe.Pointer) int32            { return int32(ENOSYS) }
func wireFSOpen(path unsafe.Pointer, pathLen uint32, flags uint32, mode uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSClose(fd int32, cookie uint64) int32 { return int32(ENOSYS) }
func wireFSRead(fd int32, bufs unsafe.Pointer, count uint32, offset int64, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSWrite(fd int32, bufs unsafe.Pointer, count uint32, offset int64, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSStat(path unsafe.Pointer, pathLen uint32, stat unsafe.Pointer, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSLstat(path unsafe.Pointer, pathLen uint32, stat unsafe.Pointer, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSFstat(fd int32, stat unsafe.Pointer, cookie uint64) int32         { return int32(ENOSYS) }
func wireFSScandir(path unsafe.Pointer, pathLen uint32, cookie uint64) int32 { return int32(ENOSYS) }
func wireFSDirents(req uint32, first uint32, buf unsafe.Pointer, bufLen uint32) int32 {
	return int32(ENOSYS)
}
func wireFSMkdir(path unsafe.Pointer, pathLen uint32, mode uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
func wireFSRmdir(path unsafe.Pointer, pathLen uint32, cookie uint64) int32  { return int32(ENOSYS) }
func wireFSUnlink(path unsafe.Pointer, pathLen uint32, cookie uint64) int32 { return int32(ENOSYS) }
func wireFSRename(path unsafe.Pointer, pathLen uint32, newPath unsafe.Pointer, newPathLen uint32, cookie uint64) int32 {
	return int32(ENOSYS)
}
