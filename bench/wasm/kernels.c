// Programs in C whose metering is measured. Each export does its work n times,
// or for a size n, and gives a number that depends on all of it.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))

static __attribute__((noinline)) int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

EXPORT("fib") int run_fib(int n) { return fib(n); }

EXPORT("nothing") int run_nothing(int n) { return n; }

static int compare(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

EXPORT("sort") int run_sort(int n) {
  uint32_t *a = malloc(n * sizeof *a), x = 1;
  for (int i = 0; i < n; i++) a[i] = x = x * 1664525 + 1013904223;
  qsort(a, n, sizeof *a, compare);
  uint32_t sum = 0;
  for (int i = 0; i < n; i++) sum = sum * 31 + a[i];
  free(a);
  return sum;
}

EXPORT("matrix") int run_matrix(int n) {
  double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), *c = malloc(n * n * sizeof *c);
  for (int i = 0; i < n * n; i++) a[i] = i % 7, b[i] = i % 11;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = 0;
      for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
  double sum = 0;
  for (int i = 0; i < n * n; i++) sum += c[i] * (i % 3);
  free(a), free(b), free(c);
  return (int)sum;
}

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ROT(x, n) ((x) >> (n) | (x) << (32 - (n)))

static __attribute__((noinline)) void block(uint32_t h[8], const uint8_t *p) {
  uint32_t w[64], s[8];
  for (int i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | p[4 * i + 1] << 16 | p[4 * i + 2] << 8 | p[4 * i + 3];
  for (int i = 16; i < 64; i++) {
    uint32_t a = ROT(w[i - 15], 7) ^ ROT(w[i - 15], 18) ^ w[i - 15] >> 3, b = ROT(w[i - 2], 17) ^ ROT(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + a + w[i - 7] + b;
  }
  memcpy(s, h, sizeof s);
  for (int i = 0; i < 64; i++) {
    uint32_t e = ROT(s[4], 6) ^ ROT(s[4], 11) ^ ROT(s[4], 25), f = (s[4] & s[5]) ^ (~s[4] & s[6]);
    uint32_t t = s[7] + e + f + K[i] + w[i];
    uint32_t a = ROT(s[0], 2) ^ ROT(s[0], 13) ^ ROT(s[0], 22), m = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
    s[7] = s[6], s[6] = s[5], s[5] = s[4], s[4] = s[3] + t, s[3] = s[2], s[2] = s[1], s[1] = s[0], s[0] = t + a + m;
  }
  for (int i = 0; i < 8; i++) h[i] += s[i];
}

// The blocks of SHA-256 over n KiB, without padding.
EXPORT("sha256") int run_sha256(int n) {
  uint8_t data[1024];
  for (int i = 0; i < 1024; i++) data[i] = i * 7;
  uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 16; k++) block(h, data + 64 * k);
  return h[0];
}

// A byte-wise compressor of the LZ77 kind, with a table of hashes.
EXPORT("lz") int run_lz(int n) {
  uint8_t *in = malloc(n), *out = malloc(2 * n);
  uint32_t *seen = calloc(4096, sizeof *seen), x = 1, sum = 0;
  for (int i = 0; i < n; i++) {
    x = x * 1664525 + 1013904223;
    in[i] = i > 64 && x >> 29 ? in[i - 1 - (x >> 20) % 60] : x >> 24;
  }
  int o = 0, i = 0;
  while (i + 4 < n) {
    uint32_t v;
    memcpy(&v, in + i, 4);
    uint32_t slot = v * 2654435761u >> 20, at = seen[slot];
    seen[slot] = i;
    int len = 0;
    if (at < (uint32_t)i) while (i + len < n && len < 255 && in[at + len] == in[i + len]) len++;
    if (len < 4) {
      out[o++] = in[i++];
      continue;
    }
    out[o++] = 0, out[o++] = len, out[o++] = i - at, out[o++] = (i - at) >> 8;
    i += len;
  }
  for (int k = 0; k < o; k++) sum = sum * 31 + out[k];
  free(in), free(out), free(seen);
  return sum;
}
