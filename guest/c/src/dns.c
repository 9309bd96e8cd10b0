/* Name look-ups, and the lists of addresses they give. */
#include "fs.h"

#include <netdb.h>

/* Bytes for what a look-up finds. */
enum { FOUND = 16384 };

enum { FAMILY_IPV4 = 4, FAMILY_IPV6 = 6 };

void uv_freeaddrinfo(struct addrinfo *ai) {
  while (ai != NULL) {
    struct addrinfo *next = ai->ai_next;
    uv__free(ai);
    ai = next;
  }
}

/* One address, in one piece of memory with its canonical name. */
static struct addrinfo *entry(const struct wire_addrinfo *from, const char *name) {
  struct wire_sockaddr wire;
  struct sockaddr_storage addr;
  struct addrinfo *ai = uv__calloc(1, sizeof *ai + sizeof addr + from->name_len + 1);
  if (ai == NULL)
    return NULL;
  memcpy(&wire, from->addr, sizeof wire);
  ai->ai_addrlen = uv__from_wire(&wire, &addr);
  ai->ai_addr = (struct sockaddr *) (ai + 1);
  memcpy(ai->ai_addr, &addr, sizeof addr);
  ai->ai_flags = (int) from->flags;
  ai->ai_family = addr.ss_family;
  ai->ai_socktype = (int) from->socktype;
  ai->ai_protocol = (int) from->protocol;
  if (from->name_len > 0) {
    ai->ai_canonname = (char *) (ai->ai_addr) + sizeof addr;
    memcpy(ai->ai_canonname, name, from->name_len);
  }
  return ai;
}

static int found(uv_getaddrinfo_t *req, int64_t count) {
  struct addrinfo **last = &req->addrinfo;
  const char *p = req->uv__buf, *end = p + req->uv__len;
  for (; count > 0 && (size_t) (end - p) >= sizeof(struct wire_addrinfo); count--) {
    struct wire_addrinfo from;
    memcpy(&from, p, sizeof from);
    p += sizeof from;
    if (from.name_len > (size_t) (end - p))
      break;
    *last = entry(&from, p);
    if (*last == NULL) {
      uv_freeaddrinfo(req->addrinfo);
      req->addrinfo = NULL;
      return UV_EAI_MEMORY;
    }
    last = &(*last)->ai_next;
    p += from.name_len;
  }
  return 0;
}

/* Fills in the results and answers the status. */
static int looked_up(uv_getaddrinfo_t *req, int64_t status) {
  req->retcode = status < 0 ? (int) status : found(req, status);
  uv__free(req->uv__buf);
  req->uv__buf = NULL;
  return req->retcode;
}

static void addrinfo_call(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_getaddrinfo_t *req = (uv_getaddrinfo_t *) base;
  (void) kind;
  looked_up(req, status == UV_ECANCELED ? UV_EAI_CANCELED : status);
  uv__req_done(base);
  req->cb(req, req->retcode, req->addrinfo);
}

static int wire_family(int family) {
  switch (family) {
    case AF_UNSPEC:
      return 0;
    case AF_INET:
      return FAMILY_IPV4;
    case AF_INET6:
      return FAMILY_IPV6;
    default:
      return UV_EAI_FAMILY;
  }
}

static uint32_t text_length(const char *s) { return s == NULL ? 0 : uv__length(s); }

int uv_getaddrinfo(uv_loop_t *loop, uv_getaddrinfo_t *req, uv_getaddrinfo_cb cb, const char *node,
                   const char *service, const struct addrinfo *hints) {
  const struct addrinfo none = {.ai_flags = AI_V4MAPPED | AI_ADDRCONFIG};
  int32_t answer;
  int family;
  if (req == NULL || (node == NULL && service == NULL))
    return UV_EINVAL;
  if (hints == NULL)
    hints = &none;
  uv__req_init(loop, (uv_req_t *) req, UV_GETADDRINFO, addrinfo_call);
  req->loop = loop;
  req->cb = cb;
  req->addrinfo = NULL;
  req->retcode = 0;
  req->uv__len = FOUND;
  family = wire_family(hints->ai_family);
  if (family < 0)
    return family;
  req->uv__buf = uv__malloc(FOUND);
  if (req->uv__buf == NULL)
    return UV_ENOMEM;
  answer = wire_getaddrinfo(uv__number(loop), node, text_length(node), service,
                            text_length(service), (uint32_t) hints->ai_flags, (uint32_t) family,
                            (uint32_t) hints->ai_socktype, (uint32_t) hints->ai_protocol,
                            req->uv__buf, FOUND, cb == NULL ? 0 : UV__COOKIE(req));
  if (cb == NULL || answer < 0)
    return looked_up(req, answer);
  return uv__req_started((uv_req_t *) req, answer);
}

static void nameinfo_call(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_getnameinfo_t *req = (uv_getnameinfo_t *) base;
  int ok = status == 0;
  (void) kind;
  req->retcode = status == UV_ECANCELED ? UV_EAI_CANCELED : (int) status;
  uv__req_done(base);
  if (req->getnameinfo_cb != NULL)
    req->getnameinfo_cb(req, req->retcode, ok ? req->host : NULL, ok ? req->service : NULL);
}

int uv_getnameinfo(uv_loop_t *loop, uv_getnameinfo_t *req, uv_getnameinfo_cb cb,
                   const struct sockaddr *addr, int flags) {
  struct wire_sockaddr wire;
  int32_t answer;
  if (req == NULL || addr == NULL || uv__to_wire(addr, &wire) < 0)
    return UV_EINVAL;
  uv__req_init(loop, (uv_req_t *) req, UV_GETNAMEINFO, nameinfo_call);
  req->loop = loop;
  req->getnameinfo_cb = cb;
  req->retcode = 0;
  req->host[0] = req->service[0] = '\0';
  answer = wire_getnameinfo(uv__number(loop), &wire, (uint32_t) flags, req->host,
                            sizeof req->host, req->service, sizeof req->service,
                            cb == NULL ? 0 : UV__COOKIE(req));
  if (cb != NULL && answer >= 0)
    return uv__req_started((uv_req_t *) req, answer);
  req->retcode = answer;
  return answer;
}
