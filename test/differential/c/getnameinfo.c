/* Addresses by their numbers. */
#include "net.h"

static void on_name(uv_getnameinfo_t* r, int status, const char* host, const char* service) {
  say("%s %s %s %s", (const char*) r->data, name(status), host ? host : "", service ? service : "");
}

int main(void) {
  uv_loop_t loop;
  uv_getnameinfo_t r;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
  struct sockaddr none;
  uv_loop_init(&loop);
  uv_ip4_addr("127.0.0.1", 8080, &four);
  uv_ip6_addr("::1", 80, &six);
  memset(&none, 0, sizeof none);
  r.data = "IPv4";
  ret("IPv4", uv_getnameinfo(&loop, &r, on_name, ADDR(&four), NI_NUMERICHOST | NI_NUMERICSERV));
  uv_run(&loop, UV_RUN_DEFAULT);
  r.data = "IPv6";
  ret("IPv6", uv_getnameinfo(&loop, &r, on_name, ADDR(&six), NI_NUMERICHOST | NI_NUMERICSERV));
  uv_run(&loop, UV_RUN_DEFAULT);
  ret("no address", uv_getnameinfo(&loop, &r, on_name, &none, 0));
  ret("at once", uv_getnameinfo(&loop, &r, NULL, ADDR(&four), NI_NUMERICHOST | NI_NUMERICSERV));
  say("%s %s", r.host, r.service);
  return finish(&loop);
}
