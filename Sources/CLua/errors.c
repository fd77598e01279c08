/*
** Errors on their way to Lua: the err table, and what Swift deposits. (failures.c has the other direction.)
*/
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

BH_BEGIN

/* DEPOSIT_MEMORY: there was none for what Swift had to say. */
enum bh_deposit { DEPOSIT_NONE = 0, DEPOSIT_RECORD, DEPOSIT_TEXT, DEPOSIT_REFERENCE, DEPOSIT_MEMORY };

/* ---- places ---- */

/* The chunk's name as its author knows it. */
const char *bh_script_name (const lua_Debug *ar, size_t *length) {
  if (ar->source[0] == '@' || ar->source[0] == '=') {
    *length = ar->srclen - 1;
    return ar->source + 1;
  }
  *length = strlen(ar->short_src);
  return ar->short_src;
}

/* The innermost frame of L that is at a line of a script. */
bool bh_find_place (lua_State *L, lua_Debug *ar, const char **name, size_t *length) {
  int level;
  for (level = 0; lua_getstack(L, level, ar); level++) {
    lua_getinfo(L, "l", ar);
    if (ar->currentline > 0) {
      lua_getinfo(L, "S", ar);
      *name = bh_script_name(ar, length);
      return true;
    }
  }
  return false;
}

bool bh_find_active (bh_context *c, bh_buffer *place, int *line) {
  bh_activation *a;
  lua_Debug ar;
  for (a = c->active; a != NULL; a = a->previous) {
    const char *name;
    size_t length;
    if (bh_find_place(a->L, &ar, &name, &length)) {
      place->length = 0;  /* short_src lives in `ar` */
      if (!bh_buffer_add(place, name, length)) return false;
      *line = ar.currentline;
      return true;
    }
  }
  return false;
}

bool bh_where (bh_context *c, const char **script, size_t *length, int *line) {
  if (!bh_find_active(c, &c->words.place, line)) return false;
  *script = c->words.place.bytes;
  *length = c->words.place.length;
  return true;
}

/* ---- the err table ---- */

static bool has_field (lua_State *L, const char *name) {
  bool has;
  lua_pushstring(L, name);
  has = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

void bh_finish_error (bh_context *c, lua_State *L) {
  const char *script;
  size_t length;
  int line;
  luaL_checkstack(L, 4, NULL);
  if (!has_field(L, "script") && bh_where(c, &script, &length, &line)) {
    lua_pushlstring(L, script, length);
    lua_setfield(L, -2, "script");
    lua_pushinteger(L, line);
    lua_setfield(L, -2, "line");
  }
  bh_push_reference(L, c->error_metatable);
  lua_setmetatable(L, -2);
}

void bh_make_error (bh_context *c, lua_State *L, const char *id) {
  luaL_checkstack(L, 4, NULL);
  lua_createtable(L, 0, 6);
  lua_insert(L, -2);
  lua_setfield(L, -2, "message");
  lua_pushstring(L, id);
  lua_setfield(L, -2, "id");
  lua_pushstring(L, "programming");
  lua_setfield(L, -2, "kind");
  bh_finish_error(c, L);
}

int bh_raise (bh_context *c, lua_State *L, const char *id, const char *format, ...) {
  va_list list;
  c->passing = NULL;
  luaL_checkstack(L, 4, NULL);
  va_start(list, format);
  lua_pushvfstring(L, format, list);
  va_end(list);
  bh_make_error(c, L, id);
  lua_error(L);
  __builtin_unreachable();
}

int bh_raise_memory (lua_State *L) {
  lua_pushliteral(L, "not enough memory");
  lua_error(L);
  __builtin_unreachable();
}

int bh_raise_limit (bh_context *c, lua_State *L) {
  bh_note_limit(c);
  bh_raise_memory(L);
}

/* ---- the memory limit ---- */

const char bh_limit_note[] = "keep less at a time, and drop references to what is no longer needed";

void bh_write_limit (bh_context *c, bh_buffer *out) {
  unsigned long long limit = c->memory_limit;
  const char *unit = limit % (1 << 20) == 0 ? "MiB" : limit % (1 << 10) == 0 ? "KiB" : "bytes";
  limit = limit % (1 << 20) == 0 ? limit >> 20 : limit % (1 << 10) == 0 ? limit >> 10 : limit;
  out->length = 0;
  bh_buffer_format(out, "not enough memory: the limit of the script is %llu %s", limit, unit);
}

/* [-0, +1, m] */
static int make_limit_error (lua_State *L) {
  bh_context *c = bh_protected_data(L);
  bh_write_limit(c, &c->words.message);
  lua_pushlstring(L, c->words.message.bytes, c->words.message.length);
  bh_make_error(c, L, "host.quota");
  if (c->limit_line > 0) {
    lua_pushlstring(L, c->limit_place.bytes, c->limit_place.length);
    lua_setfield(L, -2, "script");
    lua_pushinteger(L, c->limit_line);
    lua_setfield(L, -2, "line");
  }
  lua_createtable(L, 1, 0);
  lua_pushstring(L, bh_limit_note);
  lua_rawseti(L, -2, 1);
  lua_setfield(L, -2, "notes");
  return 1;
}

void bh_name_limit (bh_context *c, lua_State *L) {
  if (bh_is_stopped(c) || !bh_is_over_limit(c) || !lua_checkstack(L, 2)) return;
  lua_pushcfunction(L, make_limit_error);
  lua_pushlightuserdata(L, c);
  c->reporting++;
  if (lua_pcall(L, 1, 1, 0) == LUA_OK) lua_copy(L, -1, -2);
  lua_pop(L, 1);
  c->reporting--;
  lua_gc(L, LUA_GCCOLLECT);  /* what was being made is garbage: see bh_make_room */
}

/* Adds the text of a field to the buffer, after `before`, if it is a string or a number.  [-0, +0, m] */
static void add_field (lua_State *L, luaL_Buffer *b, const char *before, const char *name, const char *after) {
  int type;
  lua_pushstring(L, name);
  type = lua_rawget(L, 1);
  if (type == LUA_TSTRING || type == LUA_TNUMBER) {
    const char *text = lua_tostring(L, -1);
    lua_pushfstring(L, "%s%s%s", before, text, after);
    lua_remove(L, -2);
    luaL_addvalue(b);
  }
  else lua_pop(L, 1);
}

/* Adds the note that is the path of a cycle, if there is one.  [-0, +0, m] */
static void add_path (lua_State *L, luaL_Buffer *b) {
  lua_Integer i, count;
  int notes;
  lua_pushstring(L, "notes");
  if (lua_rawget(L, 1) != LUA_TTABLE) {
    lua_pop(L, 1);
    return;
  }
  notes = lua_gettop(L);
  count = (lua_Integer)lua_rawlen(L, notes);
  for (i = 1; i <= count; i++) {
    const char *note = lua_rawgeti(L, notes, i) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    if (note != NULL && strncmp(note, "path: ", 6) == 0) {
      lua_pushfstring(L, " (%s)", note);
      lua_replace(L, notes);
      lua_settop(L, notes);
      luaL_addvalue(b);
      return;
    }
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* `id: script:line: message (did you mean 'a' or 'b'?) (path: a → b → a)`, as Diagnostic.description spells it. */
static int error_tostring (lua_State *L) {
  luaL_Buffer b;
  lua_Integer i, count;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushstring(L, "suggestions");
  if (lua_rawget(L, 1) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
  }
  count = (lua_Integer)lua_rawlen(L, 2);
  luaL_buffinit(L, &b);
  add_field(L, &b, "", "id", ": ");
  add_field(L, &b, "", "script", ":");
  add_field(L, &b, "", "line", "");
  add_field(L, &b, ":", "column", "");
  lua_pushstring(L, "line");
  if (lua_rawget(L, 1) != LUA_TNIL) {
    lua_pop(L, 1);
    luaL_addstring(&b, ": ");
  }
  else lua_pop(L, 1);
  add_field(L, &b, "", "message", "");
  for (i = 1; i <= count; i++) {
    luaL_addstring(&b, i == 1 ? " (did you mean '" : i == count ? " or '" : ", '");
    lua_rawgeti(L, 2, i);
    if (lua_isstring(L, -1)) luaL_addvalue(&b);
    else lua_pop(L, 1);
    luaL_addstring(&b, i == count ? "'?)" : "'");
  }
  add_path(L, &b);
  luaL_pushresult(&b);
  return 1;
}

/* ---- deposits: Swift → Lua ---- */

void bh_clear_deposit (bh_context *c) {
  if (c->deposit_kind == DEPOSIT_REFERENCE) bh_release(c, c->deposit_reference);
  c->deposit_kind = DEPOSIT_NONE;
  c->deposit.length = 0;
  c->deposit_stop = 0;
  c->origin_line = 0;
}

void bh_deposit_record (bh_context *c, const uint8_t *tree, size_t length) {
  bh_clear_deposit(c);
  c->deposit_kind = bh_buffer_add(&c->deposit, tree, length) ? DEPOSIT_RECORD : DEPOSIT_MEMORY;
}

void bh_deposit_reference (bh_context *c, int reference) {
  bh_clear_deposit(c);
  c->deposit_kind = DEPOSIT_REFERENCE;
  c->deposit_reference = reference;
}

void bh_deposit_copy (bh_context *c, int reference) {
  int copy = bh_duplicate(c, reference);
  bh_deposit_reference(c, copy);
  if (copy == 0) c->deposit_kind = DEPOSIT_MEMORY;
}

void bh_deposit_text (bh_context *c, const char *id, const char *message, size_t length) {
  bh_clear_deposit(c);
  snprintf(c->deposit_id, sizeof c->deposit_id, "%s", id);
  c->deposit_kind = bh_buffer_add(&c->deposit, message, length) ? DEPOSIT_TEXT : DEPOSIT_MEMORY;
}

void bh_deposit_origin (bh_context *c, const char *script, int line, const char *traceback) {
  if (bh_buffer_set(&c->origin.place, script) && bh_buffer_set(&c->origin.traceback, traceback)) c->origin_line = line;
}

void bh_deposit_stop (bh_context *c, uint32_t stop) { c->deposit_stop = stop; }

/* The function that is running raises it again. */
static void note_passing (bh_context *c, lua_State *L) {
  lua_Debug ar;
  c->passing = NULL;
  if (c->origin_line <= 0 || !lua_getstack(L, 0, &ar) || !lua_checkstack(L, 1)) return;
  lua_getinfo(L, "f", &ar);
  c->passed_by = lua_topointer(L, -1);
  lua_pop(L, 1);
  c->passed_line = c->origin_line;
  c->passing = L;
}

void bh_push_deposit (bh_context *c, lua_State *L) {
  luaL_checkstack(L, 6, NULL);
  switch (c->deposit_kind) {
    case DEPOSIT_RECORD:
      bh_push_tree(c, L, (const uint8_t *)c->deposit.bytes, c->deposit.length);
      bh_finish_error(c, L);
      break;
    case DEPOSIT_TEXT:
      lua_pushlstring(L, c->deposit.bytes, c->deposit.length);
      bh_make_error(c, L, c->deposit_id);
      break;
    case DEPOSIT_REFERENCE:
      if (c->deposit_reference > 0) bh_push_reference(L, c->deposit_reference);
      else lua_pushnil(L);
      break;
    case DEPOSIT_MEMORY:
      bh_clear_deposit(c);
      bh_raise_memory(L);
    default:
      lua_pushstring(L, "the host reported an error and did not say which");
      bh_make_error(c, L, "host.internal");
      break;
  }
  bh_clear_deposit(c);
}

int bh_raise_deposit (bh_context *c, lua_State *L) {
  if (unlikely(c->deposit_stop != 0)) bh_pass_stop(c, L, c->deposit_stop);
  note_passing(c, L);
  bh_push_deposit(c, L);
  lua_error(L);
  __builtin_unreachable();
}

/* A table that says of itself what its field `text` holds. */
static int text_tostring (lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushstring(L, "text");
  if (lua_rawget(L, 1) != LUA_TSTRING) lua_pushstring(L, luaL_typename(L, 1));
  return 1;
}

void bh_open_errors (lua_State *L, bh_context *c) {
  lua_createtable(L, 0, 3);
  lua_pushstring(L, "error");
  lua_setfield(L, -2, "__name");
  lua_pushcfunction(L, error_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  c->error_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, text_tostring);
  lua_setfield(L, -2, "__tostring");
  c->text_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
  lua_createtable(L, 0, 1);
  lua_pushstring(L, "record");
  lua_setfield(L, -2, "__name");
  c->record_metatable = luaL_ref(L, LUA_REGISTRYINDEX);
}

BH_END
