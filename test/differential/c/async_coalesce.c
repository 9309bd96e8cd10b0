/* Many sends make one callback, and a send in it makes another. */
#include "log.h"

static int n;

static void on_async(uv_async_t* h) {
  say("async %d", ++n);
  if (n < 3) {
    ret("send", uv_async_send(h));
    ret("send", uv_async_send(h));
  } else {
    CLOSE(h);
  }
}

int main(void) {
  uv_loop_t loop;
  uv_async_t async;
  uv_loop_init(&loop);
  ret("init", uv_async_init(&loop, &async, on_async));
  NAMED(&async, "async");
  say("active %d ref %d alive %d", uv_is_active(H(&async)), uv_has_ref(H(&async)), uv_loop_alive(&loop));
  ret("send", uv_async_send(&async));
  ret("send", uv_async_send(&async));
  ret("send", uv_async_send(&async));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
