/* Errors, memory, work, random bytes, processes, and what the system tells. */
#ifndef UV_OS_H
#define UV_OS_H

typedef void *(*uv_malloc_func)(size_t size);
typedef void *(*uv_realloc_func)(void *ptr, size_t size);
typedef void *(*uv_calloc_func)(size_t count, size_t size);
typedef void (*uv_free_func)(void *ptr);
typedef void (*uv_work_cb)(uv_work_t *req);
typedef void (*uv_after_work_cb)(uv_work_t *req, int status);
typedef void (*uv_random_cb)(uv_random_t *req, int status, void *buf, size_t buflen);
typedef void (*uv_exit_cb)(uv_process_t *process, int64_t exit_status, int term_signal);

/* Work runs on the guest's one thread, in the poll phase. */
struct uv_work_s {
  UV_REQ_FIELDS
  uv_loop_t *loop;
  uv_work_cb work_cb;
  uv_after_work_cb after_work_cb;
  uv_work_t *uv__next; /* what has not begun is a list */
  uv_work_t *uv__prev;
  int uv__waits;
};

struct uv_random_s {
  UV_REQ_FIELDS
  uv_loop_t *loop;
  int status;
  void *buf;
  size_t buflen;
  uv_random_cb cb;
};

struct uv_process_s {
  UV_HANDLE_FIELDS
  uv_exit_cb exit_cb;
  int pid;
  int status;
};

typedef struct uv_stdio_container_s {
  uv_stdio_flags flags;
  union {
    uv_stream_t *stream;
    int fd;
  } data;
} uv_stdio_container_t;

typedef struct uv_process_options_s {
  uv_exit_cb exit_cb;
  const char *file;
  char **args;
  char **env;
  const char *cwd;
  unsigned int flags;
  int stdio_count;
  uv_stdio_container_t *stdio;
  uv_uid_t uid;
  uv_gid_t gid;
} uv_process_options_t;

enum uv_process_flags {
  UV_PROCESS_SETUID = 1 << 0,
  UV_PROCESS_SETGID = 1 << 1,
  UV_PROCESS_WINDOWS_VERBATIM_ARGUMENTS = 1 << 2,
  UV_PROCESS_DETACHED = 1 << 3,
  UV_PROCESS_WINDOWS_HIDE = 1 << 4,
  UV_PROCESS_WINDOWS_HIDE_CONSOLE = 1 << 5,
  UV_PROCESS_WINDOWS_HIDE_GUI = 1 << 6,
  UV_PROCESS_WINDOWS_FILE_PATH_EXACT_NAME = 1 << 7
};

typedef struct {
  long tv_sec;
  long tv_usec;
} uv_timeval_t;

typedef struct {
  int64_t tv_sec;
  int32_t tv_usec;
} uv_timeval64_t;

typedef enum { UV_CLOCK_MONOTONIC, UV_CLOCK_REALTIME } uv_clock_id;

typedef struct {
  uv_timeval_t ru_utime;
  uv_timeval_t ru_stime;
  uint64_t ru_maxrss;
  uint64_t ru_ixrss;
  uint64_t ru_idrss;
  uint64_t ru_isrss;
  uint64_t ru_minflt;
  uint64_t ru_majflt;
  uint64_t ru_nswap;
  uint64_t ru_inblock;
  uint64_t ru_oublock;
  uint64_t ru_msgsnd;
  uint64_t ru_msgrcv;
  uint64_t ru_nsignals;
  uint64_t ru_nvcsw;
  uint64_t ru_nivcsw;
} uv_rusage_t;

/* Times in ms. */
struct uv_cpu_times_s {
  uint64_t user;
  uint64_t nice;
  uint64_t sys;
  uint64_t idle;
  uint64_t irq;
};

typedef struct uv_cpu_info_s {
  char *model;
  int speed;
  struct uv_cpu_times_s cpu_times;
} uv_cpu_info_t;

typedef struct uv_interface_address_s {
  char *name;
  char phys_addr[6];
  int is_internal;
  union {
    struct sockaddr_in address4;
    struct sockaddr_in6 address6;
  } address;
  union {
    struct sockaddr_in netmask4;
    struct sockaddr_in6 netmask6;
  } netmask;
} uv_interface_address_t;

typedef struct uv_passwd_s {
  char *username;
  unsigned long uid;
  unsigned long gid;
  char *shell;
  char *homedir;
  char *gecos;
} uv_passwd_t;

typedef struct uv_group_s {
  char *groupname;
  unsigned long gid;
  char **members;
} uv_group_t;

typedef struct uv_utsname_s {
  char sysname[256];
  char release[256];
  char version[256];
  char machine[256];
} uv_utsname_t;

typedef struct uv_env_item_s {
  char *name;
  char *value;
} uv_env_item_t;

typedef struct {
  void *handle;
  char *errmsg;
} uv_lib_t;

#define UV_PRIORITY_LOW 19
#define UV_PRIORITY_BELOW_NORMAL 10
#define UV_PRIORITY_NORMAL 0
#define UV_PRIORITY_ABOVE_NORMAL -7
#define UV_PRIORITY_HIGH -14
#define UV_PRIORITY_HIGHEST -20
#define UV_MAXHOSTNAMESIZE 256

/* Version, errors, memory. */
UV_EXTERN unsigned int uv_version(void);
UV_EXTERN const char *uv_version_string(void);
UV_EXTERN void uv_library_shutdown(void);
UV_EXTERN int uv_replace_allocator(uv_malloc_func malloc_func, uv_realloc_func realloc_func,
                                   uv_calloc_func calloc_func, uv_free_func free_func);
UV_EXTERN const char *uv_strerror(int err);
UV_EXTERN char *uv_strerror_r(int err, char *buf, size_t buflen);
UV_EXTERN const char *uv_err_name(int err);
UV_EXTERN char *uv_err_name_r(int err, char *buf, size_t buflen);
UV_EXTERN int uv_translate_sys_error(int sys_errno);

/* Work and random bytes. */
UV_EXTERN int uv_queue_work(uv_loop_t *loop, uv_work_t *req, uv_work_cb work_cb,
                            uv_after_work_cb after_work_cb);
UV_EXTERN int uv_random(uv_loop_t *loop, uv_random_t *req, void *buf, size_t buflen,
                        unsigned flags, uv_random_cb cb);

/* Processes: ENOSYS. */
UV_EXTERN int uv_spawn(uv_loop_t *loop, uv_process_t *handle, const uv_process_options_t *options);
UV_EXTERN int uv_process_kill(uv_process_t *process, int signum);
UV_EXTERN int uv_kill(int pid, int signum);
UV_EXTERN uv_pid_t uv_process_get_pid(const uv_process_t *process);
UV_EXTERN void uv_disable_stdio_inheritance(void);

/* Shared libraries: an error that says so. */
UV_EXTERN int uv_dlopen(const char *filename, uv_lib_t *lib);
UV_EXTERN void uv_dlclose(uv_lib_t *lib);
UV_EXTERN int uv_dlsym(uv_lib_t *lib, const char *name, void **ptr);
UV_EXTERN const char *uv_dlerror(const uv_lib_t *lib);

/* Clocks. */
UV_EXTERN uint64_t uv_hrtime(void);
UV_EXTERN int uv_clock_gettime(uv_clock_id clock_id, uv_timespec64_t *ts);
UV_EXTERN int uv_gettimeofday(uv_timeval64_t *tv);
UV_EXTERN void uv_sleep(unsigned int msec);

/* The program. */
UV_EXTERN char **uv_setup_args(int argc, char **argv);
UV_EXTERN int uv_get_process_title(char *buffer, size_t size);
UV_EXTERN int uv_set_process_title(const char *title);
UV_EXTERN int uv_exepath(char *buffer, size_t *size);
UV_EXTERN int uv_cwd(char *buffer, size_t *size);
UV_EXTERN int uv_chdir(const char *dir);
UV_EXTERN uv_pid_t uv_os_getpid(void);
UV_EXTERN uv_pid_t uv_os_getppid(void);
UV_EXTERN int uv_os_getpriority(uv_pid_t pid, int *priority);
UV_EXTERN int uv_os_setpriority(uv_pid_t pid, int priority);
UV_EXTERN int uv_resident_set_memory(size_t *rss);
UV_EXTERN int uv_getrusage(uv_rusage_t *rusage);
UV_EXTERN int uv_getrusage_thread(uv_rusage_t *rusage);
UV_EXTERN uv_os_fd_t uv_get_osfhandle(int fd);
UV_EXTERN int uv_open_osfhandle(uv_os_fd_t os_fd);

/* Its environment. */
UV_EXTERN int uv_os_environ(uv_env_item_t **envitems, int *count);
UV_EXTERN void uv_os_free_environ(uv_env_item_t *envitems, int count);
UV_EXTERN int uv_os_getenv(const char *name, char *buffer, size_t *size);
UV_EXTERN int uv_os_setenv(const char *name, const char *value);
UV_EXTERN int uv_os_unsetenv(const char *name);
UV_EXTERN int uv_os_homedir(char *buffer, size_t *size);
UV_EXTERN int uv_os_tmpdir(char *buffer, size_t *size);
UV_EXTERN int uv_os_get_passwd(uv_passwd_t *pwd);
UV_EXTERN int uv_os_get_passwd2(uv_passwd_t *pwd, uv_uid_t uid);
UV_EXTERN void uv_os_free_passwd(uv_passwd_t *pwd);
UV_EXTERN int uv_os_get_group(uv_group_t *grp, uv_uid_t gid);
UV_EXTERN void uv_os_free_group(uv_group_t *grp);

/* The machine. */
UV_EXTERN int uv_os_gethostname(char *buffer, size_t *size);
UV_EXTERN int uv_os_uname(uv_utsname_t *buffer);
UV_EXTERN unsigned int uv_available_parallelism(void);
UV_EXTERN int uv_cpu_info(uv_cpu_info_t **cpu_infos, int *count);
UV_EXTERN void uv_free_cpu_info(uv_cpu_info_t *cpu_infos, int count);
UV_EXTERN int uv_cpumask_size(void);
UV_EXTERN int uv_interface_addresses(uv_interface_address_t **addresses, int *count);
UV_EXTERN void uv_free_interface_addresses(uv_interface_address_t *addresses, int count);
UV_EXTERN void uv_loadavg(double avg[3]);
UV_EXTERN int uv_uptime(double *uptime);
UV_EXTERN uint64_t uv_get_free_memory(void);
UV_EXTERN uint64_t uv_get_total_memory(void);
UV_EXTERN uint64_t uv_get_constrained_memory(void);
UV_EXTERN uint64_t uv_get_available_memory(void);

/* Text. */
UV_EXTERN size_t uv_utf16_length_as_wtf8(const uint16_t *utf16, ssize_t utf16_len);
UV_EXTERN int uv_utf16_to_wtf8(const uint16_t *utf16, ssize_t utf16_len, char **wtf8_ptr,
                               size_t *wtf8_len_ptr);
UV_EXTERN ssize_t uv_wtf8_length_as_utf16(const char *wtf8);
UV_EXTERN void uv_wtf8_to_utf16(const char *wtf8, uint16_t *utf16, size_t utf16_len);

#endif
