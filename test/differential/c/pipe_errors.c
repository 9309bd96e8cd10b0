/* Wrong calls of pipes: their errors come at once, those of a connect later. */
#include "net.h"

static void on_connect(uv_connect_t* r, int status) {
  say("connect %s readable %d", name(status), uv_is_readable(r->handle));
}
static void on_connection(uv_stream_t* s, int status) {}
static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {}

int main(void) {
  uv_loop_t loop;
  uv_pipe_t a, b, c, d;
  uv_connect_t connect;
  uv_os_fd_t fd;
  char text[64];
  size_t len = sizeof text;
  FILE* file = fopen("file", "w");
  fclose(file);
  uv_loop_init(&loop);
  uv_pipe_init(&loop, &a, 0);
  ret("fileno", uv_fileno(H(&a), &fd));
  ret("getsockname", uv_pipe_getsockname(&a, text, &len));
  ret("listen without a name", uv_listen(S(&a), 1, on_connection));
  ret("read_start", uv_read_start(S(&a), on_alloc, on_read));
  ret("bind below nothing", uv_pipe_bind(&a, "none/socket"));
  ret("bind to a file", uv_pipe_bind(&a, "file"));
  ret("bind", uv_pipe_bind(&a, "socket"));
  ret("bind twice", uv_pipe_bind(&a, "other"));
  uv_pipe_init(&loop, &b, 0);
  ret("bind to what is in use", uv_pipe_bind(&b, "socket"));
  uv_pipe_init(&loop, &c, 0);
  uv_pipe_connect(&connect, &c, "none", on_connect);
  say("after the call");
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_pipe_init(&loop, &d, 0);
  uv_pipe_connect(&connect, &d, "socket", on_connect); /* nobody listens */
  uv_run(&loop, UV_RUN_DEFAULT);
  uv_pipe_connect(&connect, &d, "file", on_connect);
  uv_run(&loop, UV_RUN_DEFAULT);
  return finish(&loop);
}
