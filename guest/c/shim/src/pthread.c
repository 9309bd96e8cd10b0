/* POSIX threads for one thread, on the locks of thread.c: their structures lie
 * in the larger ones of the system's. */
#include "posix.h"

#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#pragma clang diagnostic ignored "-Wunused-parameter"

_Static_assert(sizeof(uv_mutex_t) <= sizeof(pthread_mutex_t), "room");
_Static_assert(sizeof(uv_cond_t) <= sizeof(pthread_cond_t), "room");
_Static_assert(sizeof(uv_rwlock_t) <= sizeof(pthread_rwlock_t), "room");
_Static_assert(sizeof(uv_sem_t) <= sizeof(sem_t), "room");

#define MUTEX ((uv_mutex_t *) mutex)
#define COND ((uv_cond_t *) cond)
#define RWLOCK ((uv_rwlock_t *) lock)
#define SEM ((uv_sem_t *) sem)

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*start)(void *),
                   void *arg) {
  fprintf(stderr, "pthread_create: a guest has one thread; uv_queue_work runs work on the loop.\n");
  return ENOTSUP;
}

pthread_t pthread_self(void) { return (pthread_t) uv_thread_self(); }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
int pthread_join(pthread_t thread, void **result) {
  return thread == pthread_self() ? EDEADLK : ESRCH;
}
int pthread_detach(pthread_t thread) { return thread == pthread_self() ? EINVAL : ESRCH; }

int pthread_attr_init(pthread_attr_t *attr) { return memset(attr, 0, sizeof *attr), 0; }
int pthread_attr_destroy(pthread_attr_t *attr) { return 0; }
int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) { return 0; }
int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) { return 0; }

int pthread_mutexattr_init(pthread_mutexattr_t *attr) { return attr->__attr = 0, 0; }
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) { return 0; }
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int kind) {
  return attr->__attr = (unsigned int) kind, 0;
}

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr) {
  if (attr != NULL && attr->__attr == PTHREAD_MUTEX_RECURSIVE)
    return uv_mutex_init_recursive(MUTEX);
  return uv_mutex_init(MUTEX);
}
int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  return MUTEX->uv__depth > 0 ? EBUSY : 0;
}
int pthread_mutex_lock(pthread_mutex_t *mutex) { return uv_mutex_lock(MUTEX), 0; }
int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  return uv_mutex_trylock(MUTEX) == 0 ? 0 : EBUSY;
}
int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (MUTEX->uv__depth == 0)
    return EPERM;
  uv_mutex_unlock(MUTEX);
  return 0;
}

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr) {
  return uv_cond_init(COND);
}
int pthread_cond_destroy(pthread_cond_t *cond) { return 0; }
int pthread_cond_signal(pthread_cond_t *cond) { return uv_cond_signal(COND), 0; }
int pthread_cond_broadcast(pthread_cond_t *cond) { return uv_cond_broadcast(COND), 0; }
int pthread_cond_wait(pthread_cond_t *cond, pthread_mutex_t *mutex) {
  return uv_cond_wait(COND, MUTEX), 0;
}

/* until is a time of CLOCK_REALTIME. */
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                           const struct timespec *until) {
  struct timespec now;
  int64_t left;
  clock_gettime(CLOCK_REALTIME, &now);
  left = (int64_t) (until->tv_sec - now.tv_sec) * 1000000000 + until->tv_nsec - now.tv_nsec;
  return uv_cond_timedwait(COND, MUTEX, left > 0 ? (uint64_t) left : 0) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr) {
  return uv_rwlock_init(RWLOCK);
}
int pthread_rwlock_destroy(pthread_rwlock_t *lock) { return 0; }
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) { return uv_rwlock_rdlock(RWLOCK), 0; }
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) { return uv_rwlock_wrlock(RWLOCK), 0; }
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  if (RWLOCK->uv__writer)
    uv_rwlock_wrunlock(RWLOCK);
  else
    uv_rwlock_rdunlock(RWLOCK);
  return 0;
}

int pthread_once(pthread_once_t *guard, void (*callback)(void)) {
  return uv_once(guard, callback), 0;
}

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
  return uv_key_create(key) == 0 ? 0 : EAGAIN;
}
int pthread_key_delete(pthread_key_t key) { return uv_key_delete(&key), 0; }
void *pthread_getspecific(pthread_key_t key) { return uv_key_get(&key); }
int pthread_setspecific(pthread_key_t key, const void *value) {
  return uv_key_set(&key, (void *) value), 0;
}

int sem_init(sem_t *sem, int shared, unsigned int value) { return uv_sem_init(SEM, value); }
int sem_destroy(sem_t *sem) { return 0; }
int sem_post(sem_t *sem) { return uv_sem_post(SEM), 0; }
int sem_wait(sem_t *sem) { return uv_sem_wait(SEM), 0; }
int sem_trywait(sem_t *sem) { return uv_sem_trywait(SEM) == 0 ? 0 : shim_fail(EAGAIN); }
int sem_getvalue(sem_t *sem, int *value) { return *value = (int) SEM->uv__value, 0; }
