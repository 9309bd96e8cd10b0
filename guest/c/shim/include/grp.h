/* Groups: none are known, every look-up fails with ENOENT. */
#ifndef _GRP_H
#define _GRP_H

#ifdef __cplusplus
extern "C" {
#endif

#include <sys/types.h>

struct group {
  char *gr_name;
  char *gr_passwd;
  gid_t gr_gid;
  char **gr_mem;
};

struct group *getgrgid(gid_t gid);
struct group *getgrnam(const char *name);
int getgrgid_r(gid_t gid, struct group *gr, char *buf, size_t len, struct group **found);

#ifdef __cplusplus
}
#endif

#endif
