/* Many writes that the other end does not read at first: their order, what is
 * counted, and a shutdown that waits for them. */
#include <stdio.h>
#include <stdlib.h>
#include <uv.h>

enum { WRITES = 2000 };

static uv_tcp_t server, client, peer;
static uv_connect_t connect_req;
static uv_write_t writes[WRITES], late;
static uv_shutdown_t shutdown_req;
static uv_timer_t patience;
static char block[10000], room[65536];
static int written;
static size_t received;

static void report(const char *what, int result) {
  printf("%s: %s\n", what, result == 0 ? "OK" : result < 0 ? uv_err_name(result) : "some");
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  (void) handle, (void) suggested;
  *buf = uv_buf_init(room, sizeof room);
}

static void on_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  (void) buf;
  if (nread >= 0) {
    received += (size_t) nread;
    return;
  }
  report("read", (int) nread);
  printf("received %d, readable %d, writable %d\n", (int) received, uv_is_readable(stream),
         uv_is_writable(stream));
  uv_close((uv_handle_t *) stream, NULL);
}

static void on_write(uv_write_t *req, int status) {
  if (status != 0 || req != &writes[written])
    abort();
  written++;
}

static void on_shutdown(uv_shutdown_t *req, int status) {
  report("shutdown", status);
  printf("written %d, queued %d\n", written, (int) uv_stream_get_write_queue_size(req->handle));
  uv_close((uv_handle_t *) req->handle, NULL);
  uv_close((uv_handle_t *) &server, NULL);
}

static void on_connect(uv_connect_t *req, int status) {
  uv_buf_t buf = uv_buf_init(block, sizeof block);
  report("connect", status);
  for (int i = 0; i < WRITES; i++)
    if (uv_write(&writes[i], req->handle, &buf, 1, on_write) != 0)
      abort();
  printf("queued %d, the same %d, written %d\n", client.write_queue_size > 0,
         client.write_queue_size == uv_stream_get_write_queue_size(req->handle), written);
  report("try_write", uv_try_write(req->handle, &buf, 1));
  report("shutdown", uv_shutdown(&shutdown_req, req->handle, on_shutdown));
  report("write after it", uv_write(&late, req->handle, &buf, 1, on_write));
}

static void begin_reading(uv_timer_t *timer) {
  uv_close((uv_handle_t *) timer, NULL);
  report("read_start", uv_read_start((uv_stream_t *) &peer, on_alloc, on_read));
  report("again", uv_read_start((uv_stream_t *) &peer, on_alloc, on_read));
}

static void on_connection(uv_stream_t *stream, int status) {
  if (status < 0)
    abort();
  uv_tcp_init(stream->loop, &peer);
  if (uv_accept(stream, (uv_stream_t *) &peer) != 0 ||
      uv_accept(stream, (uv_stream_t *) &peer) != UV_EAGAIN)
    abort();
  uv_timer_init(stream->loop, &patience);
  uv_timer_start(&patience, begin_reading, 100, 0);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  struct sockaddr_storage addr;
  int len = sizeof addr;
  uv_ip4_addr("127.0.0.1", 0, (struct sockaddr_in *) &addr);
  uv_tcp_init(loop, &server);
  uv_tcp_bind(&server, (const struct sockaddr *) &addr, 0);
  if (uv_listen((uv_stream_t *) &server, 1, on_connection) != 0)
    return 1;
  uv_tcp_getsockname(&server, (struct sockaddr *) &addr, &len);
  uv_tcp_init(loop, &client);
  uv_tcp_connect(&connect_req, &client, (const struct sockaddr *) &addr, on_connect);
  uv_run(loop, UV_RUN_DEFAULT);
  return uv_loop_close(loop) != 0;
}
