// Package cc drives clang for C programs that are written against libuv: it
// finds clang, the linker and wasi-libc, builds the library of guest/c into the
// user's cache on first use, and passes everything else through, so that it can
// stand wherever a build wants a C compiler.
package cc
