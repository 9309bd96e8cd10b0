package trace

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/loopground/loopground/loop/uv"
)

// chromeWriter writes events of the Chrome JSON format. Times are in
// microseconds with three decimals, which is exact.
type chromeWriter struct {
	w       io.Writer
	buf     []byte
	started bool
	inArgs  bool // the next argument is the first
	named   map[place]bool
	depth   map[place]int // open B events
}

func (w *chromeWriter) flush() error {
	if len(w.buf) == 0 {
		return nil
	}
	_, err := w.w.Write(w.buf)
	w.buf = w.buf[:0]
	return err
}

// begin starts an event; endEvent ends it.
func (w *chromeWriter) begin(ph byte, t uint64, at place, name []byte, category string) {
	if !w.started {
		w.started = true
		w.buf = append(w.buf, "[\n"...)
	} else {
		w.buf = append(w.buf, ",\n"...)
	}
	w.buf = append(w.buf, `{"ph":"`...)
	w.buf = append(w.buf, ph, '"')
	w.field("pid", uint64(at.pid))
	w.field("tid", uint64(at.tid))
	if ph != 'M' {
		w.micros("ts", t)
	}
	if name != nil {
		w.buf = appendJSONString(append(w.buf, `,"name":`...), string(name))
		w.buf = appendJSONString(append(w.buf, `,"cat":`...), category)
	}
}

func (w *chromeWriter) endEvent() { w.buf = append(w.buf, '}') }

func (w *chromeWriter) field(name string, n uint64) {
	w.key(',', name)
	w.buf = strconv.AppendUint(w.buf, n, 10)
}

func (w *chromeWriter) micros(name string, ns uint64) {
	w.key(',', name)
	w.buf = appendMicros(w.buf, ns)
}

func (w *chromeWriter) key(separator byte, name string) {
	w.buf = append(w.buf, separator, '"')
	w.buf = append(append(w.buf, name...), '"', ':')
}

func (w *chromeWriter) args() {
	w.buf = append(w.buf, `,"args":`...)
	w.inArgs = true
}

func (w *chromeWriter) argKey(name string) {
	if w.inArgs {
		w.inArgs = false
		w.key('{', name)
		return
	}
	w.key(',', name)
}

func (w *chromeWriter) arg(name string, n uint64) {
	w.argKey(name)
	w.buf = strconv.AppendUint(w.buf, n, 10)
}

func (w *chromeWriter) argString(name, s string) {
	w.argKey(name)
	w.buf = appendJSONString(w.buf, s)
}

// endArgs ends arguments, of which there is at least one.
func (w *chromeWriter) endArgs() { w.buf = append(w.buf, '}') }

// metadata names a process or a thread, or says where it is drawn.
func (w *chromeWriter) metadata(what string, at place, arg string, name string, index uint64) {
	w.begin('M', 0, at, []byte(what), "__metadata")
	w.args()
	if arg == "name" {
		w.argString(arg, name)
	} else {
		w.arg(arg, index)
	}
	w.endArgs()
	w.endEvent()
}

// process names a loop and its phases when it is first met.
func (w *chromeWriter) process(loop uint16) {
	at := place{pid: pid(loop)}
	if w.named[at] {
		return
	}
	if w.named == nil {
		w.named, w.depth = map[place]bool{}, map[place]int{}
	}
	w.named[at] = true
	at.tid = phaseThread(uv.Outside)
	w.metadata("process_name", at, "name", "loop "+strconv.Itoa(int(loop)), 0)
	w.metadata("process_sort_index", at, "sort_index", "", uint64(loop))
	for p, name := range uv.Phases() {
		w.thread(place{at.pid, phaseThread(uv.Phase(p))}, name)
	}
}

// worker names a worker of the pool when it is first met.
func (w *chromeWriter) worker(loop uint16, lane uint8) {
	at := place{pid(loop), workerThreads + uint32(lane)}
	if !w.named[at] {
		w.named[at] = true
		w.thread(at, "worker "+strconv.Itoa(int(lane)))
	}
}

func (w *chromeWriter) thread(at place, name string) {
	w.metadata("thread_name", at, "name", name, 0)
	w.metadata("thread_sort_index", at, "sort_index", "", uint64(at.tid))
}

// closeThreads ends every B that is open.
func (w *chromeWriter) closeThreads(t uint64) {
	byPlace := func(a, b place) int { return cmp.Or(cmp.Compare(a.pid, b.pid), cmp.Compare(a.tid, b.tid)) }
	for _, at := range slices.SortedFunc(maps.Keys(w.depth), byPlace) {
		w.endThread(at, t)
	}
}

func (w *chromeWriter) endThread(at place, t uint64) {
	for ; w.depth[at] > 0; w.depth[at]-- {
		w.begin('E', t, at, nil, "")
		w.endEvent()
	}
}

// endArray ends the file. An empty trace is an empty array.
func (w *chromeWriter) endArray() {
	if !w.started {
		w.started = true
		w.buf = append(w.buf, '[')
	}
	w.buf = append(w.buf, "\n]\n"...)
}
