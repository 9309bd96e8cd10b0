/* The guest's use of the machine. */
#ifndef _SHIM_SYS_TIMES_H
#define _SHIM_SYS_TIMES_H

#ifndef _WASI_EMULATED_PROCESS_CLOCKS
#define _WASI_EMULATED_PROCESS_CLOCKS
#endif
#include_next <sys/times.h>

#endif
