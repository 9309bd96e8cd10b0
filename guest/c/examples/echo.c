/* An echo server: every connection gets back what it sends. It ends after as
 * many connections as its second argument says; without one it goes on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

typedef struct {
  uv_write_t req;
  uv_buf_t buf;
} write_req_t;

static uv_tcp_t server;
static long wanted, served, errors;

static void alloc_buffer(uv_handle_t *handle, size_t suggested_size, uv_buf_t *buf) {
  (void) handle;
  *buf = uv_buf_init(malloc(suggested_size), (unsigned int) suggested_size);
}

static void on_close(uv_handle_t *handle) {
  free(handle);
  served++;
  if (served == wanted)
    uv_close((uv_handle_t *) &server, NULL);
}

static void failed(const char *what, int err) {
  errors++;
  fprintf(stderr, "%s: %s\n", what, uv_strerror(err));
}

static void echo_write(uv_write_t *req, int status) {
  write_req_t *wr = (write_req_t *) req;
  if (status < 0)
    failed("write", status);
  free(wr->buf.base);
  free(wr);
}

static void echo_read(uv_stream_t *client, ssize_t nread, const uv_buf_t *buf) {
  if (nread > 0) {
    write_req_t *wr = malloc(sizeof *wr);
    wr->buf = uv_buf_init(buf->base, (unsigned int) nread);
    uv_write(&wr->req, client, &wr->buf, 1, echo_write);
    return;
  }
  if (nread < 0) {
    if (nread != UV_EOF)
      failed("read", (int) nread);
    uv_close((uv_handle_t *) client, on_close);
  }
  free(buf->base);
}

static void on_new_connection(uv_stream_t *stream, int status) {
  uv_tcp_t *client;
  if (status < 0) {
    failed("connection", status);
    return;
  }
  client = malloc(sizeof *client);
  uv_tcp_init(stream->loop, client);
  status = uv_accept(stream, (uv_stream_t *) client);
  if (status == 0)
    status = uv_read_start((uv_stream_t *) client, alloc_buffer, echo_read);
  if (status != 0) {
    failed("accept", status);
    uv_close((uv_handle_t *) client, on_close);
  }
}

int main(int argc, char **argv) {
  uv_loop_t *loop = uv_default_loop();
  struct sockaddr_in addr;
  int len = sizeof addr;
  int err;

  wanted = argc > 2 ? atol(argv[2]) : -1;
  uv_ip4_addr("127.0.0.1", argc > 1 ? atoi(argv[1]) : 7000, &addr);
  uv_tcp_init(loop, &server);
  uv_tcp_bind(&server, (const struct sockaddr *) &addr, 0);
  err = uv_listen((uv_stream_t *) &server, 1024, on_new_connection);
  if (err) {
    fprintf(stderr, "listen: %s\n", uv_strerror(err));
    return 1;
  }
  uv_tcp_getsockname(&server, (struct sockaddr *) &addr, &len);
  printf("port %d\n", ntohs(addr.sin_port));
  fflush(stdout);
  uv_run(loop, UV_RUN_DEFAULT);

  printf("%ld connections, %ld errors\n", served, errors);
  return uv_loop_close(loop) != 0 || errors != 0;
}
