package loop

import "github.com/loopground/loopground/loop/uv"

// poolRequest is the part that requests at the pool share, but for those of files.
type poolRequest struct {
	request
	work   work
	status uv.Errno // how it ended; a worker writes it
}

func (r *poolRequest) pooled() *work  { return &r.work }
func (r *poolRequest) outcome() int32 { return int32(r.status) }

// begin submits the request, or does it right here when it is not to be
// called back.
func (r *poolRequest) begin(l *Loop, j job, typ uv.ReqType, kind workKind, value uint64, label uint16, async bool) error {
	r.status = 0
	if !async {
		l.metrics.touched()
		j.execute()
		return r.status.Err()
	}
	r.submit(l, typ, uint8(kind), value, label)
	r.work.start(l, kind, j)
	return nil
}

// end runs the callback of a request that has ended: status is not 0 when no
// worker has done it.
func (r *poolRequest) end(status uv.Errno, value uint64, call func(status uv.Errno)) {
	l := r.loop
	if status != 0 {
		r.status = status
		r.finished(int32(status), 0)
	}
	id := r.beginCall(int32(r.status), value)
	if call != nil {
		call(r.status)
	}
	l.endCall(id)
}

// WorkReq is work of the loop's user. libuv: uv_work_t.
type WorkReq struct {
	poolRequest
	do func()
	cb func(status uv.Errno)
}

// QueueWork has do called on a worker of the pool and then cb, which may be
// nil, on the loop in the poll phase. Its status is 0, or ECANCELED when Cancel
// came before a worker did. What do shares with the loop it must guard. Errors:
// EINVAL no work, EBUSY the request is active. libuv: uv_queue_work.
func (l *Loop) QueueWork(r *WorkReq, do func(), cb func(status uv.Errno)) error {
	switch {
	case do == nil:
		return uv.EINVAL.Err()
	case r.active:
		return uv.EBUSY.Err()
	}
	r.do, r.cb = do, cb
	return r.begin(l, r, uv.Work, workCPU, 0, 0, true)
}

// QueueTurn is QueueWork for those who have one thread: when a worker is free, do
// runs on the loop, in the poll phase, and then cb. With hold the worker has
// nothing else to do meanwhile, as if it did the work itself; a pool that loops
// share is better not held by one that may not run. Work starts in the order in
// which it was queued. Errors: as QueueWork.
func (l *Loop) QueueTurn(r *WorkReq, hold bool, do func(), cb func(status uv.Errno)) error {
	switch {
	case do == nil:
		return uv.EINVAL.Err()
	case r.active:
		return uv.EBUSY.Err()
	}
	r.cb, r.status = cb, 0
	r.submit(l, uv.Work, uint8(workCPU), 0, 0)
	t := &workTurn{do: do}
	if hold {
		t.over = make(chan struct{})
	}
	r.work.queue(l, workCPU, r, t)
	return nil
}

func (r *WorkReq) execute() { r.do() }

func (r *WorkReq) complete(status uv.Errno) {
	cb := r.cb
	r.do, r.cb = nil, nil
	r.end(status, 0, cb)
}
