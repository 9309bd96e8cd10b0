package trace

import (
	"encoding/json"
	"io"
	"strconv"
	"unicode/utf8"

	"github.com/loopground/loopground/loop/uv"
)

type jsonLines struct {
	w     io.Writer
	buf   []byte
	names names
}

// NewJSONLines writes one JSON object a record, with these fields; all but the
// first six are left out where they are 0 or do not apply.
//
//	seq     the record's sequence number
//	t       ns since the run began
//	loop    which loop of the run
//	iter    the loop's iteration
//	phase   name of the phase
//	kind    name of what happened, see Kinds
//	id      handle or request: the raw number, unique in its loop
//	slot    the number people see as #7
//	type    name of the handle or request type
//	label   name of the thing, also where the record leaves it out
//	cause   sequence number of the cause
//	status  see the kind
//	error   name of the errno that status is
//	value   see the kind; up to 2^64-1
//	lane    see the kind
//	mode    run_begin: run mode
//	why     poll_begin: why it has that timeout
//	ended   poll_end: what ended it
//	pool    req_submit: cpu, fast or slow
//	stream  output: stdout or stderr
//	events  register and event: conditions joined with "|"
//	close   callback_begin: true for a close callback
//
// Records that were lost are one line of kind "dropped" with the sequence
// number of the first lost one, and their number as value.
func NewJSONLines(w io.Writer) Exporter { return &jsonLines{w: w} }

func (x *jsonLines) Records(first uint64, recs []Record, label func(uint16) string) error {
	for i := range recs {
		x.buf = appendJSONRecord(x.buf, first+uint64(i), &recs[i], label(x.names.label(&recs[i])))
		if len(x.buf) >= flushAt {
			if err := x.flush(); err != nil {
				return err
			}
		}
	}
	return x.flush()
}

func (x *jsonLines) Gap(from, to uint64) error {
	b := jsonUint(append(x.buf, '{'), `"seq":`, from)
	b = append(b, `,"kind":"dropped"`...)
	x.buf = append(jsonUint(b, `,"value":`, to-from), "}\n"...)
	return x.flush()
}

func (x *jsonLines) Close() error { return x.flush() }

func (x *jsonLines) flush() error {
	_, err := x.w.Write(x.buf)
	x.buf = x.buf[:0]
	return err
}

func appendJSONRecord(b []byte, seq uint64, r *Record, label string) []byte {
	b = jsonUint(append(b, '{'), `"seq":`, seq)
	b = jsonUint(b, `,"t":`, r.T)
	b = jsonUint(b, `,"loop":`, uint64(r.Loop))
	b = jsonUint(b, `,"iter":`, uint64(r.Iter))
	b = jsonName(b, `,"phase":"`, r.Phase.String())
	b = jsonName(b, `,"kind":"`, r.Kind.String())
	if r.ID != 0 {
		b = jsonUint(b, `,"id":`, uint64(r.ID))
		b = jsonUint(b, `,"slot":`, uint64(Slot(r.ID)))
	}
	if r.Type != 0 {
		b = jsonName(b, `,"type":"`, r.Type.String())
	}
	if label != "" {
		b = appendJSONString(append(b, `,"label":`...), label)
	}
	if r.Cause != 0 && uint64(r.Cause) <= seq {
		b = jsonUint(b, `,"cause":`, seq-uint64(r.Cause))
	}
	if r.Status != 0 {
		b = strconv.AppendInt(append(b, `,"status":`...), int64(r.Status), 10)
	}
	if r.Status < 0 {
		b = jsonName(b, `,"error":"`, uv.Errno(r.Status).Name())
	}
	if r.Value != 0 {
		b = jsonUint(b, `,"value":`, r.Value)
	}
	if r.Lane != 0 {
		b = jsonUint(b, `,"lane":`, uint64(r.Lane))
	}
	return append(appendJSONWords(b, r), "}\n"...)
}

var jsonPools = [...]string{"", "cpu", "fast", "slow"}

// appendJSONWords adds the fields that say lane and value in words.
func appendJSONWords(b []byte, r *Record) []byte {
	switch r.Kind {
	case RunBegin:
		b = jsonName(b, `,"mode":"`, uv.RunMode(r.Lane).String())
	case PollBegin:
		b = jsonName(b, `,"why":"`, Why(r.Lane).String())
	case PollEnd:
		b = jsonName(b, `,"ended":"`, Ended(r.Lane).String())
	case ReqSubmit:
		if r.Lane != 0 {
			b = jsonName(b, `,"pool":"`, nameOf(jsonPools[:], int(r.Lane)))
		}
	case Output:
		b = jsonName(b, `,"stream":"`, nameOf(streams[:], int(r.Lane)))
	case Register, Event:
		if r.Type == HandleType(uv.Signal) {
			return b // its value is the signal's number
		}
		b = jsonName(b, `,"events":"`, uv.PollEvents(r.Value).String())
	case CallbackBegin:
		if isClose(r) {
			b = append(b, `,"close":true`...)
		}
	}
	return b
}

func jsonUint(b []byte, field string, n uint64) []byte {
	return strconv.AppendUint(append(b, field...), n, 10)
}

// jsonName writes a string that needs no escapes.
func jsonName(b []byte, field, name string) []byte {
	return append(append(append(b, field...), name...), '"')
}

// appendJSONString writes any string as a JSON string; bytes that are no UTF-8
// become U+FFFD.
func appendJSONString(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			quoted, err := json.Marshal(s)
			if err != nil { // a string always has a JSON form
				return append(b, `""`...)
			}
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}
