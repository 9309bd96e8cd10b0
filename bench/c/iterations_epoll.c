/* iterations_epoll N: what an iteration cannot do without: the time twice, and
   one look at the kernel. */
#include <sys/epoll.h>
#include <unistd.h>

#include "measure.h"

int main(int argc, char **argv) {
    uint64_t n = number(argc, argv, 1), warm = n / 10 + 1, ticks = 0, sum = 0;
    struct epoll_event ev = {.events = EPOLLIN}, got[1024];
    struct window w = {0};
    int fds[2], ep = epoll_create1(EPOLL_CLOEXEC);

    CHECK(ep >= 0 && pipe(fds) == 0);
    CHECK(epoll_ctl(ep, EPOLL_CTL_ADD, fds[0], &ev) == 0);
    while (ticks < warm + n) {
        if (++ticks == warm) window_begin(&w);
        CHECK(epoll_wait(ep, got, 1024, 0) == 0);
        sum += wall_now();
        sum += wall_now();
    }
    window_end(&w);
    CHECK(sum != 0);
    window_print(&w, n, 0, ticks);
    return 0;
}
