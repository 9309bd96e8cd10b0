/* What the echo servers share: 50 connections, each of which gets the same
   number of messages. The window begins when the bytes of the warm-up have
   come, and ends when all have. */
#ifndef ECHO_H
#define ECHO_H

#include "measure.h"

#define MESSAGE 64u
#define BUFFER 65536u

static struct {
    uint64_t bytes, warm, goal;
    struct window window;
    int done;
} echo;

static inline void echo_init(int argc, char **argv, int at) {
    echo.warm = number(argc, argv, at) * MESSAGE;
    echo.goal = echo.warm + number(argc, argv, at + 1) * MESSAGE;
}

static inline void echo_received(uint64_t n) {
    int cold = echo.bytes < echo.warm;
    echo.bytes += n;
    if (cold && echo.bytes >= echo.warm) {
        echo.warm = echo.bytes; /* what is measured begins here */
        window_begin(&echo.window);
    }
    if (echo.bytes == echo.goal && !echo.done) {
        echo.done = 1;
        window_end(&echo.window);
    }
}

static inline void echo_print(void) {
    CHECK(echo.done && echo.bytes == echo.goal);
    uint64_t bytes = echo.goal - echo.warm;
    window_print(&echo.window, bytes / MESSAGE, bytes, echo.goal);
}

#endif
