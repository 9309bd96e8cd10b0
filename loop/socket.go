package loop

import "github.com/loopground/loopground/loop/uv"

// Family is a family of internet addresses. libuv: AF_INET, AF_INET6, AF_UNSPEC.
type Family uint8

// The families. Unspecified leaves it to the first address.
const (
	Unspecified Family = iota
	IPv4
	IPv6
)

// SendBufferSize is the size of the system's buffer for what is to be sent, in
// bytes. Linux counts its own overhead and answers twice what was set. Errors:
// EBADF no socket, ENOTSOCK. libuv: uv_send_buffer_size.
func (s *Stream) SendBufferSize() (int, error) { return s.bufferSize(sendBuffer) }

// SetSendBufferSize changes it; the system may round and limit. Errors: as
// SendBufferSize, EINVAL less than 1. libuv: uv_send_buffer_size.
func (s *Stream) SetSendBufferSize(bytes int) error { return s.setBufferSize(sendBuffer, bytes) }

// RecvBufferSize is the size of the system's buffer for what has come, as
// SendBufferSize. libuv: uv_recv_buffer_size.
func (s *Stream) RecvBufferSize() (int, error) { return s.bufferSize(recvBuffer) }

// SetRecvBufferSize changes it, as SetSendBufferSize. libuv: uv_recv_buffer_size.
func (s *Stream) SetRecvBufferSize(bytes int) error { return s.setBufferSize(recvBuffer, bytes) }

func (s *Stream) bufferSize(which int) (int, error) {
	n, err := bufferSize(s.watcher.fd, which)
	return n, err.Err()
}

func (s *Stream) setBufferSize(which, bytes int) error {
	return setBufferSize(s.watcher.fd, which, bytes).Err()
}

// SetBlocking makes Write wait for the kernel until all is written, or Interrupt
// is called; the callback still runs later. Reads do not wait, since the descriptor stays non-blocking:
// its other owners do not notice. EBADF: no descriptor.
// libuv: uv_stream_set_blocking.
func (s *Stream) SetBlocking(on bool) error {
	if s.watcher.fd < 0 {
		return uv.EBADF.Err()
	}
	s.blocking = on
	return nil
}
