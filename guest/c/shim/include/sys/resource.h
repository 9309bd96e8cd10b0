/* The guest's use of the machine. */
#ifndef _SHIM_SYS_RESOURCE_H
#define _SHIM_SYS_RESOURCE_H

#ifndef _WASI_EMULATED_PROCESS_CLOCKS
#define _WASI_EMULATED_PROCESS_CLOCKS
#endif
#include_next <sys/resource.h>

#endif
