/* Files by descriptor. open gives one of the host's, as uv_fs_open does, so that
 * every descriptor of a program may be given to uv_fs_read and to read. */
#include "posix.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

int __real_close(int fd);
ssize_t __real_read(int fd, void *buf, size_t len);
ssize_t __real_write(int fd, const void *buf, size_t len);
ssize_t __real_pread(int fd, void *buf, size_t len, off_t offset);
ssize_t __real_pwrite(int fd, const void *buf, size_t len, off_t offset);
ssize_t __real_readv(int fd, const struct iovec *iov, int count);
ssize_t __real_writev(int fd, const struct iovec *iov, int count);
int __real_fstat(int fd, struct stat *stat);
int __real_fsync(int fd);
int __real_fdatasync(int fd);
int __real_ftruncate(int fd, off_t length);
int __real_fcntl(int fd, int command, ...);
off_t __real_lseek(int fd, off_t offset, int whence);
off_t __real___lseek(int fd, off_t offset, int whence);
off_t __real___wasilibc_tell(int fd);

static int open_file(const char *path, int flags, unsigned int mode) {
  return shim_answer(wire_fs_open(0, SHIM_PATH(0, path), uv__fs_flags(flags), mode, 0));
}

int __wrap_open(const char *path, int flags, ...) {
  unsigned int mode = 0;
  if (flags & O_CREAT) {
    va_list args;
    va_start(args, flags);
    mode = va_arg(args, unsigned int);
    va_end(args);
  }
  return open_file(path, flags, mode);
}

int __wrap_openat(int dir, const char *path, int flags, ...) {
  unsigned int mode = 0;
  if (flags & O_CREAT) {
    va_list args;
    va_start(args, flags);
    mode = va_arg(args, unsigned int);
    va_end(args);
  }
  return dir == AT_FDCWD || path[0] == '/' ? open_file(path, flags, mode) : shim_fail(ENOSYS);
}

int __wrap_creat(const char *path, mode_t mode) {
  return open_file(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

/* fopen's way. */
int __wrap___wasilibc_open_nomode(const char *path, int flags) {
  return open_file(path, flags, 0666);
}

int __wrap_close(int fd) {
  return shim_is_hosts(fd) ? shim_answer(wire_fs_close(0, fd, 0)) : __real_close(fd);
}

static ssize_t input(int fd, const struct iovec *iov, int count, off_t offset) {
  return shim_answer(
      wire_fs_read(0, fd, (struct wire_buf *) iov, (uint32_t) count, offset, 0));
}

static ssize_t output(int fd, const struct iovec *iov, int count, off_t offset) {
  return shim_answer(
      wire_fs_write(0, fd, (const struct wire_buf *) iov, (uint32_t) count, offset, 0));
}

ssize_t __wrap_readv(int fd, const struct iovec *iov, int count) {
  return shim_is_hosts(fd) ? input(fd, iov, count, -1) : __real_readv(fd, iov, count);
}

ssize_t __wrap_writev(int fd, const struct iovec *iov, int count) {
  return shim_is_hosts(fd) ? output(fd, iov, count, -1) : __real_writev(fd, iov, count);
}

ssize_t __wrap_read(int fd, void *buf, size_t len) {
  struct iovec iov = {buf, len};
  return shim_is_hosts(fd) ? input(fd, &iov, 1, -1) : __real_read(fd, buf, len);
}

ssize_t __wrap_write(int fd, const void *buf, size_t len) {
  struct iovec iov = {(void *) buf, len};
  return shim_is_hosts(fd) ? output(fd, &iov, 1, -1) : __real_write(fd, buf, len);
}

ssize_t __wrap_pread(int fd, void *buf, size_t len, off_t offset) {
  struct iovec iov = {buf, len};
  if (!shim_is_hosts(fd))
    return __real_pread(fd, buf, len, offset);
  return offset < 0 ? shim_fail(EINVAL) : input(fd, &iov, 1, offset);
}

ssize_t __wrap_pwrite(int fd, const void *buf, size_t len, off_t offset) {
  struct iovec iov = {(void *) buf, len};
  if (!shim_is_hosts(fd))
    return __real_pwrite(fd, buf, len, offset);
  return offset < 0 ? shim_fail(EINVAL) : output(fd, &iov, 1, offset);
}

static void give_time(struct timespec *to, uint64_t sec, uint64_t nsec) {
  to->tv_sec = (time_t) sec;
  to->tv_nsec = (long) nsec;
}

static int give_stat(int32_t err, const struct wire_stat *from, struct stat *stat) {
  if (err < 0)
    return shim_answer(err);
  memset(stat, 0, sizeof *stat);
  stat->st_dev = from->dev;
  stat->st_ino = from->ino;
  stat->st_mode = (mode_t) from->mode;
  stat->st_nlink = from->nlink;
  stat->st_uid = (uid_t) from->uid;
  stat->st_gid = (gid_t) from->gid;
  stat->st_rdev = from->rdev;
  stat->st_size = (off_t) from->size;
  stat->st_blksize = (blksize_t) from->blksize;
  stat->st_blocks = (blkcnt_t) from->blocks;
  give_time(&stat->st_atim, from->atime_sec, from->atime_nsec);
  give_time(&stat->st_mtim, from->mtime_sec, from->mtime_nsec);
  give_time(&stat->st_ctim, from->ctime_sec, from->ctime_nsec);
  return 0;
}

int __wrap_fstat(int fd, struct stat *stat) {
  struct wire_stat from;
  if (!shim_is_hosts(fd))
    return __real_fstat(fd, stat);
  return give_stat(wire_fs_fstat(0, fd, &from, 0), &from, stat);
}

int __wrap_stat(const char *path, struct stat *stat) {
  struct wire_stat from;
  return give_stat(wire_fs_stat(0, SHIM_PATH(0, path), &from, 0), &from, stat);
}

int __wrap_lstat(const char *path, struct stat *stat) {
  struct wire_stat from;
  return give_stat(wire_fs_lstat(0, SHIM_PATH(0, path), &from, 0), &from, stat);
}

int __wrap_fsync(int fd) {
  return shim_is_hosts(fd) ? shim_answer(wire_fs_fsync(0, fd, 0, 0)) : __real_fsync(fd);
}

int __wrap_fdatasync(int fd) {
  return shim_is_hosts(fd) ? shim_answer(wire_fs_fsync(0, fd, 1, 0)) : __real_fdatasync(fd);
}

int __wrap_ftruncate(int fd, off_t length) {
  return shim_is_hosts(fd) ? shim_answer(wire_fs_ftruncate(0, fd, length, 0))
                           : __real_ftruncate(fd, length);
}

static off_t seek(int fd, off_t offset, int whence) {
  int64_t at = wire_fs_seek(fd, offset, whence == SEEK_SET ? 0 : whence == SEEK_CUR ? 1 : 2);
  return at < 0 ? shim_answer((int32_t) at) : at;
}

off_t __wrap_lseek(int fd, off_t offset, int whence) {
  return shim_is_hosts(fd) ? seek(fd, offset, whence) : __real_lseek(fd, offset, whence);
}

off_t __wrap___lseek(int fd, off_t offset, int whence) {
  return shim_is_hosts(fd) ? seek(fd, offset, whence) : __real___lseek(fd, offset, whence);
}

off_t __wrap___wasilibc_tell(int fd) {
  return shim_is_hosts(fd) ? seek(fd, 0, SEEK_CUR) : __real___wasilibc_tell(fd);
}

int __real_isatty(int fd);

int __wrap_isatty(int fd) {
  return shim_is_hosts(fd) ? ((void) shim_fail(ENOTTY), 0) : __real_isatty(fd);
}

/* What libc asks once, before the first byte of standard output: whether to give
 * each line on when it ends. It does, as to a terminal, so that a line is seen,
 * and stands in the trace, where it was printed. isatty itself answers truly. */
int __wrap___isatty(int fd) {
  return fd == STDOUT_FILENO;
}

/* What a program may set of the host's descriptors is accepted and has no
 * effect: libuv never waits on one. */
int __wrap_fcntl(int fd, int command, ...) {
  va_list args;
  int value;
  va_start(args, command);
  value = va_arg(args, int);
  va_end(args);
  if (!shim_is_hosts(fd))
    return __real_fcntl(fd, command, value);
  switch (command) {
    case F_DUPFD:
    case F_DUPFD_CLOEXEC:
      return dup(fd);
    case F_GETFL:
      return O_RDWR;
    case F_GETFD:
    case F_SETFD:
    case F_SETFL:
      return 0;
    default:
      return shim_fail(EINVAL);
  }
}

int fchmod(int fd, mode_t mode) { return shim_answer(wire_fs_fchmod(0, fd, mode, 0)); }

int fchown(int fd, uid_t uid, gid_t gid) {
  return shim_answer(wire_fs_fchown(0, fd, uid, gid, 0));
}

int pipe2(int fds[2], int flags) {
  (void) flags;
  return shim_answer(wire_pipe_pair(0, 0, fds, 2 * sizeof *fds));
}

int pipe(int fds[2]) { return pipe2(fds, 0); }

int dup(int fd) { return shim_answer(wire_fs_dup(fd)); }

/* The host chooses the number. */
int dup2(int fd, int to) { return fd == to ? fd : shim_fail(ENOSYS); }

int dup3(int fd, int to, int flags) {
  (void) fd, (void) to, (void) flags;
  return shim_fail(ENOSYS);
}
