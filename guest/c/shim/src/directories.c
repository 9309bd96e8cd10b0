/* Directories by POSIX's functions, in the host's table of descriptors. Neither
 * . nor .. is among the entries. */
#include "posix.h"

#include <dirent.h>
#include <stdlib.h>

enum { PACKED = 4096, NAME = 256 };

/* What a DIR * of the program points to. */
struct directory {
  int fd;
  int left;         /* entries in packed that were not given */
  const char *next; /* the first of them */
  char *path;
  char packed[PACKED];
  _Alignas(struct dirent) char entry[sizeof(struct dirent) + NAME];
};

DIR *__wrap_opendir(const char *path) {
  struct directory *dir = calloc(1, sizeof *dir);
  if (dir == NULL)
    return NULL;
  dir->path = strdup(uv__resolve(0, path));
  dir->fd = shim_answer(wire_fs_opendir(0, SHIM_PATH(0, path), 0));
  if (dir->fd >= 0 && dir->path != NULL)
    return (DIR *) dir;
  free(dir->path);
  free(dir);
  return NULL;
}

static unsigned char type_of(uint8_t type) {
  switch (type) {
    case UV_DIRENT_FILE:
      return DT_REG;
    case UV_DIRENT_DIR:
      return DT_DIR;
    case UV_DIRENT_LINK:
      return DT_LNK;
    case UV_DIRENT_CHAR:
      return DT_CHR;
    case UV_DIRENT_BLOCK:
      return DT_BLK;
    default:
      return DT_UNKNOWN;
  }
}

struct dirent *__wrap_readdir(DIR *opened) {
  struct directory *dir = (struct directory *) opened;
  struct dirent *entry = (struct dirent *) dir->entry;
  struct wire_dirent head;
  if (dir->left == 0) {
    dir->left = shim_answer(wire_fs_readdir(0, dir->fd, UINT32_MAX, dir->packed, PACKED, 0));
    dir->next = dir->packed;
  }
  if (dir->left <= 0) {
    dir->left = 0;
    return NULL;
  }
  memcpy(&head, dir->next, sizeof head);
  if (head.name_len >= NAME)
    return shim_fail(EOVERFLOW), NULL;
  entry->d_ino = 1; /* not told; 0 would say that there is none */
  entry->d_type = type_of(head.type);
  memcpy(entry->d_name, dir->next + sizeof head, head.name_len);
  entry->d_name[head.name_len] = '\0';
  dir->next += sizeof head + head.name_len;
  dir->left--;
  return entry;
}

void __wrap_rewinddir(DIR *opened) {
  struct directory *dir = (struct directory *) opened;
  wire_fs_closedir(0, dir->fd, 0);
  dir->left = 0;
  dir->fd = wire_fs_opendir(0, dir->path, uv__length(dir->path), 0);
}

int __wrap_closedir(DIR *opened) {
  struct directory *dir = (struct directory *) opened;
  int answer = shim_answer(wire_fs_closedir(0, dir->fd, 0));
  free(dir->path);
  free(dir);
  return answer;
}

int __wrap_dirfd(DIR *opened) {
  (void) opened;
  return shim_fail(ENOTSUP);
}

static struct dirent *copy(const struct dirent *entry) {
  size_t size = sizeof *entry + strlen(entry->d_name) + 1;
  struct dirent *made = malloc(size);
  return made == NULL ? NULL : memcpy(made, entry, size);
}

static void free_all(struct dirent **list, int count) {
  while (count > 0)
    free(list[--count]);
  free(list);
}

int __wrap_scandir(const char *path, struct dirent ***found, int (*want)(const struct dirent *),
                   int (*order)(const struct dirent **, const struct dirent **)) {
  DIR *dir = __wrap_opendir(path);
  struct dirent **list = NULL, **more, *entry;
  int count = 0;
  if (dir == NULL)
    return -1;
  while ((entry = __wrap_readdir(dir)) != NULL) {
    if (want != NULL && !want(entry))
      continue;
    more = realloc(list, (size_t) (count + 1) * sizeof *list);
    if (more != NULL)
      list = more;
    if (more == NULL || (list[count] = copy(entry)) == NULL) {
      free_all(list, count);
      __wrap_closedir(dir);
      return shim_fail(ENOMEM);
    }
    count++;
  }
  __wrap_closedir(dir);
  if (order != NULL)
    qsort(list, (size_t) count, sizeof *list, (int (*)(const void *, const void *)) order);
  *found = list;
  return count;
}
