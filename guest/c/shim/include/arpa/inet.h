/* Internet addresses as text. */
#ifndef _ARPA_INET_H
#define _ARPA_INET_H

#ifdef __cplusplus
extern "C" {
#endif

#include <netinet/in.h>

int inet_pton(int family, const char *__restrict text, void *__restrict addr) __SHIM(inet_pton);
const char *inet_ntop(int family, const void *__restrict addr, char *__restrict text,
                      socklen_t size) __SHIM(inet_ntop);
in_addr_t inet_addr(const char *text) __SHIM(inet_addr);
int inet_aton(const char *text, struct in_addr *addr) __SHIM(inet_aton);
char *inet_ntoa(struct in_addr addr) __SHIM(inet_ntoa);

#ifdef __cplusplus
}
#endif

#endif
