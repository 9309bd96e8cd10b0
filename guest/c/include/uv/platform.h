/* What libuv takes from the system: its headers, descriptors, flags. */
#ifndef UV_PLATFORM_H
#define UV_PLATFORM_H

/* All that libuv's own header brings along: programs rely on it. */
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <pwd.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/param.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <termios.h>

#ifndef NI_MAXHOST
#define NI_MAXHOST 1025
#endif
#ifndef NI_MAXSERV
#define NI_MAXSERV 32
#endif
#ifndef IF_NAMESIZE
#define IF_NAMESIZE 16
#endif
#define UV_IF_NAMESIZE (IF_NAMESIZE + 1)

/* Its layout is the wire's: a pointer and a length, 4 bytes each. */
typedef struct uv_buf_t {
  char *base;
  size_t len;
} uv_buf_t;

typedef int uv_file;
typedef int uv_os_sock_t;
typedef int uv_os_fd_t;
typedef int uv_pid_t;
typedef uid_t uv_uid_t;
typedef gid_t uv_gid_t;
typedef struct dirent uv__dirent_t;

/* Flags of uv_fs_open: the system's where it has them, else 0, as in libuv. */
#define UV_FS_O_RDONLY O_RDONLY
#define UV_FS_O_WRONLY O_WRONLY
#define UV_FS_O_RDWR O_RDWR
#define UV_FS_O_APPEND O_APPEND
#define UV_FS_O_CREAT O_CREAT
#define UV_FS_O_EXCL O_EXCL
#define UV_FS_O_TRUNC O_TRUNC
#define UV_FS_O_DIRECTORY O_DIRECTORY
#define UV_FS_O_NOFOLLOW O_NOFOLLOW
#define UV_FS_O_NONBLOCK O_NONBLOCK
#define UV_FS_O_DSYNC O_DSYNC
#define UV_FS_O_SYNC O_SYNC
#define UV_FS_O_NOCTTY O_NOCTTY
#ifdef O_DIRECT
#define UV_FS_O_DIRECT O_DIRECT
#else
#define UV_FS_O_DIRECT 0
#endif
#ifdef O_NOATIME
#define UV_FS_O_NOATIME O_NOATIME
#else
#define UV_FS_O_NOATIME 0
#endif
#define UV_FS_O_EXLOCK 0
#define UV_FS_O_FILEMAP 0
#define UV_FS_O_RANDOM 0
#define UV_FS_O_SEQUENTIAL 0
#define UV_FS_O_SHORT_LIVED 0
#define UV_FS_O_SYMLINK 0
#define UV_FS_O_TEMPORARY 0

#endif
