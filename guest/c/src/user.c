/* The guest's one user, group and process. */
#include "internal.h"
#include "user.h"

/* The strings of a passwd lie after its username. */
static int give_passwd(uv_passwd_t *pwd) {
  const char strings[] = UV__USER "\0" UV__HOME "\0";
  char *copy = uv__malloc(sizeof strings);
  if (copy == NULL)
    return UV_ENOMEM;
  memcpy(copy, strings, sizeof strings);
  pwd->username = copy;
  pwd->homedir = copy + sizeof UV__USER;
  pwd->gecos = pwd->homedir + sizeof UV__HOME;
  pwd->shell = NULL;
  pwd->uid = UV__UID;
  pwd->gid = UV__GID;
  return 0;
}

int uv_os_get_passwd(uv_passwd_t *pwd) { return uv_os_get_passwd2(pwd, UV__UID); }

int uv_os_get_passwd2(uv_passwd_t *pwd, uv_uid_t uid) {
  if (pwd == NULL)
    return UV_EINVAL;
  return uid == UV__UID ? give_passwd(pwd) : UV_ENOENT;
}

void uv_os_free_passwd(uv_passwd_t *pwd) {
  if (pwd == NULL)
    return;
  uv__free(pwd->username);
  pwd->username = NULL;
}

int uv_os_get_group(uv_group_t *grp, uv_uid_t gid) {
  if (grp == NULL)
    return UV_EINVAL;
  if (gid != UV__GID)
    return UV_ENOENT;
  grp->groupname = uv__strdup(UV__USER);
  grp->members = uv__calloc(1, sizeof *grp->members);
  grp->gid = gid;
  if (grp->groupname != NULL && grp->members != NULL)
    return 0;
  uv_os_free_group(grp);
  return UV_ENOMEM;
}

void uv_os_free_group(uv_group_t *grp) {
  if (grp == NULL)
    return;
  uv__free(grp->groupname);
  uv__free(grp->members);
  grp->groupname = NULL;
  grp->members = NULL;
}

uv_pid_t uv_os_getpid(void) { return UV__PID; }

uv_pid_t uv_os_getppid(void) { return UV__PPID; }

int uv_os_getpriority(uv_pid_t pid, int *priority) {
  if (priority == NULL)
    return UV_EINVAL;
  if (pid != 0 && pid != UV__PID)
    return UV_ESRCH;
  *priority = UV_PRIORITY_NORMAL;
  return 0;
}

/* A guest's share of the machine is the host's to give. */
int uv_os_setpriority(uv_pid_t pid, int priority) {
  if (priority < UV_PRIORITY_HIGHEST || priority > UV_PRIORITY_LOW)
    return UV_EINVAL;
  if (pid != 0 && pid != UV__PID)
    return UV_ESRCH;
  return priority == UV_PRIORITY_NORMAL ? 0 : UV_EACCES;
}
