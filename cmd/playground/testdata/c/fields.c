/* Public fields of loops and handles, which programs read and count on. */
#include "../../../../test/differential/c/log.h"

static void on_timer(uv_timer_t* t) {
  say("timer active %d, active_handles %u", uv_is_active(H(t)), t->loop->active_handles);
}

static void never(uv_timer_t* t) { say("never %p", (void*) t); }

static void counts(uv_loop_t* loop) {
  uv_timer_t* t = malloc(sizeof *t);
  int data = 0;
  uv_timer_init(loop, t);
  t->data = &data;
  ret("again", uv_timer_again(t));
  ret("start without a callback", uv_timer_start(t, NULL, 1, 1));
  uv_timer_start(t, on_timer, 1, 0);
  say("active_handles %u", loop->active_handles);
  uv_unref(H(t));
  say("active_handles %u has_ref %d alive %d", loop->active_handles, uv_has_ref(H(t)), uv_loop_alive(loop));
  uv_ref(H(t));
  uv_ref(H(t));
  say("active_handles %u", loop->active_handles);
  ret("run", uv_run(loop, UV_RUN_DEFAULT));
  say("data is kept %d, active_handles %u", t->data == &data, loop->active_handles);
  uv_close(H(t), NULL);
  ret("start while closing", uv_timer_start(t, never, 1, 1));
  uv_run(loop, UV_RUN_DEFAULT);
  say("closing when closed %d", uv_is_closing(H(t)));
  free(t);
}

static void counted_by_program(uv_loop_t* loop) {
  say("alive %d", uv_loop_alive(loop));
  loop->active_handles++;
  say("alive %d", uv_loop_alive(loop));
  ret("run", uv_run(loop, UV_RUN_NOWAIT));
  loop->active_handles--;
  say("alive %d", uv_loop_alive(loop));
}

static void queues(uv_loop_t* loop) {
  uv_pipe_t* pipe = malloc(uv_handle_size(UV_NAMED_PIPE));
  uv_udp_t* udp = malloc(uv_handle_size(UV_UDP));
  ret("pipe_init", uv_pipe_init(loop, pipe, 0));
  pipe->write_queue_size++;
  say("write_queue_size %d", (int) uv_stream_get_write_queue_size((uv_stream_t*) pipe));
  pipe->write_queue_size--;
  ret("udp_init", uv_udp_init(loop, udp));
  udp->send_queue_size += 2;
  udp->send_queue_count++;
  say("send_queue_size %d count %d", (int) uv_udp_get_send_queue_size(udp), (int) uv_udp_get_send_queue_count(udp));
  udp->send_queue_size -= 2;
  udp->send_queue_count--;
  uv_close(H(pipe), (uv_close_cb) free);
  uv_close(H(udp), (uv_close_cb) free);
  ret("run", uv_run(loop, UV_RUN_DEFAULT));
}

static void strange_memory(uv_loop_t* loop) {
  uv_idle_t zero;
  uv_async_t async;
  memset(&zero, 0, sizeof zero);
  say("zeroed: closing %d", uv_is_closing(H(&zero)));
  memset(&async, 0xff, sizeof async);
  ret("async_init", uv_async_init(loop, &async, NULL));
  say("active %d, active_handles %u", uv_is_active(H(&async)), loop->active_handles);
  ret("async_send", uv_async_send(&async));
  ret("run", uv_run(loop, UV_RUN_NOWAIT));
  uv_close(H(&async), NULL);
  ret("run", uv_run(loop, UV_RUN_DEFAULT));
}

int main(void) {
  uv_loop_t loop;
  int data = 0, i;
  loop.data = &data;
  ret("loop_init", uv_loop_init(&loop));
  say("data is kept %d", loop.data == &data);
  counts(&loop);
  counted_by_program(&loop);
  queues(&loop);
  strange_memory(&loop);
  finish(&loop);
  say("data is kept %d", uv_loop_get_data(&loop) == &data);
  for (i = 0; i < 2; i++) {
    uv_loop_t* d = uv_default_loop();
    ret("run", uv_run(d, UV_RUN_DEFAULT));
    ret("close the default loop", uv_loop_close(d));
  }
  return 0;
}
