/* echo_client PORT CONNS TRIPS: the client of every echo server. Each connection
   sends a message of 64 bytes, waits for the same bytes, and sends the next one,
   TRIPS times. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "measure.h"

#define MESSAGE 64u

struct conn {
    int fd;
    uint64_t trips;
    size_t got;
    char sent[MESSAGE], back[MESSAGE];
};

static void message(struct conn *c) {
    memset(c->sent, (int)(c->trips & 0xff), sizeof c->sent);
    memcpy(c->sent, &c->trips, sizeof c->trips);
    memcpy(c->sent + sizeof c->trips, &c->fd, sizeof c->fd);
    c->got = 0;
    CHECK(write(c->fd, c->sent, MESSAGE) == MESSAGE);
}

static void open_conn(struct conn *c, int port) {
    struct sockaddr_in addr = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int one = 1;
    addr.sin_port = htons((uint16_t)port);
    c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(c->fd >= 0);
    CHECK(connect(c->fd, (struct sockaddr *)&addr, sizeof addr) == 0);
    CHECK(setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) == 0);
}

int main(int argc, char **argv) {
    int port = (int)number(argc, argv, 1);
    uint64_t conns = number(argc, argv, 2), trips = number(argc, argv, 3), open = conns;
    struct conn *all = calloc(conns, sizeof *all);
    struct epoll_event got[256];
    int ep = epoll_create1(EPOLL_CLOEXEC);

    for (uint64_t i = 0; i < conns; i++) {
        struct epoll_event ev = {.events = EPOLLIN, .data.ptr = &all[i]};
        open_conn(&all[i], port);
        CHECK(epoll_ctl(ep, EPOLL_CTL_ADD, all[i].fd, &ev) == 0);
    }
    for (uint64_t i = 0; i < conns; i++) message(&all[i]);
    while (open > 0) {
        int n = epoll_wait(ep, got, 256, -1);
        for (int i = 0; i < n; i++) {
            struct conn *c = got[i].data.ptr;
            ssize_t r = read(c->fd, c->back + c->got, MESSAGE - c->got);
            CHECK(r > 0);
            c->got += (size_t)r;
            if (c->got < MESSAGE) continue;
            CHECK(memcmp(c->sent, c->back, MESSAGE) == 0);
            if (++c->trips < trips) {
                message(c);
                continue;
            }
            close(c->fd);
            open--;
        }
    }
    free(all);
    return 0;
}
