/*
** A parsed JSON document as simdjson leaves it: a tape of 64-bit words, each with its kind in the top 8 bits.
** Whoever hands one over says how long it lives. Swift and CLua walk it; neither knows the parser.
*/
#ifndef BIND_TAPE_H
#define BIND_TAPE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The kinds of word. */
enum bh_tape_kind {
  BH_TAPE_ROOT = 'r',
  BH_TAPE_OBJECT = '{',     /* payload: the index behind its '}' in 32 bits, then the number of fields in 24 */
  BH_TAPE_OBJECT_END = '}',
  BH_TAPE_LIST = '[',       /* the same with elements */
  BH_TAPE_LIST_END = ']',
  BH_TAPE_STRING = '"',     /* payload: where in `strings` its length (uint32) stands, then its bytes; also names of fields */
  BH_TAPE_INTEGER = 'l',    /* the next word is an int64_t */
  BH_TAPE_UNSIGNED = 'u',   /* the next word is a uint64_t beyond int64_t */
  BH_TAPE_NUMBER = 'd',     /* the next word is a double */
  BH_TAPE_TRUE = 't',
  BH_TAPE_FALSE = 'f',
  BH_TAPE_NULL = 'n'
};

/* The count of fields or elements stops here: a container with so many has this or more. */
#define BH_TAPE_COUNT_LIMIT 0xFFFFFFu

typedef struct bh_tape {
  const uint64_t *words;    /* the document's value starts at words[1] */
  const uint8_t *strings;
  bool keeps_digits;        /* an unsigned integer becomes its decimal text; else a float */
} bh_tape;

static inline char bh_tape_kind_of (uint64_t word) { return (char)(word >> 56); }

static inline uint64_t bh_tape_payload (uint64_t word) { return word & 0x00FFFFFFFFFFFFFFu; }

/* Of a '{' or '[': how many fields or elements, up to BH_TAPE_COUNT_LIMIT. */
static inline uint32_t bh_tape_count (uint64_t word) { return (uint32_t)(word >> 32) & BH_TAPE_COUNT_LIMIT; }

/* Of a '"': its bytes, valid as long as the tape. */
static inline const char *bh_tape_text (const bh_tape *tape, uint64_t word, uint32_t *length) {
  const uint8_t *at = tape->strings + bh_tape_payload(word);
  memcpy(length, at, sizeof *length);
  return (const char *)at + sizeof *length;
}

#endif
