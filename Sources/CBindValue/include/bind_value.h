/*
** The value that crosses between Swift and C: 16 bytes, no ownership of its own.
** Whoever hands one over says in its comment how long the pointers in it live.
*/
#ifndef BIND_VALUE_H
#define BIND_VALUE_H

#include <stddef.h>
#include <stdint.h>

/* The kinds of a bh_value. BH_ABSENT (no value yet) is not BH_NIL (the value nil). */
enum bh_tag {
  BH_ABSENT = 0,
  BH_NIL,
  BH_BOOLEAN,  /* integer is 0 or 1 */
  BH_INTEGER,  /* integer */
  BH_NUMBER,   /* number */
  BH_STRING,   /* bytes, length: not NUL-terminated, any bytes */
  BH_OBJECT    /* object: list, record, function or other value that only Swift can read */
};

typedef struct bh_value {
  uint32_t tag;     /* one of bh_tag */
  uint32_t length;  /* of a string, in bytes */
  union {
    int64_t integer;
    double number;
    const char *bytes;
    void *object;
  } as;
} bh_value;

/*
** The storage of one cell, at a stable address, readable from C without a call.
** Invariant: if BH_SLOT_DIRECT is set and the host's `watching` word is 0, `value` is the committed value
** and holds a scalar (boolean, integer, number or nil), so a plain copy is a correct read, or a short string, whose
** bytes are the cell's own copy and stay where they are until the cell's next commit.
*/
enum bh_slot_flag {
  BH_SLOT_DIRECT = 1,   /* `value` may be read as it stands */
};

/* Strings up to here are mirrored: the length up to which Lua keeps one copy of a string. */
#define BH_SLOT_TEXT_LIMIT 40

typedef struct bh_slot {
  bh_value value;
  uint32_t capacity;  /* of the bytes of a string in `value`, which belong to the slot; 0 if there are none */
  uint32_t flags;     /* bh_slot_flag */
} bh_slot;

/* What an engine shares with all interpreters of its thread. */
typedef struct bh_common {
  uint32_t watching;  /* the word above */
  uint64_t entries;   /* into scripts of any of them, ever */
} bh_common;

/* Room for the text of any number, its end included. */
#define BH_NUMBER_ROOM 32

/*
** Writes a float as Lua's `tostring` does ("%.14g", and ".0" behind what would read as an integer), NUL-terminated.
** Returns its length. `text` has BH_NUMBER_ROOM bytes.
*/
size_t bh_number_text (double number, char *text);

/* A number that only the running thread has while it lives, in one instruction: an update asks on every call. */
static inline uintptr_t bh_running_thread (void) { return (uintptr_t)__builtin_thread_pointer(); }

#endif
