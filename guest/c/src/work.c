/*
 * Work, random bytes, and cancelling. A work callback runs on the guest's one
 * thread when a worker of the pool is free; a wait that only work can end runs
 * it sooner, in the same order.
 */
#include "fs.h"
#include "work.h"

static uv_work_t *first, *last; /* what has not begun, oldest first */

static void enqueue(uv_work_t *req) {
  req->uv__next = NULL;
  req->uv__prev = last;
  if (last == NULL)
    first = req;
  else
    last->uv__next = req;
  last = req;
  req->uv__waits = 1;
}

static void dequeue(uv_work_t *req) {
  if (!req->uv__waits)
    return;
  req->uv__waits = 0;
  if (req->uv__prev == NULL)
    first = req->uv__next;
  else
    req->uv__prev->uv__next = req->uv__next;
  if (req->uv__next == NULL)
    last = req->uv__prev;
  else
    req->uv__next->uv__prev = req->uv__prev;
}

int uv__work_run(void) {
  uv_work_t *req = first;
  if (req == NULL)
    return 0;
  dequeue(req);
  req->work_cb(req);
  return 1;
}

static void work_call(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_work_t *req = (uv_work_t *) base;
  if (kind == WIRE_CB_WORK) {
    if (!req->uv__waits)
      return; /* a wait has run it */
    dequeue(req);
    req->work_cb(req);
    return;
  }
  dequeue(req);
  uv__req_done(base);
  if (req->after_work_cb != NULL)
    req->after_work_cb(req, (int) status);
}

int uv_queue_work(uv_loop_t *loop, uv_work_t *req, uv_work_cb work_cb,
                  uv_after_work_cb after_work_cb) {
  int err;
  if (work_cb == NULL)
    return UV_EINVAL;
  uv__req_init(loop, (uv_req_t *) req, UV_WORK, work_call);
  req->loop = loop;
  req->work_cb = work_cb;
  req->after_work_cb = after_work_cb;
  req->uv__waits = 0;
  err = uv__req_started((uv_req_t *) req, wire_queue_work(uv__number(loop), UV__COOKIE(req)));
  if (err == 0)
    enqueue(req);
  return err;
}

static void random_call(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_random_t *req = (uv_random_t *) base;
  (void) kind;
  req->status = (int) status;
  uv__req_done(base);
  req->cb(req, req->status, req->buf, req->buflen);
}

int uv_random(uv_loop_t *loop, uv_random_t *req, void *buf, size_t buflen, unsigned flags,
              uv_random_cb cb) {
  if (buflen > 0x7fffffff)
    return UV_E2BIG;
  if (flags != 0)
    return UV_EINVAL;
  if (cb == NULL)
    return wire_random(uv__number(loop), buf, (uint32_t) buflen, 0, 0);
  uv__req_init(loop, (uv_req_t *) req, UV_RANDOM, random_call);
  req->loop = loop;
  req->buf = buf;
  req->buflen = buflen;
  req->cb = cb;
  return uv__req_started((uv_req_t *) req, wire_random(uv__number(loop), buf, (uint32_t) buflen,
                                                       0, UV__COOKIE(req)));
}

int uv_cancel(uv_req_t *req) {
  switch (req->type) {
    case UV_WORK:
      if (!((uv_work_t *) req)->uv__waits)
        return UV_EBUSY;
      break;
    case UV_FS:
    case UV_GETADDRINFO:
    case UV_GETNAMEINFO:
    case UV_RANDOM:
      break;
    default:
      return UV_EINVAL;
  }
  return req->uv__id == 0 ? UV_EBUSY : wire_cancel(req->uv__id);
}
