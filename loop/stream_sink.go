package loop

import "github.com/loopground/loopground/loop/uv"

// OpenSink makes the handle a stream that can be written only, to take: it gets
// the buffers of each write, may wait, and answers how many bytes it took. So a
// host sees what goes to a stream that it shares with others. Errors: EINVAL
// closing, EBUSY the handle has a descriptor; those of opening the null device.
func (p *Pipe) OpenSink(take func(bufs [][]byte) (int, uv.Errno)) error {
	switch {
	case p.closing || take == nil:
		return uv.EINVAL.Err()
	case p.watcher.fd >= 0:
		return uv.EBUSY.Err()
	}
	fd, err := openNull()
	if err != 0 {
		return err.Err()
	}
	p.watcher.fd, p.writable, p.sink = fd, true, take
	return nil
}

// put writes to where the stream goes.
func (s *Stream) put(bufs [][]byte) (int, uv.Errno) {
	if s.sink != nil {
		return s.sink(bufs)
	}
	return writev(s.watcher.fd, bufs)
}
