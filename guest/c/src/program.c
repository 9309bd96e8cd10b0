/* The program: version, name, title, descriptors. */
#include "buffer.h"
#include "fs.h"

#include <limits.h>
#include <unistd.h>
#include <wasi/api.h>

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

unsigned int uv_version(void) { return UV_VERSION_HEX; }

const char *uv_version_string(void) {
  return TEXT(UV_VERSION_MAJOR) "." TEXT(UV_VERSION_MINOR) "." TEXT(UV_VERSION_PATCH)
      "-" UV_VERSION_SUFFIX;
}

/* There are no threads to end and nothing to give back. */
void uv_library_shutdown(void) {}

static char title[512];
static int has_title;

char **uv_setup_args(int argc, char **argv) {
  if (argc > 0 && argv != NULL && argv[0] != NULL) {
    strncpy(title, argv[0], sizeof title - 1);
    has_title = 1;
  }
  return argv;
}

int uv_get_process_title(char *buffer, size_t size) {
  if (buffer == NULL || size == 0)
    return UV_EINVAL;
  if (!has_title)
    return UV_ENOBUFS;
  return uv__give_string(title, buffer, &size);
}

/* Only the program itself sees its title. */
int uv_set_process_title(const char *to) {
  if (!has_title)
    return UV_ENOBUFS;
  strncpy(title, to, sizeof title - 1);
  return 0;
}

/* The first argument, as WASI gives it. */
static int first_argument(char *name, size_t room) {
  __wasi_size_t count, bytes;
  uint8_t **args, *text;
  int err = UV_ENOENT;
  if (__wasi_args_sizes_get(&count, &bytes) != 0 || count == 0)
    return UV_ENOENT;
  args = uv__malloc(count * sizeof *args);
  text = uv__malloc(bytes);
  if (args != NULL && text != NULL && __wasi_args_get(args, text) == 0 &&
      strlen((char *) args[0]) < room) {
    strcpy(name, (char *) args[0]);
    err = 0;
  }
  uv__free(args);
  uv__free(text);
  return err;
}

/* Where the program would be if its name were a path of the guest's: its file
 * is the host's. Cut to the buffer, as libuv does. */
int uv_exepath(char *buffer, size_t *size) {
  char path[2 * PATH_MAX + 2], name[PATH_MAX];
  size_t len = PATH_MAX;
  int err;
  if (buffer == NULL || size == NULL || *size == 0)
    return UV_EINVAL;
  err = first_argument(name, sizeof name);
  if (err < 0)
    return err;
  path[0] = '\0';
  if (name[0] != '/' && uv_cwd(path, &len) == 0 && strcmp(path, "/") != 0)
    strcat(path, "/");
  else if (name[0] != '/')
    strcpy(path, "/");
  strcat(path, strncmp(name, "./", 2) == 0 ? name + 2 : name);
  len = strlen(path);
  if (len > *size - 1)
    len = *size - 1;
  memcpy(buffer, path, len);
  buffer[len] = '\0';
  *size = len;
  return 0;
}

/* Standard streams are the host's: a pipe, a file, or a terminal, which serves a
 * guest as a pipe. */
static uv_handle_type standard_stream(uv_file file) {
  __wasi_fdstat_t stat;
  if (__wasi_fd_fdstat_get(file, &stat) != 0)
    return UV_UNKNOWN_HANDLE;
  switch (stat.fs_filetype) {
    case __WASI_FILETYPE_REGULAR_FILE:
      return UV_FILE;
    case __WASI_FILETYPE_CHARACTER_DEVICE:
      return isatty(file) ? UV_NAMED_PIPE : UV_FILE;
    default:
      return UV_NAMED_PIPE;
  }
}

uv_handle_type uv_guess_handle(uv_file file) {
  struct wire_stat stat;
  if (file < 0)
    return UV_UNKNOWN_HANDLE;
  if (file <= STDERR_FILENO)
    return standard_stream(file);
  if (wire_fs_fstat(0, file, &stat, 0) < 0)
    return UV_UNKNOWN_HANDLE;
  if (S_ISREG(stat.mode) || S_ISCHR(stat.mode))
    return UV_FILE;
  return S_ISFIFO(stat.mode) || S_ISSOCK(stat.mode) ? UV_NAMED_PIPE : UV_UNKNOWN_HANDLE;
}

uv_os_fd_t uv_get_osfhandle(int fd) { return fd; }

int uv_open_osfhandle(uv_os_fd_t os_fd) { return os_fd; }
