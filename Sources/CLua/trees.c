/* Value trees from Swift become Lua tables (bh_token in bh_lua.h). */
#include "internal.h"

BH_BEGIN

typedef struct bh_reader {
  bh_context *c;
  lua_State *L;
  const uint8_t *at;
} bh_reader;

static void take (bh_reader *r, void *out, size_t length) {
  memcpy(out, r->at, length);
  r->at += length;
}

static uint32_t take_count (bh_reader *r) {
  uint32_t count;
  take(r, &count, sizeof count);
  return count;
}

static void push_node (bh_reader *r);

static void push_elements (bh_reader *r) {
  uint32_t count = take_count(r), i;
  lua_createtable(r->L, count > INT32_MAX ? 0 : (int)count, 0);
  for (i = 1; i <= count; i++) {
    push_node(r);
    lua_rawseti(r->L, -2, i);
  }
}

/* Fills the table on top. */
static void set_fields (bh_reader *r, uint32_t count) {
  uint32_t i;
  for (i = 0; i < count; i++) {
    uint32_t length = take_count(r);
    lua_pushlstring(r->L, (const char *)r->at, length);
    r->at += length;
    push_node(r);
    lua_rawset(r->L, -3);
  }
}

/* The next node becomes a Lua value.  [-0, +1, m] */
static void push_node (bh_reader *r) {
  lua_State *L = r->L;
  luaL_checkstack(L, 6, "value is nested too deeply");
  switch (*r->at++) {
    case BH_T_FALSE: lua_pushboolean(L, 0); break;
    case BH_T_TRUE: lua_pushboolean(L, 1); break;
    case BH_T_INTEGER: {
      lua_Integer integer;
      take(r, &integer, sizeof integer);
      lua_pushinteger(L, integer);
      break;
    }
    case BH_T_NUMBER: {
      lua_Number number;
      take(r, &number, sizeof number);
      lua_pushnumber(L, number);
      break;
    }
    case BH_T_STRING: {
      uint32_t length = take_count(r);
      lua_pushlstring(L, (const char *)r->at, length);
      r->at += length;
      break;
    }
    case BH_T_LIST: push_elements(r); break;
    case BH_T_RECORD: {
      uint32_t count = take_count(r);
      lua_createtable(L, 0, count > INT32_MAX ? 0 : (int)count);
      set_fields(r, count);
      if (count == 0) {  /* so that it comes back as a record */
        bh_push_reference(L, r->c->record_metatable);
        lua_setmetatable(L, -2);
      }
      break;
    }
    case BH_T_ERROR: {
      uint32_t count = take_count(r);
      lua_createtable(L, 0, count > INT32_MAX ? 0 : (int)count);
      set_fields(r, count);
      bh_push_reference(L, r->c->error_metatable);
      lua_setmetatable(L, -2);
      break;
    }
    case BH_T_MIXED:
      push_elements(r);
      set_fields(r, take_count(r));
      break;
    case BH_T_NULL: lua_pushlightuserdata(L, (void *)&bh_null_sentinel); break;
    case BH_T_REFERENCE: {
      uint32_t type;
      int32_t reference;
      uint64_t identity;
      take(r, &type, sizeof type);
      take(r, &reference, sizeof reference);
      take(r, &identity, sizeof identity);
      bh_push_reference(L, reference);
      break;
    }
    case BH_T_HOST: {
      uint32_t kind;
      uint64_t address;
      take(r, &kind, sizeof kind);
      take(r, &address, sizeof address);
      bh_push_object(r->c, L, (const bh_host_object *)(uintptr_t)address);
      break;
    }
    default: lua_pushnil(L); break;
  }
}

void bh_push_tree (bh_context *c, lua_State *L, const uint8_t *bytes, size_t length) {
  bh_reader r = { c, L, bytes };
  (void)length;
  push_node(&r);
}

BH_END
