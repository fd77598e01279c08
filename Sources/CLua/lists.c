/*
** The functions of `table` whose work a script can make as long as it likes: move, insert, remove, concat, sort.
*/
#include "internal.h"

BH_BEGIN

#define STEPS_BETWEEN_LOOKS 4096
#define LENGTH_LIMIT 10000000     /* of an object that says its own length */
#define QUIET_SORT_LIMIT 100000   /* elements that are sorted without a look at the kill flag */
#define QUIET_SORT_BYTES 64       /* each at most: a comparison reads two strings to where they differ */

static bh_context *context_of (lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

/* Calls the original (upvalue 2) with all arguments.  [-n, +results, e] */
static int call_original (lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* insert and remove shift as many elements as __len says. */
static int bounded (lua_State *L) {
  if (lua_istable(L, 1) && luaL_getmetafield(L, 1, "__len") != LUA_TNIL) {
    lua_pop(L, 1);
    if (luaL_len(L, 1) > LENGTH_LIMIT) return luaL_error(L, "a length of more than %d", LENGTH_LIMIT);
  }
  return call_original(L);
}

/* move: one element at a time, backwards where source and target overlap. */
static int move (lua_State *L) {
  bh_context *c = context_of(L);
  lua_Integer first = luaL_checkinteger(L, 2);
  lua_Integer last = luaL_checkinteger(L, 3);
  lua_Integer target = luaL_checkinteger(L, 4);
  int to = !lua_isnoneornil(L, 5) ? 5 : 1;
  lua_Integer count, i;
  bool backwards;
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, to, LUA_TTABLE);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    count = last - first + 1;
    luaL_argcheck(L, target <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    backwards = target > first && target <= last && (to == 1 || lua_compare(L, 1, to, LUA_OPEQ));
    for (i = 0; i < count; i++) {
      lua_Integer offset = backwards ? count - 1 - i : i;
      lua_geti(L, 1, first + offset);
      lua_seti(L, to, target + offset);
      if (i % STEPS_BETWEEN_LOOKS == STEPS_BETWEEN_LOOKS - 1) bh_check_kill(c, L);
    }
  }
  lua_pushvalue(L, to);
  return 1;
}

/* concat: list, separator, first, last. */
static int concat (lua_State *L) {
  bh_context *c = context_of(L);
  size_t length;
  const char *separator = luaL_optlstring(L, 2, "", &length);
  lua_Integer i = luaL_optinteger(L, 3, 1);
  lua_Integer last;
  luaL_Buffer b;
  if (!lua_istable(L, 1) && !luaL_getmetafield(L, 1, "__index")) luaL_checktype(L, 1, LUA_TTABLE);
  last = lua_isnoneornil(L, 4) ? luaL_len(L, 1) : luaL_checkinteger(L, 4);
  lua_settop(L, 2);
  luaL_buffinit(L, &b);
  for (; i <= last; i++) {
    lua_geti(L, 1, i);
    if (unlikely(!lua_isstring(L, -1)))
      luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)i);
    if (unlikely(lua_rawlen(L, -1) > b.size - b.n)) bh_make_room(c, L, b.size + lua_rawlen(L, -1));
    luaL_addvalue(&b);
    if (i == last) break;  /* also where i + 1 would overflow */
    luaL_addlstring(&b, separator, length);
    if (unlikely(i % STEPS_BETWEEN_LOOKS == 0)) bh_check_kill(c, L);
  }
  luaL_pushresult(&b);
  return 1;
}

/* A comparator that looks: upvalues context, the script's C function or nil for `<`. */
static int compare (lua_State *L) {
  bh_check_kill(context_of(L), L);
  if (lua_isnil(L, lua_upvalueindex(2))) {
    lua_pushboolean(L, lua_compare(L, 1, 2, LUA_OPLT));
    return 1;
  }
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, 2, 1);
  return 1;
}

/* Whether `<` sorts the list in no time worth a look.  [-0, +0, e] */
static bool sorts_quickly (lua_State *L) {
  lua_Integer count = luaL_len(L, 1), i;
  size_t length;
  if (count > QUIET_SORT_LIMIT) return false;
  for (i = 1; i <= count; i++) {
    bool is_long = lua_rawgeti(L, 1, i) == LUA_TSTRING && (lua_tolstring(L, -1, &length), length > QUIET_SORT_BYTES);
    lua_pop(L, 1);
    if (unlikely(is_long)) return false;
  }
  return true;
}

/* sort: a comparator in Lua can be stopped by itself, any other needs help. */
static int sort (lua_State *L) {
  if (lua_istable(L, 1) && (lua_iscfunction(L, 2) || (lua_isnoneornil(L, 2) && !sorts_quickly(L)))) {
    lua_settop(L, 2);
    lua_pushlightuserdata(L, context_of(L));
    lua_insert(L, 2);
    lua_pushcclosure(L, compare, 2);
  }
  return call_original(L);
}

/* Replaces table.name by a closure over (context, original).  [-0, +0, m] */
static void wrap (lua_State *L, bh_context *c, const char *name, lua_CFunction f) {
  lua_pushlightuserdata(L, c);
  lua_getfield(L, -2, name);
  lua_pushcclosure(L, f, 2);
  lua_setfield(L, -2, name);
}

void bh_open_lists (lua_State *L, bh_context *c) {
  lua_getglobal(L, "table");
  wrap(L, c, "move", move);
  wrap(L, c, "insert", bounded);
  wrap(L, c, "remove", bounded);
  wrap(L, c, "concat", concat);
  wrap(L, c, "sort", sort);
  lua_pop(L, 1);
}

BH_END
