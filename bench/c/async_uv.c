/* async_uv N: N round trips between two loops on two threads, each on a core
   of its own. */
#include <uv.h>

#include "measure.h"

struct side {
    uv_loop_t loop;
    uv_async_t async;
    struct side *other;
    uint64_t got, goal;
    int core;
};

static struct side ping, pong;
static uint64_t warm;
static struct window w;

static void on_pong(uv_async_t *a) {
    struct side *s = a->data;
    if (++s->got == s->goal) uv_close((uv_handle_t *)a, NULL);
    uv_async_send(&s->other->async);
}

static void on_ping(uv_async_t *a) {
    struct side *s = a->data;
    if (++s->got == warm) window_begin(&w);
    if (s->got == s->goal) {
        window_end(&w);
        uv_close((uv_handle_t *)a, NULL);
        return;
    }
    uv_async_send(&s->other->async);
}

static void set_up(struct side *s, struct side *other, uv_async_cb cb, uint64_t goal, int core) {
    s->other = other;
    s->goal = goal;
    s->core = core;
    CHECK(uv_loop_init(&s->loop) == 0);
    CHECK(uv_async_init(&s->loop, &s->async, cb) == 0);
    s->async.data = s;
}

static void run(void *arg) {
    struct side *s = arg;
    pin(s->core);
    CHECK(uv_run(&s->loop, UV_RUN_DEFAULT) == 0);
}

int main(int argc, char **argv) {
    uint64_t n = number(argc, argv, 1);
    uv_thread_t thread;

    warm = n / 10 + 1;
    set_up(&ping, &pong, on_ping, warm + n, 0);
    set_up(&pong, &ping, on_pong, warm + n, 1);
    CHECK(uv_thread_create(&thread, run, &pong) == 0);
    uv_async_send(&pong.async);
    run(&ping);
    CHECK(uv_thread_join(&thread) == 0);
    CHECK(ping.got == pong.got);
    window_print(&w, n, 0, ping.got);
    return 0;
}
