/* Addresses as text, and look-ups that wait. */
#include "posix.h"

#include <arpa/inet.h>
#include <netdb.h>

int inet_pton(int family, const char *text, void *addr) {
  int err = uv_inet_pton(family, text, addr);
  if (err == UV_EAFNOSUPPORT)
    return shim_answer(err);
  return err == 0;
}

const char *inet_ntop(int family, const void *addr, char *text, socklen_t size) {
  return shim_answer(uv_inet_ntop(family, addr, text, size)) < 0 ? NULL : text;
}

/* Four decimal numbers: shorter forms and other bases are not read. */
int inet_aton(const char *text, struct in_addr *addr) {
  return inet_pton(AF_INET, text, addr) == 1;
}

in_addr_t inet_addr(const char *text) {
  struct in_addr addr;
  return inet_aton(text, &addr) ? addr.s_addr : INADDR_NONE;
}

char *inet_ntoa(struct in_addr addr) {
  static char text[INET_ADDRSTRLEN];
  return (char *) inet_ntop(AF_INET, &addr, text, sizeof text);
}

static const struct {
  int uv, eai;
} errors[] = {
    {UV_EAI_BADFLAGS, EAI_BADFLAGS},     {UV_EAI_NONAME, EAI_NONAME},
    {UV_EAI_AGAIN, EAI_AGAIN},           {UV_EAI_FAIL, EAI_FAIL},
    {UV_EAI_NODATA, EAI_NODATA},         {UV_EAI_FAMILY, EAI_FAMILY},
    {UV_EAI_SOCKTYPE, EAI_SOCKTYPE},     {UV_EAI_SERVICE, EAI_SERVICE},
    {UV_EAI_ADDRFAMILY, EAI_ADDRFAMILY}, {UV_EAI_MEMORY, EAI_MEMORY},
    {UV_EAI_OVERFLOW, EAI_OVERFLOW},     {UV_EINVAL, EAI_NONAME},
    {UV_ENOMEM, EAI_MEMORY},
};

enum { ERRORS = sizeof errors / sizeof errors[0] };

static int eai(int err) {
  if (err == 0)
    return 0;
  for (int i = 0; i < ERRORS; i++)
    if (errors[i].uv == err)
      return errors[i].eai;
  errno = uv__sys_errno(err);
  return EAI_SYSTEM;
}

const char *gai_strerror(int err) {
  for (int i = 0; i < ERRORS; i++)
    if (errors[i].eai == err)
      return uv_strerror(errors[i].uv);
  return err == EAI_SYSTEM ? "system error" : "unknown error";
}

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints,
                struct addrinfo **found) {
  uv_getaddrinfo_t req;
  int err = uv_getaddrinfo(NULL, &req, NULL, node, service, hints);
  if (err == 0)
    *found = req.addrinfo;
  return eai(err);
}

void freeaddrinfo(struct addrinfo *list) { uv_freeaddrinfo(list); }

static int give(const char *from, char *to, socklen_t size) {
  if (to == NULL || size == 0)
    return 0;
  if (strlen(from) >= size)
    return EAI_OVERFLOW;
  strcpy(to, from);
  return 0;
}

int getnameinfo(const struct sockaddr *addr, socklen_t len, char *host, socklen_t host_len,
                char *service, socklen_t service_len, int flags) {
  uv_getnameinfo_t req;
  int err;
  (void) len;
  err = eai(uv_getnameinfo(NULL, &req, NULL, addr, flags));
  if (err == 0)
    err = give(req.host, host, host_len);
  if (err == 0)
    err = give(req.service, service, service_len);
  return err;
}
