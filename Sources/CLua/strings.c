/*
** The functions of `string` that can work for long in one call: rep, find, match, gmatch, gsub. They look at the
** kill flag as they go. Each closure has the context as upvalue 1.
*/
#define _GNU_SOURCE  /* memmem */
#include "pattern.h"

BH_BEGIN

#define COPY_BETWEEN_LOOKS (1u << 20)

static bh_context *context_of (lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

/* ---- rep ---- */

static int string_rep (lua_State *L) {
  bh_context *c = context_of(L);
  size_t length, separator_length, total, since = 0;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer n = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  luaL_Buffer b;
  char *out;
  if (n <= 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (length + separator_length < length || (length + separator_length > 0
      && (lua_Unsigned)n > (lua_Unsigned)PTRDIFF_MAX / (length + separator_length)))
    return luaL_error(L, "resulting string too large");
  total = (size_t)n * length + (size_t)(n - 1) * separator_length;
  if (length + separator_length == 0) n = 1;  /* nothing, however often */
  if (total > c->memory_limit) return bh_raise_limit(c, L);  /* before any work is done for it */
  bh_make_room(c, L, total);
  out = luaL_buffinitsize(L, &b, total);
  while (n-- > 0) {
    memcpy(out, text, length);
    out += length;
    if (n > 0 && separator_length > 0) {
      memcpy(out, separator, separator_length);
      out += separator_length;
    }
    since += length + separator_length + 1;
    if (since >= COPY_BETWEEN_LOOKS) {
      since = 0;
      bh_check_kill(c, L);
    }
  }
  luaL_pushresultsize(&b, total);
  return 1;
}

/* ---- find and match ---- */

/* A position counted from 1, or from the end if negative, as an offset. */
static size_t start_offset (lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position - 1;
  if (position == 0 || position < -(lua_Integer)length) return 0;
  return length - (size_t)(-position);
}

static void prepare (bh_match *m, lua_State *L, const char *s, size_t s_length, const char *p, size_t p_length) {
  m->c = context_of(L);
  m->L = L;
  m->subject = s;
  m->subject_end = s + s_length;
  m->pattern_end = p + p_length;
  m->steps = 0;
  bh_match_begin(m);
}

static bool has_specials (const char *p, size_t length) {
  size_t i;
  for (i = 0; i < length; i++)
    if (p[i] != '\0' && strchr("^$*+?.([%-", p[i]) != NULL) return true;
  return false;
}

static int find_or_match (lua_State *L, bool finds) {
  size_t s_length, p_length, offset;
  const char *s = luaL_checklstring(L, 1, &s_length);
  const char *p = luaL_checklstring(L, 2, &p_length);
  bool is_anchored;
  bh_match m;
  offset = start_offset(luaL_optinteger(L, 3, 1), s_length);
  if (offset > s_length) {
    luaL_pushfail(L);
    return 1;
  }
  if (finds && (lua_toboolean(L, 4) || !has_specials(p, p_length))) {
    const char *found = memmem(s + offset, s_length - offset, p, p_length);
    if (found == NULL) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, found - s + 1);
    lua_pushinteger(L, (lua_Integer)(found - s) + (lua_Integer)p_length);
    return 2;
  }
  is_anchored = p_length > 0 && *p == '^';
  if (is_anchored) {
    p++;
    p_length--;
  }
  prepare(&m, L, s, s_length, p, p_length);
  s += offset;
  do {
    const char *end;
    bh_match_begin(&m);
    if ((end = bh_match_at(&m, s, p)) != NULL) {
      if (!finds) return bh_push_captures(&m, s, end, true);
      lua_pushinteger(L, s - m.subject + 1);
      lua_pushinteger(L, end - m.subject);
      return bh_push_captures(&m, s, end, false) + 2;
    }
  } while (s++ < m.subject_end && !is_anchored);
  luaL_pushfail(L);
  return 1;
}

static int string_find (lua_State *L) { return find_or_match(L, true); }

static int string_match (lua_State *L) { return find_or_match(L, false); }

/* ---- gmatch ---- */

/* Upvalues: context, subject, pattern, offset of the next try, offset of the last match's end (-1: none). */
static int next_match (lua_State *L) {
  size_t s_length, p_length;
  const char *s = lua_tolstring(L, lua_upvalueindex(2), &s_length);
  const char *p = lua_tolstring(L, lua_upvalueindex(3), &p_length);
  lua_Integer offset = lua_tointeger(L, lua_upvalueindex(4));
  lua_Integer last = lua_tointeger(L, lua_upvalueindex(5));
  bh_match m;
  prepare(&m, L, s, s_length, p, p_length);
  for (; offset <= (lua_Integer)s_length; offset++) {
    const char *end;
    bh_match_begin(&m);
    if ((end = bh_match_at(&m, s + offset, p)) != NULL && end - s != last) {
      lua_pushinteger(L, end - s);
      lua_pushvalue(L, -1);
      lua_replace(L, lua_upvalueindex(4));
      lua_replace(L, lua_upvalueindex(5));
      return bh_push_captures(&m, s + offset, end, true);
    }
  }
  lua_pushinteger(L, offset);
  lua_replace(L, lua_upvalueindex(4));
  return 0;
}

static int string_gmatch (lua_State *L) {
  size_t length, offset;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  offset = start_offset(luaL_optinteger(L, 3, 1), length);
  if (offset > length) offset = length + 1;
  lua_settop(L, 2);
  lua_pushlightuserdata(L, context_of(L));
  lua_insert(L, 1);
  lua_pushinteger(L, (lua_Integer)offset);
  lua_pushinteger(L, -1);
  lua_pushcclosure(L, next_match, 5);
  return 1;
}

/* ---- gsub ---- */

/* The replacement string with its %0 … %9 filled in. */
static void add_template (bh_match *m, luaL_Buffer *b, const char *s, const char *end) {
  size_t length;
  const char *template = lua_tolstring(m->L, 3, &length);
  const char *stop = template + length;
  while (template < stop) {
    const char *sign = memchr(template, '%', (size_t)(stop - template));
    if (sign == NULL) sign = stop;
    luaL_addlstring(b, template, (size_t)(sign - template));
    if (sign == stop) return;
    template = sign + 1;
    if (template < stop && *template == '%') luaL_addchar(b, '%');
    else if (template < stop && *template == '0') luaL_addlstring(b, s, (size_t)(end - s));
    else if (template < stop && *template >= '1' && *template <= '9') {
      bh_push_capture(m, *template - '1', s, end);
      luaL_tolstring(m->L, -1, NULL);  /* a position is a number */
      lua_remove(m->L, -2);
      luaL_addvalue(b);
    }
    else luaL_error(m->L, "invalid use of '%%' in replacement string");
    template++;
  }
}

/* Adds what replaces the match from s to end. Answers whether it differs from it.  */
static bool add_replacement (bh_match *m, luaL_Buffer *b, const char *s, const char *end, int type) {
  lua_State *L = m->L;
  switch (type) {
    case LUA_TFUNCTION: {
      int count;
      lua_pushvalue(L, 3);
      count = bh_push_captures(m, s, end, true);
      lua_call(L, count, 1);
      break;
    }
    case LUA_TTABLE:
      bh_push_capture(m, 0, s, end);
      lua_gettable(L, 3);
      break;
    default:
      add_template(m, b, s, end);
      return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    luaL_addlstring(b, s, (size_t)(end - s));
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  luaL_addvalue(b);
  return true;
}

static int string_gsub (lua_State *L) {
  size_t s_length, p_length;
  const char *s = luaL_checklstring(L, 1, &s_length);
  const char *p = luaL_checklstring(L, 2, &p_length);
  int type = lua_type(L, 3);
  lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)s_length + 1);
  lua_Integer done = 0;
  const char *last = NULL;
  bool is_anchored = p_length > 0 && *p == '^';
  bool is_changed = false;
  luaL_Buffer b;
  bh_match m;
  luaL_argexpected(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION || type == LUA_TTABLE, 3,
                   "string/function/table");
  if (type == LUA_TNUMBER) lua_tostring(L, 3);
  if (is_anchored) {
    p++;
    p_length--;
  }
  prepare(&m, L, s, s_length, p, p_length);
  luaL_buffinit(L, &b);
  while (done < limit) {
    const char *end;
    bh_match_begin(&m);
    bh_check_kill(m.c, L);  /* a replacement can be long */
    if ((end = bh_match_at(&m, s, p)) != NULL && end != last) {
      done++;
      if (add_replacement(&m, &b, s, end, type)) is_changed = true;
      s = last = end;
    }
    else if (s < m.subject_end) luaL_addchar(&b, *s++);
    else break;
    if (is_anchored) break;
  }
  if (!is_changed) lua_pushvalue(L, 1);
  else {
    luaL_addlstring(&b, s, (size_t)(m.subject_end - s));
    luaL_pushresult(&b);
  }
  lua_pushinteger(L, done);
  return 2;
}

static const luaL_Reg functions[] = {
  { "rep", string_rep }, { "find", string_find }, { "match", string_match }, { "gmatch", string_gmatch },
  { "gsub", string_gsub }, { NULL, NULL }
};

void bh_open_strings (lua_State *L, bh_context *c) {
  lua_getglobal(L, "string");
  lua_pushlightuserdata(L, c);
  luaL_setfuncs(L, functions, 1);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");  /* bytecode */
  lua_pop(L, 1);
}

BH_END
