// Package web serves the page and its interface: runs are started from samples
// and uploads, controlled by requests, and followed live over a websocket.
//
//	s, err := web.New(web.Options{Runner: run.NewLocal(rt), Samples: samples.All()})
//	go s.Serve(listener)
//	...
//	err = s.Shutdown(ctx) // tells the pages, stops the runs
//
// Nothing here waits for a browser but the goroutine of its own connection: a
// viewer reads the run's recorder at its own pace, and what was dropped before
// it could be sent is marked as a gap.
//
// A run's id is the right to watch and to control it: it cannot be guessed, and
// is given to whoever started the run. The session, a cookie, only counts runs.
//
// What guests may do: read /demo, and listen on and connect to 127.0.0.1, the
// page's own port excepted. That is the loopback of the machine, which all runs
// and other programs share.
package web
