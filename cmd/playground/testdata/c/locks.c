/* What one thread may do with locks, keys and work. */
#include <pthread.h>
#include <stdio.h>
#include <uv.h>

static uv_sem_t sem;

static void post(uv_work_t *req) {
  (void) req;
  puts("work");
  uv_sem_post(&sem);
}

static void after(uv_work_t *req, int status) {
  (void) req;
  printf("after %d\n", status);
}

static void once(void) { puts("once"); }

static void mutexes(void) {
  uv_mutex_t mutex;
  pthread_mutex_t posix = PTHREAD_MUTEX_INITIALIZER;
  uv_mutex_init(&mutex);
  uv_mutex_lock(&mutex);
  printf("locked %s\n", uv_err_name(uv_mutex_trylock(&mutex)));
  uv_mutex_unlock(&mutex);
  uv_mutex_destroy(&mutex);
  uv_mutex_init_recursive(&mutex);
  uv_mutex_lock(&mutex);
  printf("again %d\n", uv_mutex_trylock(&mutex));
  uv_mutex_unlock(&mutex);
  uv_mutex_unlock(&mutex);
  uv_mutex_destroy(&mutex);
  pthread_mutex_lock(&posix);
  printf("posix %d\n", pthread_mutex_trylock(&posix) != 0);
  pthread_mutex_unlock(&posix);
}

static void conditions(void) {
  uv_mutex_t mutex;
  uv_cond_t cond;
  uint64_t begun = uv_hrtime();
  uv_mutex_init(&mutex);
  uv_cond_init(&cond);
  uv_mutex_lock(&mutex);
  printf("condition %s", uv_err_name(uv_cond_timedwait(&cond, &mutex, 20000000)));
  printf(" %d\n", uv_hrtime() - begun >= 20000000);
  uv_mutex_unlock(&mutex);
  uv_cond_destroy(&cond);
  uv_mutex_destroy(&mutex);
}

static void others(void) {
  uv_rwlock_t lock;
  uv_barrier_t barrier;
  uv_key_t key;
  uv_once_t guard = UV_ONCE_INIT;
  uv_rwlock_init(&lock);
  uv_rwlock_rdlock(&lock);
  printf("readers %d", uv_rwlock_tryrdlock(&lock));
  printf(" %s\n", uv_err_name(uv_rwlock_trywrlock(&lock)));
  uv_rwlock_rdunlock(&lock);
  uv_rwlock_rdunlock(&lock);
  uv_rwlock_destroy(&lock);
  uv_barrier_init(&barrier, 1);
  printf("barrier %d\n", uv_barrier_wait(&barrier) > 0);
  uv_barrier_destroy(&barrier);
  uv_key_create(&key);
  uv_key_set(&key, &barrier);
  printf("key %d\n", uv_key_get(&key) == &barrier);
  uv_key_delete(&key);
  uv_once(&guard, once);
  uv_once(&guard, once);
}

int main(void) {
  uv_work_t req;
  mutexes();
  conditions();
  others();
  uv_sem_init(&sem, 1);
  printf("semaphore %d", uv_sem_trywait(&sem));
  printf(" %s\n", uv_err_name(uv_sem_trywait(&sem)));
  uv_queue_work(uv_default_loop(), &req, post, after);
  uv_sem_wait(&sem);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  uv_sem_destroy(&sem);
  return uv_loop_close(uv_default_loop());
}
