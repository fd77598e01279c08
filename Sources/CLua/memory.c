/* The counting allocator, and byte buffers outside Lua's memory. */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

BH_BEGIN

/*
** Invariant: counts.memory is the sum of the sizes of all blocks Lua holds.
** A shrink is never refused. Above the limit growth is refused (Lua then collects and asks again) unless an error
** is being reported.
*/
void *bh_allocate (void *ud, void *block, size_t old_size, size_t new_size) {
  bh_context *c = ud;
  void *moved;
  if (block == NULL) old_size = 0;  /* then it is the type of the new object */
  if (new_size == 0) {
    free(block);
    c->counts.memory -= old_size;
    return NULL;
  }
  if (new_size > old_size) {
    uint64_t limit = c->memory_limit;
    if (unlikely(c->reporting) && limit <= UINT64_MAX - BH_REPORT_HEADROOM) limit += BH_REPORT_HEADROOM;
    if (unlikely(c->counts.memory + (new_size - old_size) > limit)) return NULL;
  }
  moved = realloc(block, new_size);
  if (unlikely(moved == NULL)) {
    if (new_size > old_size) return NULL;
    moved = block;  /* the C library could not shrink: the larger block serves */
  }
  c->counts.memory = c->counts.memory - old_size + new_size;
  return moved;
}

/* Room for `more` bytes and a NUL behind them. */
bool bh_buffer_reserve (bh_buffer *b, size_t more) {
  size_t capacity = b->capacity ? b->capacity : 256;
  char *bytes;
  if (b->length + more + 1 <= b->capacity) return true;
  while (capacity < b->length + more + 1) capacity *= 2;
  bytes = realloc(b->bytes, capacity);
  if (bytes == NULL) return false;
  b->bytes = bytes;
  b->capacity = capacity;
  return true;
}

bool bh_buffer_add (bh_buffer *b, const void *bytes, size_t length) {
  if (!bh_buffer_reserve(b, length)) return false;
  if (length) memcpy(b->bytes + b->length, bytes, length);
  b->length += length;
  b->bytes[b->length] = '\0';
  return true;
}

bool bh_buffer_format (bh_buffer *b, const char *format, ...) {
  va_list list;
  int length;
  if (!bh_buffer_reserve(b, 512)) return false;
  va_start(list, format);
  length = vsnprintf(b->bytes + b->length, b->capacity - b->length, format, list);
  va_end(list);
  if (length < 0) return false;
  if ((size_t)length >= b->capacity - b->length) length = (int)(b->capacity - b->length - 1);
  b->length += (size_t)length;
  return true;
}

void bh_buffer_free (bh_buffer *b) {
  free(b->bytes);
  memset(b, 0, sizeof *b);
}

BH_END
