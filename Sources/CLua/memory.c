/* The counting allocator, and byte buffers outside Lua's memory. */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

BH_BEGIN

/* ---- trials: tests refuse what the n-th request asks for ---- */

static _Atomic int trials;  /* threads that have one: 0 in normal running, and nothing else is looked at */
static _Thread_local bh_trial *trial;

void bh_begin_trial (bh_trial *t) {
  if ((t != NULL) != (trial != NULL)) atomic_fetch_add(&trials, t != NULL ? 1 : -1);
  trial = t;
}

static bool is_refused (void) {
  bh_trial *t = trial;
  if (t == NULL) return false;  /* another thread's trial */
  t->requests++;
  if (t->first == 0 || t->requests < t->first || t->requests > t->last) return false;
  t->refused++;
  return true;
}

static inline bool refuses (void) {
  return unlikely(atomic_load_explicit(&trials, memory_order_relaxed) != 0) && is_refused();
}

static inline void *note_block (void *block, int change) {
  if (unlikely(atomic_load_explicit(&trials, memory_order_relaxed) != 0) && trial != NULL && block != NULL)
    trial->blocks += change;
  return block;
}

/* ---- who refused ---- */

/* Whose limit was the last to refuse what this thread asked for. NULL: nobody's, the machine had none to give. */
static _Thread_local const bh_context *refusing;

void bh_note_limit (bh_context *c) {
  refusing = c;
  c->limit_line = 0;
  if (c->active != NULL) bh_find_active(c, &c->limit_place, &c->limit_line);
}

bool bh_is_over_limit (const bh_context *c) { return refusing == c; }

/* Nothing is kept of a context that ends: another one may get its address. */
void bh_forget_limit (const bh_context *c) {
  if (refusing == c) refusing = NULL;
}

static void *note_machine (void) {
  refusing = NULL;
  return NULL;
}

/* ---- CLua's own blocks: the one door to the C library ---- */

static inline void *note_new (void *block) { return likely(block != NULL) ? note_block(block, 1) : note_machine(); }

void *bh_block (size_t size) { return note_new(refuses() ? NULL : malloc(size)); }

void *bh_block_zero (size_t count, size_t size) { return note_new(refuses() ? NULL : calloc(count, size)); }

void *bh_block_resize (void *block, size_t size) {
  void *moved;
  if (refuses() || (moved = realloc(block, size)) == NULL) return note_machine();
  return block == NULL ? note_block(moved, 1) : moved;
}

char *bh_block_text (const char *text) { return note_new(refuses() ? NULL : strdup(text)); }

void bh_block_free (void *block) {
  note_block(block, -1);
  free(block);
}

/* ---- Lua's ---- */

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
    if (refuses()) return note_machine();
    if (unlikely(c->reporting) && limit <= UINT64_MAX - BH_REPORT_HEADROOM) limit += BH_REPORT_HEADROOM;
    if (unlikely(c->counts.memory + (new_size - old_size) > limit)) {
      bh_note_limit(c);
      return NULL;
    }
  }
  moved = realloc(block, new_size);
  if (unlikely(moved == NULL)) {
    if (new_size > old_size) return note_machine();
    moved = block;  /* the C library could not shrink: the larger block serves */
  }
  c->counts.memory = c->counts.memory - old_size + new_size;
  return moved;
}

/* [-0, +0, -] */
void bh_make_room (bh_context *c, lua_State *L, size_t more) {
  if (unlikely(c->counts.memory + more > c->memory_limit)) lua_gc(L, LUA_GCCOLLECT);
}

/* ---- buffers ---- */

/* Room for `more` bytes and a NUL behind them. */
bool bh_buffer_reserve (bh_buffer *b, size_t more) {
  size_t capacity = b->capacity ? b->capacity : 256;
  char *bytes;
  if (b->length + more + 1 <= b->capacity) return true;
  while (capacity < b->length + more + 1) capacity *= 2;
  bytes = bh_block_resize(b->bytes, capacity);
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

/* The text may stand in the buffer itself. */
bool bh_buffer_set (bh_buffer *b, const char *text) {
  size_t length = strlen(text);
  b->length = 0;
  if (!bh_buffer_reserve(b, length)) return false;
  memmove(b->bytes, text, length + 1);
  b->length = length;
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
  bh_block_free(b->bytes);
  memset(b, 0, sizeof *b);
}

BH_END
