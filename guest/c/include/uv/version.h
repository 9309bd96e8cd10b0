/* The release of libuv whose API and behaviour this library follows. */
#ifndef UV_VERSION_H
#define UV_VERSION_H

#define UV_VERSION_MAJOR 1
#define UV_VERSION_MINOR 52
#define UV_VERSION_PATCH 0
/* Not libuv's own code: the suffix says so in uv_version_string. */
#define UV_VERSION_IS_RELEASE 0
#define UV_VERSION_SUFFIX "loopground"

#define UV_VERSION_HEX \
  ((UV_VERSION_MAJOR << 16) | (UV_VERSION_MINOR << 8) | UV_VERSION_PATCH)

#endif
