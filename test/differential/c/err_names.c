/* Names and messages of the errors that every libuv has. */
#include "log.h"

#define ROW(code, _) say("%s: %s", uv_err_name(UV_ ## code), uv_strerror(UV_ ## code));

int main(void) {
  uv_loop_t loop;
  uv_loop_init(&loop);
  UV_ERRNO_MAP(ROW)
  return finish(&loop);
}
