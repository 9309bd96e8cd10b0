/* Processes, users, signals, terminals: a guest is one process that starts no
 * other and has no terminal. */
#include "posix.h"
#include "../../src/user.h"

#include <dlfcn.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

static int no_process(const char *call) {
  fprintf(stderr, "%s: a guest is one process and starts no other; uv_queue_work runs work on the loop.\n",
          call);
  return shim_fail(ENOSYS);
}

pid_t fork(void) { return no_process("fork"); }
pid_t vfork(void) { return no_process("vfork"); }
int daemon(int keep_dir, int keep_streams) { return no_process("daemon"); }
int execve(const char *path, char *const argv[], char *const envp[]) { return no_process("execve"); }
int execv(const char *path, char *const argv[]) { return no_process("execv"); }
int execvp(const char *file, char *const argv[]) { return no_process("execvp"); }
int execl(const char *path, const char *arg, ...) { return no_process("execl"); }
int execlp(const char *file, const char *arg, ...) { return no_process("execlp"); }
int execle(const char *path, const char *arg, ...) { return no_process("execle"); }

int system(const char *command) { return command == NULL ? 0 : no_process("system"); }

pid_t wait(int *status) { return shim_fail(ECHILD); }
pid_t waitpid(pid_t pid, int *status, int options) { return shim_fail(ECHILD); }

pid_t getpid(void) { return UV__PID; }
pid_t getppid(void) { return UV__PPID; }
pid_t getpgrp(void) { return UV__PID; }
pid_t getpgid(pid_t pid) { return UV__PID; }
int setpgid(pid_t pid, pid_t group) { return shim_fail(EPERM); }
pid_t setsid(void) { return shim_fail(EPERM); }
uid_t getuid(void) { return UV__UID; }
uid_t geteuid(void) { return UV__UID; }
gid_t getgid(void) { return UV__GID; }
gid_t getegid(void) { return UV__GID; }
int setuid(uid_t uid) { return uid == UV__UID ? 0 : shim_fail(EPERM); }
int setgid(gid_t gid) { return gid == UV__GID ? 0 : shim_fail(EPERM); }
int getgroups(int count, gid_t *groups) { return 0; }
int nice(int by) { return by == 0 ? 0 : shim_fail(EPERM); }

/* Nothing is sent when the time has come. */
unsigned int alarm(unsigned int seconds) { return 0; }

int pause(void) {
  fprintf(stderr, "pause: this wait can never end: a guest gets no signals.\n");
  abort();
}

void sync(void) {}
int getpagesize(void) { return 65536; }
int getdtablesize(void) { return 65536; }

int gethostname(char *name, size_t size) { return shim_answer(uv_os_gethostname(name, &size)); }

/* The one user and group. */

static struct passwd *user(void) {
  static struct passwd pw = {UV__USER, "", UV__UID, UV__GID, "", UV__HOME, ""};
  return &pw;
}

static struct group *group(void) {
  static char *members[1];
  static struct group gr = {UV__USER, "", UV__GID, members};
  return &gr;
}

struct passwd *getpwuid(uid_t uid) {
  return uid == UV__UID ? user() : ((void) shim_fail(ENOENT), NULL);
}

struct passwd *getpwnam(const char *name) {
  return strcmp(name, UV__USER) == 0 ? user() : ((void) shim_fail(ENOENT), NULL);
}

int getpwuid_r(uid_t uid, struct passwd *pw, char *buf, size_t len, struct passwd **found) {
  *found = NULL;
  if (uid != UV__UID)
    return 0;
  *pw = *user();
  *found = pw;
  return 0;
}

int getpwnam_r(const char *name, struct passwd *pw, char *buf, size_t len,
               struct passwd **found) {
  return getpwuid_r(strcmp(name, UV__USER) == 0 ? UV__UID : (uid_t) -1, pw, buf, len, found);
}

struct group *getgrgid(gid_t gid) {
  return gid == UV__GID ? group() : ((void) shim_fail(ENOENT), NULL);
}

struct group *getgrnam(const char *name) {
  return strcmp(name, UV__USER) == 0 ? group() : ((void) shim_fail(ENOENT), NULL);
}

int getgrgid_r(gid_t gid, struct group *gr, char *buf, size_t len, struct group **found) {
  *found = NULL;
  if (gid != UV__GID)
    return 0;
  *gr = *group();
  *found = gr;
  return 0;
}

/* Signals reach a guest from itself only. */

int kill(pid_t pid, int signum) {
  if (pid != UV__PID && pid != 0)
    return shim_fail(ESRCH);
  return signum == 0 ? 0 : raise(signum);
}

int sigaction(int signum, const struct sigaction *act, struct sigaction *old) {
  void (*before)(int) = signal(signum, act == NULL ? SIG_IGN : act->sa_handler);
  if (before == SIG_ERR)
    return -1;
  if (act == NULL)
    signal(signum, before);
  if (old != NULL) {
    memset(old, 0, sizeof *old);
    old->sa_handler = before;
  }
  return 0;
}

static sigset_t bit(int signum) { return (sigset_t) 1 << (signum - 1); }

int sigemptyset(sigset_t *set) { return *set = 0, 0; }
int sigfillset(sigset_t *set) { return *set = ~(sigset_t) 0, 0; }
int sigaddset(sigset_t *set, int signum) { return *set |= bit(signum), 0; }
int sigdelset(sigset_t *set, int signum) { return *set &= ~bit(signum), 0; }
int sigismember(const sigset_t *set, int signum) { return (*set & bit(signum)) != 0; }

/* The mask is kept and stops nothing: raise calls at once. */
int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  static sigset_t mask;
  if (old != NULL)
    *old = mask;
  if (set == NULL)
    return 0;
  if (how == SIG_BLOCK)
    mask |= *set;
  else if (how == SIG_UNBLOCK)
    mask &= ~*set;
  else if (how == SIG_SETMASK)
    mask = *set;
  else
    return shim_fail(EINVAL);
  return 0;
}

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) {
  return sigprocmask(how, set, old) == 0 ? 0 : EINVAL;
}

int tcgetattr(int fd, struct termios *attr) { return shim_fail(ENOTTY); }
int tcsetattr(int fd, int when, const struct termios *attr) { return shim_fail(ENOTTY); }

void *dlopen(const char *path, int flags) { return NULL; }
void *dlsym(void *library, const char *name) { return NULL; }
int dlclose(void *library) { return -1; }
char *dlerror(void) { return "a guest loads no libraries: link it into the program"; }
