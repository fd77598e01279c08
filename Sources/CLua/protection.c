/*
** pcall and xpcall, as Lua has them, but for one thing: a script that catches having gone over its memory limit gets an
** err table that says so and where, not two words.
*/
#include "internal.h"

BH_BEGIN

static bh_context *context_of (lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

/* `extra`: the values below the results.  */
static int finish (lua_State *L, int status, lua_KContext extra) {
  if (unlikely(status != LUA_OK && status != LUA_YIELD)) {
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    if (unlikely(status == LUA_ERRMEM)) bh_name_limit(context_of(L), L);
    return 2;
  }
  return lua_gettop(L) - (int)extra;
}

static int protected_call (lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);  /* the first result */
  lua_insert(L, 1);
  return finish(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish), 0);
}

static int handled_call (lua_State *L) {
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushboolean(L, 1);  /* the first result */
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);    /* below the arguments */
  return finish(L, lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish), 2);
}

static const luaL_Reg functions[] = { { "pcall", protected_call }, { "xpcall", handled_call }, { NULL, NULL } };

void bh_open_protection (lua_State *L, bh_context *c) {
  lua_pushglobaltable(L);
  lua_pushlightuserdata(L, c);
  luaL_setfuncs(L, functions, 1);
  lua_pop(L, 1);
}

BH_END
