/* What wasi-libc's stdlib.h leaves out. */
#ifndef _SHIM_STDLIB_H
#define _SHIM_STDLIB_H

#include_next <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

int mkstemp(char *path);
char *mkdtemp(char *path);
char *realpath(const char *__restrict path, char *__restrict resolved);
/* 0 for NULL, there is no shell; else -1 with ENOSYS. */
int system(const char *command);

#ifdef __cplusplus
}
#endif

#endif
