/* What the readers share: which block of the file is read next, and the check
   of what came: each block begins with its number. */
#ifndef READ_H
#define READ_H

#include <fcntl.h>
#include <sys/stat.h>

#include "measure.h"

#define BLOCK 4096u

static struct {
    int fd;
    uint64_t blocks, state, warm, goal, started, done, sum;
    struct window window;
} reads;

/* Arguments: FILE WARM N. */
static inline void reads_init(int argc, char **argv, int at) {
    struct stat st;
    CHECK(at < argc);
    reads.fd = open(argv[at], O_RDONLY | O_CLOEXEC);
    CHECK(reads.fd >= 0 && fstat(reads.fd, &st) == 0);
    reads.blocks = (uint64_t)st.st_size / BLOCK;
    reads.state = 1;
    reads.warm = number(argc, argv, at + 1);
    reads.goal = reads.warm + number(argc, argv, at + 2);
}

static inline uint64_t reads_next(void) {
    reads.started++;
    return draw(&reads.state) % reads.blocks;
}

static inline void reads_came(const char *buf, uint64_t block, int64_t n) {
    uint64_t number;
    CHECK(n == BLOCK);
    memcpy(&number, buf, sizeof number);
    CHECK(number == block);
    reads.sum += number;
    if (++reads.done == reads.warm) window_begin(&reads.window);
    if (reads.done == reads.goal) window_end(&reads.window);
}

static inline void reads_print(void) {
    uint64_t n = reads.goal - reads.warm;
    CHECK(reads.done == reads.goal);
    window_print(&reads.window, n, n * BLOCK, reads.sum);
}

#endif
