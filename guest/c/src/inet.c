/* Buffers, and Internet addresses as text. */
#include "internal.h"

#include <stdlib.h>

uv_buf_t uv_buf_init(char *base, unsigned int len) {
  uv_buf_t buf = {base, len};
  return buf;
}

static int give(const char *text, char *dst, size_t size) {
  size_t len = strlen(text);
  if (len >= size)
    return UV_ENOSPC;
  memcpy(dst, text, len + 1);
  return 0;
}

static void ip4_text(const uint8_t *ip, char *text) {
  sprintf(text, "%u.%u.%u.%u", ip[0], ip[1], ip[2], ip[3]);
}

/* The longest run of two or more zero groups, the first of equal ones. */
static int longest_zeros(const uint16_t *group, int *at) {
  int best = 1, run = 0;
  *at = -1;
  for (int i = 0; i < 8; i++) {
    run = group[i] == 0 ? run + 1 : 0;
    if (run > best) {
      best = run;
      *at = i - run + 1;
    }
  }
  return *at < 0 ? 0 : best;
}

static void ip6_text(const uint8_t *ip, char *text) {
  uint16_t group[8];
  int at, zeros, i, has_ip4;
  for (i = 0; i < 8; i++)
    group[i] = (uint16_t) (ip[2 * i] << 8 | ip[2 * i + 1]);
  zeros = longest_zeros(group, &at);
  /* ::a.b.c.d and ::ffff:a.b.c.d */
  has_ip4 = at == 0 && (zeros == 6 || (zeros == 5 && group[5] == 0xffff));
  for (i = 0; i < 8; i++) {
    if (i == at) {
      text += sprintf(text, "::");
      i += zeros - 1;
      if (has_ip4 && i >= 5)
        i = 5;
      continue;
    }
    if (i > 0 && text[-1] != ':')
      *text++ = ':';
    if (has_ip4 && i == 6) {
      ip4_text(ip + 12, text);
      return;
    }
    text += sprintf(text, "%x", group[i]);
  }
  *text = '\0';
}

int uv_inet_ntop(int af, const void *src, char *dst, size_t size) {
  char text[64];
  if (af == AF_INET)
    ip4_text(src, text);
  else if (af == AF_INET6)
    ip6_text(src, text);
  else
    return UV_EAFNOSUPPORT;
  return give(text, dst, size);
}

/* Four decimal numbers from 0 to 255 without leading zeros, to the end. */
static int parse_ip4(const char *s, uint8_t *ip) {
  for (int i = 0; i < 4; i++) {
    unsigned int n = 0, digits = 0;
    if (i > 0 && *s++ != '.')
      return UV_EINVAL;
    while (*s >= '0' && *s <= '9') {
      n = n * 10 + (unsigned int) (*s++ - '0');
      digits++;
      if (n > 255 || (digits == 2 && n < 10) || digits > 3)
        return UV_EINVAL;
    }
    if (digits == 0 || (digits > 1 && n == 0))
      return UV_EINVAL;
    ip[i] = (uint8_t) n;
  }
  return *s == '\0' ? 0 : UV_EINVAL;
}

static int hex(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/* Up to 8 groups of up to 4 digits, one "::" for missing ones, IPv4 at the end. */
static int parse_ip6(const char *s, uint8_t *ip) {
  uint8_t bytes[16] = {0};
  int len = 0, gap = -1;
  if (*s == ':' && *++s != ':')
    return UV_EINVAL;
  while (*s != '\0') {
    const char *begin = s;
    unsigned int n = 0, digits = 0;
    if (*s == ':') {
      if (gap >= 0)
        return UV_EINVAL;
      gap = len;
      s++;
      continue;
    }
    for (; hex(*s) >= 0 && digits < 5; s++, digits++)
      n = n << 4 | (unsigned int) hex(*s);
    if (*s == '.') {
      if (len > 12 || parse_ip4(begin, bytes + len) != 0)
        return UV_EINVAL;
      len += 4;
      break;
    }
    if (digits == 0 || digits > 4 || len > 14)
      return UV_EINVAL;
    bytes[len++] = (uint8_t) (n >> 8);
    bytes[len++] = (uint8_t) n;
    if (*s == '\0')
      break;
    if (*s++ != ':' || *s == '\0')
      return UV_EINVAL;
  }
  if (gap < 0 ? len != 16 : len == 16)
    return UV_EINVAL;
  memset(ip, 0, 16);
  if (gap < 0)
    gap = len;
  memcpy(ip, bytes, (size_t) gap);
  memcpy(ip + 16 - (len - gap), bytes + gap, (size_t) (len - gap));
  return 0;
}

int uv_inet_pton(int af, const char *src, void *dst) {
  char text[INET6_ADDRSTRLEN];
  uint8_t ip[16];
  size_t len;
  int err;
  if (src == NULL || dst == NULL)
    return UV_EINVAL;
  if (af != AF_INET && af != AF_INET6)
    return UV_EAFNOSUPPORT;
  len = af == AF_INET6 ? strcspn(src, "%") : strlen(src);
  if (len >= sizeof text)
    return UV_EINVAL;
  memcpy(text, src, len);
  text[len] = '\0';
  err = af == AF_INET ? parse_ip4(text, ip) : parse_ip6(text, ip);
  if (err == 0)
    memcpy(dst, ip, af == AF_INET ? 4 : 16);
  return err;
}

int uv_ip4_addr(const char *ip, int port, struct sockaddr_in *addr) {
  memset(addr, 0, sizeof *addr);
  addr->sin_family = AF_INET;
  addr->sin_port = htons((uint16_t) port);
  return uv_inet_pton(AF_INET, ip, &addr->sin_addr);
}

int uv_ip6_addr(const char *ip, int port, struct sockaddr_in6 *addr) {
  const char *zone = strchr(ip, '%');
  memset(addr, 0, sizeof *addr);
  addr->sin6_family = AF_INET6;
  addr->sin6_port = htons((uint16_t) port);
  if (zone != NULL) /* a number: names of interfaces are not known */
    addr->sin6_scope_id = (uint32_t) strtoul(zone + 1, NULL, 10);
  return uv_inet_pton(AF_INET6, ip, &addr->sin6_addr);
}

int uv_ip4_name(const struct sockaddr_in *src, char *dst, size_t size) {
  return uv_inet_ntop(AF_INET, &src->sin_addr, dst, size);
}

int uv_ip6_name(const struct sockaddr_in6 *src, char *dst, size_t size) {
  return uv_inet_ntop(AF_INET6, &src->sin6_addr, dst, size);
}

int uv_ip_name(const struct sockaddr *src, char *dst, size_t size) {
  switch (src->sa_family) {
    case AF_INET:
      return uv_ip4_name((const struct sockaddr_in *) src, dst, size);
    case AF_INET6:
      return uv_ip6_name((const struct sockaddr_in6 *) src, dst, size);
    default:
      return UV_EAFNOSUPPORT;
  }
}

/* A guest sees no interfaces, so that no number is one's. */
int uv_if_indextoname(unsigned int ifindex, char *buffer, size_t *size) {
  (void) ifindex;
  return buffer == NULL || size == NULL || *size == 0 ? UV_EINVAL : UV_ENXIO;
}

int uv_if_indextoiid(unsigned int ifindex, char *buffer, size_t *size) {
  return uv_if_indextoname(ifindex, buffer, size);
}
