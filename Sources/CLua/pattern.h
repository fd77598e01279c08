/* Lua's patterns, with a look at the kill flag every few thousand steps. */
#ifndef BH_PATTERN_H
#define BH_PATTERN_H

#include "internal.h"

#define BH_CAPTURE_LIMIT 32

/* One match under way. The subject and the pattern must stay on the Lua stack. */
typedef struct bh_match {
  bh_context *c;
  lua_State *L;
  const char *subject;
  const char *subject_end;
  const char *pattern_end;
  int depth;                 /* of recursion */
  uint32_t steps;            /* since the last look */
  int count;                 /* of captures */
  struct {
    const char *start;
    ptrdiff_t length;        /* or BH_CAPTURE_OPEN, BH_CAPTURE_POSITION */
  } captures[BH_CAPTURE_LIMIT];
} bh_match;

#define BH_CAPTURE_OPEN (-1)
#define BH_CAPTURE_POSITION (-2)

/* The end of the match of `pattern` at `at`, or NULL. Raises for a malformed pattern and for a kill. */
const char *bh_match_at (bh_match *m, const char *at, const char *pattern);
void bh_match_begin (bh_match *m);  /* forgets the captures of the last try */
/* Pushes capture `index`; without captures index 0 is the whole match.  [-0, +1, e] */
void bh_push_capture (bh_match *m, int index, const char *start, const char *end);
/* Pushes all captures, or the whole match if there are none and `whole`. Answers how many.  [-0, +n, e] */
int bh_push_captures (bh_match *m, const char *start, const char *end, bool whole);
/* Counts `steps` of work; raises if a kill is under way. */
void bh_match_step (bh_match *m, size_t steps);

#endif
