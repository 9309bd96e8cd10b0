// Package loop is an event loop with a thread pool that behaves as libuv's does:
// the same phases in the same order, the same handles and requests, and the same
// promises about when a callback runs. It follows libuv 1.52.
//
// # Basics
//
// A program makes a [Loop], makes handles on it (timers, sockets, idle, prepare
// and check handles), starts them with callbacks, and runs the loop. Run returns
// when nothing is left to wait for:
//
//	l, err := loop.New(loop.Options{})
//	if err != nil {
//		return err
//	}
//	t := l.NewTimer()
//	_ = t.Start(func() {
//		fmt.Println("a second later")
//		_ = t.Close(nil)
//	}, time.Second, 0)
//	_, err = l.Run(uv.RunDefault)
//	_ = l.Close()
//
// One iteration is: pending callbacks, idle, prepare, poll, check, closing,
// timers. Poll is where the loop sleeps: until a descriptor is ready, the next
// timer is due, the pool has finished something, or an [Async] was sent. Timers
// also run once before the first iteration of a default run. With [Order144]
// they run at the head of each iteration instead, as in libuv 1.44 and earlier.
//
// Handles live until they are closed; requests (a write, a connect, a file
// read) live from their call to their callback, which runs exactly once. No
// callback ever runs before the call that asked for it has returned. Files are
// read and written by a [Pool] of workers, sockets by the loop itself.
//
// # Caveats
//
// A loop, its handles and its requests belong to one goroutine. [Async.Send] and
// [Loop.Interrupt] are the only ways in from others, which may read
// [Loop.IdleTime] besides. A callback that blocks
// blocks everything on its loop.
//
// Buffers given to a write or a file request belong to it until its callback.
//
// Times have a resolution of 1 ms. [Loop.Now] is the time that the loop last
// looked at the clock, not the time it is.
//
// # Systems
//
// Linux uses epoll. macOS and the BSDs use poll(2) so far, which compiles but
// has not been run there yet. Elsewhere New answers ENOSYS. The build tag
// looppoll forces poll(2) on Linux.
package loop
