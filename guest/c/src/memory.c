/* The memory the library takes, by functions a program may replace. */
#include "internal.h"

#include <stdlib.h>

static uv_malloc_func malloc_func = malloc;
static uv_realloc_func realloc_func = realloc;
static uv_calloc_func calloc_func = calloc;
static uv_free_func free_func = free;

int uv_replace_allocator(uv_malloc_func malloc_by, uv_realloc_func realloc_by,
                         uv_calloc_func calloc_by, uv_free_func free_by) {
  if (malloc_by == NULL || realloc_by == NULL || calloc_by == NULL || free_by == NULL)
    return UV_EINVAL;
  malloc_func = malloc_by;
  realloc_func = realloc_by;
  calloc_func = calloc_by;
  free_func = free_by;
  return 0;
}

void *uv__malloc(size_t size) { return size == 0 ? NULL : malloc_func(size); }

void *uv__calloc(size_t count, size_t size) { return calloc_func(count, size); }

void *uv__realloc(void *ptr, size_t size) {
  if (size > 0)
    return realloc_func(ptr, size);
  uv__free(ptr);
  return NULL;
}

void uv__free(void *ptr) {
  if (ptr != NULL)
    free_func(ptr);
}

char *uv__strndup(const char *s, size_t n) {
  size_t len = strnlen(s, n);
  char *copy = uv__malloc(len + 1);
  if (copy == NULL)
    return NULL;
  memcpy(copy, s, len);
  copy[len] = '\0';
  return copy;
}

char *uv__strdup(const char *s) { return uv__strndup(s, strlen(s)); }
