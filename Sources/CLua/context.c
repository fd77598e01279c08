/* The life of an interpreter; references; protected thunks. */
#include "internal.h"

#include <stdlib.h>

BH_BEGIN

static const char context_key = 0;

bh_context *bh_context_of (lua_State *L) {
  bh_context *c;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &context_key);
  c = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return c;
}

/*
** Runs f with `ud` as its only argument (a light userdata). f may raise; nothing leaves here.  [-0, +0, -]
*/
int bh_protect (bh_context *c, lua_CFunction f, void *ud) {
  lua_State *L = c->L;
  c->last_status = LUA_ERRMEM;
  if (unlikely(!lua_checkstack(L, 4))) return LUA_ERRMEM;
  lua_pushcfunction(L, f);
  lua_pushlightuserdata(L, ud);
  c->last_status = lua_pcall(L, 1, 0, 0);
  if (unlikely(c->last_status != LUA_OK)) lua_pop(L, 1);
  return c->last_status;
}

/* Why the last protected step failed: no memory, or no C stack left for its lua_pcall. */
const char *bh_last_problem (bh_context *c) {
  return c->last_status == LUA_ERRMEM ? "not enough memory" : "stack overflow";
}

/* ---- references ---- */

static int take_reference (lua_State *L) {
  lua_pushinteger(L, luaL_ref(L, LUA_REGISTRYINDEX));
  return 1;
}

/* The value on top becomes a reference.  [-1, +0, -] */
int bh_reference (bh_context *c, lua_State *L) {
  int reference = 0;
  c->last_status = LUA_ERRMEM;
  if (unlikely(!lua_checkstack(L, 4))) {
    lua_pop(L, 1);
    return 0;
  }
  lua_pushcfunction(L, take_reference);
  lua_insert(L, -2);
  c->last_status = lua_pcall(L, 1, 1, 0);
  if (likely(c->last_status == LUA_OK)) reference = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (reference > 0) c->counts.references++;
  else reference = 0;  /* LUA_REFNIL: nil needs no reference */
  return reference;
}

/* luaL_unref writes into slots that exist, so it allocates nothing and cannot raise. */
void bh_release (bh_context *c, int reference) {
  if (reference <= 0 || c->main == NULL) return;
  if (unlikely(!lua_checkstack(c->L, 4))) return;
  luaL_unref(c->L, LUA_REGISTRYINDEX, reference);
  c->counts.references--;
}

int bh_duplicate (bh_context *c, int reference) {
  if (unlikely(!lua_checkstack(c->L, 4))) return 0;
  bh_push_reference(c->L, reference);
  return bh_reference(c, c->L);
}

bool bh_same (bh_context *c, int left, int right) {
  bool same;
  if (unlikely(!lua_checkstack(c->L, 4))) return false;
  bh_push_reference(c->L, left);
  bh_push_reference(c->L, right);
  same = lua_rawequal(c->L, -1, -2);
  lua_pop(c->L, 2);
  return same;
}

uint64_t bh_identity (bh_context *c, int reference) {
  uint64_t identity;
  if (unlikely(!lua_checkstack(c->L, 4))) return 0;
  bh_push_reference(c->L, reference);
  identity = (uint64_t)(uintptr_t)lua_topointer(c->L, -1);
  lua_pop(c->L, 1);
  return identity;
}

/* ---- life ---- */

static int registry_table (lua_State *L, const char *mode) {
  lua_newtable(L);
  if (mode != NULL) {
    lua_createtable(L, 0, 1);
    lua_pushstring(L, mode);
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int open_all (lua_State *L) {
  bh_context *c = bh_protected_data(L);
  lua_pushlightuserdata(L, c);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &context_key);
  c->objects = registry_table(L, "v");
  c->anchors = registry_table(L, NULL);
  c->loaded = registry_table(L, NULL);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, "v");
  lua_setfield(L, -2, "__mode");
  c->weak_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  bh_open_errors(L, c);
  bh_open_objects(L, c);
  bh_open_sandbox(L, c);
  bh_open_coroutines(L, c);
  bh_open_strings(L, c);
  bh_open_lists(L, c);
  bh_open_require(L, c);
  return 0;
}

bh_context *bh_open (const bh_host_functions *functions, void *host, uint64_t memory_limit) {
  bh_context *c = calloc(1, sizeof *c);
  if (c == NULL) return NULL;
  c->functions = *functions;
  c->host = host;
  c->memory_limit = UINT64_MAX;  /* opening itself is not limited */
  c->main = c->L = lua_newstate(bh_allocate, c);
  if (c->main == NULL || bh_protect(c, open_all, c) != LUA_OK) {
    bh_close(c);
    bh_free(c);
    return NULL;
  }
  bh_set_memory_limit(c, memory_limit);
  return c;
}

void bh_set_memory_limit (bh_context *c, uint64_t bytes) {
  c->memory_limit = bytes ? bytes : UINT64_MAX;
}

void bh_close (bh_context *c) {
  bh_watchdog_close(c);
  if (c->main == NULL) return;
  c->L = c->main;
  c->ready.L = NULL;
  while (c->pooled > 0) luaL_unref(c->main, LUA_REGISTRYINDEX, c->pool[--c->pooled].reference);
  if (c->failure.value > 0) bh_release(c, bh_failure_value(c));
  c->memory_limit = UINT64_MAX;
  lua_close(c->main);
  c->main = c->L = NULL;
}

void bh_free (bh_context *c) {
  uint32_t i;
  for (i = 1; i < c->kind_count; i++) free(c->kinds[i].name);
  free(c->kinds);
  while (c->entries != NULL) {
    bh_entry *entry = c->entries;
    c->entries = entry->next;
    free(entry);
  }
  if (c->failure.tree != NULL) bh_tree_free(c, c->failure.tree);
  free(c->garbage);
  free(c->suspended);
  free(c->pool);
  bh_buffer_free(&c->deposit);
  bh_buffer_free(&c->message);
  bh_buffer_free(&c->traceback);
  bh_buffer_free(&c->place);
  bh_buffer_free(&c->kill_place);
  bh_buffer_free(&c->kill_traceback);
  free(c);
}

void bh_count (bh_context *c, bh_counts *out) {
  *out = c->counts;
  out->threads = c->pooled + (c->ready.L != NULL);
}

bool bh_is_running (bh_context *c) { return c->active != NULL; }

uint32_t *bh_watching (bh_context *c) { return &c->watching; }

static int collect (lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCCOLLECT);  /* what the first one finalized */
  return 0;
}

void bh_collect (bh_context *c) { bh_protect(c, collect, NULL); }

BH_END
