/*
** A backtracking matcher for Lua's patterns (reference manual 6.4.1). It does what the library's own one does and
** besides asks now and then whether it is to stop: a pattern can take exponential time.
*/
#include "pattern.h"

#include <ctype.h>

BH_BEGIN

#define DEPTH_LIMIT 200
#define STEPS_BETWEEN_LOOKS 4096

void bh_match_step (bh_match *m, size_t steps) {
  m->steps += (uint32_t)(steps > STEPS_BETWEEN_LOOKS ? STEPS_BETWEEN_LOOKS : steps);
  if (likely(m->steps < STEPS_BETWEEN_LOOKS)) return;
  m->steps = 0;
  bh_check_kill(m->c, m->L);
}

void bh_match_begin (bh_match *m) {
  m->count = 0;
  m->depth = 0;
}

/* ---- single characters ---- */

static bool in_class (int byte, int letter) {
  bool is;
  switch (tolower(letter)) {
    case 'a': is = isalpha(byte); break;
    case 'c': is = iscntrl(byte); break;
    case 'd': is = isdigit(byte); break;
    case 'g': is = isgraph(byte); break;
    case 'l': is = islower(byte); break;
    case 'p': is = ispunct(byte); break;
    case 's': is = isspace(byte); break;
    case 'u': is = isupper(byte); break;
    case 'w': is = isalnum(byte); break;
    case 'x': is = isxdigit(byte); break;
    case 'z': is = byte == 0; break;  /* deprecated, and still there in 5.4 */
    default: return letter == byte;
  }
  return isupper(letter) ? !is : is;
}

/* Behind the single-character class that starts at p. */
static const char *class_end (bh_match *m, const char *p) {
  if (*p == '%') {
    if (p + 1 == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 2;
  }
  if (*p != '[') return p + 1;
  p++;
  if (p < m->pattern_end && *p == '^') p++;
  do {  /* the first ']' is a member */
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%') p++;
    if (p > m->pattern_end) p = m->pattern_end;
  } while (p == m->pattern_end || *p != ']');
  return p + 1;
}

/* Is byte a member of the set [p … last], `last` being its closing bracket? */
static bool in_set (int byte, const char *p, const char *last) {
  bool positive = true;
  p++;
  if (*p == '^') {
    positive = false;
    p++;
  }
  for (; p < last; p++) {
    if (*p == '%') {
      p++;
      if (in_class(byte, (unsigned char)*p)) return positive;
    }
    else if (p + 2 < last && p[1] == '-') {
      if ((unsigned char)*p <= byte && byte <= (unsigned char)p[2]) return positive;
      p += 2;
    }
    else if ((unsigned char)*p == byte) return positive;
  }
  return !positive;
}

static bool matches_single (bh_match *m, const char *s, const char *p, const char *end) {
  int byte;
  if (s >= m->subject_end) return false;
  byte = (unsigned char)*s;
  switch (*p) {
    case '.': return true;
    case '%': return in_class(byte, (unsigned char)p[1]);
    case '[': return in_set(byte, p, end - 1);
    default: return (unsigned char)*p == byte;
  }
}

/* ---- items ---- */

static const char *match_balanced (bh_match *m, const char *s, const char *p) {
  int nesting = 1;
  const char *start = s;
  if (p + 1 >= m->pattern_end) luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (s >= m->subject_end || *s != *p) return NULL;
  while (++s < m->subject_end) {
    if (*s == p[1]) {
      if (--nesting == 0) break;
    }
    else if (*s == *p) nesting++;
  }
  bh_match_step(m, (size_t)(s - start));
  return s < m->subject_end ? s + 1 : NULL;
}

static const char *match_most (bh_match *m, const char *s, const char *p, const char *end) {
  ptrdiff_t count = 0;
  while (matches_single(m, s + count, p, end)) count++;
  bh_match_step(m, (size_t)count);
  for (; count >= 0; count--) {
    const char *found = bh_match_at(m, s + count, end + 1);
    if (found != NULL) return found;
  }
  return NULL;
}

static const char *match_least (bh_match *m, const char *s, const char *p, const char *end) {
  for (;;) {
    const char *found = bh_match_at(m, s, end + 1);
    if (found != NULL) return found;
    if (!matches_single(m, s, p, end)) return NULL;
    s++;
  }
}

static const char *open_capture (bh_match *m, const char *s, const char *p, ptrdiff_t kind) {
  const char *found;
  if (m->count >= BH_CAPTURE_LIMIT) luaL_error(m->L, "too many captures");
  m->captures[m->count].start = s;
  m->captures[m->count].length = kind;
  m->count++;
  found = bh_match_at(m, s, p);
  if (found == NULL) m->count--;
  return found;
}

static const char *close_capture (bh_match *m, const char *s, const char *p) {
  const char *found;
  int index = m->count - 1;
  while (index >= 0 && m->captures[index].length != BH_CAPTURE_OPEN) index--;
  if (index < 0) luaL_error(m->L, "invalid pattern capture");
  m->captures[index].length = s - m->captures[index].start;
  found = bh_match_at(m, s, p);
  if (found == NULL) m->captures[index].length = BH_CAPTURE_OPEN;
  return found;
}

/* What capture `digit` holds, once more. */
static const char *match_again (bh_match *m, const char *s, int digit) {
  int index = digit - '1';
  size_t length;
  if (index < 0 || index >= m->count || m->captures[index].length == BH_CAPTURE_OPEN)
    luaL_error(m->L, "invalid capture index %%%d", index + 1);
  if (m->captures[index].length == BH_CAPTURE_POSITION) return NULL;  /* as in Lua: a position is no text */
  length = (size_t)m->captures[index].length;
  bh_match_step(m, length / 64);
  if ((size_t)(m->subject_end - s) < length || memcmp(m->captures[index].start, s, length) != 0) return NULL;
  return s + length;
}

static bool is_frontier (bh_match *m, const char *s, const char *p, const char *end) {
  int before = s == m->subject ? 0 : (unsigned char)s[-1];
  int here = s < m->subject_end ? (unsigned char)*s : 0;
  return !in_set(before, p, end - 1) && in_set(here, p, end - 1);
}

const char *bh_match_at (bh_match *m, const char *s, const char *p) {
  const char *end;
  const char *found = NULL;
  if (++m->depth > DEPTH_LIMIT) luaL_error(m->L, "pattern too complex");
  for (;;) {
    bh_match_step(m, 1);
    if (p == m->pattern_end) {
      found = s;
      break;
    }
    if (*p == '(') {
      if (p + 1 < m->pattern_end && p[1] == ')') found = open_capture(m, s, p + 2, BH_CAPTURE_POSITION);
      else found = open_capture(m, s, p + 1, BH_CAPTURE_OPEN);
      break;
    }
    if (*p == ')') {
      found = close_capture(m, s, p + 1);
      break;
    }
    if (*p == '$' && p + 1 == m->pattern_end) {
      found = s == m->subject_end ? s : NULL;
      break;
    }
    if (*p == '%' && p + 1 < m->pattern_end) {
      if (p[1] == 'b') {
        s = match_balanced(m, s, p + 2);
        if (s == NULL) break;
        p += 4;
        continue;
      }
      if (p[1] == 'f') {
        p += 2;
        if (p >= m->pattern_end || *p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
        end = class_end(m, p);
        if (!is_frontier(m, s, p, end)) break;
        p = end;
        continue;
      }
      if (isdigit((unsigned char)p[1])) {
        s = match_again(m, s, (unsigned char)p[1]);
        if (s == NULL) break;
        p += 2;
        continue;
      }
    }
    end = class_end(m, p);
    switch (end < m->pattern_end ? *end : '\0') {
      case '?':
        if (matches_single(m, s, p, end) && (found = bh_match_at(m, s + 1, end + 1)) != NULL) goto done;
        p = end + 1;
        continue;
      case '+':
        if (matches_single(m, s, p, end)) found = match_most(m, s + 1, p, end);
        goto done;
      case '*':
        found = match_most(m, s, p, end);
        goto done;
      case '-':
        found = match_least(m, s, p, end);
        goto done;
      default:
        if (!matches_single(m, s, p, end)) goto done;
        s++;
        p = end;
        continue;
    }
  }
done:
  m->depth--;
  return found;
}

/* ---- captures ---- */

void bh_push_capture (bh_match *m, int index, const char *start, const char *end) {
  if (index >= m->count) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(m->L, start, (size_t)(end - start));
    return;
  }
  switch (m->captures[index].length) {
    case BH_CAPTURE_OPEN: luaL_error(m->L, "unfinished capture"); break;
    case BH_CAPTURE_POSITION: lua_pushinteger(m->L, m->captures[index].start - m->subject + 1); break;
    default: lua_pushlstring(m->L, m->captures[index].start, (size_t)m->captures[index].length); break;
  }
}

int bh_push_captures (bh_match *m, const char *start, const char *end, bool whole) {
  int count = m->count == 0 && whole ? 1 : m->count;
  int i;
  luaL_checkstack(m->L, count, "too many captures");
  for (i = 0; i < count; i++) bh_push_capture(m, i, start, end);
  return count;
}

BH_END
