/* Socket options before there is a socket, and with one. */
#include "net.h"

int main(void) {
  uv_loop_t loop;
  uv_tcp_t tcp;
  struct sockaddr_in addr = any_port();
  int size = 0;
  uv_os_fd_t fd;
  uv_loop_init(&loop);
  uv_tcp_init(&loop, &tcp);
  ret("nodelay", uv_tcp_nodelay(&tcp, 1));
  ret("keepalive", uv_tcp_keepalive(&tcp, 1, 60));
  ret("send_buffer_size", uv_send_buffer_size(H(&tcp), &size));
  ret("simultaneous_accepts", uv_tcp_simultaneous_accepts(&tcp, 1));
  ret("bind", uv_tcp_bind(&tcp, ADDR(&addr), 0));
  ret("nodelay", uv_tcp_nodelay(&tcp, 1));
  ret("keepalive", uv_tcp_keepalive(&tcp, 1, 60));
  ret("keepalive off", uv_tcp_keepalive(&tcp, 0, 0));
  size = 0;
  ret("send_buffer_size", uv_send_buffer_size(H(&tcp), &size));
  say("has a size: %d", size > 0);
  size = 10000;
  ret("set recv_buffer_size", uv_recv_buffer_size(H(&tcp), &size));
  size = 0;
  ret("recv_buffer_size", uv_recv_buffer_size(H(&tcp), &size));
  say("%d", size);
  ret("fileno", uv_fileno(H(&tcp), &fd));
  return finish(&loop);
}
