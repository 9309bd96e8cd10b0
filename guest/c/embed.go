// Package c carries uv.h and its library, in C: a compiler driver unpacks and
// builds them.
package c

import "embed"

// Files holds include/, which programs see, src/, the library, and shim/, what
// wasi-libc lacks: shim/include before the system's headers, shim/src in the
// library.
//
//go:embed all:include all:src all:shim
var Files embed.FS
