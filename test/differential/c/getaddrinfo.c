/* Look-ups that need no network: numbers, and localhost. */
#include "net.h"

static void show(const char* what, int status, struct addrinfo* a) {
  char host[64];
  say("%s %s", what, name(status));
  for (; a != NULL; a = a->ai_next) {
    uv_ip_name(a->ai_addr, host, sizeof host);
    say("%s %s port %d %s", a->ai_family == AF_INET ? "IPv4" : "IPv6", host, ntohs(((struct sockaddr_in*) a->ai_addr)->sin_port),
        a->ai_socktype == SOCK_STREAM ? "stream" : a->ai_socktype == SOCK_DGRAM ? "datagram" : "other");
  }
}

static void on_addr(uv_getaddrinfo_t* r, int status, struct addrinfo* a) {
  show(r->data, status, a);
  uv_freeaddrinfo(a);
}

static uv_loop_t loop;

static void look(const char* what, const char* node, const char* service, int family, int flags) {
  uv_getaddrinfo_t r;
  struct addrinfo hints;
  int err;
  memset(&hints, 0, sizeof hints);
  hints.ai_family = family;
  hints.ai_flags = flags;
  hints.ai_socktype = SOCK_STREAM;
  r.data = (void*) what;
  err = uv_getaddrinfo(&loop, &r, on_addr, node, service, &hints);
  if (err != 0)
    ret(what, err);
  uv_run(&loop, UV_RUN_DEFAULT);
}

int main(void) {
  uv_getaddrinfo_t r;
  struct addrinfo hints;
  uv_loop_init(&loop);
  look("IPv4 in numbers", "127.0.0.1", "8080", AF_UNSPEC, 0);
  look("IPv6 in numbers", "::1", "80", AF_UNSPEC, AI_NUMERICHOST);
  look("no service", "127.0.0.1", NULL, AF_INET, 0);
  look("a service alone, to connect", NULL, "81", AF_INET, 0);
  look("a service alone, to listen", NULL, "82", AF_INET, AI_PASSIVE);
  look("localhost", "localhost", "83", AF_INET, 0);
  look("nothing", NULL, NULL, AF_INET, 0);
  look("a name where numbers are asked for", "localhost", "84", AF_INET, AI_NUMERICHOST);
  look("IPv6 where IPv4 is asked for", "::1", "85", AF_INET, AI_NUMERICHOST);
  memset(&hints, 0, sizeof hints);
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_DGRAM;
  ret("at once", uv_getaddrinfo(&loop, &r, NULL, "127.0.0.1", "86", &hints));
  show("at once", 0, r.addrinfo);
  uv_freeaddrinfo(r.addrinfo);
  return finish(&loop);
}
