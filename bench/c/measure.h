/* What every contender in C shares: the window that is measured, the line of
   JSON that tells of it, and the numbers all contenders draw. */
#ifndef MEASURE_H
#define MEASURE_H

#include <inttypes.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#define CHECK(cond)                                                        \
    do {                                                                   \
        if (!(cond)) {                                                     \
            fprintf(stderr, "%s:%d: %s does not hold\n", __FILE__,         \
                    __LINE__, #cond);                                      \
            exit(1);                                                       \
        }                                                                  \
    } while (0)

struct window {
    uint64_t cpu, wall; /* ns: at the begin, then how long */
};

#ifdef __wasi__

/* A guest's host measures its own process: bench/cmd/guest. */
static inline void window_begin(struct window *w) {
    (void)w;
    puts("window begin");
    fflush(stdout);
}

static inline void window_end(struct window *w) {
    (void)w;
    puts("window end");
    fflush(stdout);
}

static inline void window_print(const struct window *w, uint64_t ops, uint64_t bytes, uint64_t check) {
    (void)w;
    printf("window of %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", ops, bytes, check);
    fflush(stdout);
}

#else

/* User and system time of the process, ns. */
static inline uint64_t cpu_now(void) {
    struct rusage ru;
    CHECK(getrusage(RUSAGE_SELF, &ru) == 0);
    return ((uint64_t)ru.ru_utime.tv_sec + (uint64_t)ru.ru_stime.tv_sec) * 1000000000u +
           ((uint64_t)ru.ru_utime.tv_usec + (uint64_t)ru.ru_stime.tv_usec) * 1000u;
}

static inline uint64_t wall_now(void) {
    struct timespec ts;
    CHECK(clock_gettime(CLOCK_MONOTONIC, &ts) == 0);
    return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static inline void window_begin(struct window *w) {
    w->cpu = cpu_now();
    w->wall = wall_now();
}

static inline void window_end(struct window *w) {
    w->wall = wall_now() - w->wall;
    w->cpu = cpu_now() - w->cpu;
}

/* The contender's last line. check is a number that is the same for every
   contender that did the same work. */
static inline void window_print(const struct window *w, uint64_t ops, uint64_t bytes, uint64_t check) {
    printf("{\"ops\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"cpuNs\":%" PRIu64 ",\"wallNs\":%" PRIu64
           ",\"check\":%" PRIu64 "}\n",
           ops, bytes, w->cpu, w->wall, check);
    fflush(stdout);
}

#endif

static inline uint64_t draw(uint64_t *state) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 33;
}

#ifndef __wasi__
/* Keeps the calling thread on the nth of the cores that the process may use. */
static inline void pin(int nth) {
    cpu_set_t may, one;
    CHECK(sched_getaffinity(0, sizeof may, &may) == 0);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &may) || nth-- > 0) continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        CHECK(sched_setaffinity(0, sizeof one, &one) == 0);
        return;
    }
}
#endif

static inline uint64_t number(int argc, char **argv, int at) {
    CHECK(at < argc);
    return strtoull(argv[at], NULL, 10);
}

#endif
