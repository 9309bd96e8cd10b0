/* Work that waits for its turn, for waits that it alone can end. */
#ifndef LOOPGROUND_WORK_H
#define LOOPGROUND_WORK_H

/* Runs the oldest work that has not begun, before its turn, and answers 1;
 * answers 0 when there is none. */
int uv__work_run(void);

#endif
