/* From Lua into Swift: the one trampoline behind every host function and method. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

BH_BEGIN

#define INLINE_ARGUMENTS 10

bool bh_may_wait (bh_context *c, lua_State *L) {
  return c->active != NULL && c->active->L == L && (c->active->flags & BH_WAITABLE) && lua_isyieldable(L);
}

static int continue_wait (lua_State *L, int status, lua_KContext entry);

/*
** Swift has returned: results, error or wait.  [-0, +results, e]
*/
static inline int finish (bh_context *c, lua_State *L, const bh_entry *entry, bh_frame *frame, int status) {
  uint32_t i;
  switch (status) {
    case BH_OK:
      if (frame->result_count > 4) luaL_checkstack(L, (int)frame->result_count, NULL);
      for (i = 0; i < frame->result_count; i++) {
        const bh_value *result = &frame->results[i];
        if (result->tag == BH_INTEGER) lua_pushinteger(L, result->as.integer);
        else bh_push_value(c, L, result);
      }
      return (int)frame->result_count;
    case BH_PENDING:
      if (unlikely(!(frame->flags & BH_MAY_WAIT)))
        return bh_raise(c, L, "bind.yield", "%s: waiting is not possible here, start a task with bh.go", entry->name);
      lua_settop(L, 0);
      lua_pushinteger(L, (lua_Integer)frame->wait);
      c->wait = frame->wait;
      c->waiting = true;
      return lua_yieldk(L, 0, (lua_KContext)entry, continue_wait);
    default:
      return bh_raise_deposit(c, L);
  }
}

/*
** The wait, whose number is the only value on the stack, is over: unless it was not bh_task_resume that came, but a
** script that resumed a coroutine that waits.
*/
static int continue_wait (lua_State *L, int lua_status, lua_KContext context) {
  const bh_entry *entry = (const bh_entry *)context;
  bh_context *c = entry->context;
  lua_State *outer = c->L;
  bh_value results[BH_RESULT_LIMIT];
  bh_frame frame = { NULL, results, 0, 0, bh_may_wait(c, L) ? BH_MAY_WAIT : 0, entry->function, 0 };
  int status;
  (void)lua_status;
  lua_settop(L, 1);
  if (unlikely(!c->going_on)) {
    c->intruded = true;
    return lua_yieldk(L, 0, context, continue_wait);
  }
  c->going_on = false;
  frame.wait = (uint64_t)lua_tointeger(L, 1);
  c->L = L;
  status = c->functions.resumed(c->host, &frame);
  c->L = outer;
  return finish(c, L, entry, &frame, status);
}

static int trampoline (lua_State *L) {
  const bh_entry *entry = lua_touserdata(L, lua_upvalueindex(1));
  bh_context *c = entry->context;
  lua_State *outer = c->L;
  bh_value room[INLINE_ARGUMENTS];
  bh_value results[BH_RESULT_LIMIT];
  bh_value *arguments = room;
  bh_tree *trees = NULL;
  int count = lua_gettop(L);
  bool owned = false;
  bh_frame frame;
  bh_object *receiver = NULL;
  int status, i = 0;
  if (entry->kind != 0) {
    receiver = bh_to_object(L, 1);
    if (unlikely(receiver == NULL || receiver->kind != entry->kind))
      return bh_raise(c, L, "bind.argument", "%s: the receiver is %s, call it with a colon", entry->name,
                      receiver != NULL ? "of another kind" : "missing");
  }
  if (unlikely(count > INLINE_ARGUMENTS)) {
    if (count > BH_ARGUMENT_LIMIT)
      return bh_raise(c, L, "bind.argument", "%s: more than %d arguments", entry->name, BH_ARGUMENT_LIMIT);
    arguments = lua_newuserdatauv(L, (size_t)count * sizeof *arguments, 0);
  }
  if (receiver != NULL) bh_host_value(receiver, &arguments[i++]);
  for (; i < count; i++) {
    if (lua_isinteger(L, i + 1)) {
      arguments[i].tag = BH_INTEGER;
      arguments[i].as.integer = lua_tointeger(L, i + 1);
      continue;
    }
    if (unlikely(bh_to_value(c, L, i + 1, entry->flags, &arguments[i], &trees) != BH_OK)) {
      int argument = i + (entry->kind != 0 ? 0 : 1);
      while (--i >= 0) bh_drop_value(c, &arguments[i]);
      bh_drop_trees(c, trees);
      if (c->is_starved) bh_raise_memory(L);
      return bh_raise(c, L, "bind.value", "%s: argument %d: %s", entry->name, argument, c->words.message.bytes);
    }
    owned |= arguments[i].tag == BH_REFERENCE;
  }
  frame = (bh_frame){ arguments, results, (uint32_t)count, 0, bh_may_wait(c, L) ? BH_MAY_WAIT : 0, entry->function, 0 };
  c->L = L;
  status = c->functions.call(c->host, &frame);
  c->L = outer;
  if (unlikely(owned)) for (i = 0; i < count; i++) bh_drop_value(c, &arguments[i]);
  if (unlikely(trees != NULL)) bh_drop_trees(c, trees);
  return finish(c, L, entry, &frame, status);
}

bh_entry *bh_entry_of (lua_State *L, int index) {
  bh_entry *entry = NULL;
  if (lua_tocfunction(L, index) == trampoline && lua_getupvalue(L, index, 1) != NULL) {
    entry = lua_touserdata(L, -1);
    lua_pop(L, 1);
  }
  return entry;
}

void bh_push_entry (lua_State *L, bh_entry *entry) {
  lua_pushlightuserdata(L, entry);
  lua_pushcclosure(L, trampoline, 1);
}

bh_entry *bh_new_entry (bh_context *c, const char *owner, const char *name, void *function, uint32_t flags,
                        uint32_t kind) {
  size_t owner_length = owner != NULL ? strlen(owner) : 0;
  size_t name_length = strlen(name);
  bh_entry *entry = bh_block(sizeof *entry + owner_length + name_length + 2);
  if (entry == NULL) return NULL;
  entry->next = c->entries;
  c->entries = entry;
  entry->context = c;
  entry->function = function;
  entry->flags = flags;
  entry->kind = kind;
  if (owner_length > 0) {
    memcpy(entry->name, owner, owner_length);
    entry->name[owner_length++] = kind != 0 ? ':' : '.';
  }
  memcpy(entry->name + owner_length, name, name_length + 1);
  return entry;
}

/* ---- modules and globals ---- */

struct registration { bh_context *c; const char *module; const char *name; bh_entry *entry; const bh_value *value; };

/* The table `name` inside the table on top, made if need be; replaces it.  [-1, +1, m] */
static void enter_table (lua_State *L, const char *name, size_t length) {
  lua_pushlstring(L, name, length);
  if (lua_rawget(L, -2) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushlstring(L, name, length);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

/* The module's table; a dotted new one becomes a field of its parent.  [-0, +1, m] */
static void push_module (bh_context *c, lua_State *L, const char *module) {
  const char *dot;
  if (strcmp(module, "_G") == 0) {
    lua_pushglobaltable(L);
    return;
  }
  luaL_checkstack(L, 6, NULL);
  bh_push_reference(L, c->loaded);
  lua_pushstring(L, module);
  if (lua_rawget(L, -2) != LUA_TTABLE) {
    lua_pop(L, 1);
    if ((dot = strrchr(module, '.')) != NULL) {
      lua_pushlstring(L, module, (size_t)(dot - module));
      push_module(c, L, lua_tostring(L, -1));
      lua_remove(L, -2);
      enter_table(L, dot + 1, strlen(dot + 1));
    }
    else lua_newtable(L);
    lua_pushstring(L, module);
    lua_pushvalue(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

static int register_entry (lua_State *L) {
  struct registration *r = bh_protected_data(L);
  const char *name = r->name;
  const char *dot;
  push_module(r->c, L, r->module);
  while ((dot = strchr(name, '.')) != NULL) {
    enter_table(L, name, (size_t)(dot - name));
    name = dot + 1;
  }
  lua_pushstring(L, name);
  if (r->entry != NULL) bh_push_entry(L, r->entry);
  else bh_push_value(r->c, L, r->value);
  lua_rawset(L, -3);
  return 0;
}

int bh_function (bh_context *c, const char *module, const char *name, void *function, uint32_t flags) {
  struct registration r = { c, module, name, NULL, NULL };
  const char *owner = strcmp(module, "_G") == 0 ? NULL : strcmp(module, "bindhost") == 0 ? "bh" : module;
  if (owner != NULL && strncmp(owner, "bindhost.", 9) == 0) owner += 9;
  r.entry = bh_new_entry(c, owner, name, function, flags, 0);
  if (r.entry == NULL) return BH_ERROR;
  return bh_protect(c, register_entry, &r) == LUA_OK ? BH_OK : BH_ERROR;
}

int bh_constant (bh_context *c, const char *module, const char *name, const bh_value *value) {
  struct registration r = { c, module, name, NULL, value };
  return bh_protect(c, register_entry, &r) == LUA_OK ? BH_OK : BH_ERROR;
}

/*
** How many parameters a Lua function declares; a variadic one counts as taking everything (255).
** [-0, +0] Does not raise.
*/
int bh_parameter_count (bh_context *c, int function) {
  lua_Debug ar;
  lua_State *L = c->main;
  bh_push_reference(L, function);
  if (!lua_isfunction(L, -1)) {
    lua_pop(L, 1);
    return 0;
  }
  lua_getinfo(L, ">u", &ar);
  return ar.isvararg ? 255 : ar.nparams;
}

bool bh_function_place (bh_context *c, int function, bh_place *out) {
  lua_Debug ar;
  lua_State *L = c->main;
  bh_push_reference(L, function);
  if (!lua_isfunction(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  lua_getinfo(L, ">S", &ar);
  if (ar.linedefined < 0) return false;  /* of C */
  snprintf(out->script, sizeof(out->script), "%s", ar.short_src);
  out->line = ar.linedefined;
  return true;
}

BH_END
