/* Memory from malloc; files are read into it. */
#ifndef _SHIM_SYS_MMAN_H
#define _SHIM_SYS_MMAN_H

#ifndef _WASI_EMULATED_MMAN
#define _WASI_EMULATED_MMAN
#endif
#include_next <sys/mman.h>

#endif
