package loop

import (
	"crypto/rand"
	"io"

	"github.com/loopground/loopground/loop/uv"
)

// RandomReq is a request for random bytes. libuv: uv_random_t.
type RandomReq struct {
	poolRequest
	src io.Reader
	buf []byte
	cb  func(status uv.Errno, buf []byte)
}

// Random fills buf with random bytes of src, which a worker reads; nil: bytes of
// the operating system that are good for secrets. cb runs in the poll phase; a
// nil cb has it done before the call returns. The buffer belongs to the request
// until then. flags are to be 0.
//
// Errors, of the call: E2BIG more than 2^31-1 bytes, EINVAL flags, EBUSY the
// request is active. Of the result: ECANCELED by Cancel, EIO when src cannot.
// libuv: uv_random.
func (l *Loop) Random(r *RandomReq, src io.Reader, buf []byte, flags uint, cb func(status uv.Errno, buf []byte)) error {
	switch {
	case len(buf) > 1<<31-1:
		return uv.E2BIG.Err()
	case flags != 0:
		return uv.EINVAL.Err()
	case r.active:
		return uv.EBUSY.Err()
	}
	if src == nil {
		src = rand.Reader
	}
	r.src, r.buf, r.cb = src, buf, cb
	err := r.begin(l, r, uv.Random, workCPU, uint64(len(buf)), 0, cb != nil)
	if cb == nil {
		r.src, r.buf = nil, nil
	}
	return err
}

func (r *RandomReq) execute() {
	if _, err := io.ReadFull(r.src, r.buf); err != nil {
		r.status = uv.EIO
	}
}

func (r *RandomReq) complete(status uv.Errno) {
	buf, cb := r.buf, r.cb
	r.src, r.buf, r.cb = nil, nil, nil
	r.end(status, uint64(len(buf)), func(status uv.Errno) { cb(status, buf) })
}
