/* Files, directories, and what watches them. */
#ifndef UV_FS_H
#define UV_FS_H

#define UV_FS_UNKNOWN ((uv_fs_type) -1)

/* long has 32 bits here: seconds end in 2038, as on every 32-bit system. */
typedef struct {
  long tv_sec;
  long tv_nsec;
} uv_timespec_t;

typedef struct {
  int64_t tv_sec;
  int32_t tv_nsec;
} uv_timespec64_t;

typedef struct {
  uint64_t st_dev;
  uint64_t st_mode;
  uint64_t st_nlink;
  uint64_t st_uid;
  uint64_t st_gid;
  uint64_t st_rdev;
  uint64_t st_ino;
  uint64_t st_size;
  uint64_t st_blksize;
  uint64_t st_blocks;
  uint64_t st_flags;
  uint64_t st_gen;
  uv_timespec_t st_atim;
  uv_timespec_t st_mtim;
  uv_timespec_t st_ctim;
  uv_timespec_t st_birthtim;
} uv_stat_t;

typedef struct uv_statfs_s {
  uint64_t f_type;
  uint64_t f_bsize;
  uint64_t f_blocks;
  uint64_t f_bfree;
  uint64_t f_bavail;
  uint64_t f_files;
  uint64_t f_ffree;
  uint64_t f_frsize;
  uint64_t f_spare[3];
} uv_statfs_t;

typedef struct uv_dirent_s {
  const char *name;
  uv_dirent_type_t type;
} uv_dirent_t;

typedef struct uv_dir_s {
  uv_dirent_t *dirents;
  size_t nentries;
  void *reserved[4];
  int uv__dir;
} uv_dir_t;

typedef void (*uv_fs_cb)(uv_fs_t *req);
typedef void (*uv_fs_event_cb)(uv_fs_event_t *handle, const char *filename, int events, int status);
typedef void (*uv_fs_poll_cb)(uv_fs_poll_t *handle, int status, const uv_stat_t *prev,
                              const uv_stat_t *curr);

struct uv_fs_s {
  UV_REQ_FIELDS
  uv_fs_type fs_type;
  uv_loop_t *loop;
  uv_fs_cb cb;
  ssize_t result;
  void *ptr;
  const char *path;
  uv_stat_t statbuf;
  const char *new_path;
  uv_file file;
  int flags;
  mode_t mode;
  unsigned int nbufs;
  uv_buf_t *bufs;
  off_t off;
  uv_uid_t uid;
  uv_gid_t gid;
  double atime;
  double mtime;
  uv_buf_t bufsml[4];
  void *uv__buf;         /* what the host writes into, where it is not uv__wire */
  size_t uv__len;        /* of uv__buf in bytes */
  size_t uv__next;       /* entry uv_fs_scandir_next gives next */
  uint64_t uv__wire[20]; /* struct wire_stat or wire_statfs */
};

struct uv_fs_event_s {
  UV_HANDLE_FIELDS
  char *path;
  uv_fs_event_cb cb;
};

struct uv_fs_poll_s {
  UV_HANDLE_FIELDS
  void *poll_ctx;
};

#define UV_FS_COPYFILE_EXCL 0x0001
#define UV_FS_COPYFILE_FICLONE 0x0002
#define UV_FS_COPYFILE_FICLONE_FORCE 0x0004
#define UV_FS_SYMLINK_DIR 0x0001
#define UV_FS_SYMLINK_JUNCTION 0x0002

/* Times that stand for the time now, and for leaving one as it is. */
#define UV_FS_UTIME_NOW (__builtin_inf())
#define UV_FS_UTIME_OMIT (__builtin_nan(""))

enum uv_fs_event { UV_RENAME = 1, UV_CHANGE = 2 };

enum uv_fs_event_flags {
  UV_FS_EVENT_WATCH_ENTRY = 1,
  UV_FS_EVENT_STAT = 2,
  UV_FS_EVENT_RECURSIVE = 4
};

UV_EXTERN uv_fs_type uv_fs_get_type(const uv_fs_t *req);
UV_EXTERN ssize_t uv_fs_get_result(const uv_fs_t *req);
UV_EXTERN int uv_fs_get_system_error(const uv_fs_t *req);
UV_EXTERN void *uv_fs_get_ptr(const uv_fs_t *req);
UV_EXTERN const char *uv_fs_get_path(const uv_fs_t *req);
UV_EXTERN uv_stat_t *uv_fs_get_statbuf(uv_fs_t *req);
UV_EXTERN void uv_fs_req_cleanup(uv_fs_t *req);

UV_EXTERN int uv_fs_open(uv_loop_t *loop, uv_fs_t *req, const char *path, int flags, int mode,
                         uv_fs_cb cb);
UV_EXTERN int uv_fs_close(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_read(uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t bufs[],
                         unsigned int nbufs, int64_t offset, uv_fs_cb cb);
UV_EXTERN int uv_fs_write(uv_loop_t *loop, uv_fs_t *req, uv_file file, const uv_buf_t bufs[],
                          unsigned int nbufs, int64_t offset, uv_fs_cb cb);
UV_EXTERN int uv_fs_unlink(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_copyfile(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                             int flags, uv_fs_cb cb);
UV_EXTERN int uv_fs_mkdir(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_mkdtemp(uv_loop_t *loop, uv_fs_t *req, const char *tpl, uv_fs_cb cb);
UV_EXTERN int uv_fs_mkstemp(uv_loop_t *loop, uv_fs_t *req, const char *tpl, uv_fs_cb cb);
UV_EXTERN int uv_fs_rmdir(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_scandir(uv_loop_t *loop, uv_fs_t *req, const char *path, int flags,
                            uv_fs_cb cb);
UV_EXTERN int uv_fs_scandir_next(uv_fs_t *req, uv_dirent_t *ent);
UV_EXTERN int uv_fs_opendir(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_readdir(uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb);
UV_EXTERN int uv_fs_closedir(uv_loop_t *loop, uv_fs_t *req, uv_dir_t *dir, uv_fs_cb cb);
UV_EXTERN int uv_fs_stat(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_lstat(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_fstat(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_statfs(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_rename(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                           uv_fs_cb cb);
UV_EXTERN int uv_fs_fsync(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_fdatasync(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_fs_cb cb);
UV_EXTERN int uv_fs_ftruncate(uv_loop_t *loop, uv_fs_t *req, uv_file file, int64_t offset,
                              uv_fs_cb cb);
UV_EXTERN int uv_fs_sendfile(uv_loop_t *loop, uv_fs_t *req, uv_file out_fd, uv_file in_fd,
                             int64_t in_offset, size_t length, uv_fs_cb cb);
UV_EXTERN int uv_fs_access(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_chmod(uv_loop_t *loop, uv_fs_t *req, const char *path, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_fchmod(uv_loop_t *loop, uv_fs_t *req, uv_file file, int mode, uv_fs_cb cb);
UV_EXTERN int uv_fs_utime(uv_loop_t *loop, uv_fs_t *req, const char *path, double atime,
                          double mtime, uv_fs_cb cb);
UV_EXTERN int uv_fs_futime(uv_loop_t *loop, uv_fs_t *req, uv_file file, double atime, double mtime,
                           uv_fs_cb cb);
UV_EXTERN int uv_fs_lutime(uv_loop_t *loop, uv_fs_t *req, const char *path, double atime,
                           double mtime, uv_fs_cb cb);
UV_EXTERN int uv_fs_link(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                         uv_fs_cb cb);
UV_EXTERN int uv_fs_symlink(uv_loop_t *loop, uv_fs_t *req, const char *path, const char *new_path,
                            int flags, uv_fs_cb cb);
UV_EXTERN int uv_fs_readlink(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_realpath(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_fs_cb cb);
UV_EXTERN int uv_fs_chown(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_uid_t uid,
                          uv_gid_t gid, uv_fs_cb cb);
UV_EXTERN int uv_fs_fchown(uv_loop_t *loop, uv_fs_t *req, uv_file file, uv_uid_t uid, uv_gid_t gid,
                           uv_fs_cb cb);
UV_EXTERN int uv_fs_lchown(uv_loop_t *loop, uv_fs_t *req, const char *path, uv_uid_t uid,
                           uv_gid_t gid, uv_fs_cb cb);

/* Watching files: ENOSYS. */
UV_EXTERN int uv_fs_event_init(uv_loop_t *loop, uv_fs_event_t *handle);
UV_EXTERN int uv_fs_event_start(uv_fs_event_t *handle, uv_fs_event_cb cb, const char *path,
                                unsigned int flags);
UV_EXTERN int uv_fs_event_stop(uv_fs_event_t *handle);
UV_EXTERN int uv_fs_event_getpath(uv_fs_event_t *handle, char *buffer, size_t *size);
UV_EXTERN int uv_fs_poll_init(uv_loop_t *loop, uv_fs_poll_t *handle);
UV_EXTERN int uv_fs_poll_start(uv_fs_poll_t *handle, uv_fs_poll_cb poll_cb, const char *path,
                               unsigned int interval);
UV_EXTERN int uv_fs_poll_stop(uv_fs_poll_t *handle);
UV_EXTERN int uv_fs_poll_getpath(uv_fs_poll_t *handle, char *buffer, size_t *size);

#endif
