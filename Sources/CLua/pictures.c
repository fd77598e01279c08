/*
** Any Lua value as bytes, to be compared and shown: tables with keys of every kind, tables that hold themselves. Raw access
** only, so that looking changes nothing.
*/
#include "internal.h"

BH_BEGIN

typedef struct bh_sketch {
  bh_context *c;
  lua_State *L;
  bh_buffer out;
  uint32_t values;
  int depth;
  const void *open[BH_DEPTH_LIMIT];
  bool is_starved;
} bh_sketch;

static void put (bh_sketch *s, const void *bytes, size_t length) {
  if (!s->is_starved && !bh_buffer_add(&s->out, bytes, length)) s->is_starved = true;
}

static void put_token (bh_sketch *s, uint8_t token) { put(s, &token, 1); }

static void put_count (bh_sketch *s, uint32_t count) { put(s, &count, sizeof count); }

static void draw (bh_sketch *s, int index);

static void draw_table (bh_sketch *s, int index) {
  lua_State *L = s->L;
  const void *identity = lua_topointer(L, index);
  uint32_t count = 0;
  int i;
  for (i = s->depth - 1; i >= 0; i--) {
    if (s->open[i] != identity) continue;
    put_token(s, BH_P_OPEN);
    put_count(s, (uint32_t)(s->depth - i));
    return;
  }
  if (s->depth == BH_DEPTH_LIMIT || !lua_checkstack(L, 8)) {
    put_token(s, BH_P_DEEP);
    return;
  }
  s->open[s->depth++] = identity;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) count++;
  put_token(s, BH_P_TABLE);
  put_count(s, count);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    draw(s, lua_gettop(L) - 1);
    draw(s, lua_gettop(L));
  }
  s->depth--;
}

static void draw (bh_sketch *s, int index) {
  lua_State *L = s->L;
  size_t length;
  if (++s->values > BH_VALUE_LIMIT || (s->values % 65536 == 0 && bh_is_stopped(s->c))) {
    put_token(s, BH_P_DEEP);
    return;
  }
  switch (lua_type(L, index)) {
    case LUA_TNIL: put_token(s, BH_T_NIL); return;
    case LUA_TBOOLEAN: put_token(s, lua_toboolean(L, index) ? BH_T_TRUE : BH_T_FALSE); return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        lua_Integer integer = lua_tointeger(L, index);
        put_token(s, BH_T_INTEGER);
        put(s, &integer, sizeof integer);
      }
      else {
        lua_Number number = lua_tonumber(L, index);
        put_token(s, BH_T_NUMBER);
        put(s, &number, sizeof number);
      }
      return;
    case LUA_TSTRING: {
      const char *bytes = lua_tolstring(L, index, &length);  /* a string already: nothing is converted */
      put_token(s, BH_T_STRING);
      put_count(s, (uint32_t)length);
      put(s, bytes, length);
      return;
    }
    case LUA_TTABLE: draw_table(s, index); return;
    case LUA_TUSERDATA: {
      bh_object *object = bh_to_object(L, index);
      if (object == NULL) break;
      uint64_t address = (uint64_t)(uintptr_t)object->object;
      put_token(s, BH_T_HOST);
      put(s, &address, sizeof address);
      return;
    }
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) != &bh_null_sentinel) break;
      put_token(s, BH_T_NULL);
      return;
    default: break;
  }
  uint64_t identity = (uint64_t)(uintptr_t)lua_topointer(L, index);
  put_token(s, BH_P_THING);
  put_count(s, (uint32_t)lua_type(L, index));
  put(s, &identity, sizeof identity);
}

bh_tree *bh_picture (bh_context *c, int reference) {
  bh_sketch s = { .c = c, .L = c->L };
  int top = lua_gettop(c->L);
  bh_tree *tree;
  if (!lua_checkstack(c->L, 4)) return NULL;
  bh_push_reference(c->L, reference);
  draw(&s, lua_gettop(c->L));
  lua_settop(c->L, top);
  tree = s.is_starved ? NULL : bh_block_zero(1, sizeof *tree);
  if (tree == NULL) {
    bh_buffer_free(&s.out);
    return NULL;
  }
  tree->bytes = (uint8_t *)s.out.bytes;
  tree->length = s.out.length;
  tree->taken = true;  /* there are no references in it */
  c->counts.trees++;
  return tree;
}

BH_END
