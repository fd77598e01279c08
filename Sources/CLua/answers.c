/*
** What bh.http gives back: a table {status, headers, body, url, version} whose `json` is decoded when it
** is read, and whose headers are found without regard to case. And what the stubs of tests are asked: a table
** with such headers.
*/
#include "internal.h"

#include <ctype.h>

BH_BEGIN

/* headers.Name: the table has its names in lower case.  [-0, +1, m] */
static int headers_index (lua_State *L) {
  luaL_Buffer b;
  size_t length, i;
  const char *name;
  if (lua_type(L, 2) != LUA_TSTRING) return 0;
  name = lua_tolstring(L, 2, &length);
  luaL_buffinitsize(L, &b, length);
  for (i = 0; i < length; i++) luaL_addchar(&b, (char)tolower((unsigned char)name[i]));
  luaL_pushresult(&b);
  lua_rawget(L, 1);
  return 1;
}

/*
** answer.json: decoded once, by the function in upvalue 1, which raises what is no JSON.  [-0, +1, e]
*/
static int answer_index (lua_State *L) {
  if (lua_type(L, 2) != LUA_TSTRING || strcmp(lua_tostring(L, 2), "json") != 0) return 0;
  lua_settop(L, 2);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushliteral(L, "body");
  lua_rawget(L, 1);
  lua_pushliteral(L, "url");
  lua_rawget(L, 1);
  lua_call(L, 2, 1);
  lua_pushvalue(L, -1);
  lua_setfield(L, 1, "json");
  return 1;
}

struct making_metatables { bh_context *c; bh_entry *decode; };

static int make_metatables (lua_State *L) {
  struct making_metatables *m = bh_protected_data(L);
  lua_createtable(L, 0, 2);
  lua_pushliteral(L, "answer");
  lua_setfield(L, -2, "__name");
  bh_push_entry(L, m->decode);
  lua_pushcclosure(L, answer_index, 1);
  lua_setfield(L, -2, "__index");
  m->c->answer_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, headers_index);
  lua_setfield(L, -2, "__index");
  m->c->headers_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int bh_answers (bh_context *c, void *decode) {
  struct making_metatables m = { c, NULL };
  m.decode = bh_new_entry(c, "answer", "json", decode, 0, 0);
  if (m.decode == NULL) return BH_ERROR;
  return bh_protect(c, make_metatables, &m) == LUA_OK ? BH_OK : BH_ERROR;
}

struct making_answer { bh_context *c; const bh_value *value; int decodes; int reference; };

static int make_answer (lua_State *L) {
  struct making_answer *m = bh_protected_data(L);
  bh_push_value(m->c, L, m->value);
  lua_getfield(L, -1, "headers");
  if (lua_istable(L, -1)) {
    bh_push_reference(L, m->c->headers_metatable);
    lua_setmetatable(L, -2);
  }
  lua_pop(L, 1);
  if (m->decodes) {
    bh_push_reference(L, m->c->answer_metatable);
    lua_setmetatable(L, -2);
  }
  m->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

int bh_make_answer (bh_context *c, const bh_value *value, int decodes) {
  struct making_answer m = { c, value, decodes, 0 };
  if (value->tag != BH_TREE || bh_protect(c, make_answer, &m) != LUA_OK || m.reference <= 0) return 0;
  c->counts.references++;
  return m.reference;
}

BH_END
