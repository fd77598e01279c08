/*
** Swift calls Lua: pooled coroutines, plain calls, tasks that wait, evaluations that can be suspended.
**
** Every call runs by lua_resume on a coroutine of its own, so that a kill can yield out of it and its stack is
** intact when its traceback is taken. A finished coroutine goes back to the pool as it is.
*/
#include "internal.h"

#include <stdlib.h>

BH_BEGIN

#define POOL_LIMIT 64
#define DIRECT_ARGUMENTS 12  /* fit into the free slots every coroutine has (LUA_MINSTACK 20) */

/* ---- the pool ---- */

struct new_thread { lua_State *L; int reference; };

static int make_thread (lua_State *L) {
  struct new_thread *n = bh_protected_data(L);
  n->L = lua_newthread(L);
  lua_sethook(n->L, NULL, 0, 0);  /* a hook is inherited */
  n->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

static bool make_pooled (bh_context *c, bh_pooled *out) {
  struct new_thread n = { NULL, 0 };
  if (c->pool == NULL) {
    c->pool = bh_block_zero(POOL_LIMIT, sizeof *c->pool);
    if (c->pool == NULL) return false;
  }
  if (bh_protect(c, make_thread, &n) != LUA_OK) return false;
  out->L = n.L;
  out->reference = n.reference;
  return true;
}

static inline bool take_thread (bh_context *c, bh_pooled *out) {
  if (likely(c->ready.L != NULL)) {
    *out = c->ready;
    c->ready.L = NULL;
    return true;
  }
  if (c->pooled > 0) {
    *out = c->pool[--c->pooled];
    return true;
  }
  return make_pooled(c, out);
}

static void drop_thread (bh_context *c, const bh_pooled *t) {
  luaL_unref(c->main, LUA_REGISTRYINDEX, t->reference);
}

/* An empty coroutine goes back; more than the pool keeps are left to the collector. */
static inline void give_thread (bh_context *c, const bh_pooled *t) {
  if (likely(c->ready.L == NULL)) c->ready = *t;
  else if (c->pooled < POOL_LIMIT) c->pool[c->pooled++] = *t;
  else drop_thread(c, t);
}

lua_State *bh_scratch_thread (bh_context *c) {
  bh_pooled t;
  if (c->scratch.L != NULL || !take_thread(c, &t)) return NULL;
  c->scratch = t;
  return t.L;
}

void bh_drop_scratch (bh_context *c, lua_State *co, int lua_status) {
  bh_pooled t = c->scratch;
  c->scratch.L = NULL;
  if (lua_status == LUA_OK) {
    lua_settop(co, 0);
    give_thread(c, &t);
  }
  else drop_thread(c, &t);
}

/* ---- arguments that need memory are pushed inside the coroutine ---- */

typedef struct bh_entering {
  bh_context *c;
  int function;
  const bh_value *arguments;
  int count;
} bh_entering;

static int entered (lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

/* The body of a coroutine whose arguments are strings, trees or objects.  [-1, +results, e] */
static int enter (lua_State *L) {
  bh_entering *e = lua_touserdata(L, 1);
  int i;
  luaL_checkstack(L, e->count + 4, "too many arguments");
  lua_settop(L, 0);
  bh_push_reference(L, e->function);
  for (i = 0; i < e->count; i++) bh_push_value(e->c, L, &e->arguments[i]);
  lua_callk(L, e->count, LUA_MULTRET, 0, entered);
  return lua_gettop(L);
}

static int prepare_protected (lua_State *co, bh_entering *e) {
  lua_settop(co, 0);
  lua_pushcfunction(co, enter);
  lua_pushlightuserdata(co, e);
  return 1;
}

/* False behind the first one that needs memory. */
static inline bool push_scalars (bh_context *c, lua_State *co, const bh_value *values, int count) {
  const bh_value *value, *end = values + count;
  for (value = values; value != end; value++) {
    if (likely(value->tag == BH_INTEGER)) lua_pushinteger(co, value->as.integer);
    else if (value->tag == BH_NUMBER) lua_pushnumber(co, value->as.number);
    else if (bh_is_scalar(value)) bh_push_value(c, co, value);
    else return false;
  }
  return true;
}

/*
** Puts the function and its arguments onto the empty coroutine; answers how many arguments lua_resume gets. Scalars
** need no memory and are pushed as they are, anything else inside `enter`.
*/
static inline __attribute__((always_inline)) int prepare (bh_context *c, lua_State *co, bh_entering *e, int function,
                                                          const bh_value *arguments, int count) {
  if (likely(count <= DIRECT_ARGUMENTS)) {
    bh_push_reference(co, function);
    if (likely(push_scalars(c, co, arguments, count))) return count;
  }
  *e = (bh_entering){ c, function, arguments, count };
  return prepare_protected(co, e);
}

/* ---- results ---- */

/*
** Stores `wanted` of the `count` values on top of co. If it is negative, all of them, so many at most, with tables as
** references: they are to go on as they are, and what is missing is no value. Does not raise.  [-0, +0]
*/
static int store_results (bh_context *c, lua_State *co, int count, bh_value *results, int wanted) {
  int first = lua_gettop(co) - count + 1;
  uint32_t how = 0;
  bh_tree *trees = NULL;
  int i;
  if (wanted < 0) {
    wanted = -wanted;
    how = BH_WHOLE;
    if (count > wanted) {
      c->is_starved = false;
      c->words.message.length = 0;
      bh_buffer_format(&c->words.message, "a function may return %d values here, not %d", wanted, count);
      return BH_ERROR;
    }
  }
  for (i = 0; i < wanted; i++) {
    if (i >= count) {
      results[i].tag = how == BH_WHOLE ? BH_ABSENT : BH_NIL;
      continue;
    }
    if (unlikely(bh_to_value(c, co, first + i, how, &results[i], &trees) != BH_OK)) {
      while (--i >= 0) bh_drop_value(c, &results[i]);
      bh_drop_trees(c, trees);
      return BH_ERROR;
    }
  }
  return BH_OK;
}

/* ---- the end of a resume that was not plain ---- */

enum bh_end { END_RETURNED, END_ERROR, END_KILLED, END_PENDING, END_NEEDS };

/*
** What lua_resume's status means. After END_ERROR and END_KILLED the failure is filled in and the coroutine is
** gone; after END_RETURNED its results are on its stack.
*/
static int end_resume (bh_context *c, const bh_pooled *t, bh_activation *a, int status) {
  lua_State *co = t->L;
  bh_kept_failure kept;
  lua_Debug ar;
  bool is_deep;
  int reason, closed;
  bool waits = status == LUA_YIELD && (c->waiting || c->needing);
  if (unlikely(c->killing) && bh_kill_end(c, a, waits ? LUA_OK : status)) {
    drop_thread(c, t);
    if (waits) c->waiting = c->needing = false;
    return END_KILLED;
  }
  if (status == LUA_OK) return END_RETURNED;
  if (waits) {
    int end = c->waiting ? END_PENDING : END_NEEDS;
    c->waiting = c->needing = false;
    return end;
  }
  if (status == LUA_YIELD) {  /* a yield that is nobody's: by a foreign library */
    bh_fail_text(c, "bind.yield", "a callback cannot yield");
    bh_reset_thread(c, co, &status);
    drop_thread(c, t);
    return END_ERROR;
  }
  is_deep = lua_getstack(co, 1000, &ar) != 0;
  bh_take_failure(c, co, status);
  bh_keep_failure(c, &kept);
  reason = bh_reset_thread(c, co, &closed);  /* its <close> variables: scripts, which may fail too */
  bh_restore_failure(c, &kept);
  lua_settop(co, 0);
  if (is_deep) drop_thread(c, t);  /* it has grown: let the collector have it */
  else give_thread(c, t);
  /* Lua's string buffers ask the allocator themselves and never collect: leave no garbage in their way. */
  if (status == LUA_ERRMEM) bh_collect(c);
  if (unlikely(reason != BH_KILL_NONE)) {  /* as an error in a __close does, it takes the first one's place */
    bh_fail_killed(c, reason);
    return END_KILLED;
  }
  return END_ERROR;
}

static int fail_nesting (bh_context *c) {
  bh_fail_text(c, "script.error",
               "stack overflow: scripts and the host call each other 80 deep at most, as transactions inside transactions "
               "do: go on in a loop, or in a task of its own (bh.go)");
  return BH_ERROR;
}

/* No coroutine could be made. */
static int fail_thread (bh_context *c) {
  return c->last_status == LUA_ERRMEM || c->pool == NULL ? bh_fail_memory(c) : fail_nesting(c);
}

/* One integer, the most frequent result of all. False: it is another one. */
static inline bool take_integer (lua_State *co, int count, bh_value *results, int wanted) {
  if (wanted != 1 || count != 1 || !lua_isinteger(co, -1)) return false;
  results->tag = BH_INTEGER;
  results->as.integer = lua_tointeger(co, -1);
  return true;
}

/* Results to Swift, coroutine to the pool. */
static inline __attribute__((always_inline)) int finish_call (bh_context *c, const bh_pooled *t, int function,
                                                              int count, bh_value *results, int wanted) {
  if (!take_integer(t->L, count, results, wanted) && wanted != 0
      && unlikely(store_results(c, t->L, count, results, wanted) != BH_OK)) {
    bh_fail_result(c, function);
    lua_settop(t->L, 0);
    give_thread(c, t);
    return BH_ERROR;
  }
  lua_settop(t->L, 0);
  give_thread(c, t);
  return BH_OK;
}

/* ---- plain calls ---- */

int bh_call (bh_context *c, int function, const bh_value *arguments, int count, bh_value *results, int wanted) {
  lua_State *outer = c->L;
  bh_pooled t;
  bh_activation a;
  bh_entering e;
  int status, returned;
  if (unlikely(c->nesting >= BH_NESTING_LIMIT)) return fail_nesting(c);
  if (unlikely(!take_thread(c, &t))) return fail_thread(c);
  count = prepare(c, t.L, &e, function, arguments, count);
  c->nesting++;
  bh_enter(c, &a, t.L, BH_BASE, bh_now(c));
  status = lua_resume(t.L, outer, count, &returned);
  bh_leave(c, &a, outer);
  c->nesting--;
  if (unlikely(status != LUA_OK || c->killing)) {
    int end = end_resume(c, &t, &a, status);
    if (end != END_RETURNED) return end == END_KILLED ? BH_KILLED : BH_ERROR;
    returned = lua_gettop(t.L);
  }
  else if (likely(wanted == 0)) {  /* an observer */
    if (unlikely(returned != 0)) lua_settop(t.L, 0);
    give_thread(c, &t);
    return BH_OK;
  }
  return finish_call(c, &t, function, returned, results, wanted);
}

/* ---- what nests on a stack of its own ---- */

/* `main` runs no script, so a coroutine that is resumed from it counts its C calls from the beginning. */
bh_nesting bh_nesting_begin (bh_context *c) {
  bh_nesting outer = { c->L, c->closing, c->nesting };
  c->L = c->main;
  c->closing = NULL;
  c->nesting = 0;
  return outer;
}

void bh_nesting_end (bh_context *c, bh_nesting outer) {
  c->L = outer.running;
  c->closing = outer.closing;
  c->nesting = outer.depth;
}

/* ---- coroutines held by handle ---- */

/*
** Invariant: every coroutine in progress that may need a handle has a free place of its own; `suspended_spare` counts
** the free places beyond those. One that starts or goes on claims one; it is spare again when it has ended.
*/
static bool reserve_handle (bh_context *c) {
  uint32_t capacity, i;
  bh_suspended *suspended;
  if (likely(c->suspended_spare > 0)) return true;
  capacity = c->suspended_capacity ? c->suspended_capacity * 2 : 16;
  suspended = bh_block_resize(c->suspended, capacity * sizeof *suspended);
  if (suspended == NULL) return false;
  for (i = c->suspended_capacity ? c->suspended_capacity : 1; i < capacity; i++) {
    suspended[i].L = NULL;
    suspended[i].next_free = c->suspended_free;
    c->suspended_free = i;
    c->suspended_spare++;
  }
  c->suspended = suspended;
  c->suspended_capacity = capacity;
  return true;
}

static bh_thread take_handle (bh_context *c, const bh_pooled *t, uint32_t flags) {
  bh_thread handle = c->suspended_free;
  bh_suspended *s = &c->suspended[handle];
  c->suspended_free = s->next_free;
  s->L = t->L;
  s->reference = t->reference;
  s->flags = flags;
  s->wait = c->wait;
  c->counts.running++;
  return handle;
}

static bh_pooled give_handle (bh_context *c, bh_thread handle) {
  bh_suspended *s = &c->suspended[handle];
  bh_pooled t = { s->L, s->reference };
  s->L = NULL;
  s->next_free = c->suspended_free;
  c->suspended_free = handle;
  c->counts.running--;
  return t;
}

bool bh_is_held (const bh_context *c, const lua_State *co) {
  uint32_t i;
  for (i = 1; i < c->suspended_capacity; i++)
    if (c->suspended[i].L == co) return true;
  return false;
}

/* Resumes t, whose function it is (0: some); if it stops for later it gets a handle. */
static int run (bh_context *c, const bh_pooled *t, int function, int count, uint32_t flags, bh_value *results,
                int wanted, bh_thread *out) {
  lua_State *outer = c->L;
  bh_activation a;
  int status, returned;
  c->nesting++;
  bh_enter(c, &a, t->L, flags, bh_now(c));
  status = lua_resume(t->L, outer, count, &returned);
  bh_leave(c, &a, outer);
  c->nesting--;
  if (unlikely(status != LUA_OK || c->killing)) {
    switch (end_resume(c, t, &a, status)) {
      case END_ERROR:
        c->suspended_spare++;
        return BH_ERROR;
      case END_KILLED:
        c->suspended_spare++;
        return BH_KILLED;
      case END_PENDING:
        *out = take_handle(c, t, flags);
        return BH_PENDING;
      case END_NEEDS:
        *out = take_handle(c, t, flags);
        return BH_NEEDS;
      default: returned = lua_gettop(t->L); break;
    }
  }
  c->suspended_spare++;
  return finish_call(c, t, function, returned, results, wanted);
}

static int start (bh_context *c, int function, const bh_value *arguments, int count, uint32_t flags,
                  bh_value *results, int wanted, bh_thread *out) {
  bh_pooled t;
  bh_entering e;
  *out = 0;
  if (unlikely(c->nesting >= BH_NESTING_LIMIT)) return fail_nesting(c);
  if (unlikely(!reserve_handle(c))) return bh_fail_memory(c);
  if (unlikely(!take_thread(c, &t))) return fail_thread(c);
  c->suspended_spare--;
  count = prepare(c, t.L, &e, function, arguments, count);
  return run(c, &t, function, count, flags, results, wanted, out);
}

static int go_on (bh_context *c, bh_thread *handle, bh_value *results, int wanted) {
  uint32_t flags = c->suspended[*handle].flags;
  bh_pooled t;
  int status;
  if (unlikely(c->nesting >= BH_NESTING_LIMIT)) return fail_nesting(c);
  t = give_handle(c, *handle);
  *handle = 0;
  c->going_on = true;
  status = run(c, &t, 0, 0, flags, results, wanted, handle);
  c->going_on = false;
  return status;
}

int bh_task_start (bh_context *c, int function, const bh_value *arguments, int count, bh_value *results,
                   int wanted, bh_thread *out) {
  return start(c, function, arguments, count, BH_BASE | BH_TASK | BH_WAITABLE, results, wanted, out);
}

int bh_task_resume (bh_context *c, bh_thread *task, bh_value *results, int wanted) {
  return go_on(c, task, results, wanted);
}

int bh_evaluation_start (bh_context *c, int function, const bh_value *arguments, int count, bh_value *result,
                         bh_thread *out) {
  return start(c, function, arguments, count, BH_BASE | BH_EVALUATION, result, 1, out);
}

int bh_evaluation_continue (bh_context *c, bh_thread *evaluation, bh_value *result) {
  return go_on(c, evaluation, result, 1);
}

uint64_t bh_thread_wait (bh_context *c, bh_thread thread) { return c->suspended[thread].wait; }

int bh_thread_close (bh_context *c, bh_thread thread) {
  bh_pooled t;
  int reason, closed, status = BH_OK;
  if (c->main == NULL || thread == 0 || c->suspended[thread].L == NULL) return BH_OK;
  t = give_handle(c, thread);
  c->suspended_spare++;
  reason = bh_reset_thread(c, t.L, &closed);
  if (unlikely(reason != BH_KILL_NONE)) {
    bh_fail_killed(c, reason);
    status = BH_KILLED;
  }
  else if (unlikely(closed != LUA_OK && !bh_is_stopped(c))) {  /* else whoever is stopped around it says so */
    bh_take_failure(c, t.L, closed);
    status = BH_ERROR;
  }
  drop_thread(c, &t);
  return status;
}

/* ---- chunks ---- */

const char *bh_lua_version (void) { return LUA_VERSION_MAJOR "." LUA_VERSION_MINOR "." LUA_VERSION_RELEASE; }

typedef struct dump {
  void (*write) (void *data, const void *bytes, size_t length);
  void *data;
} dump;

static int write_dump (lua_State *L, const void *bytes, size_t length, void *data) {
  const dump *d = data;
  (void)L;
  d->write(d->data, bytes, length);
  return 0;
}

/* lua_dump allocates nothing and raises nothing. */
int bh_dump (bh_context *c, int reference, void (*write) (void *data, const void *bytes, size_t length), void *data) {
  dump d = { write, data };
  int status;
  if (!lua_checkstack(c->L, 2)) return bh_fail_memory(c);
  bh_push_reference(c->L, reference);
  status = lua_dump(c->L, write_dump, &d, 0);
  lua_pop(c->L, 1);
  return status == 0 ? BH_OK : BH_ERROR;
}

int bh_load (bh_context *c, const char *bytes, size_t length, const char *chunk_name, int *out) {
  lua_State *L = c->L;
  int status;
  *out = 0;
  if (!lua_checkstack(L, 4)) return bh_fail_memory(c);
  status = luaL_loadbufferx(L, bytes, length, chunk_name, "t");
  if (status == LUA_OK) {
    *out = bh_reference(c, L);
    return *out != 0 ? BH_OK : bh_fail_memory(c);
  }
  if (status == LUA_ERRMEM) {
    lua_pop(L, 1);
    return bh_fail_memory(c);
  }
  bh_fail_syntax(c, L, chunk_name);
  lua_pop(L, 1);
  return BH_ERROR;
}

BH_END
