/* What every scenario needs: a log on standard output, made of names, statuses
 * and counts. Times, addresses and numbers that the system chose are not
 * written, so that two runs and two implementations can be compared. */
#ifndef LOG_H
#define LOG_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

/* A status by its name: OK, a count, or an error. */
static const char* name(ssize_t n) {
  static char text[8][32];
  static int at;
  char* s = text[at++ % 8];
  if (n < 0)
    return uv_err_name((int) n);
  if (n == 0)
    return "OK";
  snprintf(s, sizeof text[0], "%ld", (long) n);
  return s;
}

static void say(const char* format, ...) {
  va_list args;
  va_start(args, format);
  vprintf(format, args);
  va_end(args);
  putchar('\n');
  fflush(stdout);
}

/* What a call returned. */
static void ret(const char* what, ssize_t n) { say("%s: %s", what, name(n)); }

/* Notes of one actor among several whose turns are not settled between them.
 * finish writes them, actor by actor. */
static char notes[4][8192];

static void note(int who, const char* format, ...) {
  size_t used = strlen(notes[who]);
  va_list args;
  va_start(args, format);
  vsnprintf(notes[who] + used, sizeof notes[who] - used - 1, format, args);
  va_end(args);
  strcat(notes[who], "\n");
}

static void flush_notes(void) {
  int i;
  for (i = 0; i < 4; i++)
    if (notes[i][0]) {
      say("actor %d", i);
      fputs(notes[i], stdout);
      notes[i][0] = 0;
    }
}

/* The handles of a scenario by name: their data field points to it. */
#define NAMED(handle, text) ((handle)->data = (void*) (text))
#define NAME(handle) ((const char*) (handle)->data)

static void on_close(uv_handle_t* handle) { say("close %s", NAME(handle)); }

#define CLOSE(handle) uv_close((uv_handle_t*) (handle), on_close)
#define H(handle) ((uv_handle_t*) (handle))

static void close_rest(uv_handle_t* handle, void* arg) {
  (void) arg;
  if (!uv_is_closing(handle))
    uv_close(handle, NULL);
}

/* The end of a scenario: everything is closed, and the loop too. */
static int finish(uv_loop_t* loop) {
  flush_notes();
  uv_walk(loop, close_rest, NULL);
  uv_run(loop, UV_RUN_DEFAULT);
  flush_notes();
  ret("loop_close", uv_loop_close(loop));
  /* Not every scenario uses everything. */
  (void) name; (void) ret; (void) note; (void) on_close;
  return 0;
}

#endif
