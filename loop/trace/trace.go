package trace

// Trace is a stretch of a run's records with all that is needed to read them:
// a copy of what a Recorder holds, or the content of a file.
type Trace struct {
	// First is the sequence number of Records[0]; above 0, older records were
	// dropped.
	First   uint64
	Records []Record
	// Labels are the interned strings in the order of their number.
	Labels []string
	// Output is what the guest wrote, from byte OutputFirst of the run's
	// output on. Output records point into it.
	Output      []byte
	OutputFirst uint64
}

// Trace copies what the Recorder holds now, without the guest's output, which
// it does not know.
func (r *Recorder) Trace() *Trace {
	first, recs := r.All()
	return &Trace{First: first, Records: recs, Labels: r.Labels(0)}
}

// Label is the string of a number; "" for one that was never given.
func (t *Trace) Label(i uint16) string {
	if int(i) >= len(t.Labels) {
		return ""
	}
	return t.Labels[i]
}

// At is the record with a sequence number, nil if the trace does not have it.
func (t *Trace) At(seq uint64) *Record {
	if seq < t.First || seq-t.First >= uint64(len(t.Records)) {
		return nil
	}
	return &t.Records[seq-t.First]
}

// Check checks the trace as [Check] does. First is taken from the trace.
func (t *Trace) Check(o CheckOptions) []Problem {
	o.First = t.First
	return Check(t.Records, o)
}
