/* POSIX's files and libuv's in one table of descriptors and one working
 * directory. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

static void descriptors(void) {
  uv_fs_t req;
  char text[16] = "";
  uv_buf_t buf = uv_buf_init("hello", 5);
  int fd = uv_fs_open(NULL, &req, "d/b", UV_FS_O_RDWR | UV_FS_O_CREAT, 0644, NULL), twin;
  uv_fs_req_cleanup(&req);
  printf("write %d\n", uv_fs_write(NULL, &req, fd, &buf, 1, -1, NULL));
  printf("seek %d\n", (int) lseek(fd, 1, SEEK_SET));
  twin = dup(fd);
  printf("read %d %s\n", (int) read(twin, text, sizeof text), text);
  close(twin);
  uv_fs_close(NULL, &req, fd, NULL);
  fd = open("d/b", O_RDONLY);
  uv_fs_fstat(NULL, &req, fd, NULL);
  printf("size %d, a file %d\n", (int) req.statbuf.st_size, S_ISREG(req.statbuf.st_mode));
  close(fd);
  printf("closed %d", close(fd));
  printf(" %d\n", errno == EBADF);
}

static void streams(void) {
  char line[16];
  FILE *f = fopen("d/a", "w+");
  fputs("one\ntwo\n", f);
  fseek(f, 0, SEEK_END);
  printf("tell %ld\n", ftell(f));
  fseek(f, 4, SEEK_SET);
  printf("line %s", fgets(line, sizeof line, f));
  fclose(f);
}

static void directories(void) {
  struct dirent **list;
  char before[4096], after[4096];
  size_t size = sizeof after;
  int n = scandir("d", &list, NULL, alphasort);
  for (int i = 0; i < n; i++)
    if (list[i]->d_name[0] != '.')
      printf("entry %s %d\n", list[i]->d_name, list[i]->d_type == DT_REG);
  getcwd(before, sizeof before);
  printf("chdir %d\n", chdir("d"));
  printf("access %d\n", access("a", R_OK));
  uv_cwd(after, &size);
  printf("below %d: %s\n", strncmp(before, after, strlen(before)), after + size - 2);
  printf("back %d\n", uv_chdir(".."));
}

static void pipes(void) {
  int fds[2];
  char text[8] = "";
  printf("pipe %d\n", pipe(fds));
  printf("write %d\n", (int) write(fds[1], "xy", 2));
  printf("read %d %s\n", (int) read(fds[0], text, sizeof text), text);
  close(fds[0]);
  close(fds[1]);
}

int main(void) {
  struct stat st;
  char name[] = "tXXXXXX";
  printf("mkdir %d\n", mkdir("d", 0755));
  descriptors();
  streams();
  directories();
  pipes();
  printf("stat %d\n", stat("d", &st));
  printf("a directory %d\n", S_ISDIR(st.st_mode));
  printf("missing %d", open("no/such", O_RDONLY));
  printf(" %s\n", uv_err_name(uv_translate_sys_error(errno)));
  printf("temporary %d\n", mkstemp(name) > 2);
  printf("named %d %d\n", strcmp(name, "tXXXXXX") != 0, unlink(name));
  printf("rename %d\n", rename("d/a", "d/c"));
  printf("remove %d\n", remove("d/b"));
  printf("unlink %d\n", unlink("d/c"));
  printf("rmdir %d\n", rmdir("d"));
  return uv_loop_close(uv_default_loop());
}
