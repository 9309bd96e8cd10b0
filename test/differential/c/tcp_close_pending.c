/* Closing a handle ends its requests before the close callback, in their order:
 * connect, writes, shutdown. */
#include "net.h"

static uv_tcp_t server, client;
static uv_connect_t connect_req;
static uv_write_t w[2];
static uv_shutdown_t shutdown_req;

static void on_connect(uv_connect_t* r, int status) { say("connect %s", name(status)); }
static void on_write(uv_write_t* r, int status) { say("write %d %s", (int) (r - w), name(status)); }
static void on_shutdown(uv_shutdown_t* r, int status) { say("shutdown %s", name(status)); }
static void on_connection(uv_stream_t* s, int status) {}

int main(void) {
  uv_loop_t loop;
  uv_buf_t buf = uv_buf_init("hello", 5);
  uv_loop_init(&loop);
  serve(&loop, &server, on_connection);
  dial(&loop, &client, &connect_req, &server, on_connect);
  NAMED(&client, "client");
  ret("write", uv_write(&w[0], S(&client), &buf, 1, on_write));
  ret("write", uv_write(&w[1], S(&client), &buf, 1, on_write));
  ret("shutdown", uv_shutdown(&shutdown_req, S(&client), on_shutdown));
  CLOSE(&client);
  say("closing %d active %d queue %d", uv_is_closing(H(&client)), uv_is_active(H(&client)), (int) uv_stream_get_write_queue_size(S(&client)));
  say("alive %d", uv_loop_alive(&loop));
  uv_close(H(&server), NULL);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
