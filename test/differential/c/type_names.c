/* Names and numbers of handle and request types. */
#include "log.h"

int main(void) {
  uv_loop_t loop;
  int i;
  uv_loop_init(&loop);
  for (i = 1; i < UV_FILE; i++)
    if (uv_handle_type_name(i))
      say("handle %d %s", i, uv_handle_type_name(i));
  say("%d", UV_FILE);
  for (i = 1; i <= UV_RANDOM; i++)
    if (uv_req_type_name(i))
      say("req %d %s", i, uv_req_type_name(i));
  return finish(&loop);
}
