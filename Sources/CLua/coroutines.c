/*
** The coroutine library, written so that every coroutine being resumed is known (for kills) and a wait inside one
** is carried out to the task around it: a coroutine that waits yields to whoever resumed it, who yields in turn,
** and on the way back each is resumed in the opposite order. To the script the wait looks like any other call.
*/
#include "internal.h"

BH_BEGIN

static bh_context *context_of_closure (lua_State *L) { return lua_touserdata(L, lua_upvalueindex(1)); }

static lua_State *coroutine_argument (lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co != NULL, 1, "coroutine");
  return co;
}

/* Is L the bottom of a call from Swift, not a coroutine of the script's? */
static bool is_base (bh_context *c, lua_State *L) {
  return c->active == NULL || (c->active->L == L && (c->active->flags & BH_BASE));
}

enum { RESUME_FAILED = -1, RESUME_WAITS = -2, RESUME_STOPPED = -3, RESUME_STARVED = -4 };

/*
** Resumes co with the `count` values on top of L. Answers how many results are on top of L, or RESUME_FAILED or
** RESUME_STARVED with the error on top.  [-count, +results]
*/
static int resume (bh_context *c, lua_State *L, lua_State *co, int count) {
  bh_activation a;
  uint32_t flags = 0;
  int status, returned;
  if (unlikely(!lua_checkstack(co, count))) {
    lua_pushliteral(L, "too many arguments to resume");
    return RESUME_FAILED;
  }
  lua_xmove(L, co, count);
  if (c->active != NULL && c->active->L == L && (c->active->flags & BH_WAITABLE) && lua_isyieldable(L))
    flags = BH_WAITABLE;
  bh_enter(c, &a, co, flags, c->active != NULL ? c->active->started : bh_now(c));
  status = lua_resume(co, L, count, &returned);
  bh_leave(c, &a, L);
  if (unlikely(c->killing) && !c->waiting && bh_kill_end(c, &a, status)) return RESUME_STOPPED;
  if (likely(status == LUA_OK || status == LUA_YIELD)) {
    if (unlikely(status == LUA_YIELD && c->waiting)) return RESUME_WAITS;
    if (unlikely(status == LUA_YIELD && c->intruded)) {
      c->intruded = false;
      lua_pushliteral(L, "cannot resume a coroutine that is waiting");
      return RESUME_FAILED;
    }
    if (unlikely(!lua_checkstack(L, returned + 1))) {
      lua_pop(co, returned);
      lua_pushliteral(L, "too many results to resume");
      return RESUME_FAILED;
    }
    lua_xmove(co, L, returned);
    return returned;
  }
  lua_xmove(co, L, 1);
  return status == LUA_ERRMEM ? RESUME_STARVED : RESUME_FAILED;
}

/* ---- coroutine.resume ---- */

static int continue_resume (lua_State *L, int status, lua_KContext context);

static int finish_resume (bh_context *c, lua_State *L, int returned) {
  switch (returned) {
    case RESUME_STOPPED:
      return bh_pass_kill(L);
    case RESUME_WAITS:
      lua_settop(L, 1);
      return lua_yieldk(L, 0, (lua_KContext)c, continue_resume);
    case RESUME_STARVED:
      bh_name_limit(c, L);
      /* fall through */
    case RESUME_FAILED:
      lua_pushboolean(L, 0);
      lua_insert(L, -2);
      return 2;
    default:
      lua_pushboolean(L, 1);
      lua_insert(L, -(returned + 1));
      return returned + 1;
  }
}

/* The task around us was resumed: the coroutine that waits is argument 1. */
static int continue_resume (lua_State *L, int status, lua_KContext context) {
  bh_context *c = (bh_context *)context;
  int returned;
  (void)status;
  lua_settop(L, 1);
  returned = resume(c, L, lua_tothread(L, 1), 0);
  c->going_on = false;  /* if the coroutine was closed meanwhile */
  return finish_resume(c, L, returned);
}

static int co_resume (lua_State *L) {
  bh_context *c = context_of_closure(L);
  lua_State *co = coroutine_argument(L);
  return finish_resume(c, L, resume(c, L, co, lua_gettop(L) - 1));
}

/* ---- coroutine.wrap: upvalues context, coroutine ---- */

static int continue_wrap (lua_State *L, int status, lua_KContext context);

static int finish_wrap (bh_context *c, lua_State *L, lua_State *co, int returned) {
  int status;
  switch (returned) {
    case RESUME_STOPPED:
      return bh_pass_kill(L);
    case RESUME_WAITS:
      lua_settop(L, 0);
      return lua_yieldk(L, 0, (lua_KContext)c, continue_wrap);
    case RESUME_FAILED:
    case RESUME_STARVED:
      status = lua_status(co);
      if (status != LUA_OK && status != LUA_YIELD && bh_may_close(c)) {  /* it died: run its pending closes, which may change the error */
        if (returned == RESUME_STARVED) c->reporting++;  /* else it would be this that the limit refuses */
        status = bh_close_coroutine(c, co);
        if (returned == RESUME_STARVED) c->reporting--;
        if (status != LUA_OK && lua_gettop(co) > 0) lua_xmove(co, L, 1);
      }
      if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
      }
      return lua_error(L);
    default:
      return returned;
  }
}

static int continue_wrap (lua_State *L, int status, lua_KContext context) {
  bh_context *c = (bh_context *)context;
  lua_State *co = lua_tothread(L, lua_upvalueindex(2));
  int returned;
  (void)status;
  lua_settop(L, 0);
  returned = resume(c, L, co, 0);
  c->going_on = false;
  return finish_wrap(c, L, co, returned);
}

static int call_wrapped (lua_State *L) {
  bh_context *c = context_of_closure(L);
  lua_State *co = lua_tothread(L, lua_upvalueindex(2));
  return finish_wrap(c, L, co, resume(c, L, co, lua_gettop(L)));
}

static int co_create (lua_State *L) {
  lua_State *co;
  luaL_checktype(L, 1, LUA_TFUNCTION);
  co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

static int co_wrap (lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  co_create(L);
  lua_pushcclosure(L, call_wrapped, 2);
  return 1;
}

/* ---- the rest ---- */

static int co_yield (lua_State *L) {
  bh_context *c = context_of_closure(L);
  if (unlikely(is_base(c, L)))
    return bh_raise(c, L, "bind.yield", "coroutine.yield: what the host has called, as a callback or the body of a transaction, cannot yield");
  return lua_yield(L, lua_gettop(L));
}

static int co_isyieldable (lua_State *L) {
  bh_context *c = context_of_closure(L);
  lua_State *co = lua_isnone(L, 1) ? L : coroutine_argument(L);
  lua_pushboolean(L, lua_isyieldable(co) && !(co == L && is_base(c, L)));
  return 1;
}

static int co_running (lua_State *L) {
  bh_context *c = context_of_closure(L);
  lua_pushthread(L);
  lua_pushboolean(L, is_base(c, L));
  return 2;
}

static const char *status_of (lua_State *L, lua_State *co) {
  lua_Debug ar;
  if (L == co) return "running";
  switch (lua_status(co)) {
    case LUA_YIELD: return "suspended";
    case LUA_OK:
      if (lua_getstack(co, 0, &ar)) return "normal";  /* it has resumed another one */
      return lua_gettop(co) == 0 ? "dead" : "suspended";
    default: return "dead";
  }
}

static int co_status (lua_State *L) {
  lua_pushstring(L, status_of(L, coroutine_argument(L)));
  return 1;
}

static int co_close (lua_State *L) {
  bh_context *c = context_of_closure(L);
  lua_State *co = coroutine_argument(L);
  const char *status = status_of(L, co);
  int closed;
  if (*status != 'd' && *status != 's') return luaL_error(L, "cannot close a %s coroutine", status);
  if (bh_is_held(c, co)) return luaL_error(L, "cannot close a coroutine that is waiting");
  if (unlikely(!bh_may_close(c))) return luaL_error(L, "C stack overflow");
  closed = bh_close_coroutine(c, co);
  lua_pushboolean(L, closed == LUA_OK);
  if (closed == LUA_OK) return 1;
  if (lua_gettop(co) > 0) lua_xmove(co, L, 1);
  else lua_pushnil(L);
  if (closed == LUA_ERRMEM) bh_name_limit(c, L);
  return 2;
}

static const luaL_Reg functions[] = {
  { "create", co_create }, { "resume", co_resume }, { "wrap", co_wrap }, { "yield", co_yield },
  { "isyieldable", co_isyieldable }, { "running", co_running }, { "status", co_status }, { "close", co_close },
  { NULL, NULL }
};

void bh_open_coroutines (lua_State *L, bh_context *c) {
  lua_newtable(L);
  lua_pushlightuserdata(L, c);
  luaL_setfuncs(L, functions, 1);
  lua_setglobal(L, "coroutine");
}

BH_END
