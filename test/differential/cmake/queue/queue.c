#include "queue.h"

#include <math.h>
#include <stddef.h>

static void on_turn(uv_timer_t *timer) {
  queue *q = (queue *) ((char *) timer - offsetof(queue, timer));
  job *j;
  uv_mutex_lock(&q->lock);
  j = q->first;
  if (j != NULL && (q->first = j->next) == NULL)
    q->last = &q->first;
  uv_mutex_unlock(&q->lock);
  if (j == NULL) {
    queue_close(q);
    return;
  }
  j->result = sqrt(j->number);
  j->done(j);
}

int queue_init(uv_loop_t *loop, queue *q, unsigned interval) {
  q->first = NULL;
  q->last = &q->first;
  int err = uv_mutex_init(&q->lock);
  if (err == 0)
    err = uv_timer_init(loop, &q->timer);
  if (err == 0)
    err = uv_timer_start(&q->timer, on_turn, interval, interval);
  return err;
}

void queue_push(queue *q, job *j) {
  uv_mutex_lock(&q->lock);
  j->next = NULL;
  *q->last = j;
  q->last = &j->next;
  uv_mutex_unlock(&q->lock);
}

static void on_close(uv_handle_t *timer) {
  queue *q = (queue *) ((char *) timer - offsetof(queue, timer));
  uv_mutex_destroy(&q->lock);
}

void queue_close(queue *q) { uv_close((uv_handle_t *) &q->timer, on_close); }
