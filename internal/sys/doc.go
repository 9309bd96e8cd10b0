// Package sys makes system calls that neither block nor allocate, without
// telling the scheduler: for calls on non-blocking descriptors that is what
// makes a read or write cost what it costs in C. It is the only package of the
// module that uses unsafe.
package sys
