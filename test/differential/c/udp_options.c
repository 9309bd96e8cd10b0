/* Options of UDP: before there is a socket, out of range, and groups that are
 * none. */
#include "net.h"

static void options(uv_udp_t* h) {
  int size = 0;
  ret("broadcast", uv_udp_set_broadcast(h, 1));
  ret("ttl 0", uv_udp_set_ttl(h, 0));
  ret("ttl 256", uv_udp_set_ttl(h, 256));
  ret("ttl 64", uv_udp_set_ttl(h, 64));
  ret("multicast ttl -1", uv_udp_set_multicast_ttl(h, -1));
  ret("multicast ttl 0", uv_udp_set_multicast_ttl(h, 0));
  ret("multicast ttl 256", uv_udp_set_multicast_ttl(h, 256));
  ret("multicast ttl 255", uv_udp_set_multicast_ttl(h, 255));
  ret("multicast loop", uv_udp_set_multicast_loop(h, 0));
  ret("interface", uv_udp_set_multicast_interface(h, "127.0.0.1"));
  ret("no such interface", uv_udp_set_multicast_interface(h, "203.0.113.9"));
  ret("interface of the system's choice", uv_udp_set_multicast_interface(h, NULL));
  say("buffer %d", uv_send_buffer_size(H(h), &size) == 0 && size > 0);
}

int main(void) {
  uv_loop_t loop;
  uv_udp_t a, b, c;
  struct sockaddr_in addr = any_port();
  uv_os_fd_t fd;
  uv_loop_init(&loop);
  say("before there is a socket");
  uv_udp_init(&loop, &a);
  options(&a);
  say("bound");
  ret("bind", uv_udp_bind(&a, ADDR(&addr), 0));
  options(&a);
  ret("join", uv_udp_set_membership(&a, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP));
  ret("join twice", uv_udp_set_membership(&a, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP));
  ret("leave", uv_udp_set_membership(&a, "239.255.0.1", "127.0.0.1", UV_LEAVE_GROUP));
  ret("leave twice", uv_udp_set_membership(&a, "239.255.0.1", "127.0.0.1", UV_LEAVE_GROUP));
  ret("join what is no group", uv_udp_set_membership(&a, "127.0.0.1", "127.0.0.1", UV_JOIN_GROUP));
  ret("join from a source", uv_udp_set_source_membership(&a, "232.1.1.1", "127.0.0.1", "127.0.0.1", UV_JOIN_GROUP));
  ret("leave it", uv_udp_set_source_membership(&a, "232.1.1.1", "127.0.0.1", "127.0.0.1", UV_LEAVE_GROUP));
  uv_udp_init(&loop, &b);
  ret("join unbound", uv_udp_set_membership(&b, "239.255.0.1", "127.0.0.1", UV_JOIN_GROUP));
  ret("fileno", uv_fileno(H(&b), &fd));
  ret("bind then", uv_udp_bind(&b, ADDR(&addr), 0));
  ret("init with IPv4", uv_udp_init_ex(&loop, &c, AF_INET));
  ret("fileno", uv_fileno(H(&c), &fd));
  options(&c);
  uv_close(H(&a), NULL);
  say("closing");
  options(&a);
  return finish(&loop);
}
