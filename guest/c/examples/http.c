/* An HTTP server of a request a connection, with a time limit, and clients for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

typedef struct {
  uv_tcp_t tcp;
  uv_timer_t limit;
  uv_write_t write;
  char in[1024], out[512];
  size_t used;
  int closed; /* of its two handles */
} conn_t;

typedef struct {
  uv_tcp_t tcp;
  uv_connect_t connect;
  uv_write_t write;
  char request[128], response[512];
  size_t used;
} client_t;

static const char *const paths[] = {"/", "/a/b", "/index.html"};
enum { PATHS = sizeof paths / sizeof paths[0] };

static uv_tcp_t server;
static int answered;

static void on_conn_closed(uv_handle_t *handle) {
  conn_t *c = handle->data;
  if (++c->closed == 2)
    free(c);
}

static void conn_close(conn_t *c) {
  if (uv_is_closing((uv_handle_t *) &c->tcp))
    return;
  uv_close((uv_handle_t *) &c->tcp, on_conn_closed);
  uv_close((uv_handle_t *) &c->limit, on_conn_closed);
}

static void on_limit(uv_timer_t *timer) {
  puts("too late");
  conn_close(timer->data);
}

static void on_written(uv_write_t *req, int status) {
  printf("written: %d\n", status);
  conn_close(req->data);
}

static void answer(conn_t *c, const char *path) {
  const char *status = strcmp(path, "/") == 0 ? "200 OK" : "404 Not Found";
  uv_buf_t bufs[2];
  int n = snprintf(c->out, sizeof c->out, "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n", status,
                   (int) strlen(path));
  bufs[0] = uv_buf_init(c->out, (unsigned int) n);
  bufs[1] = uv_buf_init(c->out + n, (unsigned int) snprintf(c->out + n, 128, "%s", path));
  c->write.data = c;
  if (uv_write(&c->write, (uv_stream_t *) &c->tcp, bufs, 2, on_written) != 0)
    conn_close(c);
}

static void conn_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  conn_t *c = handle->data;
  (void) suggested;
  *buf = uv_buf_init(c->in + c->used, (unsigned int) (sizeof c->in - 1 - c->used));
}

static void conn_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  conn_t *c = stream->data;
  char path[128];
  (void) buf;
  if (nread < 0) {
    conn_close(c);
    return;
  }
  c->used += (size_t) nread;
  if (memchr(c->in, '\n', c->used) == NULL) {
    uv_timer_again(&c->limit);
    return;
  }
  uv_read_stop(stream);
  if (sscanf(c->in, "GET %127s", path) == 1)
    answer(c, path);
  else
    conn_close(c);
}

static void on_connection(uv_stream_t *stream, int status) {
  conn_t *c;
  if (status < 0)
    return;
  c = calloc(1, sizeof *c);
  c->tcp.data = c->limit.data = c;
  uv_tcp_init(stream->loop, &c->tcp);
  uv_timer_init(stream->loop, &c->limit);
  if (uv_accept(stream, (uv_stream_t *) &c->tcp) != 0) {
    conn_close(c);
    return;
  }
  uv_timer_start(&c->limit, on_limit, 20000, 20000);
  uv_read_start((uv_stream_t *) &c->tcp, conn_alloc, conn_read);
}

static void begin(uv_loop_t *loop, const char *path);

static void on_client_closed(uv_handle_t *handle) {
  client_t *c = handle->data;
  puts(c->response);
  if (++answered < PATHS)
    begin(handle->loop, paths[answered]);
  else
    uv_close((uv_handle_t *) &server, NULL);
  free(c);
}

static void client_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  client_t *c = handle->data;
  (void) suggested;
  *buf = uv_buf_init(c->response + c->used, (unsigned int) (sizeof c->response - 1 - c->used));
}

static void client_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  client_t *c = stream->data;
  (void) buf;
  if (nread < 0)
    uv_close((uv_handle_t *) stream, on_client_closed);
  else
    c->used += (size_t) nread;
}

static void on_connect(uv_connect_t *req, int status) {
  client_t *c = req->handle->data;
  uv_buf_t buf = uv_buf_init(c->request, (unsigned int) strlen(c->request));
  printf("connect: %d\n", status);
  if (status < 0)
    abort();
  uv_write(&c->write, req->handle, &buf, 1, NULL);
  uv_read_start(req->handle, client_alloc, client_read);
}

static void begin(uv_loop_t *loop, const char *path) {
  struct sockaddr_storage addr;
  int len = sizeof addr;
  client_t *c = calloc(1, sizeof *c);
  c->tcp.data = c;
  snprintf(c->request, sizeof c->request, "GET %s HTTP/1.1\r\nHost: here\r\n\r\n", path);
  uv_tcp_init(loop, &c->tcp);
  uv_tcp_getsockname(&server, (struct sockaddr *) &addr, &len);
  uv_tcp_connect(&c->connect, &c->tcp, (const struct sockaddr *) &addr, on_connect);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  struct sockaddr_in addr;
  int err;
  uv_ip4_addr("127.0.0.1", 0, &addr);
  uv_tcp_init(loop, &server);
  uv_tcp_bind(&server, (const struct sockaddr *) &addr, 0);
  err = uv_listen((uv_stream_t *) &server, SOMAXCONN, on_connection);
  if (err != 0) {
    fprintf(stderr, "listen: %s\n", uv_strerror(err));
    return 1;
  }
  begin(loop, paths[0]);
  uv_run(loop, UV_RUN_DEFAULT);
  return uv_loop_close(loop) != 0;
}
