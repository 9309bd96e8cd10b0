/* iterations_uv N: N iterations with an idle handle, and a descriptor that is
   never ready, so that each asks the kernel. */
#include <unistd.h>
#include <uv.h>

#include "measure.h"

static uint64_t ticks, warm, goal;
static struct window w;

static void on_idle(uv_idle_t *h) {
    if (++ticks == warm) window_begin(&w);
    if (ticks == goal) {
        window_end(&w);
        uv_idle_stop(h);
    }
}

static void on_poll(uv_poll_t *h, int status, int events) {
    (void)h;
    fprintf(stderr, "a pipe that nobody writes to is ready: %d %d\n", status, events);
    exit(1);
}

int main(int argc, char **argv) {
    uint64_t n = number(argc, argv, 1);
    uv_loop_t loop;
    uv_idle_t idle;
    uv_poll_t never;
    int fds[2];

    warm = n / 10 + 1;
    goal = warm + n;
    CHECK(pipe(fds) == 0);
    CHECK(uv_loop_init(&loop) == 0);
    CHECK(uv_poll_init(&loop, &never, fds[0]) == 0);
    CHECK(uv_poll_start(&never, UV_READABLE, on_poll) == 0);
    uv_unref((uv_handle_t *)&never);
    CHECK(uv_idle_init(&loop, &idle) == 0);
    CHECK(uv_idle_start(&idle, on_idle) == 0);
    CHECK(uv_run(&loop, UV_RUN_DEFAULT) == 0);
    window_print(&w, n, 0, ticks);
    return 0;
}
