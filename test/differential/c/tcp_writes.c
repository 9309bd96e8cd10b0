/* Many writes: the size of the queue after each, and the order of callbacks.
 * What is written before the connection stands waits for it. */
#include "net.h"

static uv_tcp_t server, client, conn;
static uv_connect_t connect_req;
static uv_write_t w[8];
static int received, done;

static void on_write(uv_write_t* r, int status) {
  note(0, "write %d %s queue %d", (int) (r - w), name(status), (int) uv_stream_get_write_queue_size(r->handle));
  if (++done == 8)
    uv_close(H(r->handle), NULL);
}

static void put(int i) {
  uv_buf_t bufs[3] = {uv_buf_init("abcdefgh", i), uv_buf_init(NULL, 0), uv_buf_init("0123456789", 10)};
  note(0, "write %d: %s", i, name(uv_write(&w[i], S(&client), bufs, 3, on_write)));
  note(0, "queue %d", (int) uv_stream_get_write_queue_size(S(&client)));
}

static void on_connect(uv_connect_t* r, int status) {
  int i;
  note(0, "connect %s queue %d", name(status), (int) uv_stream_get_write_queue_size(r->handle));
  for (i = 4; i < 8; i++)
    put(i);
}

static void on_read(uv_stream_t* s, ssize_t n, const uv_buf_t* buf) {
  if (n > 0) {
    received += n;
    return;
  }
  note(1, "received %d, then %s", received, name(n));
  uv_close(H(s), NULL);
  uv_close(H(&server), NULL);
}

static void on_connection(uv_stream_t* s, int status) {
  uv_tcp_init(s->loop, &conn);
  uv_accept(s, S(&conn));
  uv_read_start(S(&conn), on_alloc, on_read);
}

int main(void) {
  uv_loop_t loop;
  int i;
  uv_loop_init(&loop);
  serve(&loop, &server, on_connection);
  dial(&loop, &client, &connect_req, &server, on_connect);
  for (i = 0; i < 4; i++)
    put(i);
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
