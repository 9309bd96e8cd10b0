/*
 * Locks for one thread. What is locked is remembered, so that programs see what
 * they would with threads; a wait that another thread would end runs waiting
 * work, which may end it, and else is an error: nothing can.
 */
#include "internal.h"
#include "work.h"

#include <stdlib.h>
#include <time.h>

static _Noreturn void stuck(const char *call, const char *why) {
  fprintf(stderr, "%s: this wait can never end: %s, and the guest has no other thread.\n", call,
          why);
  abort();
}

static _Noreturn void misused(const char *call, const char *why) {
  fprintf(stderr, "%s: %s.\n", call, why);
  abort();
}

/* Threads. */

int uv_thread_create(uv_thread_t *tid, uv_thread_cb entry, void *arg) {
  return uv_thread_create_ex(tid, NULL, entry, arg);
}

int uv_thread_create_ex(uv_thread_t *tid, const uv_thread_options_t *params, uv_thread_cb entry,
                        void *arg) {
  (void) tid, (void) params, (void) entry, (void) arg;
  return UV_ENOTSUP;
}

uv_thread_t uv_thread_self(void) { return 1; }

int uv_thread_join(uv_thread_t *tid) { return *tid == uv_thread_self() ? UV_EINVAL : UV_ESRCH; }

int uv_thread_detach(uv_thread_t *tid) { return uv_thread_join(tid); }

int uv_thread_equal(const uv_thread_t *t1, const uv_thread_t *t2) { return *t1 == *t2; }

int uv_thread_setaffinity(uv_thread_t *tid, char *cpumask, char *oldmask, size_t mask_size) {
  (void) tid, (void) cpumask, (void) oldmask, (void) mask_size;
  return UV_ENOTSUP;
}

int uv_thread_getaffinity(uv_thread_t *tid, char *cpumask, size_t mask_size) {
  (void) tid, (void) cpumask, (void) mask_size;
  return UV_ENOTSUP;
}

int uv_thread_getcpu(void) { return UV_ENOTSUP; }

static char thread_name[16]; /* as long as Linux has them */

int uv_thread_setname(const char *name) {
  if (name == NULL)
    return UV_EINVAL;
  strncpy(thread_name, name, sizeof thread_name - 1);
  return 0;
}

int uv_thread_getname(uv_thread_t *tid, char *name, size_t size) {
  if (name == NULL || size == 0)
    return UV_EINVAL;
  if (*tid != uv_thread_self())
    return UV_ESRCH;
  strncpy(name, thread_name, size - 1);
  name[size - 1] = '\0';
  return 0;
}

int uv_thread_setpriority(uv_thread_t tid, int priority) {
  (void) tid, (void) priority;
  return UV_ENOTSUP;
}

int uv_thread_getpriority(uv_thread_t tid, int *priority) {
  if (priority == NULL)
    return UV_EINVAL;
  if (tid != uv_thread_self())
    return UV_ESRCH;
  *priority = 0;
  return 0;
}

/* Mutexes. */

int uv_mutex_init(uv_mutex_t *mutex) {
  *mutex = (uv_mutex_t){0, 0};
  return 0;
}

int uv_mutex_init_recursive(uv_mutex_t *mutex) {
  *mutex = (uv_mutex_t){1, 0};
  return 0;
}

void uv_mutex_destroy(uv_mutex_t *mutex) {
  if (mutex->uv__depth > 0)
    misused("uv_mutex_destroy", "the mutex is locked");
}

int uv_mutex_trylock(uv_mutex_t *mutex) {
  if (mutex->uv__depth > 0 && !mutex->uv__recursive)
    return UV_EBUSY;
  mutex->uv__depth++;
  return 0;
}

void uv_mutex_lock(uv_mutex_t *mutex) {
  if (uv_mutex_trylock(mutex) != 0)
    stuck("uv_mutex_lock", "the mutex is locked already");
}

void uv_mutex_unlock(uv_mutex_t *mutex) {
  if (mutex->uv__depth == 0)
    misused("uv_mutex_unlock", "the mutex is not locked");
  mutex->uv__depth--;
}

/* Read-write locks. */

int uv_rwlock_init(uv_rwlock_t *lock) {
  *lock = (uv_rwlock_t){0, 0};
  return 0;
}

void uv_rwlock_destroy(uv_rwlock_t *lock) {
  if (lock->uv__readers > 0 || lock->uv__writer)
    misused("uv_rwlock_destroy", "the lock is held");
}

int uv_rwlock_tryrdlock(uv_rwlock_t *lock) {
  if (lock->uv__writer)
    return UV_EBUSY;
  lock->uv__readers++;
  return 0;
}

void uv_rwlock_rdlock(uv_rwlock_t *lock) {
  if (uv_rwlock_tryrdlock(lock) != 0)
    stuck("uv_rwlock_rdlock", "the lock is held for writing");
}

void uv_rwlock_rdunlock(uv_rwlock_t *lock) {
  if (lock->uv__readers == 0)
    misused("uv_rwlock_rdunlock", "the lock is not held for reading");
  lock->uv__readers--;
}

int uv_rwlock_trywrlock(uv_rwlock_t *lock) {
  if (lock->uv__writer || lock->uv__readers > 0)
    return UV_EBUSY;
  lock->uv__writer = 1;
  return 0;
}

void uv_rwlock_wrlock(uv_rwlock_t *lock) {
  if (uv_rwlock_trywrlock(lock) != 0)
    stuck("uv_rwlock_wrlock", "the lock is held");
}

void uv_rwlock_wrunlock(uv_rwlock_t *lock) {
  if (!lock->uv__writer)
    misused("uv_rwlock_wrunlock", "the lock is not held for writing");
  lock->uv__writer = 0;
}

/* Semaphores. */

int uv_sem_init(uv_sem_t *sem, unsigned int value) {
  sem->uv__value = value;
  return 0;
}

void uv_sem_destroy(uv_sem_t *sem) { (void) sem; }

void uv_sem_post(uv_sem_t *sem) { sem->uv__value++; }

int uv_sem_trywait(uv_sem_t *sem) {
  if (sem->uv__value == 0)
    return UV_EAGAIN;
  sem->uv__value--;
  return 0;
}

void uv_sem_wait(uv_sem_t *sem) {
  while (uv_sem_trywait(sem) != 0)
    if (!uv__work_run())
      stuck("uv_sem_wait", "the semaphore is 0");
}

/* Conditions. */

int uv_cond_init(uv_cond_t *cond) {
  cond->uv__signals = 0;
  return 0;
}

void uv_cond_destroy(uv_cond_t *cond) { (void) cond; }

void uv_cond_signal(uv_cond_t *cond) { cond->uv__signals++; }

void uv_cond_broadcast(uv_cond_t *cond) { cond->uv__signals++; }

/* Runs waiting work until the condition is signalled; answers whether it was. */
static int signalled(uv_cond_t *cond, uv_mutex_t *mutex) {
  unsigned int before = cond->uv__signals, ran = 1;
  while (cond->uv__signals == before && ran) {
    uv_mutex_unlock(mutex);
    ran = uv__work_run();
    uv_mutex_lock(mutex);
  }
  return cond->uv__signals != before;
}

void uv_cond_wait(uv_cond_t *cond, uv_mutex_t *mutex) {
  if (!signalled(cond, mutex))
    stuck("uv_cond_wait", "nothing will signal the condition");
}

int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout) {
  uint64_t begun = uv_hrtime(), passed;
  if (signalled(cond, mutex))
    return 0;
  passed = uv_hrtime() - begun;
  if (passed < timeout) {
    uint64_t left = timeout - passed;
    struct timespec ts = {(time_t) (left / 1000000000), (long) (left % 1000000000)};
    nanosleep(&ts, NULL);
  }
  return UV_ETIMEDOUT;
}

/* Barriers. */

int uv_barrier_init(uv_barrier_t *barrier, unsigned int count) {
  if (barrier == NULL || count == 0)
    return UV_EINVAL;
  *barrier = (uv_barrier_t){count, 0};
  return 0;
}

void uv_barrier_destroy(uv_barrier_t *barrier) {
  if (barrier->uv__waiting > 0)
    misused("uv_barrier_destroy", "something waits at the barrier");
}

int uv_barrier_wait(uv_barrier_t *barrier) {
  if (barrier->uv__threshold > 1)
    stuck("uv_barrier_wait", "the barrier waits for more than one thread");
  return 1;
}

/* Once and keys. */

void uv_once(uv_once_t *guard, void (*callback)(void)) {
  if (*guard != 0)
    return;
  *guard = 1;
  callback();
}

enum { KEYS = 1024 }; /* as many as Linux has */
static void *key_values[KEYS];
static unsigned char key_used[KEYS];

int uv_key_create(uv_key_t *key) {
  for (unsigned int i = 0; i < KEYS; i++) {
    if (key_used[i])
      continue;
    key_used[i] = 1;
    key_values[i] = NULL;
    *key = i;
    return 0;
  }
  return UV_EAGAIN;
}

static unsigned int used(const uv_key_t *key, const char *call) {
  if (*key >= KEYS || !key_used[*key])
    misused(call, "no such key");
  return *key;
}

void uv_key_delete(uv_key_t *key) { key_used[used(key, "uv_key_delete")] = 0; }

void *uv_key_get(uv_key_t *key) { return key_values[used(key, "uv_key_get")]; }

void uv_key_set(uv_key_t *key, void *value) { key_values[used(key, "uv_key_set")] = value; }
