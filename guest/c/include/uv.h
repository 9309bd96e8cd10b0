/*
 * libuv's API for C programs that run as WebAssembly guests of Loopground.
 *
 * Names, types and public fields are those of libuv 1.52 (docs.libuv.org);
 * fields that begin with uv__ are private. What a call does, when its callback
 * runs and what it answers is as there unless a comment here says otherwise.
 * Everything happens on the guest's one thread.
 */
#ifndef UV_H
#define UV_H

#ifdef __cplusplus
extern "C" {
#endif

#define UV_EXTERN

#include "uv/errno.h"
#include "uv/version.h"
#include "uv/types.h"
#include "uv/platform.h"
#include "uv/core.h"
#include "uv/net.h"
#include "uv/fs.h"
#include "uv/os.h"
#include "uv/threads.h"

#ifdef __cplusplus
}
#endif

#endif
