/* Processes and shared libraries: a guest can start neither. */
#include "internal.h"

static uint64_t call(uv_handle_t *handle, uint32_t kind, int64_t status) {
  (void) handle;
  (void) kind;
  (void) status;
  return 0;
}

/* ENOSYS. As in libuv the handle is to be closed also after an error: a timer
 * that never starts stands for it at the host. */
int uv_spawn(uv_loop_t *loop, uv_process_t *handle, const uv_process_options_t *options) {
  int32_t id = wire_timer_init(loop->uv__number, UV__COOKIE(handle));
  int err = uv__handle_init(loop, (uv_handle_t *) handle, UV_PROCESS, id, call);
  handle->exit_cb = options->exit_cb;
  handle->pid = 0;
  handle->status = 0;
  return err < 0 ? err : UV_ENOSYS;
}

int uv_process_kill(uv_process_t *process, int signum) { return uv_kill(process->pid, signum); }

int uv_kill(int pid, int signum) {
  (void) pid;
  (void) signum;
  return UV_ENOSYS;
}

uv_pid_t uv_process_get_pid(const uv_process_t *process) { return process->pid; }

void uv_disable_stdio_inheritance(void) {}

static const char no_libraries[] = "a WebAssembly guest cannot load shared libraries";

int uv_dlopen(const char *filename, uv_lib_t *lib) {
  (void) filename;
  lib->handle = NULL;
  lib->errmsg = (char *) no_libraries;
  return -1;
}

void uv_dlclose(uv_lib_t *lib) {
  lib->handle = NULL;
  lib->errmsg = NULL;
}

int uv_dlsym(uv_lib_t *lib, const char *name, void **ptr) {
  (void) name;
  *ptr = NULL;
  lib->errmsg = (char *) no_libraries;
  return -1;
}

const char *uv_dlerror(const uv_lib_t *lib) {
  return lib->errmsg == NULL ? "no error" : lib->errmsg;
}
