// Code generated from guest/abi by internal/gen; DO NOT EDIT.

package host

import (
	"context"

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

// stubs are the functions of module uv_preview1, in the order of abi.Funcs.
func stubs() []stub {
	return []stub{
		{"run", stubRun},
		{"stop", stubStop},
		{"alive", stubAlive},
		{"now", stubNow},
		{"update_time", stubUpdateTime},
		{"hrtime", stubHrtime},
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
		{"tcp_init", stubTCPInit},
		{"tcp_bind", stubTCPBind},
		{"tcp_connect", stubTCPConnect},
		{"tcp_nodelay", stubTCPNodelay},
		{"tcp_getsockname", stubTCPGetsockname},
		{"tcp_getpeername", stubTCPGetpeername},
		{"fs_open", stubFSOpen},
		{"fs_close", stubFSClose},
		{"fs_read", stubFSRead},
		{"fs_write", stubFSWrite},
		{"fs_stat", stubFSStat},
		{"fs_lstat", stubFSLstat},
		{"fs_fstat", stubFSFstat},
		{"fs_scandir", stubFSScandir},
		{"fs_dirents", stubFSDirents},
		{"fs_mkdir", stubFSMkdir},
		{"fs_rmdir", stubFSRmdir},
		{"fs_unlink", stubFSUnlink},
		{"fs_rename", stubFSRename},
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

func stubFSOpen(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSOpen(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}

func stubFSClose(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSClose(int32(uint32(stack[0])), stack[1])))
}

func stubFSRead(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSRead(int32(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), int64(stack[3]), stack[4])))
}

func stubFSWrite(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSWrite(int32(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), int64(stack[3]), stack[4])))
}

func stubFSStat(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSStat(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), stack[3])))
}

func stubFSLstat(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSLstat(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), stack[3])))
}

func stubFSFstat(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSFstat(int32(uint32(stack[0])), uint32(stack[1]), stack[2])))
}

func stubFSScandir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSScandir(uint32(stack[0]), uint32(stack[1]), stack[2])))
}

func stubFSDirents(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSDirents(loop.ID(uint32(stack[0])), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]))))
}

func stubFSMkdir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSMkdir(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), stack[3])))
}

func stubFSRmdir(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSRmdir(uint32(stack[0]), uint32(stack[1]), stack[2])))
}

func stubFSUnlink(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSUnlink(uint32(stack[0]), uint32(stack[1]), stack[2])))
}

func stubFSRename(ctx context.Context, stack []uint64) {
	stack[0] = uint64(uint32(caller(ctx).uvFSRename(uint32(stack[0]), uint32(stack[1]), uint32(stack[2]), uint32(stack[3]), stack[4])))
}
