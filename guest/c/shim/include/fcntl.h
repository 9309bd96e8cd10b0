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

#endif
