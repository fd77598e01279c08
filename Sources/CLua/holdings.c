/* What the userdata of host objects hold for Swift: user values, what the value of a cell leads to; and what keeps them. */
#include "internal.h"

BH_BEGIN

/* ---- user values ---- */

static int user_value_index (bh_context *c, const bh_host_object *object, int n) {
  return n + ((c->kinds[object->kind].flags & BH_KIND_PATHS) ? 1 : 0);
}

bool bh_user_value_set (bh_context *c, const bh_host_object *object, int n, int reference) {
  lua_State *L = c->main;
  bool done;
  if (!bh_push_userdata(c, L, object->object)) return false;
  if (reference > 0) bh_push_reference(L, reference);
  else lua_pushnil(L);
  done = lua_setiuservalue(L, -2, user_value_index(c, object, n)) != 0;
  lua_pop(L, 1);
  return done;
}

bool bh_has_userdata (bh_context *c, void *object) {
  if (!bh_push_userdata(c, c->main, object)) return false;
  lua_pop(c->main, 1);
  return true;
}

/* Pushes user value n; false, and nothing pushed, if it is nil or there is no userdata.  [-0, +(0|1)] */
static bool push_user_value (bh_context *c, lua_State *L, const bh_host_object *object, int n) {
  if (!bh_push_userdata(c, L, object->object)) return false;
  lua_getiuservalue(L, -1, user_value_index(c, object, n));
  lua_remove(L, -2);
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

int bh_user_value (bh_context *c, const bh_host_object *object, int n) {
  int reference;
  if (!lua_checkstack(c->L, 5)) return -1;
  if (!push_user_value(c, c->L, object, n)) return 0;
  reference = bh_reference(c, c->L);
  return reference > 0 ? reference : -1;
}

void bh_vacate (bh_context *c, int reference) {
  lua_pushboolean(c->main, 0);
  lua_rawseti(c->main, LUA_REGISTRYINDEX, reference);
}

bool bh_refill (bh_context *c, int reference, const bh_host_object *object, int n) {
  if (!push_user_value(c, c->main, object, n)) return false;
  lua_rawseti(c->main, LUA_REGISTRYINDEX, reference);
  return true;
}

/* ---- anchors ---- */

struct anchoring { bh_context *c; const bh_host_object *object; };

static int anchor (lua_State *L) {
  struct anchoring *a = bh_protected_data(L);
  bh_object *object;
  bh_push_reference(L, a->c->anchors);
  bh_push_object(a->c, L, a->object);
  object = bh_to_object(L, -1);
  if (a->c->held[object->index].anchors == 0) lua_rawsetp(L, -2, a->object->object);
  a->c->held[object->index].anchors++;
  return 0;
}

bool bh_anchor (bh_context *c, const bh_host_object *object) {
  struct anchoring a = { c, object };
  if (bh_protect(c, anchor, &a) != LUA_OK) return false;
  c->counts.anchors++;
  return true;
}

/* Writes to a slot that exists only: allocates nothing. */
void bh_unanchor (bh_context *c, void *object) {
  lua_State *L = c->main;
  bh_held *held;
  if (L == NULL) return;
  bh_push_reference(L, c->anchors);
  if (lua_rawgetp(L, -1, object) != LUA_TUSERDATA) {
    lua_pop(L, 2);
    return;
  }
  held = &c->held[bh_to_object(L, -1)->index];
  lua_pop(L, 1);
  if (--held->anchors == 0) {
    lua_pushnil(L);
    lua_rawsetp(L, -2, object);
  }
  lua_pop(L, 1);
  c->counts.anchors--;
}

/* ---- parked cells ---- */

/*
** User value 1 of a cell is the cache of its paths. While the cell is parked it is a list of what the cell's value leads to,
** and the cache stands in that under 0: no path is found there, so whoever asks for one asks Swift, which unparks it first.
*/
struct parking { bh_context *c; const bh_host_object *object; int list; bool done; };

static int park (lua_State *L) {
  struct parking *p = bh_protected_data(L);
  if (!bh_push_userdata(p->c, L, p->object->object)) return 0;
  bh_push_reference(L, p->list);
  lua_getiuservalue(L, -2, 1);
  lua_rawseti(L, -2, 0);
  lua_setiuservalue(L, -2, 1);
  p->done = true;
  return 0;
}

bool bh_park (bh_context *c, const bh_host_object *object, int list) {
  struct parking p = { c, object, list, false };
  return bh_protect(c, park, &p) == LUA_OK && p.done;
}

/* Pushes what stands there in the list, perhaps nil; false, and nothing pushed, if there is no list.  [-0, +(0|1)] */
static bool push_parked (bh_context *c, lua_State *L, const bh_host_object *object, int place) {
  if (!bh_push_userdata(c, L, object->object)) return false;
  if (lua_getiuservalue(L, -1, 1) != LUA_TTABLE) {
    lua_pop(L, 2);
    return false;
  }
  lua_rawgeti(L, -1, place);
  lua_replace(L, -3);
  lua_pop(L, 1);
  return true;
}

bool bh_refill_parked (bh_context *c, int reference, const bh_host_object *object, int place) {
  lua_State *L = c->main;
  if (!push_parked(c, L, object, place)) return false;
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  lua_rawseti(L, LUA_REGISTRYINDEX, reference);
  return true;
}

void bh_unpark (bh_context *c, const bh_host_object *object) {
  lua_State *L = c->main;
  if (!push_parked(c, L, object, 0)) return;
  if (bh_push_userdata(c, L, object->object)) {
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
  }
  lua_pop(L, 1);
}

BH_END
