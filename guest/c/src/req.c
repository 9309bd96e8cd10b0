/* Requests, whatever they ask for. */
#include "internal.h"

void uv__req_init(uv_loop_t *loop, uv_req_t *req, uv_req_type type,
                  void (*call)(uv_req_t *, uint32_t, int64_t)) {
  req->type = type;
  req->uv__id = 0;
  req->uv__loop = loop;
  req->uv__call = call;
}

int uv__req_started(uv_req_t *req, int32_t id) {
  if (id < 0)
    return id;
  req->uv__id = (uint32_t) id;
  req->uv__loop->active_reqs.count++;
  return 0;
}

void uv__req_done(uv_req_t *req) {
  req->uv__id = 0;
  req->uv__loop->active_reqs.count--;
}

size_t uv_req_size(uv_req_type type) {
  switch (type) {
#define XX(uc, lc) \
  case UV_##uc: \
    return sizeof(uv_##lc##_t);
    UV_REQ_TYPE_MAP(XX)
#undef XX
    default:
      return (size_t) -1;
  }
}

const char *uv_req_type_name(uv_req_type type) {
  switch (type) {
#define XX(uc, lc) \
  case UV_##uc: \
    return #lc;
    UV_REQ_TYPE_MAP(XX)
#undef XX
    default:
      return NULL;
  }
}

uv_req_type uv_req_get_type(const uv_req_t *req) { return req->type; }

void *uv_req_get_data(const uv_req_t *req) { return req->data; }

void uv_req_set_data(uv_req_t *req, void *data) { req->data = data; }
