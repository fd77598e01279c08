/* One value, to and from the Lua stack. */
#include "internal.h"

#include <stdlib.h>

BH_BEGIN

const char bh_null_sentinel = 0;

static int null_tostring (lua_State *L) {
  lua_pushstring(L, lua_touserdata(L, 1) == &bh_null_sentinel ? "null" : luaL_typename(L, 1));
  return 1;
}

void bh_open_null (lua_State *L) {
  lua_pushlightuserdata(L, (void *)&bh_null_sentinel);
  lua_createtable(L, 0, 3);
  lua_pushstring(L, "null");
  lua_setfield(L, -2, "__name");
  lua_pushcfunction(L, null_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

int bh_to_value (bh_context *c, lua_State *L, int index, uint32_t how, bh_value *out, bh_tree **trees) {
  size_t length;
  out->length = 0;
  if (lua_isinteger(L, index)) {  /* the most frequent one, with the fewest questions */
    out->tag = BH_INTEGER;
    out->as.integer = lua_tointeger(L, index);
    return BH_OK;
  }
  switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL:
      out->tag = BH_NIL;
      out->as.integer = 0;
      return BH_OK;
    case LUA_TBOOLEAN:
      out->tag = BH_BOOLEAN;
      out->as.integer = lua_toboolean(L, index);
      return BH_OK;
    case LUA_TNUMBER:
      out->tag = BH_NUMBER;
      out->as.number = lua_tonumber(L, index);
      return BH_OK;
    case LUA_TSTRING:
      out->as.bytes = lua_tolstring(L, index, &length);
      if (unlikely(length > UINT32_MAX)) {
        c->is_starved = false;
        c->words.message.length = 0;
        bh_buffer_format(&c->words.message, "a string of %zu bytes is too long", length);
        return BH_ERROR;
      }
      out->tag = BH_STRING;
      out->length = (uint32_t)length;
      return BH_OK;
    case LUA_TTABLE: {
      bh_tree *tree;
      if (how & BH_WHOLE) break;
      if (bh_read_table(c, L, index, (how & BH_MIXED) != 0, &tree) != BH_OK) return BH_ERROR;
      tree->next = *trees;
      *trees = tree;
      out->tag = BH_TREE;
      out->as.object = tree;
      return BH_OK;
    }
    case LUA_TUSERDATA: {
      bh_object *object = bh_to_object(L, index);
      if (object != NULL) {
        bh_host_value(object, out);
        return BH_OK;
      }
      break;
    }
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) == &bh_null_sentinel) {
        out->tag = BH_NULL;
        out->as.integer = 0;
        return BH_OK;
      }
      break;
    default:
      break;
  }
  out->length = (uint32_t)lua_type(L, index);
  if (likely(lua_checkstack(L, 1))) {
    lua_pushvalue(L, index);
    out->as.integer = bh_reference(c, L);
    out->tag = BH_REFERENCE;
    if (likely(out->as.integer > 0)) return BH_OK;
  }
  else c->last_status = LUA_ERRMEM;
  out->tag = BH_NIL;
  c->is_starved = c->last_status == LUA_ERRMEM;
  bh_buffer_set(&c->words.message, bh_last_problem(c));
  return BH_ERROR;
}

void bh_push_value (bh_context *c, lua_State *L, const bh_value *value) {
  switch (value->tag) {
    case BH_BOOLEAN: lua_pushboolean(L, value->as.integer != 0); break;
    case BH_INTEGER: lua_pushinteger(L, value->as.integer); break;
    case BH_NUMBER: lua_pushnumber(L, value->as.number); break;
    case BH_STRING: lua_pushlstring(L, value->as.bytes, value->length); break;
    case BH_NULL: lua_pushlightuserdata(L, (void *)&bh_null_sentinel); break;
    case BH_TREE: bh_push_tree(c, L, (const uint8_t *)value->as.bytes, value->length); break;
    case BH_TAPE: bh_push_tape(c, L, value->as.object); break;
    case BH_REFERENCE: bh_push_reference(L, (int)value->as.integer); break;
    case BH_HOST: bh_push_object(c, L, value->as.object); break;
    case BH_ERROR_TREE:
      bh_push_tree(c, L, (const uint8_t *)value->as.bytes, value->length);
      bh_finish_error(c, L);
      break;
    default: lua_pushnil(L); break;
  }
}

void bh_drop_value (bh_context *c, bh_value *value) {
  if (value->tag == BH_REFERENCE) bh_release(c, (int)value->as.integer);
  value->tag = BH_ABSENT;
}

/* Releases the references noted behind the last node (see tables.c). */
static void release_references (bh_context *c, const bh_tree *tree) {
  const uint8_t *end = tree->bytes + tree->length;
  uint32_t count, i;
  if (tree->length < sizeof count) return;
  memcpy(&count, end - sizeof count, sizeof count);
  for (i = 0; i < count; i++) {
    uint32_t offset;
    int32_t reference;
    memcpy(&offset, end - sizeof count * (i + 2), sizeof offset);
    memcpy(&reference, tree->bytes + offset, sizeof reference);
    bh_release(c, reference);
  }
}

void bh_tree_free (bh_context *c, bh_tree *tree) {
  if (!tree->taken) release_references(c, tree);
  bh_block_free(tree->bytes);
  bh_block_free(tree);
  c->counts.trees--;
}

void bh_drop_trees (bh_context *c, bh_tree *trees) {
  while (trees != NULL) {
    bh_tree *next = trees->next;
    bh_tree_free(c, trees);
    trees = next;
  }
}

/* ---- values behind references ---- */

int bh_read_reference (bh_context *c, int reference, bh_value *out) {
  bh_tree *trees = NULL;
  int status;
  if (unlikely(!lua_checkstack(c->L, 4))) return bh_fail_memory(c);
  bh_push_reference(c->L, reference);
  status = bh_to_value(c, c->L, -1, BH_MIXED, out, &trees);
  if (status == BH_OK && out->tag == BH_STRING) out->as.bytes = lua_tostring(c->L, -1);  /* held by the reference */
  lua_pop(c->L, 1);
  if (status != BH_OK) bh_fail_value(c);
  return status;
}

struct making { bh_context *c; const bh_value *value; int metatable; int reference; };

static int make (lua_State *L) {
  struct making *m = bh_protected_data(L);
  bh_push_value(m->c, L, m->value);
  if (m->metatable && lua_istable(L, -1)) {
    bh_push_reference(L, m->metatable);
    lua_setmetatable(L, -2);
  }
  m->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static int make_reference (bh_context *c, const bh_value *value, int metatable) {
  struct making m = { c, value, metatable, 0 };
  if (bh_protect(c, make, &m) != LUA_OK || m.reference <= 0) return 0;
  c->counts.references++;
  return m.reference;
}

int bh_make_reference (bh_context *c, const bh_value *value) { return make_reference(c, value, 0); }

int bh_make_text_table (bh_context *c, const bh_value *value) {
  return make_reference(c, value, c->text_metatable);
}

BH_END
