/* Connections that are not accepted wait; a server that is closed drops them. */
#include "net.h"

static uv_loop_t loop;
static uv_pipe_t server, client[3], conn[2];
static uv_connect_t req[3];

static void on_connection(uv_stream_t* s, int status) { note(1, "connection %s", name(status)); }
static void on_connect(uv_connect_t* r, int status) { note(0, "connect %d %s", (int) (r - req), name(status)); }

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(s == S(&client[0]) ? 2 : 3, "read %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
  if (n < 0)
    uv_close(H(s), NULL);
}

static void turns(int n) {
  while (n-- > 0)
    uv_run(&loop, UV_RUN_NOWAIT);
  flush_notes();
}

int main(void) {
  int i;
  uv_buf_t buf = uv_buf_init("hello", 5);
  uv_loop_init(&loop);
  uv_pipe_init(&loop, &server, 0);
  ret("bind", uv_pipe_bind(&server, "socket"));
  ret("listen", uv_listen(S(&server), 8, on_connection));
  say("server: readable %d writable %d active %d", uv_is_readable(S(&server)), uv_is_writable(S(&server)), uv_is_active(H(&server)));
  ret("read_start", uv_read_start(S(&server), on_alloc, on_read));
  ret("write", uv_try_write(S(&server), &buf, 1));
  for (i = 0; i < 2; i++)
    uv_pipe_init(&loop, &conn[i], 0);
  ret("accept nothing", uv_accept(S(&server), S(&conn[0])));
  for (i = 0; i < 3; i++) {
    uv_pipe_init(&loop, &client[i], 0);
    uv_pipe_connect(&req[i], &client[i], "socket", on_connect);
  }
  turns(4);
  ret("accept", uv_accept(S(&server), S(&conn[0])));
  ret("accept again", uv_accept(S(&server), S(&conn[1])));
  turns(4);
  ret("try_write", uv_try_write(S(&conn[0]), &buf, 1));
  for (i = 0; i < 3; i++)
    ret("read_start", uv_read_start(S(&client[i]), on_alloc, on_read));
  turns(2);
  uv_close(H(&server), NULL);
  turns(4);
  return finish(&loop);
}
