// Package uv holds the words of libuv that a loop, its trace and its guests
// share: handle types, request types, phases, run modes, file-system
// operations and error numbers, each in one table of names and numbers.
//
// The numbers are libuv's own on Linux, on every system: a trace recorded on
// one machine reads the same on another, and a guest sees one numbering.
//
// The package is a leaf. It imports nothing of this module.
package uv
