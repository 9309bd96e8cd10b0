/* Files by path. All go to the host: WASI only reads, and knows no working
 * directory but /. */
#include "posix.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define A SHIM_PATH(0, path)
#define B SHIM_PATH(1, to)

int __wrap_access(const char *path, int mode) {
  uint32_t wire = (mode & R_OK ? 4 : 0) | (mode & W_OK ? 2 : 0) | (mode & X_OK ? 1 : 0);
  return shim_answer(wire_fs_access(0, A, wire, 0));
}

int __wrap_mkdir(const char *path, mode_t mode) {
  return shim_answer(wire_fs_mkdir(0, A, mode, 0));
}

int __wrap_rmdir(const char *path) { return shim_answer(wire_fs_rmdir(0, A, 0)); }

int __wrap_unlink(const char *path) { return shim_answer(wire_fs_unlink(0, A, 0)); }

int __wrap_remove(const char *path) {
  int32_t err = wire_fs_unlink(0, A, 0);
  return shim_answer(err == UV_EISDIR || err == UV_EPERM ? wire_fs_rmdir(0, A, 0) : err);
}

int __wrap_rename(const char *path, const char *to) {
  return shim_answer(wire_fs_rename(0, A, B, 0));
}

int __wrap_link(const char *path, const char *to) { return shim_answer(wire_fs_link(0, A, B, 0)); }

int __wrap_symlink(const char *path, const char *to) {
  return shim_answer(wire_fs_symlink(0, path, uv__length(path), B, 0, 0));
}

ssize_t __wrap_readlink(const char *path, char *buf, size_t len) {
  char found[PATH_MAX];
  int32_t n = wire_fs_readlink(0, A, found, sizeof found, 0);
  if (n < 0)
    return shim_answer(n);
  len = (size_t) n < len ? (size_t) n : len;
  memcpy(buf, found, len);
  return (ssize_t) len;
}

int __wrap_chdir(const char *path) { return shim_answer(uv_chdir(path)); }

char *__wrap_getcwd(char *buf, size_t size) {
  char path[PATH_MAX + 1];
  size_t len = sizeof path;
  if (buf != NULL && size == 0)
    return shim_fail(EINVAL), NULL;
  if (uv_cwd(path, &len) < 0)
    return shim_fail(ENOENT), NULL;
  if (buf == NULL)
    return strdup(path);
  if (len >= size)
    return shim_fail(ERANGE), NULL;
  return strcpy(buf, path);
}

char *realpath(const char *path, char *resolved) {
  char found[PATH_MAX + 1];
  int32_t len = wire_fs_realpath(0, SHIM_PATH(0, path), found, PATH_MAX, 0);
  if (len < 0)
    return shim_answer(len), NULL;
  found[len] = '\0';
  return resolved == NULL ? strdup(found) : strcpy(resolved, found);
}

/* Below a working directory of the guest's own a template is longer; its last
 * characters are what changes. */
static void give_name(char *path, const char *made, int32_t len) {
  size_t n = strlen(path);
  if (n >= 6 && len >= 6)
    memcpy(path + n - 6, made + len - 6, 6);
}

int mkstemp(char *path) {
  char made[PATH_MAX + 1];
  const char *tpl = uv__resolve(0, path);
  int fd = shim_answer(wire_fs_mkstemp(0, tpl, uv__length(tpl), made, PATH_MAX, 0));
  if (fd >= 0)
    give_name(path, made, (int32_t) uv__length(tpl));
  return fd;
}

char *mkdtemp(char *path) {
  char made[PATH_MAX + 1];
  int len = shim_answer(wire_fs_mkdtemp(0, SHIM_PATH(0, path), made, PATH_MAX, 0));
  if (len < 0)
    return NULL;
  give_name(path, made, len);
  return path;
}

int chmod(const char *path, mode_t mode) {
  return shim_answer(wire_fs_chmod(0, SHIM_PATH(0, path), mode, 0));
}

int chown(const char *path, uid_t uid, gid_t gid) {
  return shim_answer(wire_fs_chown(0, SHIM_PATH(0, path), uid, gid, 1, 0));
}

int lchown(const char *path, uid_t uid, gid_t gid) {
  return shim_answer(wire_fs_chown(0, SHIM_PATH(0, path), uid, gid, 0, 0));
}

mode_t umask(mode_t mask) {
  (void) mask;
  return 022;
}

int mkfifo(const char *path, mode_t mode) {
  (void) path, (void) mode;
  return shim_fail(ENOSYS);
}
