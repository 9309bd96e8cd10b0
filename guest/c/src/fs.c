/*
 * File requests. Each begins with begin(), which keeps what the caller may free
 * meanwhile (paths, the list of buffers), calls the wire, and ends with
 * submit(). Without a callback the cookie is 0: the host is done before the
 * call of the wire returns.
 */
#include "fs.h"

#include <fcntl.h>
#include <limits.h>

/* Linux's flags of open, which the wire has, and the guest's. */
uint32_t uv__fs_flags(int flags) {
  static const struct {
    int guest;
    uint32_t wire;
  } map[] = {
      {O_APPEND, 02000},      {O_CREAT, 0100},       {O_EXCL, 0200},
      {O_TRUNC, 01000},       {O_DIRECTORY, 0200000}, {O_NOFOLLOW, 0400000},
      {O_NONBLOCK, 04000},    {O_DSYNC, 010000},     {O_SYNC, 04010000},
  };
  uint32_t wire = 0;
  if ((flags & O_RDWR) == O_RDWR)
    wire = 2;
  else if (flags & O_WRONLY)
    wire = 1;
  for (size_t i = 0; i < sizeof map / sizeof map[0]; i++)
    if ((flags & map[i].guest) == map[i].guest)
      wire |= map[i].wire;
  return wire;
}

static void give_timespec(uv_timespec_t *to, uint64_t sec, uint64_t nsec) {
  to->tv_sec = (long) sec;
  to->tv_nsec = (long) nsec;
}

void uv__give_stat(uv_stat_t *to, const struct wire_stat *from) {
  to->st_dev = from->dev;
  to->st_mode = from->mode;
  to->st_nlink = from->nlink;
  to->st_uid = from->uid;
  to->st_gid = from->gid;
  to->st_rdev = from->rdev;
  to->st_ino = from->ino;
  to->st_size = from->size;
  to->st_blksize = from->blksize;
  to->st_blocks = from->blocks;
  to->st_flags = from->flags;
  to->st_gen = from->gen;
  give_timespec(&to->st_atim, from->atime_sec, from->atime_nsec);
  give_timespec(&to->st_mtim, from->mtime_sec, from->mtime_nsec);
  give_timespec(&to->st_ctim, from->ctime_sec, from->ctime_nsec);
  give_timespec(&to->st_birthtim, from->birthtime_sec, from->birthtime_nsec);
}

static int give_statfs(uv_fs_t *req) {
  const struct wire_statfs *from = (const struct wire_statfs *) req->uv__wire;
  uv_statfs_t *to = uv__calloc(1, sizeof *to);
  if (to == NULL)
    return UV_ENOMEM;
  to->f_type = from->type;
  to->f_bsize = from->bsize;
  to->f_blocks = from->blocks;
  to->f_bfree = from->bfree;
  to->f_bavail = from->bavail;
  to->f_files = from->files;
  to->f_ffree = from->ffree;
  to->f_frsize = from->frsize;
  req->ptr = to;
  return 0;
}

/* Makes the text that the host wrote a string of the request's. */
static int give_text(uv_fs_t *req, size_t len) {
  char *text = uv__realloc(req->uv__buf, len + 1);
  if (text == NULL)
    return UV_ENOMEM;
  text[len] = '\0';
  req->uv__buf = NULL;
  req->ptr = text;
  return 0;
}

/* The path of mkdtemp and mkstemp takes the template's place. */
static int give_path(uv_fs_t *req) {
  size_t len = strlen(req->path);
  memcpy((char *) req->path, req->uv__buf, len);
  return 0;
}

/* Fills in what the operation tells beside its result; answers the result. */
static ssize_t results(uv_fs_t *req, ssize_t result) {
  int err = 0;
  switch (req->fs_type) {
    case UV_FS_STAT:
    case UV_FS_LSTAT:
    case UV_FS_FSTAT:
      uv__give_stat(&req->statbuf, (const struct wire_stat *) req->uv__wire);
      req->ptr = &req->statbuf;
      return result;
    case UV_FS_STATFS:
      err = give_statfs(req);
      return err < 0 ? err : 0;
    case UV_FS_READLINK:
    case UV_FS_REALPATH:
      err = give_text(req, (size_t) result);
      return err < 0 ? err : 0;
    case UV_FS_MKDTEMP:
      give_path(req);
      return 0;
    case UV_FS_MKSTEMP:
      give_path(req);
      return result;
    case UV_FS_SCANDIR:
    case UV_FS_OPENDIR:
    case UV_FS_READDIR:
    case UV_FS_CLOSEDIR:
      return uv__fs_dir_results(req, result);
    default:
      return result;
  }
}

static void finish(uv_fs_t *req, int64_t status) {
  ssize_t result = (ssize_t) status;
  if (req->fs_type == UV_FS_CLOSEDIR)
    result = uv__fs_dir_results(req, result);
  else if (result >= 0)
    result = results(req, result);
  req->result = result;
  if (req->bufs != req->bufsml)
    uv__free(req->bufs);
  req->bufs = NULL;
  uv__free(req->uv__buf);
  req->uv__buf = NULL;
}

static void call(uv_req_t *base, uint32_t kind, int64_t status) {
  uv_fs_t *req = (uv_fs_t *) base;
  if (kind == WIRE_CB_WORK)
    return;
  if (kind == WIRE_CB_AFTER_WORK && status == 0)
    status = req->result;
  if (req->fs_type == UV_FS_SCANDIR && status >= 0)
    status = uv__fs_take_entries(req, base->uv__id, status);
  finish(req, status);
  uv__req_done(base);
  req->cb(req);
}

void uv__fs_init(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, uv_fs_cb cb) {
  uv__req_init(loop, (uv_req_t *) req, UV_FS, call);
  req->fs_type = type;
  req->loop = loop;
  req->cb = cb;
  req->result = 0;
  req->ptr = NULL;
  req->path = NULL;
  req->new_path = NULL;
  req->bufs = NULL;
  req->nbufs = 0;
  req->uv__buf = NULL;
  req->uv__len = 0;
  req->uv__next = 0;
}

/* What the host refuses at once is told in the callback, as libuv does: an item
 * of the pool brings it there. Over a limit the call fails. */
int uv__fs_submit(uv_fs_t *req, int32_t answer) {
  if (req->cb == NULL) {
    finish(req, answer);
    return (int) req->result;
  }
  req->result = answer < 0 ? answer : 0;
  if (answer < 0 && answer != UV_ENOBUFS && answer != UV_EAGAIN)
    answer = wire_queue_work(uv__number(req->loop), UV__COOKIE(req));
  if (answer >= 0)
    return uv__req_started((uv_req_t *) req, answer);
  finish(req, answer);
  return answer;
}

/* Begins a request on an open file or on none. */
static int begin(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, uv_fs_cb cb) {
  if (req == NULL)
    return UV_EINVAL;
  uv__fs_init(loop, req, type, cb);
  return 0;
}

static int begin_file(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, uv_file file, uv_fs_cb cb) {
  int err = begin(loop, req, type, cb);
  if (err == 0)
    req->file = file;
  return err;
}

/* Begins a request on a path, which is kept where the request outlives the
 * call, and where the path is a result. */
int uv__fs_begin_path(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, const char *path,
                      uv_fs_cb cb) {
  int err = begin(loop, req, type, cb);
  if (err < 0)
    return err;
  if (path == NULL)
    return UV_EINVAL;
  req->path = path;
  if (cb == NULL && type != UV_FS_MKDTEMP && type != UV_FS_MKSTEMP)
    return 0;
  req->path = uv__strdup(path);
  return req->path == NULL ? UV_ENOMEM : 0;
}

/* Both paths of a request lie in one piece of memory, which path owns. */
static int begin_paths(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, const char *path,
                       const char *new_path, uv_fs_cb cb) {
  int err = begin(loop, req, type, cb);
  size_t len, new_len;
  char *copy;
  if (err < 0)
    return err;
  if (path == NULL || new_path == NULL)
    return UV_EINVAL;
  req->path = path;
  req->new_path = new_path;
  if (cb == NULL)
    return 0;
  len = strlen(path) + 1;
  new_len = strlen(new_path) + 1;
  copy = uv__malloc(len + new_len);
  req->path = copy;
  req->new_path = NULL;
  if (copy == NULL)
    return UV_ENOMEM;
  memcpy(copy, path, len);
  req->new_path = memcpy(copy + len, new_path, new_len);
  return 0;
}

/* What the wire takes for a path, and for two. */
#define PATH uv__resolve(0, req->path), uv__length(uv__resolve(0, req->path))
#define PATHS PATH, uv__resolve(1, req->new_path), uv__length(uv__resolve(1, req->new_path))

/* Memory for a text the host will write. */
static int want_text(uv_fs_t *req, size_t len) {
  req->uv__buf = uv__malloc(len);
  req->uv__len = len;
  return req->uv__buf == NULL ? UV_ENOMEM : 0;
}

int uv_fs_open(uv_loop_t *loop, uv_fs_t *req, const char *path, int flags, int mode, uv_fs_cb cb) {
  int err = uv__fs_begin_path(loop, req, UV_FS_OPEN, path, cb);
  if (err < 0)
    return err;
  req->flags = flags;
  req->mode = (mode_t) mode;
  return uv__fs_submit(req, wire_fs_open(uv__number(loop), PATH, uv__fs_flags(flags),
                                         (uint32_t) mode, uv__fs_cookie(req)));
}

int uv_fs_close(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb) {
  int err = begin_file(loop, req, UV_FS_CLOSE, file, cb);
  return err < 0 ? err : uv__fs_submit(req, wire_fs_close(uv__number(loop), file, uv__fs_cookie(req)));
}

static int begin_transfer(uv_loop_t *loop, uv_fs_t *req, uv_fs_type type, uv_file file,
                          const uv_buf_t bufs[], unsigned int nbufs, int64_t offset, uv_fs_cb cb) {
  int err = begin_file(loop, req, type, file, cb);
  if (err < 0)
    return err;
  if (bufs == NULL || nbufs == 0)
    return UV_EINVAL;
  req->off = offset;
  req->nbufs = nbufs;
  req->bufs = req->bufsml;
  if (nbufs > sizeof req->bufsml / sizeof req->bufsml[0])
    req->bufs = uv__malloc(nbufs * sizeof *bufs);
  if (req->bufs == NULL)
    return UV_ENOMEM;
  memcpy(req->bufs, bufs, nbufs * sizeof *bufs);
  return 0;
}

int uv_fs_read(uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t bufs[],
               unsigned int nbufs, int64_t offset, uv_fs_cb cb) {
  int err = begin_transfer(loop, req, UV_FS_READ, file, bufs, nbufs, offset, cb);
  if (err < 0)
    return err;
  return uv__fs_submit(req, wire_fs_read(uv__number(loop), file, (struct wire_buf *) req->bufs,
                                         nbufs, offset, uv__fs_cookie(req)));
}

int uv_fs_write(uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t bufs[],
                unsigned int nbufs, int64_t offset, uv_fs_cb cb) {
  int err = begin_transfer(loop, req, UV_FS_WRITE, file, bufs, nbufs, offset, cb);
  if (err < 0)
    return err;
  return uv__fs_submit(req, wire_fs_write(uv__number(loop), file, (struct wire_buf *) req->bufs,
                                          nbufs, offset, uv__fs_cookie(req)));
}

/* stat and its like: the host writes into uv__wire. */
#define STAT ((struct wire_stat *) req->uv__wire)
_Static_assert(sizeof(struct wire_stat) <= sizeof(((uv_fs_t *) 0)->uv__wire), "room");
_Static_assert(sizeof(struct wire_statfs) <= sizeof(((uv_fs_t *) 0)->uv__wire), "room");

/* A request on a path: its name, and what the wire takes after the path. */
#define ON_PATH(name, type, params, ...)                                                         \
  int name params {                                                                              \
    int err = uv__fs_begin_path(loop, req, type, path, cb);                                      \
    return err < 0 ? err : uv__fs_submit(req, __VA_ARGS__);                                      \
  }
#define ON_PATHS(name, type, params, ...)                                                        \
  int name params {                                                                              \
    int err = begin_paths(loop, req, type, path, new_path, cb);                                  \
    return err < 0 ? err : uv__fs_submit(req, __VA_ARGS__);                                      \
  }
#define ON_FILE(name, type, params, ...)                                                         \
  int name params {                                                                              \
    int err = begin_file(loop, req, type, file, cb);                                             \
    return err < 0 ? err : uv__fs_submit(req, __VA_ARGS__);                                      \
  }
#define HEAD uv_loop_t *loop, uv_fs_t *req
#define N uv__number(loop)
#define C uv__fs_cookie(req)

ON_PATH(uv_fs_stat, UV_FS_STAT, (HEAD, const char *path, uv_fs_cb cb),
        wire_fs_stat(N, PATH, STAT, C))
ON_PATH(uv_fs_lstat, UV_FS_LSTAT, (HEAD, const char *path, uv_fs_cb cb),
        wire_fs_lstat(N, PATH, STAT, C))
ON_FILE(uv_fs_fstat, UV_FS_FSTAT, (HEAD, uv_file file, uv_fs_cb cb),
        wire_fs_fstat(N, file, STAT, C))
ON_PATH(uv_fs_statfs, UV_FS_STATFS, (HEAD, const char *path, uv_fs_cb cb),
        wire_fs_statfs(N, PATH, (struct wire_statfs *) req->uv__wire, C))
ON_PATH(uv_fs_mkdir, UV_FS_MKDIR, (HEAD, const char *path, int mode, uv_fs_cb cb),
        wire_fs_mkdir(N, PATH, (uint32_t) mode, C))
ON_PATH(uv_fs_rmdir, UV_FS_RMDIR, (HEAD, const char *path, uv_fs_cb cb),
        wire_fs_rmdir(N, PATH, C))
ON_PATH(uv_fs_unlink, UV_FS_UNLINK, (HEAD, const char *path, uv_fs_cb cb),
        wire_fs_unlink(N, PATH, C))
ON_PATH(uv_fs_access, UV_FS_ACCESS, (HEAD, const char *path, int mode, uv_fs_cb cb),
        wire_fs_access(N, PATH, (uint32_t) mode, C))
ON_PATH(uv_fs_chmod, UV_FS_CHMOD, (HEAD, const char *path, int mode, uv_fs_cb cb),
        wire_fs_chmod(N, PATH, (uint32_t) mode, C))
ON_FILE(uv_fs_fchmod, UV_FS_FCHMOD, (HEAD, uv_file file, int mode, uv_fs_cb cb),
        wire_fs_fchmod(N, file, (uint32_t) mode, C))
ON_PATH(uv_fs_chown, UV_FS_CHOWN,
        (HEAD, const char *path, uv_uid_t uid, uv_gid_t gid, uv_fs_cb cb),
        wire_fs_chown(N, PATH, uid, gid, 1, C))
ON_PATH(uv_fs_lchown, UV_FS_LCHOWN,
        (HEAD, const char *path, uv_uid_t uid, uv_gid_t gid, uv_fs_cb cb),
        wire_fs_chown(N, PATH, uid, gid, 0, C))
ON_FILE(uv_fs_fchown, UV_FS_FCHOWN, (HEAD, uv_file file, uv_uid_t uid, uv_gid_t gid, uv_fs_cb cb),
        wire_fs_fchown(N, file, uid, gid, C))
ON_PATH(uv_fs_utime, UV_FS_UTIME,
        (HEAD, const char *path, double atime, double mtime, uv_fs_cb cb),
        wire_fs_utime(N, PATH, atime, mtime, 1, C))
ON_PATH(uv_fs_lutime, UV_FS_LUTIME,
        (HEAD, const char *path, double atime, double mtime, uv_fs_cb cb),
        wire_fs_utime(N, PATH, atime, mtime, 0, C))
ON_FILE(uv_fs_futime, UV_FS_FUTIME, (HEAD, uv_file file, double atime, double mtime, uv_fs_cb cb),
        wire_fs_futime(N, file, atime, mtime, C))
ON_FILE(uv_fs_ftruncate, UV_FS_FTRUNCATE, (HEAD, uv_file file, int64_t offset, uv_fs_cb cb),
        offset < 0 ? UV_EINVAL : wire_fs_ftruncate(N, file, offset, C))
ON_FILE(uv_fs_fsync, UV_FS_FSYNC, (HEAD, uv_file file, uv_fs_cb cb),
        wire_fs_fsync(N, file, 0, C))
ON_FILE(uv_fs_fdatasync, UV_FS_FDATASYNC, (HEAD, uv_file file, uv_fs_cb cb),
        wire_fs_fsync(N, file, 1, C))
ON_PATHS(uv_fs_rename, UV_FS_RENAME,
         (HEAD, const char *path, const char *new_path, uv_fs_cb cb), wire_fs_rename(N, PATHS, C))
ON_PATHS(uv_fs_link, UV_FS_LINK, (HEAD, const char *path, const char *new_path, uv_fs_cb cb),
         wire_fs_link(N, PATHS, C))

int uv_fs_symlink(HEAD, const char *path, const char *new_path, int flags, uv_fs_cb cb) {
  int err = begin_paths(loop, req, UV_FS_SYMLINK, path, new_path, cb);
  if (err < 0)
    return err;
  req->flags = flags;
  /* Where a link leads is not looked at. */
  return uv__fs_submit(req, wire_fs_symlink(N, path, uv__length(path), uv__resolve(1, new_path),
                                            uv__length(uv__resolve(1, new_path)),
                                            (uint32_t) flags, C));
}

int uv_fs_copyfile(HEAD, const char *path, const char *new_path, int flags, uv_fs_cb cb) {
  const int known =
      UV_FS_COPYFILE_EXCL | UV_FS_COPYFILE_FICLONE | UV_FS_COPYFILE_FICLONE_FORCE;
  int err = begin_paths(loop, req, UV_FS_COPYFILE, path, new_path, cb);
  if (err < 0)
    return err;
  if ((flags & ~known) != 0)
    return UV_EINVAL;
  req->flags = flags;
  return uv__fs_submit(req, wire_fs_copyfile(N, PATHS, (uint32_t) flags, C));
}

int uv_fs_sendfile(HEAD, uv_file out_fd, uv_file in_fd, int64_t in_offset, size_t len,
                   uv_fs_cb cb) {
  int err = begin_file(loop, req, UV_FS_SENDFILE, out_fd, cb);
  if (err < 0)
    return err;
  req->flags = in_fd;
  req->off = in_offset;
  return uv__fs_submit(req, wire_fs_sendfile(N, out_fd, in_fd, in_offset, len, C));
}

int uv_fs_readlink(HEAD, const char *path, uv_fs_cb cb) {
  int err = uv__fs_begin_path(loop, req, UV_FS_READLINK, path, cb);
  if (err == 0)
    err = want_text(req, PATH_MAX + 1);
  return err < 0 ? err
                 : uv__fs_submit(req, wire_fs_readlink(N, PATH, req->uv__buf, PATH_MAX, C));
}

int uv_fs_realpath(HEAD, const char *path, uv_fs_cb cb) {
  int err = uv__fs_begin_path(loop, req, UV_FS_REALPATH, path, cb);
  if (err == 0)
    err = want_text(req, PATH_MAX + 1);
  return err < 0 ? err
                 : uv__fs_submit(req, wire_fs_realpath(N, PATH, req->uv__buf, PATH_MAX, C));
}

int uv_fs_mkdtemp(HEAD, const char *tpl, uv_fs_cb cb) {
  int err = uv__fs_begin_path(loop, req, UV_FS_MKDTEMP, tpl, cb);
  if (err == 0)
    err = want_text(req, strlen(tpl) + 1);
  return err < 0 ? err
                 : uv__fs_submit(req, wire_fs_mkdtemp(N, PATH, req->uv__buf,
                                                      (uint32_t) req->uv__len, C));
}

int uv_fs_mkstemp(HEAD, const char *tpl, uv_fs_cb cb) {
  int err = uv__fs_begin_path(loop, req, UV_FS_MKSTEMP, tpl, cb);
  if (err == 0)
    err = want_text(req, strlen(tpl) + 1);
  return err < 0 ? err
                 : uv__fs_submit(req, wire_fs_mkstemp(N, PATH, req->uv__buf,
                                                      (uint32_t) req->uv__len, C));
}

/* A path belongs to the request where the request outlives the call, and where
 * the path is a result. */
static int owns_path(const uv_fs_t *req) {
  return req->cb != NULL || req->fs_type == UV_FS_MKDTEMP || req->fs_type == UV_FS_MKSTEMP;
}

void uv_fs_req_cleanup(uv_fs_t *req) {
  if (req == NULL)
    return;
  if (req->path != NULL && owns_path(req))
    uv__free((char *) req->path);
  req->path = NULL;
  req->new_path = NULL;
  if (req->fs_type == UV_FS_READDIR)
    uv__fs_free_dirents(req);
  else if (req->fs_type != UV_FS_OPENDIR && req->ptr != &req->statbuf)
    uv__free(req->ptr);
  req->ptr = NULL;
  if (req->bufs != req->bufsml)
    uv__free(req->bufs);
  req->bufs = NULL;
}

uv_fs_type uv_fs_get_type(const uv_fs_t *req) { return req->fs_type; }

ssize_t uv_fs_get_result(const uv_fs_t *req) { return req->result; }

int uv_fs_get_system_error(const uv_fs_t *req) { return req->result < 0 ? uv__sys_errno((int) req->result) : 0; }

void *uv_fs_get_ptr(const uv_fs_t *req) { return req->ptr; }

const char *uv_fs_get_path(const uv_fs_t *req) { return req->path; }

uv_stat_t *uv_fs_get_statbuf(uv_fs_t *req) { return &req->statbuf; }
