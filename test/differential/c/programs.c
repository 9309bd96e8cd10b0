/* Random programs, which standard input has: handles, and what is done to which
 * of them in their callbacks, when they have been closed, and between runs.
 *
 *   handle TYPE       idle, prepare, check, timer, async, pipe by first letter
 *   call I K OP J     in the Kth callback of handle I
 *   closed I OP J     when I has been closed
 *   turn T OP J       before run T
 *   end               of a program
 *
 * OP is start (or send, write), x stop (or shutdown), close, ref, unref, print,
 * queue, Stop the loop. */
#include "net.h"

enum { HANDLES = 12, CALLS = 3, TURNS = 8, OPS = 8 };

typedef struct { char op; int on; } op_t;
typedef struct { op_t op[OPS]; int n; } ops_t;

static struct {
  union {
    uv_handle_t h;
    uv_idle_t idle;
    uv_prepare_t prepare;
    uv_check_t check;
    uv_timer_t timer;
    uv_async_t async;
    uv_pipe_t pipe;
  };
  char type;
  int calls, peer;
  ops_t call[CALLS], closed;
} handles[HANDLES];

static uv_loop_t loop;
static ops_t turns[TURNS];
static int made, writes, in_timer;

typedef struct { uv_write_t req; int on, number; } write_t;

static void perform(char op, int on);

static void perform_all(const ops_t* ops) {
  int i;
  for (i = 0; i < ops->n; i++)
    perform(ops->op[i].op, ops->op[i].on);
}

static int index_of(const void* h) { return (int) (((char*) h - (char*) handles) / sizeof handles[0]); }

static void called(int i) {
  if (handles[i].calls < CALLS)
    perform_all(&handles[i].call[handles[i].calls++]);
}

static void on_call(void* h) {
  int i = index_of(h);
  say("%c%d", handles[i].type, i);
  in_timer = handles[i].type == 't';
  called(i);
  in_timer = 0;
}

static void on_idle(uv_idle_t* h) { on_call(h); }
static void on_prepare(uv_prepare_t* h) { on_call(h); }
static void on_check(uv_check_t* h) { on_call(h); }
static void on_timer(uv_timer_t* h) { on_call(h); }
static void on_async(uv_async_t* h) { on_call(h); }

static void on_closed(uv_handle_t* h) {
  int i = index_of(h);
  say("%c%d closed", handles[i].type, i);
  perform_all(&handles[i].closed);
}

static void on_write(uv_write_t* r, int status) {
  write_t* w = (write_t*) r;
  int on = w->on;
  say("write %d on p%d: %s", w->number, on, name(status));
  free(w);
  called(on);
}

static void on_shutdown(uv_shutdown_t* r, int status) {
  int i = index_of(r->handle);
  say("shutdown of p%d: %s", i, name(status));
  free(r);
  called(i);
}

static int start(int i) {
  uv_buf_t buf = uv_buf_init("x", 1);
  write_t* w;
  int err;
  switch (handles[i].type) {
  case 'i': return uv_idle_start(&handles[i].idle, on_idle);
  case 'r': return uv_prepare_start(&handles[i].prepare, on_prepare);
  case 'c': return uv_check_start(&handles[i].check, on_check);
  case 't': return in_timer ? 0 : uv_timer_start(&handles[i].timer, on_timer, 0, 0);
  case 'a': return uv_async_send(&handles[i].async);
  }
  w = malloc(sizeof *w);
  w->on = i;
  w->number = writes++;
  err = uv_write(&w->req, S(&handles[i].pipe), &buf, 1, on_write);
  if (err != 0)
    free(w);
  return err;
}

static int stop(int i) {
  uv_shutdown_t* r;
  int err;
  switch (handles[i].type) {
  case 'i': return uv_idle_stop(&handles[i].idle);
  case 'r': return uv_prepare_stop(&handles[i].prepare);
  case 'c': return uv_check_stop(&handles[i].check);
  case 't': return uv_timer_stop(&handles[i].timer);
  case 'a': return 0;
  }
  r = malloc(sizeof *r);
  err = uv_shutdown(r, S(&handles[i].pipe), on_shutdown);
  if (err != 0)
    free(r);
  return err;
}

static void print(int i) {
  uv_handle_t* h = &handles[i].h;
  if (!in_timer) /* 1.48 and later count due timers as stopped */
    say("%c%d active %d closing %d ref %d, loop alive %d timeout %d", handles[i].type, i, uv_is_active(h), uv_is_closing(h),
        uv_has_ref(h), uv_loop_alive(&loop), uv_backend_timeout(&loop));
}

static void perform(char op, int i) {
  uv_handle_t* h = &handles[i].h;
  int err = 0;
  switch (op) {
  case 'S': uv_stop(&loop); return;
  case 'p': print(i); return;
  case 'q':
    if (handles[i].type == 'p')
      say("p%d queue %d writable %d", i, (int) uv_stream_get_write_queue_size(S(h)), uv_is_writable(S(h)));
    return;
  }
  if (uv_is_closing(h))
    return;
  switch (op) {
  case 's': err = start(i); break;
  case 'x': err = stop(i); break;
  case 'c': uv_close(h, on_closed); break;
  case 'r': uv_ref(h); break;
  case 'u': uv_unref(h); break;
  }
  say("%c %c%d: %s", op, handles[i].type, i, name(err));
}

static void make(char type) {
  int i = made++;
  uv_os_sock_t fds[2];
  handles[i].type = type;
  handles[i].peer = -1;
  switch (type) {
  case 'i': uv_idle_init(&loop, &handles[i].idle); return;
  case 'r': uv_prepare_init(&loop, &handles[i].prepare); return;
  case 'c': uv_check_init(&loop, &handles[i].check); return;
  case 't': uv_timer_init(&loop, &handles[i].timer); return;
  case 'a': uv_async_init(&loop, &handles[i].async, on_async); return;
  }
  uv_socketpair(SOCK_STREAM, 0, fds, 0, 0);
  uv_pipe_init(&loop, &handles[i].pipe, 0);
  uv_pipe_open(&handles[i].pipe, fds[0]);
  handles[i].peer = fds[1];
}

static void on_first(uv_idle_t* h) { uv_close(H(h), NULL); }

/* The loop's own watchers are told to the kernel first. */
static void begin(void) {
  static uv_idle_t first;
  uv_loop_init(&loop);
  uv_idle_init(&loop, &first);
  uv_idle_start(&first, on_first);
  uv_run(&loop, UV_RUN_NOWAIT);
}

static void end(void) {
  uv_fs_t req;
  int i;
  for (i = 0; i < TURNS; i++) {
    say("turn %d", i);
    perform_all(&turns[i]);
    ret("run", uv_run(&loop, UV_RUN_NOWAIT));
  }
  finish(&loop);
  for (i = 0; i < made; i++)
    if (handles[i].peer >= 0)
      uv_fs_close(NULL, &req, handles[i].peer, NULL);
  memset(handles, 0, sizeof handles);
  memset(turns, 0, sizeof turns);
  made = writes = 0;
}

static void add(ops_t* to) {
  op_t* o = &to->op[to->n++];
  if (scanf(" %c %d", &o->op, &o->on) != 2)
    abort();
}

int main(void) {
  char what[8], type;
  int i, k;
  begin();
  while (scanf("%7s", what) == 1)
    switch (what[1]) {
    case 'a':
      if (what[0] == 'h' && scanf(" %c", &type) == 1)
        make(type);
      else if (scanf("%d %d", &i, &k) == 2)
        add(&handles[i].call[k]);
      break;
    case 'l':
      if (scanf("%d", &i) == 1)
        add(&handles[i].closed);
      break;
    case 'u':
      if (scanf("%d", &i) == 1)
        add(&turns[i]);
      break;
    case 'n':
      end();
      begin();
    }
  return finish(&loop);
}
