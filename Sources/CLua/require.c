/*
** `require`: a C function that may wait, over modules that the host provides as source text. A module runs once; its
** value (true if it returns none) is kept by name. Modules made by bh_function are there from the start.
*/
#include "internal.h"

BH_BEGIN

/* loaded[name] while the module's chunk runs. */
static const char loading_mark = 0;

static void tell (bh_context *c, lua_State *L, int index, bool begins) {
  size_t length;
  const char *name = lua_tolstring(L, index, &length);
  lua_State *outer = c->L;
  c->L = L;
  c->functions.module_runs(c->host, name, length, begins);
  c->L = outer;
}

/* A guard that is closed when the chunk is over; where it has failed the name may be required again.  (object, error) */
static int close_guard (lua_State *L) {
  bh_context *c = lua_touserdata(L, lua_upvalueindex(1));
  lua_getiuservalue(L, 1, 2);
  tell(c, L, -1, false);
  lua_getiuservalue(L, 1, 1);  /* the name, nil once the module is there */
  if (lua_isnil(L, -1)) return 0;
  bh_push_reference(L, c->loaded);
  lua_insert(L, -2);
  lua_pushnil(L);
  lua_rawset(L, -3);
  return 0;
}

/* Stack: name, guard, results…  */
static int finish_require (lua_State *L, int status, lua_KContext context) {
  bh_context *c = (bh_context *)context;
  (void)status;
  lua_settop(L, 3);
  if (lua_isnil(L, 3)) {
    lua_pushboolean(L, 1);
    lua_replace(L, 3);
  }
  lua_pushnil(L);
  lua_setiuservalue(L, 2, 1);
  bh_push_reference(L, c->loaded);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_rawset(L, -3);
  lua_settop(L, 3);
  return 1;
}

static int require (lua_State *L) {
  bh_context *c = lua_touserdata(L, lua_upvalueindex(1));
  lua_State *outer = c->L;
  bh_value source = { 0 }, chunk = { 0 };
  const char *name, *text;
  size_t length;
  int status;
  name = luaL_checklstring(L, 1, &length);
  lua_settop(L, 1);
  bh_push_reference(L, c->loaded);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, 2) != LUA_TNIL) {
    if (lua_touserdata(L, -1) == &loading_mark)
      return bh_raise(c, L, "script.require",
                      "module '%s' requires itself, or another task is still loading it", name);
    return 1;
  }
  c->L = L;
  status = c->functions.module(c->host, name, length, &source, &chunk);
  c->L = outer;
  if (status != BH_OK) return bh_raise_deposit(c, L);
  lua_settop(L, 1);
  lua_pushlstring(L, chunk.as.bytes, chunk.length);
  text = lua_tostring(L, -1);
  status = luaL_loadbufferx(L, source.as.bytes, source.length, text, "t");
  if (status == LUA_ERRMEM) return lua_error(L);
  if (status != LUA_OK) {
    bh_make_error(c, L, "script.syntax");
    return lua_error(L);
  }
  lua_remove(L, 2);
  lua_newuserdatauv(L, 0, 2);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 2);
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_setmetatable(L, -2);
  lua_insert(L, 2);
  bh_push_reference(L, c->loaded);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, (void *)&loading_mark);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  lua_toclose(L, 2);  /* name, guard, chunk */
  tell(c, L, 1, true);
  lua_pushvalue(L, 1);
  lua_callk(L, 1, 1, (lua_KContext)c, finish_require);
  return finish_require(L, LUA_OK, (lua_KContext)c);
}

void bh_open_require (lua_State *L, bh_context *c) {
  lua_pushlightuserdata(L, c);
  lua_createtable(L, 0, 2);
  lua_pushlightuserdata(L, c);
  lua_pushcclosure(L, close_guard, 1);
  lua_setfield(L, -2, "__close");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushcclosure(L, require, 2);
  lua_setglobal(L, "require");
}

BH_END
