/* The environment: what the guest was granted of one, and what it sets. */
#include "buffer.h"
#include "user.h"

#include <errno.h>
#include <stdlib.h>

extern char **environ;

int uv_os_environ(uv_env_item_t **envitems, int *count) {
  size_t n = 0;
  uv_env_item_t *items;
  *envitems = NULL;
  *count = 0;
  while (environ != NULL && environ[n] != NULL)
    n++;
  items = uv__calloc(n + 1, sizeof *items);
  if (items == NULL)
    return UV_ENOMEM;
  for (size_t i = 0; i < n; i++) {
    const char *equals = strchr(environ[i], '=');
    char *name;
    if (equals == NULL)
      continue;
    name = uv__strdup(environ[i]);
    if (name == NULL) {
      uv_os_free_environ(items, *count);
      *count = 0;
      return UV_ENOMEM;
    }
    name[equals - environ[i]] = '\0';
    items[*count].name = name;
    items[*count].value = name + (equals - environ[i]) + 1;
    ++*count;
  }
  *envitems = items;
  return 0;
}

/* Name and value of an item are one piece of memory. */
void uv_os_free_environ(uv_env_item_t *envitems, int count) {
  for (int i = 0; i < count; i++)
    uv__free(envitems[i].name);
  uv__free(envitems);
}

int uv_os_getenv(const char *name, char *buffer, size_t *size) {
  const char *value;
  if (name == NULL || buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  value = getenv(name);
  return value == NULL ? UV_ENOENT : uv__give_string(value, buffer, size);
}

int uv_os_setenv(const char *name, const char *value) {
  if (name == NULL || value == NULL)
    return UV_EINVAL;
  return setenv(name, value, 1) == 0 ? 0 : uv_translate_sys_error(errno);
}

int uv_os_unsetenv(const char *name) {
  if (name == NULL)
    return UV_EINVAL;
  return unsetenv(name) == 0 ? 0 : uv_translate_sys_error(errno);
}

int uv_os_homedir(char *buffer, size_t *size) {
  int err = uv_os_getenv("HOME", buffer, size);
  return err == UV_ENOENT ? uv__give_string(UV__HOME, buffer, size) : err;
}

int uv_os_tmpdir(char *buffer, size_t *size) {
  static const char *const names[] = {"TMPDIR", "TMP", "TEMP", "TEMPDIR"};
  const char *dir = NULL;
  char path[4096];
  size_t len;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && dir == NULL; i++)
    dir = getenv(names[i]);
  if (dir == NULL)
    dir = "/tmp";
  len = strlen(dir);
  if (len > 1 && dir[len - 1] == '/')
    len--;
  if (len >= sizeof path)
    return UV_ENAMETOOLONG;
  memcpy(path, dir, len);
  path[len] = '\0';
  return uv__give_string(path, buffer, size);
}
