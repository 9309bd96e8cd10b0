#ifndef QUEUE_H
#define QUEUE_H

#include <uv.h>

typedef struct job job;
typedef void (*job_done)(job *);

/* A job waits for its turn, one every interval ms. */
struct job {
  int number;
  double result;
  job_done done;
  job *next;
};

typedef struct {
  uv_timer_t timer;
  uv_mutex_t lock;
  job *first, **last;
} queue;

int queue_init(uv_loop_t *loop, queue *q, unsigned interval);
void queue_push(queue *q, job *j);
void queue_close(queue *q);

#endif
