/*
** Host objects as userdata: kinds, one userdata for one object, the hot methods, garbage.
*/
#include "internal.h"

#include <stdlib.h>

BH_BEGIN

bh_object *bh_to_object (lua_State *L, int index) {
  bh_object *object = lua_touserdata(L, index);
  /* A light userdata has raw length 0, so `magic` is only read inside a block of the right size. */
  if (likely(object != NULL) && likely(lua_rawlen(L, index) == sizeof *object) && likely(object->magic == BH_MAGIC))
    return object;
  return NULL;
}

static int raise_receiver (lua_State *L, const char *method) {
  return bh_raise(bh_context_of(L), L, "bind.argument", "%s: the receiver is missing, call it as object:%s(…)",
                  method, method);
}

/* ---- get, peek, set ---- */

static int continue_get (lua_State *L, int status, lua_KContext flags);

/* Asks Swift.  [-0, +1, e] */
static int get_from_host (lua_State *L, bh_object *object, uint32_t flags) {
  bh_context *c = object->context;
  lua_State *outer = c->L;
  bh_value out = { 0 };
  int status;
  uint32_t asked = flags;
  if (c->active != NULL && c->active->L == L && (c->active->flags & BH_EVALUATION) && lua_isyieldable(L))
    asked |= BH_GET_SUSPENDABLE;
  c->L = L;
  status = c->functions.get(c->host, object->object, asked, &out);
  c->L = outer;
  if (likely(status == BH_OK)) {
    if (likely(out.tag == BH_INTEGER)) lua_pushinteger(L, out.as.integer);
    else bh_push_value(c, L, &out);
    return 1;
  }
  if (status == BH_NEEDS && (asked & BH_GET_SUSPENDABLE)) {
    c->needing = true;
    return lua_yieldk(L, 0, (lua_KContext)flags, continue_get);
  }
  return bh_raise_deposit(c, L);
}

/* The other cell has its value now: ask again. */
static int continue_get (lua_State *L, int status, lua_KContext flags) {
  (void)status;
  return get_from_host(L, bh_to_object(L, 1), (uint32_t)flags);
}

static inline int read_cell (lua_State *L, uint32_t flags, const char *method) {
  bh_object *object = bh_to_object(L, 1);
  bh_slot *slot;
  if (unlikely(object == NULL)) return raise_receiver(L, method);
  slot = object->slot;
  if (likely(slot != NULL && (slot->flags & BH_SLOT_DIRECT) && object->context->common->watching == 0)) {
    switch (slot->value.tag) {
      case BH_INTEGER: lua_pushinteger(L, slot->value.as.integer); return 1;
      case BH_NUMBER: lua_pushnumber(L, slot->value.as.number); return 1;
      case BH_BOOLEAN: lua_pushboolean(L, (int)slot->value.as.integer); return 1;
      case BH_STRING: lua_pushlstring(L, slot->value.as.bytes, slot->value.length); return 1;
      case BH_NIL: lua_pushnil(L); return 1;
      default: break;
    }
  }
  return get_from_host(L, object, flags);
}

static int object_get (lua_State *L) { return read_cell(L, 0, "get"); }

static int object_peek (lua_State *L) { return read_cell(L, BH_GET_PEEK, "peek"); }

static int object_set (lua_State *L) {
  bh_object *object = bh_to_object(L, 1);
  bh_context *c;
  lua_State *outer;
  bh_value value, out[2];
  bh_tree *trees = NULL;
  uint32_t count = 1;
  int status;
  if (unlikely(object == NULL)) return raise_receiver(L, "set");
  c = object->context;
  if (unlikely(lua_gettop(L) < 2)) return bh_raise(c, L, "bind.argument", "set: the value is missing");
  if (unlikely(bh_to_value(c, L, 2, 0, &value, &trees) != BH_OK)) {
    if (c->is_starved) bh_raise_memory(L);
    return bh_raise(c, L, "bind.value", "set: %s", c->words.message.bytes);
  }
  out[0].tag = BH_BOOLEAN;
  out[0].as.integer = 1;
  outer = c->L;
  c->L = L;
  status = c->functions.set(c->host, object->object, &value, out, &count);
  c->L = outer;
  if (unlikely(value.tag >= BH_TREE)) {
    bh_drop_value(c, &value);
  }
  if (unlikely(trees != NULL)) bh_drop_trees(c, trees);
  if (unlikely(status != BH_OK)) return bh_raise_deposit(c, L);
  bh_push_value(c, L, &out[0]);
  if (unlikely(count > 1)) bh_push_value(c, L, &out[1]);
  return (int)count;
}

/* ---- obj "path" ---- */

/*
** Upvalue 1 (optional): the closure that takes any other call. User value 1 is the cache: path → userdata, weak,
** so a Ref that nobody holds can go.
*/
static int object_call (lua_State *L) {
  bh_object *object = bh_to_object(L, 1);
  bh_context *c;
  lua_State *outer;
  bh_value out = { 0 };
  const char *path;
  size_t length;
  int status;
  if (unlikely(object == NULL)) return raise_receiver(L, "__call");
  if (unlikely(lua_type(L, 2) != LUA_TSTRING)) {
    if (lua_type(L, lua_upvalueindex(1)) == LUA_TFUNCTION) {
      lua_pushvalue(L, lua_upvalueindex(1));
      lua_insert(L, 1);
      lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
      return lua_gettop(L);
    }
    return bh_raise(object->context, L, "bind.argument", "a path is a string, not %s", lua_isnoneornil(L, 2) ? "nothing" : luaL_typename(L, 2));
  }
  lua_settop(L, 2);
  if (likely(lua_getiuservalue(L, 1, 1) == LUA_TTABLE)) {
    lua_pushvalue(L, 2);
    if (likely(lua_rawget(L, 3) != LUA_TNIL)) return 1;
    lua_pop(L, 1);
  }
  c = object->context;
  path = lua_tolstring(L, 2, &length);
  outer = c->L;
  c->L = L;
  status = c->functions.resolve(c->host, object->object, path, length, &out);
  c->L = outer;
  if (unlikely(status != BH_OK)) return bh_raise_deposit(c, L);
  bh_push_value(c, L, &out);  /* object, path, cache or nil, result */
  if (c->kinds[object->kind].flags & BH_KIND_CLOSES) return 1;  /* its cache stays empty */
  if (lua_isnil(L, 3)) {
    lua_newtable(L);
    bh_push_reference(L, c->weak_metatable);
    lua_setmetatable(L, -2);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, 1);
    lua_replace(L, 3);
  }
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 4);
  lua_rawset(L, 3);
  return 1;
}

/* ---- identity and garbage ---- */

/* Pushes the userdata that stands for `object`, if there is one.  [-0, +(0|1)] */
bool bh_push_userdata (bh_context *c, lua_State *L, void *object) {
  bh_push_reference(L, c->objects);
  if (lua_rawgetp(L, -1, object) == LUA_TUSERDATA) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

/* A place in `held` is free when this answers true. */
static bool reserve_place (bh_context *c) {
  uint32_t capacity, i;
  bh_held *held;
  if (likely(c->held_free != 0)) return true;
  capacity = c->held_capacity ? c->held_capacity * 2 : 64;
  if (capacity > BH_OBJECT_LIMIT + 1) return false;
  held = bh_block_resize(c->held, capacity * sizeof *held);
  if (held == NULL) return false;
  i = c->held_capacity ? c->held_capacity : 1;
  c->held_free = i;
  for (; i < capacity; i++) held[i] = (bh_held){ NULL, i + 1 < capacity ? i + 1 : 0, 0 };
  c->held = held;
  c->held_capacity = capacity;
  return true;
}

/* The userdata of the object in this place is gone. */
static void put_garbage (bh_context *c, uint32_t index) {
  c->held[index].next = c->garbage;
  c->garbage = index;
}

static int called (lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

/* What scripts get of a kind that is a function. Upvalue 1: the object. */
static int call_object (lua_State *L) {
  int count = lua_gettop(L);
  luaL_checkstack(L, 1, NULL);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_callk(L, count, LUA_MULTRET, 0, called);
  return lua_gettop(L);
}

static void push_object (bh_context *c, lua_State *L, const bh_host_object *source);

void bh_push_object (bh_context *c, lua_State *L, const bh_host_object *source) {
  luaL_checkstack(L, 5, NULL);
  if (!bh_push_userdata(c, L, source->object)) push_object(c, L, source);
  if (unlikely(c->kinds[source->kind].flags & BH_KIND_FUNCTION)) lua_pushcclosure(L, call_object, 1);
}

/* A new userdata.  [-0, +1, m] */
static void push_object (bh_context *c, lua_State *L, const bh_host_object *source) {
  bh_object *object;
  bh_push_reference(L, c->objects);
  object = lua_newuserdatauv(L, sizeof *object, c->kinds[source->kind].user_values);
  object->magic = BH_MAGIC;
  object->kind = source->kind & BH_KIND_LIMIT;
  object->index = 0;
  object->context = c;
  object->slot = source->slot;
  object->object = NULL;  /* not ours before nothing can fail any more */
  bh_push_reference(L, c->kinds[source->kind].metatable);
  lua_setmetatable(L, -2);
  if (unlikely(!reserve_place(c))) bh_raise_memory(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, -3, source->object);
  lua_remove(L, -2);
  c->functions.retain(c->host, source->object);
  object->object = source->object;
  object->index = c->held_free & BH_OBJECT_LIMIT;
  c->held_free = c->held[object->index].next;
  c->held[object->index] = (bh_held){ source->object, BH_IN_USE, 0 };
  c->counts.objects++;
}

/* Only notes the object. */
static int object_gc (lua_State *L) {
  bh_object *object = bh_to_object(L, 1);
  if (object != NULL && object->object != NULL) {
    put_garbage(object->context, object->index);
    object->object = NULL;
    object->slot = NULL;
  }
  return 0;
}

static int collect (lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

/*
** Finds the objects whose finalizer could not be called. After a full collection none is still to be called, so what
** is in use and has no userdata is one of them.
*/
static void find_lost (bh_context *c) {
  lua_State *L = c->main;
  uint32_t i;
  c->has_lost = false;
  if (bh_protect(c, collect, NULL) != LUA_OK || c->has_lost) {
    c->has_lost = true;  /* later */
    return;
  }
  for (i = 1; i < c->held_capacity; i++) {
    bh_object *object = NULL;
    if (c->held[i].object == NULL || c->held[i].next != BH_IN_USE) continue;
    if (bh_push_userdata(c, L, c->held[i].object)) {
      object = bh_to_object(L, -1);
      lua_pop(L, 1);
    }
    if (object == NULL || object->index != i) put_garbage(c, i);
  }
}

void bh_end_objects (bh_context *c) {
  uint32_t i;
  c->has_lost = false;
  for (i = 1; i < c->held_capacity; i++)
    if (c->held[i].object != NULL && c->held[i].next == BH_IN_USE) put_garbage(c, i);
}

void *bh_take_garbage (bh_context *c) {
  uint32_t index;
  void *object;
  if (unlikely(c->has_lost) && c->garbage == 0) find_lost(c);
  index = c->garbage;
  if (index == 0) return NULL;
  object = c->held[index].object;
  c->garbage = c->held[index].next;
  c->held[index] = (bh_held){ NULL, c->held_free, 0 };
  c->held_free = index;
  c->counts.objects--;
  return object;
}

void *bh_next_object (bh_context *c, uint32_t *place) {
  while (++*place < c->held_capacity)
    if (c->held[*place].object != NULL && c->held[*place].next == BH_IN_USE) return c->held[*place].object;
  return NULL;
}

/* ---- kinds ---- */

struct new_kind { bh_context *c; uint32_t kind; };

static int make_kind (lua_State *L) {
  struct new_kind *n = bh_protected_data(L);
  bh_kind_info *info = &n->c->kinds[n->kind];
  lua_createtable(L, 0, 8);  /* the metatable */
  lua_pushstring(L, info->name);
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushcfunction(L, object_gc);
  lua_setfield(L, -2, "__gc");
  lua_newtable(L);  /* the methods */
  if (info->flags & BH_KIND_CELL) {
    lua_pushcfunction(L, object_get);
    lua_setfield(L, -2, "get");
    lua_pushcfunction(L, object_peek);
    lua_setfield(L, -2, "peek");
    lua_pushcfunction(L, object_set);
    lua_setfield(L, -2, "set");
  }
  lua_setfield(L, -2, "__index");
  if (info->flags & BH_KIND_PATHS) {
    lua_pushnil(L);
    lua_pushcclosure(L, object_call, 1);
    lua_setfield(L, -2, "__call");
  }
  info->metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

uint32_t bh_kind (bh_context *c, const char *name, uint32_t flags, int user_values) {
  struct new_kind n = { c, c->kind_count ? c->kind_count : 1 };
  bh_kind_info *kinds;
  if (user_values < 0 || user_values > BH_USER_VALUE_LIMIT || n.kind > BH_KIND_LIMIT) return 0;
  kinds = bh_block_resize(c->kinds, (n.kind + 1) * sizeof *kinds);
  if (kinds == NULL) return 0;
  c->kinds = kinds;
  kinds[n.kind].name = bh_block_text(name);
  kinds[n.kind].flags = flags;
  kinds[n.kind].user_values = user_values + ((flags & BH_KIND_PATHS) ? 1 : 0);
  kinds[n.kind].metatable = 0;
  if (kinds[n.kind].name == NULL) return 0;
  c->kind_count = n.kind + 1;
  return bh_protect(c, make_kind, &n) == LUA_OK ? n.kind : 0;
}

struct new_method { bh_context *c; uint32_t kind; const char *name; bh_entry *entry; };

/* Upvalue 1: the entry. An unknown name: the host gets (kind, name).  */
static int make_method (lua_State *L) {
  struct new_method *n = bh_protected_data(L);
  bh_push_reference(L, n->c->kinds[n->kind].metatable);
  if (strcmp(n->name, "__index") == 0) {
    lua_getfield(L, -1, "__index");
    lua_createtable(L, 0, 1);
    bh_push_entry(L, n->entry);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
    return 0;
  }
  if (strcmp(n->name, "__call") == 0 && (n->c->kinds[n->kind].flags & BH_KIND_PATHS)) {
    bh_push_entry(L, n->entry);
    lua_pushcclosure(L, object_call, 1);
    lua_setfield(L, -2, "__call");
    return 0;
  }
  if (strncmp(n->name, "__", 2) != 0) lua_getfield(L, -1, "__index");
  bh_push_entry(L, n->entry);
  lua_setfield(L, -2, n->name);
  return 0;
}

int bh_method (bh_context *c, uint32_t kind, const char *name, void *function, uint32_t flags) {
  struct new_method n = { c, kind, name, NULL };
  bool is_unknown = strcmp(name, "__index") == 0;
  n.entry = bh_new_entry(c, c->kinds[kind].name, name, function, flags, is_unknown || (flags & BH_OPERATOR) ? 0 : kind);
  if (n.entry == NULL) return BH_ERROR;
  return bh_protect(c, make_method, &n) == LUA_OK ? BH_OK : BH_ERROR;
}

void bh_open_objects (lua_State *L, bh_context *c) {
  (void)L;
  c->kind_count = 1;
}

BH_END
