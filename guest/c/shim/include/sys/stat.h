/* What wasi-libc's sys/stat.h leaves out. Modes are Linux's. */
#ifndef _SHIM_SYS_STAT_H
#define _SHIM_SYS_STAT_H

#include_next <sys/stat.h>

/* Pipes are not sockets. */
#undef S_IFIFO
#define S_IFIFO 0010000

#ifdef __cplusplus
extern "C" {
#endif

int chmod(const char *path, mode_t mode);
int fchmod(int fd, mode_t mode);
/* Answers 022 and changes nothing: the mask is the host's. */
mode_t umask(mode_t mask);
int mkfifo(const char *path, mode_t mode);

#ifdef __cplusplus
}
#endif

#endif
