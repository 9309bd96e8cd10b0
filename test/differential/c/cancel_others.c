/* uv_cancel of each kind of request that knows it, and of one that does not. */
#include "net.h"
#include <fcntl.h>

static uv_sem_t go, started;
static uv_work_t blocker;
static uv_fs_t fs;
static uv_getaddrinfo_t addr;
static uv_getnameinfo_t nameinfo;
static uv_random_t rnd;
static char bytes[4];

static void block(uv_work_t* r) {
  uv_sem_post(&started);
  uv_sem_wait(&go);
}
static void after_block(uv_work_t* r, int status) { say("after the blocker %s", name(status)); }
static void on_fs(uv_fs_t* r) {
  say("fs %s", name(r->result));
  uv_fs_req_cleanup(r);
}
static void on_addr(uv_getaddrinfo_t* r, int status, struct addrinfo* res) { say("getaddrinfo %s %d", name(status), res != NULL); }
static void on_name(uv_getnameinfo_t* r, int status, const char* host, const char* service) { say("getnameinfo %s %d", name(status), host != NULL && host[0]); }
static void on_random(uv_random_t* r, int status, void* buf, size_t len) {
  say("random %s", name(status));
  uv_sem_post(&go);
}
static void on_connect(uv_connect_t* r, int status) { say("connect %s", name(status)); }
static void on_connection(uv_stream_t* s, int status) {}

int main(void) {
  uv_loop_t loop;
  uv_tcp_t server, client;
  uv_connect_t connect;
  struct sockaddr_in where = any_port();
  uv_os_setenv("UV_THREADPOOL_SIZE", "1");
  uv_sem_init(&go, 0);
  uv_sem_init(&started, 0);
  uv_loop_init(&loop);
  uv_queue_work(&loop, &blocker, block, after_block);
  uv_sem_wait(&started);
  ret("fs", uv_fs_open(&loop, &fs, "none", O_RDONLY, 0, on_fs));
  ret("getaddrinfo", uv_getaddrinfo(&loop, &addr, on_addr, "127.0.0.1", "80", NULL));
  ret("getnameinfo", uv_getnameinfo(&loop, &nameinfo, on_name, ADDR(&where), NI_NUMERICHOST));
  ret("random", uv_random(&loop, &rnd, bytes, sizeof bytes, 0, on_random));
  ret("cancel fs", uv_cancel((uv_req_t*) &fs));
  ret("cancel getaddrinfo", uv_cancel((uv_req_t*) &addr));
  ret("cancel getnameinfo", uv_cancel((uv_req_t*) &nameinfo));
  ret("cancel random", uv_cancel((uv_req_t*) &rnd));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  serve(&loop, &server, on_connection);
  dial(&loop, &client, &connect, &server, on_connect);
  ret("cancel connect", uv_cancel((uv_req_t*) &connect));
  uv_unref(H(&server));
  ret("run", uv_run(&loop, UV_RUN_DEFAULT));
  return finish(&loop);
}
