/* The list of a loop's handles, for people. */
#include "internal.h"

#include <stdio.h>

static void print_handles(uv_loop_t *loop, int only_active, FILE *stream) {
  for (const uv_handle_t *h = loop->uv__first; h != NULL; h = h->uv__next) {
    int active = uv_is_active(h);
    const char *name = uv_handle_type_name(h->type);
    if (only_active && !active)
      continue;
    fprintf(stream, "[%c%c-] %-8s %p\n", uv_has_ref(h) ? 'R' : '-', active ? 'A' : '-',
            name == NULL ? "<unknown>" : name, (const void *) h);
  }
}

void uv_print_all_handles(uv_loop_t *loop, FILE *stream) {
  print_handles(loop == NULL ? uv_default_loop() : loop, 0, stream == NULL ? stderr : stream);
}

void uv_print_active_handles(uv_loop_t *loop, FILE *stream) {
  print_handles(loop == NULL ? uv_default_loop() : loop, 1, stream == NULL ? stderr : stream);
}
