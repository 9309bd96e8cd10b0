/* Work that tells how far it is, by an async handle. Several sends may come as
 * one call: the last value is what counts. */
#include <stdio.h>
#include <uv.h>

static uv_async_t async;
static double percentage;
static int called = 0;

static void fake_download(uv_work_t *req) {
  int size = *(int *) req->data;
  int downloaded = 0;
  while (downloaded < size) {
    downloaded += 1000;
    percentage = downloaded * 100.0 / size;
    async.data = &percentage;
    uv_async_send(&async);
    uv_sleep(1);
  }
}

static void after(uv_work_t *req, int status) {
  (void) req;
  printf("Download complete: %d\n", status);
  uv_close((uv_handle_t *) &async, NULL);
}

static void print_progress(uv_async_t *handle) {
  (void) handle;
  called++;
}

int main(void) {
  uv_loop_t *loop = uv_default_loop();
  uv_work_t req;
  int size = 10240;

  req.data = &size;
  uv_async_init(loop, &async, print_progress);
  uv_queue_work(loop, &req, fake_download, after);
  uv_run(loop, UV_RUN_DEFAULT);
  printf("%s, %.0f%%\n", called > 0 ? "told" : "not told", percentage);
  return uv_loop_close(loop) != 0;
}
