/* The working directory: at first the host's, from the first chdir on the
 * guest's own. */
#include "fs.h"
#include "buffer.h"

#include <limits.h>

static char working[PATH_MAX + 1]; /* "" before the first chdir */

const char *uv__resolve(int slot, const char *path) {
  static char joined[2][PATH_MAX + 1];
  size_t dir = strlen(working), len = strlen(path);
  if (dir == 0 || path[0] == '/' || path[0] == '\0' || dir + len + 2 > sizeof joined[slot])
    return path;
  memcpy(joined[slot], working, dir);
  joined[slot][dir] = '/';
  memcpy(joined[slot] + dir + 1, path, len + 1);
  return joined[slot];
}

int uv_cwd(char *buffer, size_t *size) {
  char path[PATH_MAX + 1];
  int32_t len;
  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  if (working[0] != '\0')
    return uv__give_string(working, buffer, size);
  len = wire_fs_realpath(0, ".", 1, path, PATH_MAX, 0);
  if (len < 0)
    return uv__give_string("/", buffer, size);
  path[len] = '\0';
  return uv__give_string(path, buffer, size);
}

int uv_chdir(const char *dir) {
  char path[PATH_MAX + 1];
  struct wire_stat stat;
  const char *to = uv__resolve(0, dir);
  int32_t len = wire_fs_realpath(0, to, uv__length(to), path, PATH_MAX, 0);
  if (len < 0)
    return len;
  path[len] = '\0';
  len = wire_fs_stat(0, path, (uint32_t) len, &stat, 0);
  if (len < 0)
    return len;
  if (!S_ISDIR(stat.mode))
    return UV_ENOTDIR;
  strcpy(working, path);
  return 0;
}
