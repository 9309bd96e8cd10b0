/* timers_uv ascending|random N: starts N timers, runs them, closes them. */
#include <uv.h>

#include "measure.h"

static uint64_t fired, closed;

static void on_close(uv_handle_t *h) {
    (void)h;
    closed++;
}

static void on_timer(uv_timer_t *t) {
    fired++;
    uv_close((uv_handle_t *)t, on_close);
}

int main(int argc, char **argv) {
    uint64_t n = number(argc, argv, 2), state = 1, ms = 0;
    int spread = strcmp(argv[1], "random") == 0;
    uv_loop_t loop;
    struct window w;

    CHECK(uv_loop_init(&loop) == 0);
    window_begin(&w);
    uv_timer_t *timers = malloc(n * sizeof *timers);
    CHECK(timers != NULL);
    for (uint64_t i = 0; i < n; i++) {
        if (spread)
            ms = 1 + draw(&state) % 1000;
        else if (i % 1000 == 0)
            ms++;
        CHECK(uv_timer_init(&loop, &timers[i]) == 0);
        CHECK(uv_timer_start(&timers[i], on_timer, ms, 0) == 0);
    }
    CHECK(uv_run(&loop, UV_RUN_DEFAULT) == 0);
    free(timers);
    window_end(&w);

    CHECK(fired == n && closed == n);
    CHECK(uv_loop_close(&loop) == 0);
    window_print(&w, n, 0, fired);
    return 0;
}
