/*
** pairs, in the same order in every process: Lua's own order of string keys follows a seed that each process draws
** anew, and with it the order of whatever a script makes in such a loop. Numbers come first, then strings byte by byte,
** then false and true; what has no order of its own comes last. A table without string keys is walked as Lua does.
*/
#include "internal.h"

#include <stdlib.h>

BH_BEGIN

#define KEYS_BETWEEN_LOOKS 65536

typedef enum bh_key_rank { BH_RANK_NUMBER, BH_RANK_STRING, BH_RANK_BOOLEAN, BH_RANK_OTHER } bh_key_rank;

typedef struct bh_key {
  bh_key_rank rank;
  lua_Number number;    /* also of a boolean */
  const char *text;
  size_t length;
  lua_Integer place;    /* as Lua's own order has it, from 1 */
} bh_key;

/* How many keys the table at the index has, and whether some order of theirs is not Lua's own.  [-0, +0, e] */
static lua_Integer count_keys (bh_context *c, lua_State *L, int index, bool *is_seeded) {
  lua_Integer count = 0, texts = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) texts++;
    if (++count % KEYS_BETWEEN_LOOKS == 0) bh_check_kill(c, L);
  }
  *is_seeded = texts > 0 && count > 1;
  return count;
}

/* The key on top of the stack, which somebody keeps.  [-0, +0, -] */
static bh_key describe (lua_State *L, lua_Integer place) {
  bh_key key = { .rank = BH_RANK_OTHER, .place = place };
  switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
      key.rank = BH_RANK_NUMBER;
      key.number = lua_tonumber(L, -1);
      break;
    case LUA_TSTRING:
      key.rank = BH_RANK_STRING;
      key.text = lua_tolstring(L, -1, &key.length);
      break;
    case LUA_TBOOLEAN:
      key.rank = BH_RANK_BOOLEAN;
      key.number = lua_toboolean(L, -1);
      break;
  }
  return key;
}

static int compare (const void *left, const void *right) {
  const bh_key *a = left, *b = right;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  if (a->rank == BH_RANK_STRING) {
    size_t common = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, common);
    if (order != 0) return order;
    if (a->length != b->length) return a->length < b->length ? -1 : 1;
  }
  else if (a->number != b->number) return a->number < b->number ? -1 : 1;
  return a->place < b->place ? -1 : 1;
}

/* Pushes a list of the table's keys in order.  [-0, +1, e] */
static void push_keys (bh_context *c, lua_State *L, int index, lua_Integer count) {
  bh_key *keys;
  lua_Integer i;
  int list;
  lua_createtable(L, count < INT32_MAX ? (int)count : 0, 0);
  list = lua_gettop(L);
  keys = lua_newuserdatauv(L, (size_t)count * sizeof(bh_key), 0);
  lua_pushnil(L);
  for (i = 1; i <= count && lua_next(L, index); i++) {
    lua_pop(L, 1);
    keys[i - 1] = describe(L, i);
    lua_pushvalue(L, -1);
    lua_rawseti(L, list, i);
    if (i % KEYS_BETWEEN_LOOKS == 0) bh_check_kill(c, L);
  }
  count = i - 1;  /* what was weak may have gone since they were counted; from here on nothing is collected */
  lua_settop(L, list + 1);
  qsort(keys, (size_t)count, sizeof(bh_key), compare);
  bh_check_kill(c, L);
  /* The list in that order: each cycle of the permutation is turned once, so that no second list is needed. */
  for (i = 1; i <= count; i++) {
    lua_Integer at = i;
    if (keys[i - 1].place == 0) continue;
    lua_rawgeti(L, list, i);
    while (keys[at - 1].place != i) {
      lua_Integer from = keys[at - 1].place;
      lua_rawgeti(L, list, from);
      lua_rawseti(L, list, at);
      keys[at - 1].place = 0;
      at = from;
    }
    lua_rawseti(L, list, at);
    keys[at - 1].place = 0;
  }
  lua_settop(L, list);
}

/* Where the key at the index stands among the keys (upvalue 1): mostly where the last call has found one (upvalue 2).  [-0, +0, e] */
static lua_Integer place_of (lua_State *L, int index) {
  lua_Integer place = lua_tointeger(L, lua_upvalueindex(2));
  lua_rawgeti(L, lua_upvalueindex(1), place);
  if (lua_rawequal(L, -1, index)) return place;
  for (place = 1; lua_rawgeti(L, lua_upvalueindex(1), place) != LUA_TNIL; place++) {
    if (lua_rawequal(L, -1, index)) return place;
    lua_pop(L, 1);
  }
  return luaL_error(L, "invalid key to 'next'");
}

/* The iterator, which goes on behind the key that it is given. What is gone meanwhile is passed over. */
static int ordered_next (lua_State *L) {
  lua_Integer place = lua_isnoneornil(L, 2) ? 0 : place_of(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  for (;;) {
    lua_settop(L, 1);
    if (lua_rawgeti(L, lua_upvalueindex(1), ++place) == LUA_TNIL) return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) break;
  }
  lua_pushinteger(L, place);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

static int end_of_pairs (lua_State *L, int status, lua_KContext context) {
  (void)L;
  (void)status;
  (void)context;
  return 3;
}

/* Upvalues: context, `next`. */
static int pairs (lua_State *L) {
  bh_context *c = lua_touserdata(L, lua_upvalueindex(1));
  bool is_seeded = false;
  lua_Integer count = 0;
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, end_of_pairs);
    return 3;
  }
  lua_settop(L, 1);
  luaL_checkstack(L, 8, NULL);
  if (lua_istable(L, 1)) count = count_keys(c, L, 1, &is_seeded);
  if (is_seeded) {
    push_keys(c, L, 1, count);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, ordered_next, 2);
  }
  else lua_pushvalue(L, lua_upvalueindex(2));
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

void bh_open_pairs (lua_State *L, bh_context *c) {
  lua_pushlightuserdata(L, c);
  lua_getglobal(L, "next");
  lua_pushcclosure(L, pairs, 2);
  lua_setglobal(L, "pairs");
}

BH_END
