#include "queue.h"

void report(const job *j);
int report_end(uv_loop_t *loop);
