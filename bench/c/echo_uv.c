/* echo_uv example|pooled|try WARM N: an echo server that ends with its last
   connection. example: as libuv's guide has it, a malloc of the suggested size
   for each read and one for each write. pooled: buffers and requests are used
   again. try: pooled, and uv_try_write before uv_write. */
#include <uv.h>

#include "echo.h"

struct pooled {
    uv_write_t req;
    uv_buf_t buf;
    struct pooled *next;
    char data[BUFFER];
};

static uv_loop_t loop;
static uv_tcp_t server;
static struct pooled *pool;
static int conns, try_first;
static uv_alloc_cb alloc_cb;
static uv_read_cb read_cb;

static void on_closed(uv_handle_t *h) {
    free(h);
    if (--conns == 0) uv_close((uv_handle_t *)&server, NULL);
}

static void end(uv_stream_t *s, ssize_t n) {
    CHECK(n == UV_EOF || n == UV_ECONNRESET);
    uv_close((uv_handle_t *)s, on_closed);
}

/* As the guide has it. */

typedef struct {
    uv_write_t req;
    uv_buf_t buf;
} write_req_t;

static void example_alloc(uv_handle_t *h, size_t suggested, uv_buf_t *buf) {
    (void)h;
    buf->base = malloc(suggested);
    buf->len = suggested;
}

static void example_written(uv_write_t *req, int status) {
    CHECK(status == 0);
    write_req_t *wr = (write_req_t *)req;
    free(wr->buf.base);
    free(wr);
}

static void example_read(uv_stream_t *s, ssize_t n, const uv_buf_t *buf) {
    if (n > 0) {
        echo_received((uint64_t)n);
        write_req_t *wr = malloc(sizeof *wr);
        wr->buf = uv_buf_init(buf->base, (unsigned)n);
        CHECK(uv_write(&wr->req, s, &wr->buf, 1, example_written) == 0);
        return;
    }
    free(buf->base);
    if (n < 0) end(s, n);
}

/* With a pool. */

static void put(struct pooled *p) {
    p->next = pool;
    pool = p;
}

static void pooled_alloc(uv_handle_t *h, size_t suggested, uv_buf_t *buf) {
    (void)h, (void)suggested;
    struct pooled *p = pool;
    if (p == NULL)
        p = malloc(sizeof *p);
    else
        pool = p->next;
    buf->base = p->data;
    buf->len = BUFFER;
}

static struct pooled *owner(const char *data) {
    return (struct pooled *)(void *)(data - offsetof(struct pooled, data));
}

static void pooled_written(uv_write_t *req, int status) {
    CHECK(status == 0);
    put((struct pooled *)req);
}

static void pooled_read(uv_stream_t *s, ssize_t n, const uv_buf_t *buf) {
    struct pooled *p = owner(buf->base);
    if (n <= 0) {
        put(p);
        if (n < 0) end(s, n);
        return;
    }
    echo_received((uint64_t)n);
    p->buf = uv_buf_init(buf->base, (unsigned)n);
    if (try_first) {
        int sent = uv_try_write(s, &p->buf, 1);
        CHECK(sent >= 0 || sent == UV_EAGAIN);
        if (sent == n) {
            put(p);
            return;
        }
        if (sent > 0) {
            p->buf.base += sent;
            p->buf.len -= (size_t)sent;
        }
    }
    CHECK(uv_write(&p->req, s, &p->buf, 1, pooled_written) == 0);
}

static void on_connection(uv_stream_t *s, int status) {
    CHECK(status == 0);
    uv_tcp_t *c = malloc(sizeof *c);
    CHECK(uv_tcp_init(&loop, c) == 0);
    CHECK(uv_accept(s, (uv_stream_t *)c) == 0);
    CHECK(uv_read_start((uv_stream_t *)c, alloc_cb, read_cb) == 0);
    conns++;
}

int main(int argc, char **argv) {
    struct sockaddr_in addr;
    int len = sizeof addr;

    echo_init(argc, argv, 2);
    int example = strcmp(argv[1], "example") == 0;
    try_first = strcmp(argv[1], "try") == 0;
    alloc_cb = example ? example_alloc : pooled_alloc;
    read_cb = example ? example_read : pooled_read;

    CHECK(uv_loop_init(&loop) == 0);
    CHECK(uv_tcp_init(&loop, &server) == 0);
    CHECK(uv_ip4_addr("127.0.0.1", 0, &addr) == 0);
    CHECK(uv_tcp_bind(&server, (struct sockaddr *)&addr, 0) == 0);
    CHECK(uv_listen((uv_stream_t *)&server, 128, on_connection) == 0);
    CHECK(uv_tcp_getsockname(&server, (struct sockaddr *)&addr, &len) == 0);
    printf("port %d\n", ntohs(addr.sin_port));
    fflush(stdout);

    CHECK(uv_run(&loop, UV_RUN_DEFAULT) == 0);
    echo_print();
    return 0;
}
