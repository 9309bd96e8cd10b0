/* The machine: what a sandbox tells of itself, and nothing of the host's. */
#include "buffer.h"

#include <sys/utsname.h>

enum { PAGE = 65536 };

static uint64_t memory(void) { return (uint64_t) __builtin_wasm_memory_size(0) * PAGE; }

static void give(char *to, size_t size, const char *from) {
  strncpy(to, from, size - 1);
  to[size - 1] = '\0';
}

int uv_os_gethostname(char *buffer, size_t *size) {
  return uv__give_string("localhost", buffer, size);
}

int uv_os_uname(uv_utsname_t *buffer) {
  struct utsname name;
  if (buffer == NULL)
    return UV_EINVAL;
  uname(&name);
  give(buffer->sysname, sizeof buffer->sysname, name.sysname);
  give(buffer->release, sizeof buffer->release, name.release);
  give(buffer->version, sizeof buffer->version, name.version);
  give(buffer->machine, sizeof buffer->machine, name.machine);
  return 0;
}

/* One thread runs on one processor. */
unsigned int uv_available_parallelism(void) { return 1; }

int uv_cpu_info(uv_cpu_info_t **cpu_infos, int *count) {
  uv_cpu_info_t *cpu = uv__calloc(1, sizeof *cpu);
  *count = 0;
  *cpu_infos = NULL;
  if (cpu == NULL)
    return UV_ENOMEM;
  cpu->model = uv__strdup("WebAssembly");
  if (cpu->model == NULL) {
    uv__free(cpu);
    return UV_ENOMEM;
  }
  *cpu_infos = cpu;
  *count = 1;
  return 0;
}

void uv_free_cpu_info(uv_cpu_info_t *cpu_infos, int count) {
  for (int i = 0; i < count; i++)
    uv__free(cpu_infos[i].model);
  uv__free(cpu_infos);
}

int uv_cpumask_size(void) { return UV_ENOTSUP; }

/* None: a guest is granted addresses, not interfaces. */
int uv_interface_addresses(uv_interface_address_t **addresses, int *count) {
  *addresses = NULL;
  *count = 0;
  return 0;
}

void uv_free_interface_addresses(uv_interface_address_t *addresses, int count) {
  (void) count;
  uv__free(addresses);
}

void uv_loadavg(double avg[3]) { avg[0] = avg[1] = avg[2] = 0; }

int uv_uptime(double *uptime) {
  *uptime = (double) uv_hrtime() / 1e9;
  return 0;
}

int uv_resident_set_memory(size_t *rss) {
  *rss = (size_t) memory();
  return 0;
}

/* The memory's size; the host's meter tells no processor time. */
int uv_getrusage(uv_rusage_t *rusage) {
  memset(rusage, 0, sizeof *rusage);
  rusage->ru_maxrss = memory() / 1024;
  return 0;
}

int uv_getrusage_thread(uv_rusage_t *rusage) { return uv_getrusage(rusage); }

/* What 32-bit pointers reach. The host's limit may be lower, and is not told. */
uint64_t uv_get_total_memory(void) { return (uint64_t) 1 << 32; }

uint64_t uv_get_free_memory(void) { return uv_get_total_memory() - memory(); }

uint64_t uv_get_constrained_memory(void) { return 0; }

uint64_t uv_get_available_memory(void) { return uv_get_free_memory(); }
