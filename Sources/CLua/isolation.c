/*
** What one test does to the globals, the next one does not see: a copy of them, of the tables of the libraries, and of
** what `require` has loaded, is kept and put back.
*/
#include "internal.h"

BH_BEGIN

/* A shallow copy of the table on top, beside it.  [-0, +1, m] */
static void push_copy (lua_State *L) {
  lua_newtable(L);
  for (lua_pushnil(L); lua_next(L, -3); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
}

/* kept[table] = its copy, for the table on top.  [-1, +0, m] */
static void keep_table (lua_State *L, int kept) {
  push_copy(L);
  lua_rawset(L, kept);
}

struct keeping { bh_context *c; int reference; };

static const char *const libraries[] = { "string", "table", "math", "utf8", "os", "debug", "coroutine", NULL };

static int keep_globals (lua_State *L) {
  struct keeping *k = bh_protected_data(L);
  int kept, i;
  lua_newtable(L);
  kept = lua_gettop(L);
  for (i = 0; libraries[i] != NULL; i++) {
    if (lua_getglobal(L, libraries[i]) == LUA_TTABLE) keep_table(L, kept);
    else lua_pop(L, 1);
  }
  lua_pushglobaltable(L);
  keep_table(L, kept);
  bh_push_reference(L, k->c->loaded);
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING || strncmp(lua_tostring(L, -2), "bindhost", 8) != 0) continue;
    if (!lua_istable(L, -1)) continue;
    lua_pushvalue(L, -1);
    keep_table(L, kept);  /* a module of bindhost's own */
  }
  keep_table(L, kept);
  k->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int bh_keep_globals (bh_context *c) {
  struct keeping k = { c, 0 };
  if (bh_protect(c, keep_globals, &k) != LUA_OK || k.reference <= 0) return 0;
  c->counts.references++;
  return k.reference;
}

/* The table on top becomes as the copy below it says.  Stack: copy, table.  [-0, +0, m] */
static void restore_table (lua_State *L) {
  int copy = lua_gettop(L) - 1, table = copy + 1;
  for (lua_pushnil(L); lua_next(L, table); ) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, copy) == LUA_TNIL) {  /* a field may be cleared while the table is walked */
      lua_pushvalue(L, -2);
      lua_pushnil(L);
      lua_rawset(L, table);
    }
    lua_pop(L, 1);
  }
  for (lua_pushnil(L); lua_next(L, copy); lua_pop(L, 1)) {
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, table);
  }
}

static int restore_globals (lua_State *L) {
  int kept = *(int *)bh_protected_data(L);
  bh_push_reference(L, kept);
  kept = lua_gettop(L);
  for (lua_pushnil(L); lua_next(L, kept); ) {  /* table, copy */
    lua_pushvalue(L, -2);
    restore_table(L);
    lua_pop(L, 2);
  }
  return 0;
}

int bh_restore_globals (bh_context *c, int kept) {
  return bh_protect(c, restore_globals, &kept) == LUA_OK ? BH_OK : BH_ERROR;
}

struct module_name { bh_context *c; const char *name; size_t length; };

static int forget_module (lua_State *L) {
  struct module_name *m = bh_protected_data(L);
  bh_push_reference(L, m->c->loaded);
  lua_pushlstring(L, m->name, m->length);
  lua_pushnil(L);
  lua_rawset(L, -3);
  return 0;
}

void bh_forget_module (bh_context *c, const char *name, size_t length) {
  struct module_name m = { c, name, length };
  bh_protect(c, forget_module, &m);
}

struct surroundings { bh_context *c; int chunk; const char *module; const char *const *names; int count; };

static int set_environment (lua_State *L) {
  struct surroundings *s = bh_protected_data(L);
  const char *dot = strrchr(s->module, '.');
  int i, module;
  bh_push_reference(L, s->c->loaded);
  lua_getfield(L, -1, s->module);
  module = lua_gettop(L);
  bh_push_reference(L, s->chunk);
  lua_newtable(L);
  for (i = 0; i < s->count; i++) {
    lua_getfield(L, module, s->names[i]);
    lua_setfield(L, -2, s->names[i]);
  }
  lua_pushvalue(L, module);
  lua_setfield(L, -2, dot != NULL ? dot + 1 : s->module);
  lua_createtable(L, 0, 2);
  lua_pushglobaltable(L);
  lua_setfield(L, -2, "__index");
  lua_pushglobaltable(L);
  lua_setfield(L, -2, "__newindex");
  lua_setmetatable(L, -2);
  if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);  /* a chunk that names no global has no place for them */
  return 0;
}

int bh_set_environment (bh_context *c, int chunk, const char *module, const char *const *names, int count) {
  struct surroundings s = { c, chunk, module, names, count };
  return bh_protect(c, set_environment, &s) == LUA_OK ? BH_OK : BH_ERROR;
}

BH_END
