/* A Unix socket: bind, listen, connect, names, an echo, the path afterwards. */
#include "net.h"
#include <sys/stat.h>

static uv_pipe_t server, client, conn;
static uv_connect_t connect_req;
static uv_write_t client_write, server_write;
static uv_shutdown_t shutdown_req;

static void names(int who, const char* what, uv_pipe_t* h) {
  char text[64] = {0};
  size_t len = sizeof text;
  int err = uv_pipe_getsockname(h, text, &len);
  note(who, "%s is called %s \"%.*s\"", what, name(err), (int) len, text);
  len = sizeof text;
  err = uv_pipe_getpeername(h, text, &len);
  note(who, "%s has a peer %s \"%.*s\"", what, name(err), err ? 0 : (int) len, text);
}

static void closed(uv_handle_t* h) { note(h == H(&client) ? 0 : 1, "close"); }
static void on_write(uv_write_t* r, int status) { note(r == &client_write ? 0 : 1, "write %s", name(status)); }
static void on_shutdown(uv_shutdown_t* r, int status) { note(0, "shutdown %s", name(status)); }

static void on_client_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  note(0, "read %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
  if (n == UV_EOF)
    uv_close(H(s), closed);
  else if (n > 0)
    note(0, "shutdown: %s", name(uv_shutdown(&shutdown_req, s, on_shutdown)));
}

static void on_connect(uv_connect_t* r, int status) {
  uv_buf_t buf = uv_buf_init("hello", 5);
  note(0, "connect %s readable %d writable %d", name(status), uv_is_readable(r->handle), uv_is_writable(r->handle));
  names(0, "the client", &client);
  uv_write(&client_write, r->handle, &buf, 1, on_write);
  uv_read_start(r->handle, on_alloc, on_client_read);
}

static void on_server_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  static char copy[16];
  note(1, "read %s %.*s", name(n), n > 0 ? (int) n : 0, buf->base);
  if (n > 0) {
    uv_buf_t out = uv_buf_init(copy, n);
    memcpy(copy, buf->base, n);
    uv_write(&server_write, s, &out, 1, on_write);
  } else if (n == UV_EOF) {
    uv_close(H(s), closed);
    uv_close(H(&server), NULL);
  }
}

static void on_connection(uv_stream_t* s, int status) {
  note(1, "connection %s", name(status));
  uv_pipe_init(s->loop, &conn, 0);
  note(1, "accept: %s", name(uv_accept(s, S(&conn))));
  names(1, "the connection", &conn);
  uv_read_start(S(&conn), on_alloc, on_server_read);
}

int main(void) {
  uv_loop_t loop;
  struct stat st;
  uv_loop_init(&loop);
  ret("init", uv_pipe_init(&loop, &server, 0));
  ret("bind", uv_pipe_bind(&server, "socket"));
  names(2, "the server", &server);
  ret("listen", uv_listen(S(&server), 16, on_connection));
  say("is a socket: %d", stat("socket", &st) == 0 && S_ISSOCK(st.st_mode));
  uv_pipe_init(&loop, &client, 0);
  uv_pipe_connect(&connect_req, &client, "socket", on_connect);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  say("is there still: %d", stat("socket", &st) == 0);
  return finish(&loop);
}
