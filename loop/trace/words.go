package trace

import (
	"strconv"

	"github.com/loopground/loopground/loop/uv"
)

// appendDuration writes nanoseconds in the unit a person would choose, with
// three digits: "850 ns", "12.3 µs", "37 ms", "1.25 s".
func appendDuration(b []byte, ns uint64) []byte {
	switch {
	case ns < 1e3:
		return append(strconv.AppendUint(b, ns, 10), " ns"...)
	case ns < 1e6:
		return append(appendScaled(b, ns, 1e3), " µs"...)
	case ns < 1e9:
		return append(appendScaled(b, ns, 1e6), " ms"...)
	}
	return append(appendScaled(b, ns, 1e9), " s"...)
}

// appendScaled writes n/unit with two, one or no decimals, without trailing
// zeros.
func appendScaled(b []byte, n, unit uint64) []byte {
	scale := uint64(100)
	switch whole := n / unit; {
	case whole >= 100:
		scale = 1
	case whole >= 10:
		scale = 10
	}
	step := unit / scale
	n = n/step + (n%step+step/2)/step // rounded, in steps
	b = strconv.AppendUint(b, n/scale, 10)
	rest := n % scale
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	if scale == 100 && rest%10 == 0 {
		rest /= 10
	} else if scale == 100 && rest < 10 {
		b = append(b, '0')
	}
	return strconv.AppendUint(b, rest, 10)
}

// appendMicros writes nanoseconds as microseconds with three decimals.
func appendMicros(b []byte, ns uint64) []byte {
	b = append(strconv.AppendUint(b, ns/1000, 10), '.')
	rest := ns % 1000
	return append(b, byte('0'+rest/100), byte('0'+rest/10%10), byte('0'+rest%10))
}

// appendThing names what the record is about: timer #7 "tick".
func appendThing(b []byte, r *Record, label string) []byte {
	b = append(b, r.Type.String()...)
	if r.ID != 0 {
		if r.Type != 0 {
			b = append(b, ' ')
		}
		b = appendID(b, r.ID)
	}
	return appendLabel(b, label)
}

// appendLabel writes a name in quotes. Names come from guests: what could
// steer a terminal is escaped.
func appendLabel(b []byte, label string) []byte {
	if label == "" {
		return b
	}
	if len(b) > 0 && b[len(b)-1] != ' ' {
		b = append(b, ' ')
	}
	return strconv.AppendQuote(b, label)
}

// appendPlain writes a name escaped as in appendLabel, without the quotes.
func appendPlain(b []byte, label string) []byte {
	from := len(b)
	b = strconv.AppendQuote(b, label)
	copy(b[from:], b[from+1:])
	return b[:len(b)-2]
}

func appendErrno(b []byte, status int32) []byte { return append(b, uv.Errno(status).Name()...) }

func appendCount(b []byte, n uint64, one string) []byte {
	b = append(append(strconv.AppendUint(b, n, 10), ' '), one...)
	if n != 1 {
		b = append(b, 's')
	}
	return b
}

// countsBytes says whether the Value of a callback of this type is a number of
// bytes.
func countsBytes(t Type) bool {
	if req, ok := t.Req(); ok {
		return req == uv.Write || req == uv.UDPSend || req == uv.Fs || req == uv.Random
	}
	switch uv.HandleType(t) {
	case uv.TCP, uv.NamedPipe, uv.TTY, uv.Stream, uv.UDP:
		return true
	}
	return false
}

// isClose says whether a CallbackBegin is that of a close callback.
func isClose(r *Record) bool {
	_, req := r.Type.Req()
	return r.Phase == uv.Closing && !req && r.Type != 0
}

// reasons say in words why a poll has its timeout.
var reasons = [...]string{
	"", "the loop was stopped", "this run mode never waits", "idle handles are active",
	"callbacks are pending", "handles are closing", "nothing keeps the loop alive", "", "",
}

func (w Why) words() string { return nameOf(reasons[:], int(w)) }

var ends = [...]string{"nothing", "events", "timeout", "woken", "interrupted"}

func (e Ended) words() string { return nameOf(ends[:], int(e)) }

var poolLanes = [...]string{"", "CPU", "fast I/O", "slow I/O"}

var streams = [...]string{"", "stdout", "stderr"}

var registerVerbs = [...]string{"changed", "added", "modified", "removed"}
