/* Multicast of UDP handles, where addresses are text. */
#include "internal.h"

static int parse(const char *text, struct wire_sockaddr *wire) {
  struct sockaddr_in in;
  struct sockaddr_in6 in6;
  if (uv_ip4_addr(text, 0, &in) == 0)
    return uv__to_wire((const struct sockaddr *) &in, wire);
  if (uv_ip6_addr(text, 0, &in6) == 0)
    return uv__to_wire((const struct sockaddr *) &in6, wire);
  return UV_EINVAL;
}

static int change(uv_udp_t *handle, const char *group, const char *iface, const char *source,
                  uv_membership membership) {
  struct wire_sockaddr g, i, s;
  if (membership != UV_JOIN_GROUP && membership != UV_LEAVE_GROUP)
    return UV_EINVAL;
  if (parse(group, &g) < 0 || (iface != NULL && parse(iface, &i) < 0) ||
      (source != NULL && parse(source, &s) < 0))
    return UV_EINVAL;
  return wire_udp_set_membership(handle->uv__id, &g, iface == NULL ? NULL : &i,
                                 source == NULL ? NULL : &s, membership == UV_JOIN_GROUP);
}

int uv_udp_set_membership(uv_udp_t *handle, const char *multicast_addr,
                          const char *interface_addr, uv_membership membership) {
  return change(handle, multicast_addr, interface_addr, NULL, membership);
}

int uv_udp_set_source_membership(uv_udp_t *handle, const char *multicast_addr,
                                 const char *interface_addr, const char *source_addr,
                                 uv_membership membership) {
  if (source_addr == NULL)
    return UV_EINVAL;
  return change(handle, multicast_addr, interface_addr, source_addr, membership);
}

int uv_udp_set_multicast_interface(uv_udp_t *handle, const char *interface_addr) {
  struct wire_sockaddr wire;
  if (interface_addr == NULL)
    return wire_udp_set_interface(handle->uv__id, NULL);
  if (parse(interface_addr, &wire) < 0)
    return UV_EINVAL;
  return wire_udp_set_interface(handle->uv__id, &wire);
}
