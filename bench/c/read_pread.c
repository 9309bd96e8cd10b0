/* read_pread FILE WARM N: the same blocks by pread alone, with no pool and
   nothing else at the same time. */
#include <unistd.h>

#include "read.h"

int main(int argc, char **argv) {
    static char data[BLOCK];
    reads_init(argc, argv, 1);
    while (reads.started < reads.goal) {
        uint64_t block = reads_next();
        reads_came(data, block, pread(reads.fd, data, BLOCK, (off_t)(block * BLOCK)));
    }
    reads_print();
    return 0;
}
