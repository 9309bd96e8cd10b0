/* read_uv FILE WARM N FLIGHT: reads blocks of a file through the thread pool,
   FLIGHT of them at once. */
#include <uv.h>

#include "read.h"

struct reader {
    uv_fs_t req;
    uv_buf_t buf;
    uint64_t block;
    char data[BLOCK];
};

static uv_loop_t loop;

static void on_read(uv_fs_t *req);

static void start(struct reader *r) {
    if (reads.started == reads.goal) return;
    r->block = reads_next();
    r->buf = uv_buf_init(r->data, BLOCK);
    CHECK(uv_fs_read(&loop, &r->req, reads.fd, &r->buf, 1, (int64_t)(r->block * BLOCK), on_read) == 0);
}

static void on_read(uv_fs_t *req) {
    struct reader *r = (struct reader *)req;
    reads_came(r->data, r->block, req->result);
    uv_fs_req_cleanup(req);
    start(r);
}

int main(int argc, char **argv) {
    reads_init(argc, argv, 1);
    uint64_t flight = number(argc, argv, 4);
    struct reader *all = calloc(flight, sizeof *all);

    CHECK(uv_loop_init(&loop) == 0);
    for (uint64_t i = 0; i < flight; i++) start(&all[i]);
    CHECK(uv_run(&loop, UV_RUN_DEFAULT) == 0);
    reads_print();
    return 0;
}
