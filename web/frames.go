package web

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/loopground/loopground/host/run"
	"github.com/loopground/loopground/loop/trace"
)

// The subprotocol of the websocket. Text frames hold a JSON message each; a
// binary frame holds records behind a header, all little-endian:
//
//	 0  u32  "LTR1"
//	 4  u16  version, 1
//	 6  u16  flags; 1: records before the first are missing
//	 8  u64  sequence number of the first record
//	16  u64  with flag 1: [this, first) are missing; else 0
//	24  u32  number of records
//	28  u32  size of a record, 40
//	32       the records
const (
	subprotocol = "loop.trace.v1"

	frameMagic   = 0x3152544C
	frameVersion = 1
	frameGap     = 1
	frameHeader  = 32

	maxFrame     = 64 << 10
	frameRecords = (maxFrame - frameHeader) / trace.RecordSize
)

// appendFrame encodes consecutive records that begin at sequence number first.
// Those from gapFrom on, up to first, are missing.
func appendFrame(dst []byte, gapFrom, first uint64, recs []trace.Record) []byte {
	var flags uint16
	if gapFrom < first {
		flags = frameGap
	} else {
		gapFrom = 0
	}
	le := binary.LittleEndian
	dst = le.AppendUint32(dst, frameMagic)
	dst = le.AppendUint16(dst, frameVersion)
	dst = le.AppendUint16(dst, flags)
	dst = le.AppendUint64(dst, first)
	dst = le.AppendUint64(dst, gapFrom)
	dst = le.AppendUint32(dst, uint32(len(recs)))
	dst = le.AppendUint32(dst, trace.RecordSize)
	return trace.AppendRecords(dst, recs)
}

// The messages to a viewer.
type (
	helloMessage struct {
		Type string   `json:"type"` // hello
		Run  helloRun `json:"run"`
		Head uint64   `json:"head"` // records there are
	}
	helloRun struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Loops int    `json:"loops"`
	}
	labelsMessage struct {
		Type   string   `json:"type"` // labels
		First  int      `json:"first"`
		Labels []string `json:"labels"`
	}
	outputMessage struct {
		Type   string      `json:"type"` // output
		Chunks []chunkJSON `json:"chunks"`
		// Lost is how many bytes were written after the last that is kept.
		Lost uint64 `json:"lost,omitempty"`
	}
	chunkJSON struct {
		Offset uint64 `json:"offset"` // bytes of the output before it
		Stream int    `json:"stream"`
		Text   string `json:"text"` // bytes that are no UTF-8 are replaced
	}
	stateMessage struct {
		Type  string    `json:"type"` // state
		State run.State `json:"state"`
	}
)

// wholeRunes is how much of p can be sent as text: a character that was cut at
// its end waits for the rest.
func wholeRunes(p []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(p); back++ {
		if c := p[len(p)-back]; utf8.RuneStart(c) {
			if !utf8.FullRune(p[len(p)-back:]) {
				return len(p) - back
			}
			break
		}
	}
	return len(p)
}

var errControl = errors.New("only {\"type\":\"control\",\"command\":COMMAND} is understood")

// parseControl reads the one message that a viewer may send.
func parseControl(data []byte) (run.Command, error) {
	var m struct {
		Type    string      `json:"type"`
		Command run.Command `json:"command"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&m); err != nil {
		return "", errControl
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return "", errControl
	}
	if m.Type != "control" || !commands[m.Command] {
		return "", errControl
	}
	return m.Command, nil
}
