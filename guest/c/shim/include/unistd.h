/* What wasi-libc's unistd.h leaves out. Descriptors made here, by uv_fs_open
 * and by uv_pipe are of one table, the host's. */
#ifndef _SHIM_UNISTD_H
#define _SHIM_UNISTD_H

#ifndef _WASI_EMULATED_GETPID
#define _WASI_EMULATED_GETPID
#endif
#include_next <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

#define __SHIM_NO_PROCESS                                                               \
  __attribute__((diagnose_if(1,                                                         \
                             "a guest is one process and starts no other: this answers " \
                             "-1 with ENOSYS; uv_queue_work runs work on the loop",      \
                             "warning")))

int pipe(int fds[2]);
int pipe2(int fds[2], int flags);
/* -1 with ENOSYS: a descriptor has one number. */
int dup(int fd);
int dup2(int fd, int to);
int dup3(int fd, int to, int flags);
int chown(const char *path, uid_t uid, gid_t gid);
int lchown(const char *path, uid_t uid, gid_t gid);
int fchown(int fd, uid_t uid, gid_t gid);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t pid);
int setpgid(pid_t pid, pid_t group);
pid_t setsid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int setuid(uid_t uid);
int setgid(gid_t gid);
int getgroups(int count, gid_t *groups);
unsigned int alarm(unsigned int seconds);
int pause(void);
int nice(int by);
void sync(void);
int getpagesize(void);
int getdtablesize(void);

pid_t fork(void) __SHIM_NO_PROCESS;
pid_t vfork(void);
int daemon(int keep_dir, int keep_streams) __SHIM_NO_PROCESS;
int execve(const char *path, char *const argv[], char *const envp[]) __SHIM_NO_PROCESS;
int execv(const char *path, char *const argv[]) __SHIM_NO_PROCESS;
int execvp(const char *file, char *const argv[]) __SHIM_NO_PROCESS;
int execl(const char *path, const char *arg, ...) __SHIM_NO_PROCESS;
int execlp(const char *file, const char *arg, ...) __SHIM_NO_PROCESS;
int execle(const char *path, const char *arg, ...) __SHIM_NO_PROCESS;

#ifdef __cplusplus
}
#endif

#endif
