/* What wasi-libc's fcntl.h leaves out: locks and copies of descriptors, which
 * answer -1 with EINVAL. */
#ifndef _SHIM_FCNTL_H
#define _SHIM_FCNTL_H

#include_next <fcntl.h>

#ifndef F_DUPFD
#define F_DUPFD 0
#define F_DUPFD_CLOEXEC 1030
#define F_GETLK 5
#define F_SETLK 6
#define F_SETLKW 7
#define F_RDLCK 0
#define F_WRLCK 1
#define F_UNLCK 2
#endif

/* Here too on Linux, beside unistd.h. */
#ifndef F_OK
#define F_OK (0)
#define X_OK (1)
#define W_OK (2)
#define R_OK (4)
#endif

#endif
