/* Socket addresses between the guest's layout and the wire's. */
#include "internal.h"

/* Families of the wire. */
enum { FAMILY_NONE = 0, FAMILY_IPV4 = 4, FAMILY_IPV6 = 6 };

int uv__to_wire(const struct sockaddr *addr, struct wire_sockaddr *wire) {
  memset(wire, 0, sizeof *wire);
  if (addr->sa_family == AF_INET) {
    const struct sockaddr_in *in = (const struct sockaddr_in *) addr;
    wire->family = FAMILY_IPV4;
    wire->port = ntohs(in->sin_port);
    memcpy(wire->addr, &in->sin_addr, 4);
    return 0;
  }
  if (addr->sa_family == AF_INET6) {
    const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *) addr;
    wire->family = FAMILY_IPV6;
    wire->port = ntohs(in6->sin6_port);
    wire->flowinfo = in6->sin6_flowinfo;
    wire->scope = in6->sin6_scope_id;
    memcpy(wire->addr, &in6->sin6_addr, 16);
    return 0;
  }
  return UV_EINVAL;
}

socklen_t uv__from_wire(const struct wire_sockaddr *wire, struct sockaddr_storage *addr) {
  memset(addr, 0, sizeof *addr);
  if (wire->family == FAMILY_IPV4) {
    struct sockaddr_in *in = (struct sockaddr_in *) addr;
    in->sin_family = AF_INET;
    in->sin_port = htons(wire->port);
    memcpy(&in->sin_addr, wire->addr, 4);
    return sizeof *in;
  }
  if (wire->family == FAMILY_IPV6) {
    struct sockaddr_in6 *in6 = (struct sockaddr_in6 *) addr;
    in6->sin6_family = AF_INET6;
    in6->sin6_port = htons(wire->port);
    in6->sin6_flowinfo = wire->flowinfo;
    in6->sin6_scope_id = wire->scope;
    memcpy(&in6->sin6_addr, wire->addr, 16);
    return sizeof *in6;
  }
  return 0;
}

int uv__give_address(int32_t err, const struct wire_sockaddr *wire, struct sockaddr *name,
                     int *len) {
  struct sockaddr_storage addr;
  socklen_t size;
  if (err < 0)
    return err;
  size = uv__from_wire(wire, &addr);
  if (*len < 0)
    return UV_EINVAL;
  memcpy(name, &addr, (size_t) *len < size ? (size_t) *len : size);
  *len = (int) size;
  return 0;
}
