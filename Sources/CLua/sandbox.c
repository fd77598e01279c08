/*
** What a script finds: the base library without files and bytecode, table, string, math, utf8, our coroutine and
** require. `io` and the rest of `os` come from the host, behind its permissions, or not at all.
*/
#include "internal.h"

#include <math.h>

BH_BEGIN

static const luaL_Reg libraries[] = {
  { LUA_GNAME, luaopen_base }, { LUA_TABLIBNAME, luaopen_table }, { LUA_STRLIBNAME, luaopen_string },
  { LUA_MATHLIBNAME, luaopen_math }, { LUA_UTF8LIBNAME, luaopen_utf8 }, { NULL, NULL }
};

static const char *const removed[] = { "dofile", "loadfile", "warn", NULL };

/* print: one call of the host with the whole line. */
static int print (lua_State *L) {
  bh_context *c = lua_touserdata(L, lua_upvalueindex(1));
  lua_State *outer = c->L;
  luaL_Buffer b;
  size_t length;
  const char *text;
  int count = lua_gettop(L), i;
  luaL_buffinit(L, &b);
  for (i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&b, '\t');
    luaL_tolstring(L, i, NULL);
    luaL_addvalue(&b);
  }
  luaL_addchar(&b, '\n');
  luaL_pushresult(&b);
  text = lua_tolstring(L, -1, &length);
  c->L = L;
  c->functions.print(c->host, text, length);
  c->L = outer;
  return 0;
}

/* The present as the host's clock has it, which may be a virtual one.  [-0, +1, -] */
static void push_now (lua_State *L, bh_context *c) {
  lua_State *outer = c->L;
  double now;
  c->L = L;
  now = c->functions.now(c->host);
  c->L = outer;
  lua_pushinteger(L, (lua_Integer)floor(now));
}

/* os.time. Upvalues: context, the original.  */
static int os_time (lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    push_now(L, lua_touserdata(L, lua_upvalueindex(1)));
    return 1;
  }
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* os.date. The same.  */
static int os_date (lua_State *L) {
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    if (lua_isnil(L, 1)) {
      lua_pushliteral(L, "%c");
      lua_replace(L, 1);
    }
    push_now(L, lua_touserdata(L, lua_upvalueindex(1)));
  }
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* Replaces a field of the table on top by a closure over (context, original).  [-0, +0, m] */
static void wrap_field (lua_State *L, bh_context *c, const char *name, lua_CFunction f) {
  lua_pushlightuserdata(L, c);
  lua_getfield(L, -2, name);
  lua_pushcclosure(L, f, 2);
  lua_setfield(L, -2, name);
}

/* load with mode "t", whatever was asked for. Upvalue: the original.  */
static int load (lua_State *L) {
  if (lua_gettop(L) < 3) lua_settop(L, 3);
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  /* What the parser had no memory for is no mistake in the text, which would be named first. */
  if (lua_gettop(L) == 2 && lua_isnil(L, 1) && lua_type(L, 2) == LUA_TSTRING
      && strcmp(lua_tostring(L, 2), "not enough memory") == 0)
    return lua_error(L);
  return lua_gettop(L);
}

/*
** setmetatable without __gc: a finalizer runs where no hook reaches it, so an endless one could not be stopped.
** (Set afterwards, __gc has no effect: Lua marks an object for finalization in setmetatable only.)
*/
static int set_metatable (lua_State *L) {
  bh_context *c = lua_touserdata(L, lua_upvalueindex(1));
  if (lua_type(L, 2) == LUA_TTABLE) {
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL)
      return bh_raise(c, L, "bind.argument", "__gc is not available, use <close> or bh.on_close");
    lua_pop(L, 1);
  }
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* collectgarbage: what looks and what collects, not what switches the collector off. */
static int collect_garbage (lua_State *L) {
  static const char *const options[] = { "collect", "count", "step", "isrunning", NULL };
  luaL_checkoption(L, 1, "collect", options);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* Replaces a global by a closure over (context, original).  [-0, +0, m] */
static void wrap_global (lua_State *L, const char *name, lua_CFunction f) {
  lua_getglobal(L, name);
  lua_pushcclosure(L, f, 1);
  lua_setglobal(L, name);
}

/* Copies fields of the library on top into a new global table; pops the library. */
static void keep_fields (lua_State *L, const char *library, const char *const *names) {
  lua_newtable(L);
  for (; *names != NULL; names++) {
    lua_getfield(L, -2, *names);
    lua_setfield(L, -2, *names);
  }
  lua_setglobal(L, library);
  lua_pop(L, 1);
}

void bh_open_sandbox (lua_State *L, bh_context *c) {
  static const char *const os_names[] = { "time", "clock", "date", "difftime", NULL };
  static const char *const debug_names[] = { "traceback", NULL };
  const luaL_Reg *library;
  int i;
  for (library = libraries; library->name != NULL; library++) {
    luaL_requiref(L, library->name, library->func, 1);
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  lua_setfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);  /* `require` is ours */
  for (i = 0; removed[i] != NULL; i++) {
    lua_pushnil(L);
    lua_setglobal(L, removed[i]);
  }
  wrap_global(L, "load", load);
  wrap_global(L, "collectgarbage", collect_garbage);
  lua_pushlightuserdata(L, c);
  lua_getglobal(L, "setmetatable");
  lua_pushcclosure(L, set_metatable, 2);
  lua_setglobal(L, "setmetatable");
  lua_pushlightuserdata(L, c);
  lua_pushcclosure(L, print, 1);
  lua_setglobal(L, "print");
  lua_pushcfunction(L, luaopen_os);
  lua_call(L, 0, 1);
  wrap_field(L, c, "time", os_time);
  wrap_field(L, c, "date", os_date);
  keep_fields(L, "os", os_names);
  lua_pushcfunction(L, luaopen_debug);
  lua_call(L, 0, 1);
  keep_fields(L, "debug", debug_names);
}

BH_END
