// Package trace is the record of what a loop did: one kind of record, written
// by the loop and by its host, read by the web page, the command line and the
// tests.
//
// A [Recorder] keeps the records of one run in memory while readers follow it;
// a [Trace] is a copy of them, or the content of a file. There are four ways out:
//
//   - to read: [WriteText], [WriteJSONLines], [WriteChrome] (which Perfetto
//     opens), and their streaming forms for [Follow] and [Export];
//   - to keep: [WriteFile] and [ReadFile];
//   - to understand: [Trace.Why] for the chain of causes of a record,
//     [Trace.Sentence] for what it tells in English;
//   - to test: [Check] knows which orders of records are legal, and [Project]
//     leaves of a trace what must be the same on every run.
package trace
