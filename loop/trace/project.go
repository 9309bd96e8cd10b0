package trace

import (
	"strconv"

	"github.com/loopground/loopground/loop/uv"
)

// Project reduces a trace to what must be the same wherever the same program
// runs: the callbacks of the things that have a name, in their order, with what
// they are told and without times, ids and numbers of events. Lines are like
//
//	tick timer
//	echo tcp 5 bytes
//	echo tcp EOF
//	read fs 13 bytes
//	echo tcp close
//
// label gives the strings of the labels; it may put a fixed word in the place of
// one that changes from run to run, such as a port, and leave out callbacks by
// answering "".
func Project(recs []Record, label func(uint16) string) []string {
	var lines []string
	var n names
	for i := range recs {
		r := &recs[i]
		name := label(n.label(r))
		if r.Kind == CallbackBegin && name != "" {
			lines = append(lines, string(projected(r, name)))
		}
	}
	return lines
}

func projected(r *Record, name string) []byte {
	b := append(append([]byte(name), ' '), r.Type.String()...)
	switch {
	case isClose(r):
		b = append(b, " close"...)
	case r.Status < 0:
		b = appendErrno(append(b, ' '), r.Status)
	case countsBytes(r.Type) && r.Value > 0:
		b = appendCount(append(b, ' '), r.Value, "byte")
	case r.Type == HandleType(uv.Poll):
		b = append(append(b, ' '), uv.PollEvents(r.Value).String()...)
	case r.Status > 0 && r.Type != ReqType(uv.Fs): // of a file request it may be a descriptor
		b = strconv.AppendInt(append(b, ' '), int64(r.Status), 10)
	}
	return b
}
