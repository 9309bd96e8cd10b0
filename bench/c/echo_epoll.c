/* echo_epoll WARM N: the echo server without a library: epoll_wait, read and
   write, one buffer. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "echo.h"

static int ep, conns;

static void watch(int fd) {
    struct epoll_event ev = {.events = EPOLLIN, .data.fd = fd};
    CHECK(epoll_ctl(ep, EPOLL_CTL_ADD, fd, &ev) == 0);
}

static void serve(int fd) {
    static char buf[BUFFER];
    ssize_t n = read(fd, buf, sizeof buf);
    if (n > 0) {
        echo_received((uint64_t)n);
        CHECK(write(fd, buf, (size_t)n) == n);
        return;
    }
    if (n < 0 && errno == EAGAIN) return;
    CHECK(n == 0 || errno == ECONNRESET);
    close(fd);
    conns--;
}

int main(int argc, char **argv) {
    struct sockaddr_in addr = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof addr;
    struct epoll_event got[1024];

    echo_init(argc, argv, 1);
    int ls = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    CHECK(ls >= 0 && bind(ls, (struct sockaddr *)&addr, len) == 0 && listen(ls, 128) == 0);
    CHECK(getsockname(ls, (struct sockaddr *)&addr, &len) == 0);
    ep = epoll_create1(EPOLL_CLOEXEC);
    watch(ls);
    printf("port %d\n", ntohs(addr.sin_port));
    fflush(stdout);

    do {
        int n = epoll_wait(ep, got, 1024, -1);
        for (int i = 0; i < n; i++) {
            if (got[i].data.fd != ls) {
                serve(got[i].data.fd);
                continue;
            }
            int c = accept4(ls, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
            CHECK(c >= 0);
            watch(c);
            conns++;
        }
    } while (conns > 0);
    echo_print();
    return 0;
}
