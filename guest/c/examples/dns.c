/* Looks a name up, and then the name of the first address. */
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <uv.h>

static uv_getnameinfo_t name_req;

static void on_named(uv_getnameinfo_t *req, int status, const char *host, const char *service) {
  (void) req;
  if (status < 0)
    printf("getnameinfo: %s\n", uv_err_name(status));
  else
    printf("%s %s\n", host, service);
}

static void on_resolved(uv_getaddrinfo_t *req, int status, struct addrinfo *res) {
  char addr[64] = {0};
  if (status < 0) {
    printf("getaddrinfo: %s\n", uv_err_name(status));
    return;
  }
  uv_ip4_name((struct sockaddr_in *) res->ai_addr, addr, sizeof addr);
  printf("%s\n", addr);
  uv_getnameinfo(req->loop, &name_req, on_named, res->ai_addr, NI_NUMERICHOST | NI_NUMERICSERV);
  uv_freeaddrinfo(res);
}

int main(int argc, char **argv) {
  uv_loop_t *loop = uv_default_loop();
  uv_getaddrinfo_t req;
  struct addrinfo hints;
  int err;

  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_STREAM;
  err = uv_getaddrinfo(loop, &req, on_resolved, argc > 1 ? argv[1] : "localhost", "6667", &hints);
  if (err) {
    fprintf(stderr, "getaddrinfo: %s\n", uv_err_name(err));
    return 1;
  }
  uv_run(loop, UV_RUN_DEFAULT);
  return uv_loop_close(loop) != 0;
}
