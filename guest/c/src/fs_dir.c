/*
 * Directories. What a scandir found is kept in req->ptr as one piece of memory:
 * for each entry its type in a byte, then its name and a zero byte.
 */
#include "fs.h"

#include <stdlib.h>

/* A growing piece of memory. */
struct listing {
  char *base;
  size_t len;
  size_t count;
};

/* Adds count entries as the wire packs them. */
static int add(struct listing *list, const char *packed, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct wire_dirent head;
    size_t room;
    char *base;
    memcpy(&head, packed, sizeof head);
    room = (size_t) head.name_len + 2;
    base = uv__realloc(list->base, list->len + room);
    if (base == NULL)
      return UV_ENOMEM;
    list->base = base;
    base += list->len;
    base[0] = (char) head.type;
    memcpy(base + 1, packed + sizeof head, head.name_len);
    base[room - 1] = '\0';
    list->len += room;
    list->count++;
    packed += sizeof head + head.name_len;
  }
  return 0;
}

static ssize_t keep(uv_fs_t *req, const struct listing *list, int err) {
  if (err < 0) {
    uv__free(list->base);
    return err;
  }
  req->ptr = list->base;
  req->uv__len = list->len;
  req->uv__next = 0;
  return (ssize_t) list->count;
}

enum { CHUNK = 16384 };

ssize_t uv__fs_take_entries(uv_fs_t *req, uint32_t id, int64_t count) {
  struct listing list = {NULL, 0, 0};
  char *packed = uv__malloc(CHUNK);
  int err = packed == NULL ? UV_ENOMEM : 0;
  while (err == 0 && list.count < (size_t) count) {
    int32_t n = wire_fs_dirents(id, (uint32_t) list.count, packed, CHUNK);
    if (n <= 0) {
      err = n;
      break;
    }
    err = add(&list, packed, (size_t) n);
  }
  uv__free(packed);
  return keep(req, &list, err);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *) a + 1, *(char *const *) b + 1);
}

/* Sorts the entries by name. */
static int sort(struct listing *list) {
  char **entries, *sorted, *p;
  size_t i;
  if (list->count < 2)
    return 0;
  entries = uv__malloc(list->count * sizeof *entries);
  sorted = uv__malloc(list->len);
  if (entries == NULL || sorted == NULL) {
    uv__free(entries);
    uv__free(sorted);
    return UV_ENOMEM;
  }
  for (i = 0, p = list->base; i < list->count; i++, p += strlen(p + 1) + 2)
    entries[i] = p;
  qsort(entries, list->count, sizeof *entries, by_name);
  for (i = 0, p = sorted; i < list->count; i++) {
    size_t len = strlen(entries[i] + 1) + 2;
    memcpy(p, entries[i], len);
    p += len;
  }
  uv__free(entries);
  uv__free(list->base);
  list->base = sorted;
  return 0;
}

/* Reads a directory before it returns: the wire's scandir needs a callback. */
static ssize_t list_now(uv_fs_t *req) {
  struct listing list = {NULL, 0, 0};
  const char *path = uv__resolve(0, req->path);
  int32_t dir = wire_fs_opendir(0, path, uv__length(path), 0);
  char *packed;
  int32_t n;
  int err = 0;
  if (dir < 0)
    return dir;
  packed = uv__malloc(CHUNK);
  n = packed == NULL ? UV_ENOMEM : 1;
  while (n > 0 && err == 0) {
    n = wire_fs_readdir(0, dir, UINT32_MAX, packed, CHUNK, 0);
    if (n > 0)
      err = add(&list, packed, (size_t) n);
  }
  if (err == 0)
    err = n;
  wire_fs_closedir(0, dir, 0);
  uv__free(packed);
  if (err == 0)
    err = sort(&list);
  return keep(req, &list, err);
}

int uv_fs_scandir(uv_loop_t *loop, uv_fs_t *req, const char *path, int flags, uv_fs_cb cb) {
  int err = uv__fs_begin_path(loop, req, UV_FS_SCANDIR, path, cb);
  if (err < 0)
    return err;
  req->flags = flags;
  if (cb == NULL) {
    req->result = list_now(req);
    return (int) req->result;
  }
  path = uv__resolve(0, path);
  return uv__fs_submit(
      req, wire_fs_scandir(uv__number(loop), path, uv__length(path), uv__fs_cookie(req)));
}

int uv_fs_scandir_next(uv_fs_t *req, uv_dirent_t *ent) {
  const char *entry;
  if (req->result < 0)
    return (int) req->result;
  if (req->ptr == NULL || req->uv__next >= req->uv__len)
    return UV_EOF;
  entry = (const char *) req->ptr + req->uv__next;
  ent->type = (uv_dirent_type_t) entry[0];
  ent->name = entry + 1;
  req->uv__next += strlen(entry + 1) + 2;
  return 0;
}

int uv_fs_opendir(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb) {
  int err = uv__fs_begin_path(loop, req, UV_FS_OPENDIR, path, cb);
  if (err < 0)
    return err;
  path = uv__resolve(0, path);
  return uv__fs_submit(
      req, wire_fs_opendir(uv__number(loop), path, uv__length(path), uv__fs_cookie(req)));
}

/* Bytes of an entry whose name is as long as file systems have them. */
enum { ENTRY = sizeof(struct wire_dirent) + 256 };

int uv_fs_readdir(uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb) {
  size_t count;
  if (req == NULL)
    return UV_EINVAL;
  uv__fs_init(loop, req, UV_FS_READDIR, cb);
  if (dir == NULL || dir->dirents == NULL)
    return UV_EINVAL;
  count = dir->nentries < 256 ? dir->nentries : 256;
  req->ptr = dir;
  req->uv__len = count * ENTRY;
  req->uv__buf = uv__malloc(req->uv__len);
  if (req->uv__buf == NULL && count > 0)
    return UV_ENOMEM;
  return uv__fs_submit(req, wire_fs_readdir(uv__number(loop), dir->uv__dir, (uint32_t) count,
                                            req->uv__buf, (uint32_t) req->uv__len,
                                            uv__fs_cookie(req)));
}

int uv_fs_closedir(uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb) {
  if (req == NULL)
    return UV_EINVAL;
  uv__fs_init(loop, req, UV_FS_CLOSEDIR, cb);
  if (dir == NULL)
    return UV_EINVAL;
  req->ptr = dir;
  return uv__fs_submit(
      req, wire_fs_closedir(uv__number(loop), dir->uv__dir, uv__fs_cookie(req)));
}

static ssize_t opened(uv_fs_t *req, ssize_t fd) {
  uv_dir_t *dir = uv__calloc(1, sizeof *dir);
  if (dir == NULL) {
    wire_fs_closedir(0, (int32_t) fd, 0);
    return UV_ENOMEM;
  }
  dir->uv__dir = (int) fd;
  req->ptr = dir;
  return 0;
}

static ssize_t entries(uv_fs_t *req, ssize_t count) {
  uv_dir_t *dir = req->ptr;
  const char *packed = req->uv__buf;
  for (ssize_t i = 0; i < count; i++) {
    struct wire_dirent head;
    memcpy(&head, packed, sizeof head);
    dir->dirents[i].type = (uv_dirent_type_t) head.type;
    dir->dirents[i].name = uv__strndup(packed + sizeof head, head.name_len);
    if (dir->dirents[i].name == NULL) {
      req->result = i;
      uv__fs_free_dirents(req);
      return UV_ENOMEM;
    }
    packed += sizeof head + head.name_len;
  }
  return count;
}

ssize_t uv__fs_dir_results(uv_fs_t *req, ssize_t result) {
  switch (req->fs_type) {
    case UV_FS_OPENDIR:
      return opened(req, result);
    case UV_FS_READDIR:
      return entries(req, result);
    case UV_FS_CLOSEDIR:
      uv__free(req->ptr);
      req->ptr = NULL;
      return result;
    default:
      return result;
  }
}

void uv__fs_free_dirents(uv_fs_t *req) {
  uv_dir_t *dir = req->ptr;
  if (dir == NULL || dir->dirents == NULL)
    return;
  for (ssize_t i = 0; i < req->result; i++) {
    uv__free((char *) dir->dirents[i].name);
    dir->dirents[i].name = NULL;
  }
}
