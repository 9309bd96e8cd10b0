/* async_epoll N: N round trips between two threads that wait in epoll_wait for
   an eventfd each. */
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "measure.h"

struct side {
    int ep, fd, core;
    struct side *other;
    uint64_t goal;
};

static struct side ping, pong;
static uint64_t warm;
static struct window w;

static void set_up(struct side *s, struct side *other, uint64_t goal, int core) {
    struct epoll_event ev = {.events = EPOLLIN | EPOLLET};
    s->other = other;
    s->goal = goal;
    s->core = core;
    s->ep = epoll_create1(EPOLL_CLOEXEC);
    s->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    CHECK(s->ep >= 0 && s->fd >= 0);
    CHECK(epoll_ctl(s->ep, EPOLL_CTL_ADD, s->fd, &ev) == 0);
}

static void wake(struct side *s) {
    uint64_t one = 1;
    CHECK(write(s->fd, &one, sizeof one) == sizeof one);
}

static void *run(void *arg) {
    struct side *s = arg;
    struct epoll_event got[1];
    pin(s->core);
    for (uint64_t i = 1; i <= s->goal; i++) {
        while (epoll_wait(s->ep, got, 1, -1) != 1)
            ;
        if (s == &ping && i == warm) window_begin(&w);
        if (s == &ping && i == s->goal) break;
        wake(s->other);
    }
    return NULL;
}

int main(int argc, char **argv) {
    uint64_t n = number(argc, argv, 1);
    pthread_t thread;

    warm = n / 10 + 1;
    set_up(&ping, &pong, warm + n, 0);
    set_up(&pong, &ping, warm + n, 1);
    CHECK(pthread_create(&thread, NULL, run, &pong) == 0);
    wake(&pong);
    run(&ping);
    window_end(&w);
    CHECK(pthread_join(thread, NULL) == 0);
    window_print(&w, n, 0, ping.goal);
    return 0;
}
