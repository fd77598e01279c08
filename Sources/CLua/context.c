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
  luaL_unref(c->main, LUA_REGISTRYINDEX, reference);  /* whose stack has room: it runs protected thunks only */
  c->counts.references--;
}

int bh_duplicate (bh_context *c, int reference) {
  if (unlikely(!lua_checkstack(c->L, 4))) return 0;
  bh_push_reference(c->L, reference);
  return bh_reference(c, c->L);
}

bool bh_same (bh_context *c, int left, int right) {
  bool same;
  bh_push_reference(c->main, left);
  bh_push_reference(c->main, right);
  same = lua_rawequal(c->main, -1, -2);
  lua_pop(c->main, 2);
  return same;
}

uint64_t bh_identity (bh_context *c, int reference) {
  uint64_t identity;
  bh_push_reference(c->main, reference);
  identity = (uint64_t)(uintptr_t)lua_topointer(c->main, -1);
  lua_pop(c->main, 1);
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

/* What Lua says where nothing protects it: made once, it is there when there is no memory to make it. */
static const char *const spoken[] = {
  "cannot resume dead coroutine", "cannot resume non-suspended coroutine", "C stack overflow",
  "error in error handling", NULL
};

static int open_all (lua_State *L) {
  bh_context *c = bh_protected_data(L);
  int i;
  lua_newtable(L);
  for (i = 0; spoken[i] != NULL; i++) {
    lua_pushstring(L, spoken[i]);
    lua_rawseti(L, -2, i + 1);
  }
  luaL_ref(L, LUA_REGISTRYINDEX);
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
  bh_open_null(L);
  bh_open_objects(L, c);
  bh_open_sandbox(L, c);
  bh_open_coroutines(L, c);
  bh_open_strings(L, c);
  bh_open_lists(L, c);
  bh_open_pairs(L, c);
  bh_open_protection(L, c);
  bh_open_require(L, c);
  return 0;
}

/* So that the report of having no memory needs none. */
static bool reserve_buffers (bh_context *c) {
  return bh_reserve_words(&c->words) && bh_reserve_words(&c->spare_words) && bh_buffer_reserve(&c->deposit, 500)
         && bh_buffer_reserve(&c->limit_place, 250) && bh_buffer_reserve(&c->kill_place, 250) && bh_buffer_reserve(&c->kill_traceback, 4000);
}

/* Scripts have no `warn`: it is Lua itself, which has failed to call a finalizer. */
static void note_lost (void *ud, const char *message, int continues) {
  bh_context *c = ud;
  (void)message;
  (void)continues;
  c->has_lost = true;
}

bh_context *bh_open (const bh_host_functions *functions, void *host, uint64_t memory_limit) {
  bh_context *c = bh_block_zero(1, sizeof *c);
  if (c == NULL) return NULL;
  c->functions = *functions;
  c->host = host;
  c->common = &c->own;
  c->memory_limit = UINT64_MAX;  /* opening itself is not limited */
  c->main = c->L = lua_newstate(bh_allocate, c);
  if (c->main == NULL || !reserve_buffers(c) || bh_protect(c, open_all, c) != LUA_OK) {
    bh_close(c);
    bh_free(c);
    return NULL;
  }
  lua_setwarnf(c->main, note_lost, c);
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
  bh_clear_deposit(c);
  c->memory_limit = UINT64_MAX;
  lua_close(c->main);
  c->main = c->L = NULL;
  bh_end_objects(c);
}

void bh_free (bh_context *c) {
  uint32_t i;
  bh_forget_limit(c);
  for (i = 1; i < c->kind_count; i++) bh_block_free(c->kinds[i].name);
  bh_block_free(c->kinds);
  while (c->entries != NULL) {
    bh_entry *entry = c->entries;
    c->entries = entry->next;
    bh_block_free(entry);
  }
  if (c->failure.tree != NULL) bh_tree_free(c, c->failure.tree);
  bh_block_free(c->held);
  bh_block_free(c->suspended);
  bh_block_free(c->pool);
  bh_buffer_free(&c->deposit);
  bh_free_words(&c->words);
  bh_free_words(&c->spare_words);
  bh_free_words(&c->origin);
  bh_buffer_free(&c->limit_place);
  bh_buffer_free(&c->kill_place);
  bh_buffer_free(&c->kill_traceback);
  bh_block_free(c);
}

void bh_count (bh_context *c, bh_counts *out) {
  *out = c->counts;
  out->threads = c->pooled + (c->ready.L != NULL);
}

bool bh_is_running (bh_context *c) { return c->active != NULL; }

void bh_share (bh_context *c, bh_common *common) { c->common = common != NULL ? common : &c->own; }

uint64_t bh_entry_number (bh_context *c) { return c->active != NULL ? c->active->entry : 0; }

static int collect (lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCCOLLECT);  /* what the first one finalized */
  return 0;
}

void bh_collect (bh_context *c) { bh_protect(c, collect, NULL); }

BH_END
