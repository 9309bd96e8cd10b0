package uv

// FsEvents is what happened to a watched path. libuv: uv_fs_event.
type FsEvents uint8

// The events, with libuv's numbers.
const (
	FsRenamed FsEvents = 1 // made, removed or moved
	FsChanged FsEvents = 2 // written, or its owner, permissions or times changed
)

// String joins the names of the events with "|".
func (e FsEvents) String() string {
	switch e & (FsRenamed | FsChanged) {
	case FsRenamed:
		return "rename"
	case FsChanged:
		return "change"
	case FsRenamed | FsChanged:
		return "rename|change"
	}
	return ""
}

// FsEventFlags say how to watch a path. libuv: uv_fs_event_flags.
type FsEventFlags uint8

// The flags, with libuv's numbers. None has an effect on Linux.
const (
	FsEventWatchEntry FsEventFlags = 1
	FsEventStat       FsEventFlags = 2
	FsEventRecursive  FsEventFlags = 4
)
