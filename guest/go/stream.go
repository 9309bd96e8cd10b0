package uv

import "unsafe"

// readSize is the size of a stream's own buffer. libuv suggests as much.
const readSize = 64 << 10

// Stream is the part of TCP that is about bytes in order.
type Stream struct {
	handle
	onConnection func(error)
	onRead       func(data []byte, err error)
	buf          []byte // what the host reads into
}

// Listen calls cb in the poll phase for each connection that waits; Accept
// takes it. Errors: EADDRINUSE, EACCES without a grant to listen there, EINVAL
// when cb is nil. libuv: uv_listen.
func (s *Stream) Listen(backlog int, cb func(err error)) error {
	if err := s.startable(cb != nil); err != nil {
		return err
	}
	s.onConnection = cb
	return failed(wireListen(s.id, int32(backlog)))
}

// ReadStart calls cb in the poll phase with what has arrived. data is valid
// until cb returns: copy what is to last. At the end of the stream err is
// io.EOF; len(data) of 0 without an error means nothing for now. After an
// error reading has stopped. Errors: ENOTCONN, EINVAL when cb is nil or the
// stream is closing. libuv: uv_read_start.
func (s *Stream) ReadStart(cb func(data []byte, err error)) error {
	if s.buf == nil {
		s.buf = make([]byte, readSize)
	}
	return s.ReadStartInto(s.buf, cb)
}

// ReadStartInto is ReadStart with a buffer of the caller's, which is
// overwritten by each read. Calling it again, also from cb, changes the buffer.
// libuv: uv_read_start; the buffer is what alloc_cb gives.
func (s *Stream) ReadStartInto(buf []byte, cb func(data []byte, err error)) error {
	if err := s.startable(cb != nil && len(buf) > 0); err != nil {
		return err
	}
	if err := failed(wireReadStart(s.id, pointer(buf), uint32(len(buf)))); err != nil {
		return err
	}
	s.onRead, s.buf = cb, buf
	return nil
}

// ReadStop ends reading: cb is not called any more. libuv: uv_read_stop.
func (s *Stream) ReadStop() error {
	if err := s.usable(); err != nil {
		return err
	}
	return failed(wireReadStop(s.id))
}

// Write writes data after what was written before and then calls cb, in the
// poll phase. data belongs to the loop until then. Errors: EBADF when not
// connected, EPIPE after Shutdown, ENOBUFS at the limit of bytes that wait.
// libuv: uv_write.
func (s *Stream) Write(data []byte, cb func(err error)) error {
	return s.Writev([][]byte{data}, cb)
}

// Writev is Write of several slices at once, in their order. libuv: uv_write.
func (s *Stream) Writev(data [][]byte, cb func(err error)) error {
	if err := s.usable(); err != nil {
		return err
	}
	wire, at, count := buffers(data)
	return submit([]any{data, wire}, func(cookie uint64) int32 {
		return wireWrite(s.id, at, count, cookie)
	}, finish(cb))
}

// TryWrite writes what can be written at once and tells how much that was.
// Errors: EAGAIN when nothing can, or a Write waits. libuv: uv_try_write.
func (s *Stream) TryWrite(data []byte) (int, error) {
	if err := s.usable(); err != nil {
		return 0, err
	}
	wire := &wireBuf{base: uint32(uintptr(pointer(data))), len: uint32(len(data))}
	n := wireTryWrite(s.id, unsafe.Pointer(wire), 1)
	return int(max(n, 0)), failed(n)
}

// Shutdown ends the writing side when what was written is out, and then calls
// cb. The other side reads io.EOF. Errors: ENOTCONN. libuv: uv_shutdown.
func (s *Stream) Shutdown(cb func(err error)) error {
	if err := s.usable(); err != nil {
		return err
	}
	return submit(nil, func(cookie uint64) int32 { return wireShutdown(s.id, cookie) }, finish(cb))
}

// Readable reports whether the stream can be read. libuv: uv_is_readable.
func (s *Stream) Readable() bool { return s.id != 0 && wireIsReadable(s.id) > 0 }

// Writable reports whether the stream can be written. libuv: uv_is_writable.
func (s *Stream) Writable() bool { return s.id != 0 && wireIsWritable(s.id) > 0 }

// WriteQueueSize is how many bytes wait to be written.
// libuv: uv_stream_get_write_queue_size.
func (s *Stream) WriteQueueSize() int {
	if s.id == 0 {
		return 0
	}
	return int(max(wireWriteQueueSize(s.id), 0))
}

func (s *Stream) call(kind callback, _ uint32, status int64) {
	switch kind {
	case callbackClose:
		s.buf, s.onRead, s.onConnection = nil, nil, nil
		s.closed()
	case callbackConnection:
		s.onConnection(failed(status))
	case callbackRead:
		if err := failed(status); err != nil {
			s.onRead(nil, err)
			return
		}
		s.onRead(s.buf[:status:status], nil)
	}
}
