// Package differential runs the same scenario on libuv, as a small C program, and
// on package loop, and compares what both write: the names of callbacks, their
// order, statuses by the name of the error, bytes and returned values.
//
// A scenario is c/NAME.c and the Go function of that name in a table. Neither
// writes times, addresses or anything else that another run may find
// otherwise; what depends on the turn of two actors is noted by each for itself.
//
// Where libuv 1.44, which Debian has, differs from the release that loop follows,
// the scenario is listed as an exception: docs/libuv-1.44.md has both logs.
package differential
