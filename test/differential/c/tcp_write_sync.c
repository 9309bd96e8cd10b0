/* A write's callback never runs in the call, even if all was written at once. */
#include "net.h"

static uv_tcp_t server, client;
static uv_connect_t connect_req;
static uv_write_t w[2];
static uv_check_t check;
static int in_call, written;

static void on_write(uv_write_t* r, int status) {
  say("write %d %s in the call %d", (int) (r - w), name(status), in_call);
  if (++written == 2) {
    uv_close(H(&client), NULL);
    uv_close(H(&server), NULL);
    uv_close(H(&check), NULL);
  }
}

static void on_check(uv_check_t* h) {
  uv_buf_t buf = uv_buf_init("x", 1);
  if (!uv_is_writable(S(&client)) || connect_req.data == NULL)
    return;
  uv_check_stop(h);
  in_call = 1;
  ret("write in check", uv_write(&w[1], S(&client), &buf, 1, on_write));
  in_call = 0;
  say("queue %d", (int) uv_stream_get_write_queue_size(S(&client)));
}

static void on_connect(uv_connect_t* r, int status) {
  uv_buf_t buf = uv_buf_init("x", 1);
  say("connect %s", name(status));
  in_call = 1;
  ret("write in connect", uv_write(&w[0], r->handle, &buf, 1, on_write));
  in_call = 0;
  say("queue %d", (int) uv_stream_get_write_queue_size(r->handle));
  connect_req.data = &connect_req;
}

static void on_connection(uv_stream_t* s, int status) {}

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  uv_check_init(&loop, &check);
  uv_check_start(&check, on_check);
  serve(&loop, &server, on_connection);
  dial(&loop, &client, &connect_req, &server, on_connect);
  connect_req.data = NULL;
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
