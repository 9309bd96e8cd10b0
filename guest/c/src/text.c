/* UTF-16 and WTF-8, which is UTF-8 that may hold lone surrogates. */
#include "internal.h"

/* Reads one code point and moves on; -1 for what is not WTF-8. */
static int32_t decode(const char **text) {
  static const int32_t least[] = {0, 0x80, 0x800, 0x10000};
  const unsigned char *p = (const unsigned char *) *text;
  int more = *p < 0x80 ? 0 : *p < 0xc2 ? -1 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : *p < 0xf5 ? 3 : -1;
  int32_t c;
  if (more < 0)
    return -1;
  c = more == 0 ? *p : *p & (0x3f >> more);
  for (int i = 1; i <= more; i++) {
    if ((p[i] & 0xc0) != 0x80)
      return -1;
    c = c << 6 | (p[i] & 0x3f);
  }
  if (c < least[more] || c > 0x10ffff)
    return -1;
  *text += more + 1;
  return c;
}

ssize_t uv_wtf8_length_as_utf16(const char *wtf8) {
  ssize_t units = 0;
  int32_t c;
  do {
    c = decode(&wtf8);
    if (c < 0)
      return -1;
    units += c > 0xffff ? 2 : 1;
  } while (c != 0);
  return units;
}

void uv_wtf8_to_utf16(const char *wtf8, uint16_t *utf16, size_t utf16_len) {
  size_t at = 0;
  while (at < utf16_len) {
    int32_t c = decode(&wtf8);
    if (c < 0)
      return;
    if (c > 0xffff && at + 1 < utf16_len) {
      utf16[at++] = (uint16_t) (0xd800 + ((c - 0x10000) >> 10));
      c = 0xdc00 + ((c - 0x10000) & 0x3ff);
    }
    utf16[at++] = (uint16_t) c;
    if (c == 0)
      return;
  }
}

/* The code point at text[*at], and how many units it has. left < 0: the text
 * ends at a zero. */
static int32_t unit(const uint16_t *text, ssize_t left, int *units) {
  int32_t c = text[0];
  *units = 1;
  if ((c & 0xfc00) == 0xd800 && (left < 0 || left > 1) && (text[1] & 0xfc00) == 0xdc00) {
    *units = 2;
    return 0x10000 + ((c & 0x3ff) << 10) + (text[1] & 0x3ff);
  }
  return c;
}

static size_t bytes_of(int32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

static void encode(int32_t c, char *to) {
  static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
  size_t n = bytes_of(c);
  for (size_t i = n - 1; i > 0; i--, c >>= 6)
    to[i] = (char) (0x80 | (c & 0x3f));
  to[0] = (char) (lead[n] | c);
}

size_t uv_utf16_length_as_wtf8(const uint16_t *utf16, ssize_t utf16_len) {
  size_t bytes = 0;
  while (utf16_len < 0 ? *utf16 != 0 : utf16_len > 0) {
    int units;
    bytes += bytes_of(unit(utf16, utf16_len, &units));
    utf16 += units;
    if (utf16_len > 0)
      utf16_len -= units;
  }
  return bytes;
}

int uv_utf16_to_wtf8(const uint16_t *utf16, ssize_t utf16_len, char **wtf8_ptr,
                     size_t *wtf8_len_ptr) {
  size_t need = uv_utf16_length_as_wtf8(utf16, utf16_len);
  size_t room = need;
  char *to;
  if (wtf8_ptr != NULL && *wtf8_ptr != NULL) {
    if (wtf8_len_ptr == NULL)
      return UV_EINVAL;
    room = *wtf8_len_ptr;
  }
  if (wtf8_len_ptr != NULL)
    *wtf8_len_ptr = need;
  if (need > room)
    return UV_ENOBUFS;
  if (wtf8_ptr == NULL)
    return 0;
  if (*wtf8_ptr == NULL)
    *wtf8_ptr = uv__malloc(need + 1);
  if (*wtf8_ptr == NULL)
    return UV_ENOMEM;
  to = *wtf8_ptr;
  for (char *end = to + need; to < end;) {
    int units;
    int32_t c = unit(utf16, utf16_len, &units);
    encode(c, to);
    to += bytes_of(c);
    utf16 += units;
    if (utf16_len > 0)
      utf16_len -= units;
  }
  *to = '\0';
  return 0;
}
