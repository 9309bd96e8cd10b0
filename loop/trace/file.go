package trace

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/loopground/loopground/loop/uv"
)

// A trace file, all numbers little-endian:
//
//	 0  8 bytes  "LGTRACE1"
//	 8  u16      version, 1
//	10  u16      size of a record, 40
//	12  u32      number of labels
//	16  u64      sequence number of the first record
//	24  u64      where the output below begins in the run's output
//	32  u64      length of the output in bytes
//	40           labels in the order of their number: u32 length, bytes
//	             output
//	             blocks: u32 number of records, then the records
//	             a block of 0 records ends the file
const (
	fileMagic   = "LGTRACE1"
	fileVersion = 1
	fileHeader  = 40
	// maxFileLabel bounds one label of a file, in bytes.
	maxFileLabel = 1 << 16
	// maxFileLabels bounds all labels of a file, in bytes.
	maxFileLabels = 64 << 20
)

// ErrFormat is why something is not read as a trace.
var ErrFormat = errors.New("not a trace of Loopground")

// AppendRecords encodes records, 40 bytes each, little-endian.
func AppendRecords(dst []byte, recs []Record) []byte {
	at := len(dst)
	dst = append(dst, make([]byte, len(recs)*RecordSize)...)
	for i := range recs {
		putRecord((*[RecordSize]byte)(dst[at:]), &recs[i])
		at += RecordSize
	}
	return dst
}

func putRecord(b *[RecordSize]byte, r *Record) {
	le := binary.LittleEndian
	le.PutUint64(b[0:], r.T)
	le.PutUint32(b[8:], r.ID)
	le.PutUint32(b[12:], r.Cause)
	le.PutUint32(b[16:], r.Iter)
	le.PutUint32(b[20:], uint32(r.Status))
	le.PutUint64(b[24:], r.Value)
	le.PutUint16(b[32:], r.Label)
	le.PutUint16(b[34:], r.Loop)
	b[36], b[37], b[38], b[39] = byte(r.Kind), byte(r.Phase), byte(r.Type), r.Lane
}

func getRecord(b *[RecordSize]byte, r *Record) {
	le := binary.LittleEndian
	*r = Record{
		T: le.Uint64(b[0:]), ID: le.Uint32(b[8:]), Cause: le.Uint32(b[12:]), Iter: le.Uint32(b[16:]),
		Status: int32(le.Uint32(b[20:])), Value: le.Uint64(b[24:]), Label: le.Uint16(b[32:]), Loop: le.Uint16(b[34:]),
		Kind: Kind(b[36]), Phase: uv.Phase(b[37]), Type: Type(b[38]), Lane: b[39],
	}
}

// DecodeRecords appends the records that b holds to dst. It fails, with
// ErrFormat, where b does not end at the end of a record. Any bytes make
// records: their numbers are not checked here.
func DecodeRecords(dst []Record, b []byte) ([]Record, error) {
	if len(b)%RecordSize != 0 {
		return dst, fmt.Errorf("%w: %d bytes are no whole number of records", ErrFormat, len(b))
	}
	at := len(dst)
	dst = append(dst, make([]Record, len(b)/RecordSize)...)
	for ; len(b) > 0; b = b[RecordSize:] {
		getRecord((*[RecordSize]byte)(b), &dst[at])
		at++
	}
	return dst, nil
}

// WriteFile writes a trace in Loopground's own format, which [ReadFile] reads.
// A label longer than 64 KiB is cut.
func WriteFile(w io.Writer, t *Trace) error {
	out := bufio.NewWriterSize(w, flushAt)
	le := binary.LittleEndian
	head := append(make([]byte, 0, fileHeader), fileMagic...)
	head = le.AppendUint16(head, fileVersion)
	head = le.AppendUint16(head, RecordSize)
	labels := t.Labels[:min(len(t.Labels), maxLabels)]
	head = le.AppendUint32(head, uint32(len(labels)))
	head = le.AppendUint64(head, t.First)
	head = le.AppendUint64(head, t.OutputFirst)
	head = le.AppendUint64(head, uint64(len(t.Output)))
	out.Write(head) // bufio keeps the first error for Flush
	writeLabels(out, labels)
	out.Write(t.Output)
	var buf []byte
	for recs := t.Records; len(recs) > 0; {
		n := min(len(recs), blockRecords)
		buf = le.AppendUint32(buf[:0], uint32(n))
		buf = AppendRecords(buf, recs[:n])
		out.Write(buf)
		recs = recs[n:]
	}
	out.Write([]byte{0, 0, 0, 0})
	return out.Flush()
}

func writeLabels(out *bufio.Writer, labels []string) {
	total := 0
	for _, s := range labels {
		s = s[:min(len(s), maxFileLabel, maxFileLabels-total)]
		total += len(s)
		out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(s))))
		out.WriteString(s)
	}
}

// ReadFile reads what WriteFile wrote. Nothing in the file is trusted: memory
// grows with the bytes that are there, not with the numbers they hold. A file
// that ends early gives the trace as far as it goes, and io.ErrUnexpectedEOF;
// one that is no trace gives nil and ErrFormat.
func ReadFile(r io.Reader) (*Trace, error) {
	in := fileReader{r: bufio.NewReaderSize(r, flushAt)}
	t := &Trace{}
	labels, output := in.header(t)
	if errors.Is(in.err, ErrFormat) {
		return nil, in.err
	}
	in.labels(t, labels)
	in.output(t, output)
	in.records(t)
	if errors.Is(in.err, ErrFormat) {
		return nil, in.err
	}
	return t, in.err
}

// fileReader reads until its first error.
type fileReader struct {
	r   *bufio.Reader
	err error
}

func (f *fileReader) fail(format string, args ...any) {
	if f.err == nil {
		f.err = fmt.Errorf("%w: "+format, append([]any{ErrFormat}, args...)...)
	}
}

// full fills b, and says whether it could.
func (f *fileReader) full(b []byte) bool {
	if f.err != nil {
		return false
	}
	_, f.err = io.ReadFull(f.r, b)
	if f.err == io.EOF {
		f.err = io.ErrUnexpectedEOF
	}
	return f.err == nil
}

func (f *fileReader) uint32() uint32 {
	var b [4]byte
	f.full(b[:])
	return binary.LittleEndian.Uint32(b[:])
}

func (f *fileReader) header(t *Trace) (labels uint32, output uint64) {
	var b [fileHeader]byte
	le := binary.LittleEndian
	if !f.full(b[:8]) || string(b[:8]) != fileMagic {
		f.err = nil
		f.fail("it does not begin with %s", fileMagic)
		return 0, 0
	}
	if !f.full(b[8:]) {
		return 0, 0
	}
	labels, output = le.Uint32(b[12:]), le.Uint64(b[32:])
	t.First, t.OutputFirst = le.Uint64(b[16:]), le.Uint64(b[24:])
	switch {
	case le.Uint16(b[8:]) != fileVersion:
		f.fail("version %d, this program reads version %d", le.Uint16(b[8:]), fileVersion)
	case le.Uint16(b[10:]) != RecordSize:
		f.fail("records of %d bytes, not %d", le.Uint16(b[10:]), RecordSize)
	case labels > maxLabels:
		f.fail("%d labels, more than %d", labels, maxLabels)
	case output > 1<<62 || t.OutputFirst > 1<<62 || t.First > 1<<62:
		f.fail("a position or length beyond 2^62")
	}
	return labels, output
}

func (f *fileReader) labels(t *Trace, count uint32) {
	var buf []byte
	total := uint32(0)
	for range count {
		n := f.uint32()
		if total += min(n, maxFileLabel); n > maxFileLabel || total > maxFileLabels {
			f.fail("a label of %d bytes, %d bytes of labels", n, total)
		}
		if f.err != nil {
			return
		}
		if buf = append(buf[:0], make([]byte, n)...); !f.full(buf) {
			return
		}
		t.Labels = append(t.Labels, string(buf))
	}
}

func (f *fileReader) output(t *Trace, n uint64) {
	if f.err != nil || n == 0 {
		return
	}
	var b bytes.Buffer
	_, f.err = io.CopyN(&b, f.r, int64(n))
	if f.err == io.EOF {
		f.err = io.ErrUnexpectedEOF
	}
	t.Output = b.Bytes()
}

func (f *fileReader) records(t *Trace) {
	buf := make([]byte, blockRecords*RecordSize)
	for {
		n := f.uint32()
		if f.err != nil {
			return
		}
		if n > blockRecords {
			f.fail("a block of %d records, more than %d", n, blockRecords)
			return
		}
		if n == 0 {
			break
		}
		if b := buf[:n*RecordSize]; f.full(b) {
			t.Records, f.err = DecodeRecords(t.Records, b)
		}
	}
	if _, err := f.r.ReadByte(); err == nil {
		f.fail("bytes after its end")
	} else if err != io.EOF {
		f.err = err
	}
}
