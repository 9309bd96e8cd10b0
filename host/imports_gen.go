// Code generated from guest/abi by internal/gen; DO NOT EDIT.

package host

import (
	"context"
	"math"

	"github.com/loopground/loopground/loop"
)

// The layout of buf.
const (
	sizeBuf    = 8
	offBufBase = 0
	offBufLen  = 4
)

// The layout of sockaddr.
const (
	sizeSockaddr        = 28
	offSockaddrFamily   = 0
	offSockaddrPort     = 2
	offSockaddrFlowinfo = 4
	offSockaddrScope    = 8
	offSockaddrAddr     = 12
)

// The layout of stat.
const (
	sizeStat             = 160
	offStatDev           = 0
	offStatMode          = 8
	offStatNlink         = 16
	offStatUID           = 24
	offStatGID           = 32
	offStatRdev          = 40
	offStatIno           = 48
	offStatSize          = 56
	offStatBlksize       = 64
	offStatBlocks        = 72
	offStatFlags         = 80
	offStatGen           = 88
	offStatAtimeSec      = 96
	offStatAtimeNsec     = 104
	offStatMtimeSec      = 112
	offStatMtimeNsec     = 120
	offStatCtimeSec      = 128
	offStatCtimeNsec     = 136
	offStatBirthtimeSec  = 144
	offStatBirthtimeNsec = 152
)

// The layout of dirent.
const (
	sizeDirent        = 4
	offDirentType     = 0
	offDirentReserved = 1
	offDirentNameLen  = 2
)

// The layout of udp_info.
const (
	sizeUDPInfo     = 32
	offUDPInfoAddr  = 0
	offUDPInfoFlags = 28
)

// The layout of addrinfo.
const (
	sizeAddrinfo        = 48
	offAddrinfoFlags    = 0
	offAddrinfoFamily   = 4
	offAddrinfoSocktype = 8
	offAddrinfoProtocol = 12
	offAddrinfoAddr     = 16
	offAddrinfoNameLen  = 44
)

// The layout of statfs.
const (
	sizeStatfs        = 88
	offStatfsType     = 0
	offStatfsBsize    = 8
	offStatfsBlocks   = 16
	offStatfsBfree    = 24
	offStatfsBavail   = 32
	offStatfsFiles    = 40
	offStatfsFfree    = 48
	offStatfsFrsize   = 56
	offStatfsReserved = 64
)

// The layout of metrics.
const (
	sizeMetrics             = 24
	offMetricsLoopCount     = 0
	offMetricsEvents        = 8
	offMetricsEventsWaiting = 16
)

// stubs are the functions of module uv_preview1, in the order of abi.Funcs.
func stubs() []stub {
	return []stub{
		{"run", stubRun},
		{"stop", stubStop},
		{"alive", stubAlive},
		{"now", stubNow},
		{"update_time", stubUpdateTime},
		{"hrtime", stubHrtime},
		{"loop_init", stubLoopInit},
		{"loop_close", stubLoopClose},
		{"loop_hold", stubLoopHold},
		{"loop_configure", stubLoopConfigure},
		{"idle_time", stubIdleTime},
		{"metrics_info", stubMetricsInfo},
		{"backend_timeout", stubBackendTimeout},
		{"is_active", stubIsActive},
		{"is_closing", stubIsClosing},
		{"has_ref", stubHasRef},
		{"ref", stubRef},
		{"unref", stubUnref},
		{"close", stubClose},
		{"cancel", stubCancel},
		{"timer_init", stubTimerInit},
		{"timer_start", stubTimerStart},
		{"timer_stop", stubTimerStop},
		{"timer_again", stubTimerAgain},
		{"timer_set_repeat", stubTimerSetRepeat},
		{"timer_get_repeat", stubTimerGetRepeat},
		{"timer_get_due_in", stubTimerGetDueIn},
		{"idle_init", stubIdleInit},
		{"idle_start", stubIdleStart},
		{"idle_stop", stubIdleStop},
		{"prepare_init", stubPrepareInit},
		{"prepare_start", stubPrepareStart},
		{"prepare_stop", stubPrepareStop},
		{"check_init", stubCheckInit},
		{"check_start", stubCheckStart},
		{"check_stop", stubCheckStop},
		{"async_init", stubAsyncInit},
		{"async_send", stubAsyncSend},
		{"poll_init", stubPollInit},
		{"poll_start", stubPollStart},
		{"poll_stop", stubPollStop},
		{"listen", stubListen},
		{"accept", stubAccept},
		{"read_start", stubReadStart},
		{"read_stop", stubReadStop},
		{"write", stubWrite},
		{"try_write", stubTryWrite},
		{"shutdown", stubShutdown},
		{"is_readable", stubIsReadable},
		{"is_writable", stubIsWritable},
		{"write_queue_size", stubWriteQueueSize},
		{"stream_open", stubStreamOpen},
		{"stream_set_blocking", stubStreamSetBlocking},
		{"send_buffer_size", stubSendBufferSize},
		{"recv_buffer_size", stubRecvBufferSize},
		{"fileno", stubFileno},
		{"tcp_init", stubTCPInit},
		{"tcp_bind", stubTCPBind},
		{"tcp_connect", stubTCPConnect},
		{"tcp_nodelay", stubTCPNodelay},
		{"tcp_getsockname", stubTCPGetsockname},
		{"tcp_getpeername", stubTCPGetpeername},
		{"tcp_socket", stubTCPSocket},
		{"tcp_keepalive", stubTCPKeepalive},
		{"tcp_close_reset", stubTCPCloseReset},
		{"pipe_init", stubPipeInit},
		{"pipe_bind", stubPipeBind},
		{"pipe_connect", stubPipeConnect},
		{"pipe_getsockname", stubPipeGetsockname},
		{"pipe_getpeername", stubPipeGetpeername},
		{"pipe_chmod", stubPipeChmod},
		{"pipe_pair", stubPipePair},
		{"socket_pair", stubSocketPair},
		{"udp_init", stubUDPInit},
		{"udp_open", stubUDPOpen},
		{"udp_bind", stubUDPBind},
		{"udp_connect", stubUDPConnect},
		{"udp_getsockname", stubUDPGetsockname},
		{"udp_getpeername", stubUDPGetpeername},
		{"udp_send", stubUDPSend},
		{"udp_try_send", stubUDPTrySend},
		{"udp_recv_start", stubUDPRecvStart},
		{"udp_recv_stop", stubUDPRecvStop},
		{"udp_send_queue_size", stubUDPSendQueueSize},
		{"udp_send_queue_count", stubUDPSendQueueCount},
		{"udp_set_option", stubUDPSetOption},
		{"udp_set_membership", stubUDPSetMembership},
		{"udp_set_interface", stubUDPSetInterface},
		{"fs_open", stubFSOpen},
		{"fs_close", stubFSClose},
		{"fs_read", stubFSRead},
		{"fs_write", stubFSWrite},
		{"fs_seek", stubFSSeek},
		{"fs_dup", stubFSDup},
		{"fs_stat", stubFSStat},
		{"fs_lstat", stubFSLstat},
		{"fs_fstat", stubFSFstat},
		{"fs_scandir", stubFSScandir},
		{"fs_dirents", stubFSDirents},
		{"fs_mkdir", stubFSMkdir},
		{"fs_rmdir", stubFSRmdir},
		{"fs_unlink", stubFSUnlink},
		{"fs_rename", stubFSRename},
		{"fs_access", stubFSAccess},
		{"fs_chmod", stubFSChmod},
		{"fs_fchmod", stubFSFchmod},
		{"fs_chown", stubFSChown},
		{"fs_fchown", stubFSFchown},
		{"fs_utime", stubFSUtime},
		{"fs_futime", stubFSFutime},
		{"fs_ftruncate", stubFSFtruncate},
		{"fs_fsync", stubFSFsync},
		{"fs_link", stubFSLink},
		{"fs_symlink", stubFSSymlink},
		{"fs_readlink", stubFSReadlink},
		{"fs_realpath", stubFSRealpath},
		{"fs_mkdtemp", stubFSMkdtemp},
		{"fs_mkstemp", stubFSMkstemp},
		{"fs_copyfile", stubFSCopyfile},
		{"fs_sendfile", stubFSSendfile},
		{"fs_opendir", stubFSOpendir},
		{"fs_readdir", stubFSReaddir},
		{"fs_closedir", stubFSClosedir},
		{"fs_statfs", stubFSStatfs},
		{"queue_work", stubQueueWork},
		{"random", stubRandom},
		{"getaddrinfo", stubGetaddrinfo},
		{"getnameinfo", stubGetnameinfo},
	}
}

func stubRun(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvRun(uint32(stack[0]), uint32(stack[1]))))
}

func stubStop(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvStop(uint32(stack[0]))))
}

func stubAlive(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvAlive(uint32(stack[0]))))
}

func stubNow(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvNow(uint32(stack[0]))))
}

func stubUpdateTime(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUpdateTime(uint32(stack[0]))))
}

func stubHrtime(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvHrtime()))
}

func stubLoopInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvLoopInit()))
}

func stubLoopClose(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvLoopClose(uint32(stack[0]))))
}

func stubLoopHold(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvLoopHold(uint32(stack[0]), uint32(stack[1]))))
}

func stubLoopConfigure(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvLoopConfigure(uint32(stack[0]), uint32(stack[1]), int32(uint32(stack[2])))))
}

func stubIdleTime(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvIdleTime(uint32(stack[0]))))
}

func stubMetricsInfo(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvMetricsInfo(uint32(stack[0]), uint32(stack[1]))))
}

func stubBackendTimeout(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvBackendTimeout(uint32(stack[0]))))
}

func stubIsActive(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvIsActive(loop.ID(uint32(stack[0])))))
}

func stubIsClosing(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvIsClosing(loop.ID(uint32(stack[0])))))
}

func stubHasRef(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvHasRef(loop.ID(uint32(stack[0])))))
}

func stubRef(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvRef(loop.ID(uint32(stack[0])))))
}

func stubUnref(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUnref(loop.ID(uint32(stack[0])))))
}

func stubClose(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvClose(loop.ID(uint32(stack[0])))))
}

func stubCancel(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvCancel(loop.ID(uint32(stack[0])))))
}

func stubTimerInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTimerInit(uint32(stack[0]), stack[1])))
}

func stubTimerStart(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTimerStart(loop.ID(uint32(stack[0])), stack[1], stack[2])))
}

func stubTimerStop(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTimerStop(loop.ID(uint32(stack[0])))))
}

func stubTimerAgain(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTimerAgain(loop.ID(uint32(stack[0])))))
}

func stubTimerSetRepeat(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTimerSetRepeat(loop.ID(uint32(stack[0])), stack[1])))
}

func stubTimerGetRepeat(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvTimerGetRepeat(loop.ID(uint32(stack[0])))))
}

func stubTimerGetDueIn(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvTimerGetDueIn(loop.ID(uint32(stack[0])))))
}

func stubIdleInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvIdleInit(uint32(stack[0]), stack[1])))
}

func stubIdleStart(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvIdleStart(loop.ID(uint32(stack[0])))))
}

func stubIdleStop(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvIdleStop(loop.ID(uint32(stack[0])))))
}

func stubPrepareInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPrepareInit(uint32(stack[0]), stack[1])))
}

func stubPrepareStart(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPrepareStart(loop.ID(uint32(stack[0])))))
}

func stubPrepareStop(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPrepareStop(loop.ID(uint32(stack[0])))))
}

func stubCheckInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvCheckInit(uint32(stack[0]), stack[1])))
}

func stubCheckStart(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvCheckStart(loop.ID(uint32(stack[0])))))
}

func stubCheckStop(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvCheckStop(loop.ID(uint32(stack[0])))))
}

func stubAsyncInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvAsyncInit(uint32(stack[0]), stack[1])))
}

func stubAsyncSend(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvAsyncSend(loop.ID(uint32(stack[0])))))
}

func stubPollInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPollInit(uint32(stack[0]), int32(uint32(stack[1])), stack[2])))
}

func stubPollStart(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPollStart(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubPollStop(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPollStop(loop.ID(uint32(stack[0])))))
}

func stubListen(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvListen(loop.ID(uint32(stack[0])), int32(uint32(stack[1])))))
}

func stubAccept(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvAccept(loop.ID(uint32(stack[0])), loop.ID(uint32(stack[1])))))
}

func stubReadStart(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvReadStart(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]))))
}

func stubReadStop(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvReadStop(loop.ID(uint32(stack[0])))))
}

func stubWrite(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvWrite(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), stack[3])))
}

func stubTryWrite(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTryWrite(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]))))
}

func stubShutdown(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvShutdown(loop.ID(uint32(stack[0])), stack[1])))
}

func stubIsReadable(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvIsReadable(loop.ID(uint32(stack[0])))))
}

func stubIsWritable(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvIsWritable(loop.ID(uint32(stack[0])))))
}

func stubWriteQueueSize(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvWriteQueueSize(loop.ID(uint32(stack[0])))))
}

func stubStreamOpen(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvStreamOpen(loop.ID(uint32(stack[0])), int32(uint32(stack[1])))))
}

func stubStreamSetBlocking(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvStreamSetBlocking(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubSendBufferSize(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvSendBufferSize(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubRecvBufferSize(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvRecvBufferSize(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubFileno(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFileno(loop.ID(uint32(stack[0])))))
}

func stubTCPInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPInit(uint32(stack[0]), stack[1])))
}

func stubTCPBind(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPBind(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]))))
}

func stubTCPConnect(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPConnect(loop.ID(uint32(stack[0])), uint32(stack[1]), stack[2])))
}

func stubTCPNodelay(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPNodelay(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubTCPGetsockname(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPGetsockname(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubTCPGetpeername(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPGetpeername(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubTCPSocket(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPSocket(uint32(stack[0]), uint32(stack[1]), stack[2])))
}

func stubTCPKeepalive(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPKeepalive(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]))))
}

func stubTCPCloseReset(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvTCPCloseReset(loop.ID(uint32(stack[0])))))
}

func stubPipeInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPipeInit(uint32(stack[0]), uint32(stack[1]), stack[2])))
}

func stubPipeBind(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPipeBind(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]))))
}

func stubPipeConnect(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPipeConnect(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubPipeGetsockname(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPipeGetsockname(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]))))
}

func stubPipeGetpeername(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPipeGetpeername(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]))))
}

func stubPipeChmod(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPipeChmod(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubPipePair(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvPipePair(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]))))
}

func stubSocketPair(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvSocketPair(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), uint32(stack[5]))))
}

func stubUDPInit(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPInit(uint32(stack[0]), uint32(stack[1]), stack[2])))
}

func stubUDPOpen(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPOpen(loop.ID(uint32(stack[0])), int32(uint32(stack[1])))))
}

func stubUDPBind(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPBind(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]))))
}

func stubUDPConnect(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPConnect(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubUDPGetsockname(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPGetsockname(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubUDPGetpeername(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPGetpeername(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubUDPSend(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPSend(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubUDPTrySend(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPTrySend(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]))))
}

func stubUDPRecvStart(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPRecvStart(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubUDPRecvStop(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPRecvStop(loop.ID(uint32(stack[0])))))
}

func stubUDPSendQueueSize(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvUDPSendQueueSize(loop.ID(uint32(stack[0])))))
}

func stubUDPSendQueueCount(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvUDPSendQueueCount(loop.ID(uint32(stack[0])))))
}

func stubUDPSetOption(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPSetOption(loop.ID(uint32(stack[0])), uint32(stack[1]), int32(uint32(stack[2])))))
}

func stubUDPSetMembership(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPSetMembership(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]))))
}

func stubUDPSetInterface(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvUDPSetInterface(loop.ID(uint32(stack[0])), uint32(stack[1]))))
}

func stubFSOpen(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSOpen(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), stack[5])))
}

func stubFSClose(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSClose(uint32(stack[0]), int32(uint32(stack[1])), stack[2])))
}

func stubFSRead(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSRead(uint32(stack[0]), int32(uint32(stack[1])), uint32(stack[2]), uint32(stack[3]), int64(stack[4]), stack[5])))
}

func stubFSWrite(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSWrite(uint32(stack[0]), int32(uint32(stack[1])), uint32(stack[2]), uint32(stack[3]), int64(stack[4]), stack[5])))
}

func stubFSSeek(ctx context.Context, stack []uint64) {
	stack[0] = uint64(int64(caller(ctx).uvFSSeek(int32(uint32(stack[0])), int64(stack[1]), uint32(stack[2]))))
}

func stubFSDup(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSDup(int32(uint32(stack[0])))))
}

func stubFSStat(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSStat(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubFSLstat(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSLstat(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubFSFstat(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSFstat(uint32(stack[0]), int32(uint32(stack[1])), uint32(stack[2]), stack[3])))
}

func stubFSScandir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSScandir(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), stack[3])))
}

func stubFSDirents(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSDirents(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]))))
}

func stubFSMkdir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSMkdir(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubFSRmdir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSRmdir(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), stack[3])))
}

func stubFSUnlink(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSUnlink(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), stack[3])))
}

func stubFSRename(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSRename(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), stack[5])))
}

func stubFSAccess(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSAccess(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubFSChmod(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSChmod(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubFSFchmod(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSFchmod(uint32(stack[0]), int32(uint32(stack[1])), uint32(stack[2]), stack[3])))
}

func stubFSChown(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSChown(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), uint32(stack[5]), stack[6])))
}

func stubFSFchown(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSFchown(uint32(stack[0]), int32(uint32(stack[1])), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubFSUtime(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSUtime(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), math.Float64frombits(stack[3]), math.Float64frombits(stack[4]), uint32(stack[5]), stack[6])))
}

func stubFSFutime(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSFutime(uint32(stack[0]), int32(uint32(stack[1])), math.Float64frombits(stack[2]), math.Float64frombits(stack[3]), stack[4])))
}

func stubFSFtruncate(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSFtruncate(uint32(stack[0]), int32(uint32(stack[1])), int64(stack[2]), stack[3])))
}

func stubFSFsync(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSFsync(uint32(stack[0]), int32(uint32(stack[1])), uint32(stack[2]), stack[3])))
}

func stubFSLink(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSLink(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), stack[5])))
}

func stubFSSymlink(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSSymlink(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), uint32(stack[5]), stack[6])))
}

func stubFSReadlink(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSReadlink(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), stack[5])))
}

func stubFSRealpath(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSRealpath(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), stack[5])))
}

func stubFSMkdtemp(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSMkdtemp(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), stack[5])))
}

func stubFSMkstemp(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSMkstemp(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), stack[5])))
}

func stubFSCopyfile(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSCopyfile(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), uint32(stack[5]), stack[6])))
}

func stubFSSendfile(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSSendfile(uint32(stack[0]), int32(uint32(stack[1])), int32(uint32(stack[2])), int64(stack[3]), stack[4], stack[5])))
}

func stubFSOpendir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSOpendir(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), stack[3])))
}

func stubFSReaddir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSReaddir(uint32(stack[0]), int32(uint32(stack[1])), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), stack[5])))
}

func stubFSClosedir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSClosedir(uint32(stack[0]), int32(uint32(stack[1])), stack[2])))
}

func stubFSStatfs(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSStatfs(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubQueueWork(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvQueueWork(uint32(stack[0]), stack[1])))
}

func stubRandom(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvRandom(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubGetaddrinfo(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvGetaddrinfo(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), uint32(stack[5]), uint32(stack[6]), uint32(stack[7]), uint32(stack[8]), uint32(stack[9]), uint32(stack[10]), stack[11])))
}

func stubGetnameinfo(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvGetnameinfo(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), uint32(stack[4]), uint32(stack[5]), uint32(stack[6]), stack[7])))
}
