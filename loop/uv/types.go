package uv

import "strconv"

// HandleType tells what a handle is. libuv: uv_handle_type.
type HandleType uint8

// The handle types, with libuv's numbers.
const (
	UnknownHandle HandleType = iota
	Async
	Check
	FsEvent
	FsPoll
	GenericHandle // libuv: UV_HANDLE
	Idle
	NamedPipe
	Poll
	Prepare
	Process
	Stream
	TCP
	Timer
	TTY
	UDP
	Signal
	File
)

var handleNames = [...]string{
	"unknown", "async", "check", "fs_event", "fs_poll", "handle", "idle", "pipe", "poll",
	"prepare", "process", "stream", "tcp", "timer", "tty", "udp", "signal", "file",
}

// String is the name uv_handle_type_name gives. libuv: uv_handle_type_name.
func (t HandleType) String() string { return name(handleNames[:], int(t)) }

// HandleTypes lists every handle type in the order of its number.
func HandleTypes() []string { return handleNames[:] }

// ReqType tells what a request is. libuv: uv_req_type.
type ReqType uint8

// The request types, with libuv's numbers.
const (
	UnknownReq ReqType = iota
	GenericReq         // libuv: UV_REQ
	Connect
	Write
	Shutdown
	UDPSend
	Fs
	Work
	GetAddrInfo
	GetNameInfo
	Random
)

var reqNames = [...]string{
	"unknown_req", "req", "connect", "write", "shutdown", "udp_send", "fs", "work",
	"getaddrinfo", "getnameinfo", "random",
}

// String is the name uv_req_type_name gives. libuv: uv_req_type_name.
func (t ReqType) String() string { return name(reqNames[:], int(t)) }

// ReqTypes lists every request type in the order of its number.
func ReqTypes() []string { return reqNames[:] }

// Phase is a step of one loop iteration.
type Phase uint8

// The phases, in the order of libuv 1.45 and later. Outside is everything
// before, between and after runs of the loop.
const (
	Outside Phase = iota
	Timers
	Pending
	IdlePhase
	PreparePhase
	PollPhase
	CheckPhase
	Closing
)

var phaseNames = [...]string{"outside", "timers", "pending", "idle", "prepare", "poll", "check", "closing"}

// String is the phase's name in lower case.
func (p Phase) String() string { return name(phaseNames[:], int(p)) }

// Phases lists every phase in the order of its number.
func Phases() []string { return phaseNames[:] }

// RunMode says how long a run lasts. libuv: uv_run_mode.
type RunMode uint8

// The run modes, with libuv's numbers.
const (
	RunDefault RunMode = iota // until nothing keeps the loop alive, or Stop
	RunOnce                   // one iteration that may block and makes progress
	RunNoWait                 // one iteration that never blocks
)

var modeNames = [...]string{"default", "once", "nowait"}

// String is the mode's name in lower case.
func (m RunMode) String() string { return name(modeNames[:], int(m)) }

// FsType is an operation of a file-system request. libuv: uv_fs_type.
type FsType uint8

// The operations, with libuv's numbers.
const (
	FsCustom FsType = iota
	FsOpen
	FsClose
	FsRead
	FsWrite
	FsSendfile
	FsStat
	FsLstat
	FsFstat
	FsFtruncate
	FsUtime
	FsFutime
	FsAccess
	FsChmod
	FsFchmod
	FsFsync
	FsFdatasync
	FsUnlink
	FsRmdir
	FsMkdir
	FsMkdtemp
	FsRename
	FsScandir
	FsLink
	FsSymlink
	FsReadlink
	FsChown
	FsFchown
	FsRealpath
	FsCopyfile
	FsLchown
	FsOpendir
	FsReaddir
	FsClosedir
	FsStatfs
	FsMkstemp
	FsLutime
)

var fsNames = [...]string{
	"custom", "open", "close", "read", "write", "sendfile", "stat", "lstat", "fstat", "ftruncate",
	"utime", "futime", "access", "chmod", "fchmod", "fsync", "fdatasync", "unlink", "rmdir", "mkdir",
	"mkdtemp", "rename", "scandir", "link", "symlink", "readlink", "chown", "fchown", "realpath",
	"copyfile", "lchown", "opendir", "readdir", "closedir", "statfs", "mkstemp", "lutime",
}

// String is the operation's name without the prefix uv_fs_.
func (t FsType) String() string { return name(fsNames[:], int(t)) }

// FsTypes lists every file-system operation in the order of its number.
func FsTypes() []string { return fsNames[:] }

// DirentType is the kind of a directory entry. libuv: uv_dirent_type_t.
type DirentType uint8

// The directory entry kinds, with libuv's numbers.
const (
	DirentUnknown DirentType = iota
	DirentFile
	DirentDir
	DirentLink
	DirentFifo
	DirentSocket
	DirentChar
	DirentBlock
)

var direntNames = [...]string{"unknown", "file", "dir", "link", "fifo", "socket", "char", "block"}

// String is the kind's name in lower case.
func (t DirentType) String() string { return name(direntNames[:], int(t)) }

// PollEvents is a set of conditions of a file descriptor. libuv: uv_poll_event.
type PollEvents uint8

// The conditions, with libuv's numbers.
const (
	Readable    PollEvents = 1
	Writable    PollEvents = 2
	Disconnect  PollEvents = 4
	Prioritized PollEvents = 8
)

// String joins the names of the conditions with "|".
func (e PollEvents) String() string {
	s := ""
	for i, n := range [...]string{"readable", "writable", "disconnect", "prioritized"} {
		if e&(1<<i) != 0 {
			if s != "" {
				s += "|"
			}
			s += n
		}
	}
	return s
}

func name(names []string, i int) string {
	if i < len(names) {
		return names[i]
	}
	return "type " + strconv.Itoa(i)
}
