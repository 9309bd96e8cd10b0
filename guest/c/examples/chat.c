/* A chat: what one says goes to all, in one block of memory that is freed after
 * the last write. Three clients come, speak and go in turn. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#define CONTAINER(ptr, type, field) ((type *) ((char *) (ptr) -offsetof(type, field)))

enum { CLIENTS = 3 };

typedef struct node {
  struct node *next, *prev;
} node_t;

typedef struct {
  uv_tcp_t tcp;
  node_t node;
  int id;
} user_t;

typedef struct {
  int refs;
  size_t len;
  char text[128];
} message_t;

typedef struct {
  uv_write_t req;
  message_t *message;
} send_t;

typedef struct {
  uv_tcp_t tcp;
  uv_connect_t connect;
  uv_write_t write;
  uv_shutdown_t shutdown;
  char log[512];
} client_t;

static node_t users = {&users, &users};
static uv_tcp_t server;
static client_t clients[CLIENTS];
static int joined, gone;

static inline void insert(node_t *n) {
  n->next = &users;
  n->prev = users.prev;
  users.prev->next = n;
  users.prev = n;
}

static inline void take_out(node_t *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
}

static void release(message_t *m) {
  if (--m->refs == 0)
    free(m);
}

static void on_sent(uv_write_t *req, int status) {
  send_t *s = CONTAINER(req, send_t, req);
  if (status < 0 && status != UV_ECANCELED)
    printf("send: %s\n", uv_err_name(status));
  release(s->message);
  free(s);
}

static void broadcast(int id, const char *text, size_t len) {
  message_t *m = malloc(sizeof *m);
  m->refs = 1;
  m->len = (size_t) snprintf(m->text, sizeof m->text, "%d %.*s\n", id, (int) len, text);
  for (node_t *n = users.next; n != &users; n = n->next) {
    user_t *u = CONTAINER(n, user_t, node);
    send_t *s = malloc(sizeof *s);
    uv_buf_t buf = uv_buf_init(m->text, (unsigned int) m->len);
    s->message = m;
    m->refs++;
    if (uv_write(&s->req, (uv_stream_t *) &u->tcp, &buf, 1, on_sent) != 0)
      abort();
  }
  release(m);
}

static void on_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *buf) {
  (void) handle;
  *buf = uv_buf_init(malloc(suggested), (unsigned int) suggested);
}

static void on_user_closed(uv_handle_t *handle) {
  free(handle);
  if (++gone == CLIENTS)
    uv_close((uv_handle_t *) &server, NULL);
}

static void on_user_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  user_t *u = (user_t *) stream;
  if (nread > 0)
    broadcast(u->id, buf->base, (size_t) nread);
  free(buf->base);
  if (nread >= 0)
    return;
  take_out(&u->node);
  broadcast(u->id, "left", 4);
  uv_close((uv_handle_t *) stream, on_user_closed);
}

static void on_connection(uv_stream_t *stream, int status) {
  user_t *u = calloc(1, sizeof *u);
  uv_tcp_init(stream->loop, &u->tcp);
  u->id = ++joined;
  if (status < 0 || uv_accept(stream, (uv_stream_t *) &u->tcp) != 0)
    abort();
  insert(&u->node);
  uv_read_start((uv_stream_t *) &u->tcp, on_alloc, on_user_read);
  broadcast(u->id, "joined", 6);
}

static void come(uv_loop_t *loop, client_t *c);

static void on_shutdown(uv_shutdown_t *req, int status) {
  (void) req;
  printf("shutdown: %d\n", status);
}

/* The next one comes when the last is heard to be there; the last one speaks
 * when all are; who has heard it goes. */
static void act(client_t *c) {
  int id = (int) (c - clients) + 1;
  char mine[32];
  snprintf(mine, sizeof mine, "%d joined\n", id);
  if (strcmp(c->log, mine) == 0 || (id == CLIENTS && strstr(c->log, mine) == c->log)) {
    if (id < CLIENTS) {
      come(c->tcp.loop, c + 1);
    } else if (strstr(c->log, "hello") == NULL) {
      uv_buf_t buf = uv_buf_init("hello", 5);
      uv_write(&c->write, (uv_stream_t *) &c->tcp, &buf, 1, NULL);
    }
  }
  if (strstr(c->log, "hello") != NULL && uv_is_writable((uv_stream_t *) &c->tcp))
    uv_shutdown(&c->shutdown, (uv_stream_t *) &c->tcp, on_shutdown);
}

static void on_client_read(uv_stream_t *stream, ssize_t nread, const uv_buf_t *buf) {
  client_t *c = stream->data;
  if (nread > 0)
    strncat(c->log, buf->base, (size_t) nread);
  free(buf->base);
  if (nread < 0)
    uv_close((uv_handle_t *) stream, NULL);
  else
    act(c);
}

static void on_connect(uv_connect_t *req, int status) {
  if (status < 0)
    abort();
  uv_read_start(req->handle, on_alloc, on_client_read);
}

static void come(uv_loop_t *loop, client_t *c) {
  struct sockaddr_storage addr;
  int len = sizeof addr;
  c->tcp.data = c;
  uv_tcp_init(loop, &c->tcp);
  uv_tcp_getsockname(&server, (struct sockaddr *) &addr, &len);
  uv_tcp_connect(&c->connect, &c->tcp, (const struct sockaddr *) &addr, on_connect);
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  struct sockaddr_in addr;
  uv_ip4_addr("127.0.0.1", 0, &addr);
  uv_tcp_init(loop, &server);
  uv_tcp_bind(&server, (const struct sockaddr *) &addr, 0);
  if (uv_listen((uv_stream_t *) &server, CLIENTS, on_connection) != 0)
    return 1;
  come(loop, &clients[0]);
  uv_run(loop, UV_RUN_DEFAULT);
  for (int i = 0; i < CLIENTS; i++) /* who left first is up to the system */
    printf("%d: %.*s...\n", i + 1, (int) (strstr(clients[i].log, "hello") - clients[i].log) + 5,
           clients[i].log);
  return uv_loop_close(loop) != 0;
}
