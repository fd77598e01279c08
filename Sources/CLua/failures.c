/* Failures on their way to Swift: message, place and traceback, read from the failed coroutine's intact stack. */
#include "internal.h"

#include <stdlib.h>

BH_BEGIN

static const char no_memory[] = "not enough memory";
static const char stack_title[] = "stack traceback:";

/* One line of the traceback, as luaL_traceback writes it. */
static void write_frame (bh_buffer *b, lua_State *L, lua_Debug *ar) {
  lua_getinfo(L, "Slnt", ar);
  if (ar->currentline > 0) {
    size_t length;
    const char *name = bh_script_name(ar, &length);
    bh_buffer_add(b, "\n\t", 2);
    bh_buffer_add(b, name, length);
    bh_buffer_format(b, ":%d: in ", ar->currentline);
    if (*ar->what == 'm') bh_buffer_format(b, "main chunk");
    else if (*ar->namewhat != '\0') bh_buffer_format(b, "%s '%s'", ar->namewhat, ar->name);
    else bh_buffer_format(b, "function <%s:%d>", ar->short_src, ar->linedefined);
    if (ar->istailcall) bh_buffer_format(b, "\n\t(...tail calls...)");
  }
  else {
    const char *name = NULL;
    if (lua_checkstack(L, 3)) {
      bh_entry *entry;
      lua_getinfo(L, "f", ar);
      entry = bh_entry_of(L, -1);
      lua_pop(L, 1);
      if (entry != NULL) name = entry->name;
    }
    if (name != NULL) bh_buffer_format(b, "\n\t[C]: in host function '%s'", name);
    else if (*ar->namewhat != '\0') bh_buffer_format(b, "\n\t[C]: in %s '%s'", ar->namewhat, ar->name);
  }
}

#define FIRST_FRAMES 12
#define LAST_FRAMES 10

static void write_frames (bh_buffer *b, lua_State *L) {
  lua_Debug ar;
  int level, count = 0;
  if (lua_getstack(L, FIRST_FRAMES + LAST_FRAMES, &ar)) {  /* long: count it by halving */
    int low = FIRST_FRAMES + LAST_FRAMES, high = low * 2;
    while (lua_getstack(L, high, &ar)) {
      low = high;
      high *= 2;
    }
    while (low < high) {
      int middle = (low + high) / 2;
      if (lua_getstack(L, middle, &ar)) low = middle + 1;
      else high = middle;
    }
    count = low;
  }
  for (level = 0; lua_getstack(L, level, &ar); level++) {
    if (count > 0 && level == FIRST_FRAMES) {
      level = count - LAST_FRAMES;
      bh_buffer_format(b, "\n\t...\t(skipping %d levels)", level - FIRST_FRAMES);
      if (!lua_getstack(L, level, &ar)) break;
    }
    write_frame(b, L, &ar);
  }
}

#define CALLERS_SHOWN 10

/* The frames of co, then those of whoever waits for it, outward. Evaluations inside each other have thousands of callers. */
void bh_write_traceback (bh_context *c, lua_State *co, bh_buffer *out) {
  bh_activation *a;
  int shown = 0;
  out->length = 0;
  bh_buffer_format(out, "%s", stack_title);
  if (co != NULL) write_frames(out, co);
  for (a = c->active; a != NULL && shown < CALLERS_SHOWN; a = a->previous) {
    if (a->L == co) continue;
    write_frames(out, a->L);
    shown++;
  }
  if (a != NULL) bh_buffer_format(out, "\n\t...\t(skipping the callers)");
}

static void keep_place (bh_context *c, const char *name, size_t length, int line) {
  bh_failure *f = &c->failure;
  c->words.place.length = 0;
  if (!bh_buffer_add(&c->words.place, name, length)) return;
  f->script = c->words.place.bytes;
  f->script_length = length;
  f->line = line;
}

/* The innermost line of a script: of co, or of those who wait for it. */
static void note_place (bh_context *c, lua_State *co) {
  lua_Debug ar;
  bh_failure *f = &c->failure;
  bh_activation *a = c->active;
  const char *name;
  while (co == NULL || !bh_find_place(co, &ar, &name, &f->script_length)) {
    if (a == NULL) return;
    co = a->L;
    a = a->previous;
  }
  keep_place(c, name, f->script_length, ar.currentline);
}

/* What has failed is what a function of the host has passed on, and nobody has caught since. */
static bool is_passed_on (bh_context *c, lua_State *co) {
  lua_Debug ar;
  bool is = false;
  if (co != NULL && c->passing == co && lua_getstack(co, 0, &ar) && lua_checkstack(co, 1)) {
    lua_getinfo(co, "f", &ar);
    is = lua_topointer(co, -1) == c->passed_by;
    lua_pop(co, 1);
  }
  c->passing = NULL;
  return is;
}

/* Without the frames that both end with. */
static void drop_common_end (bh_buffer *stack, const char *callers) {
  size_t rest = strlen(callers), kept = stack->length, end = kept;
  while (rest > 0 && kept > 0 && stack->bytes[kept - 1] == callers[rest - 1]) {
    kept--;
    rest--;
    if (stack->bytes[kept] == '\n') end = kept;
  }
  stack->length = end;
  stack->bytes[end] = '\0';
}

/* Its place and stack are those of the raise; who has waited for it stands below, if that knows nothing of them. */
static void take_origin (bh_context *c) {
  bh_buffer *stack = &c->origin.traceback, *here = &c->words.traceback;
  const char *callers = here->length > strlen(stack_title) ? here->bytes + strlen(stack_title) : "";
  if (strstr(stack->bytes, callers) == NULL && strstr(stack->bytes, "(skipping ") == NULL) {
    drop_common_end(stack, callers);
    bh_buffer_add(stack, callers, strlen(callers));
  }
  bh_buffer_set(here, stack->bytes);
  keep_place(c, c->origin.place.bytes, c->origin.place.length, c->passed_line);
}

/* All but the message. */
static void reset_failure (bh_context *c) {
  if (c->failure.tree != NULL) bh_tree_free(c, c->failure.tree);
  if (c->failure.value > 0) bh_release(c, c->failure.value);
  memset(&c->failure, 0, sizeof c->failure);
  c->failure.status = BH_ERROR;
  c->words.traceback.length = 0;
}

static void finish_failure (bh_context *c) {
  c->failure.message = c->words.message.bytes ? c->words.message.bytes : "";
  c->failure.message_length = c->words.message.length;
  c->failure.traceback = c->words.traceback.bytes ? c->words.traceback.bytes : "";
  c->failure.traceback_length = c->words.traceback.length;
}

/* The text of the value on top: its bytes, or what __tostring says.  [-1, +1, e] */
static int text_of (lua_State *L) {
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/*
** Runs on a coroutine of its own, so that an endless __tostring can be stopped like anything else. [-0, +0, -]
*/
static void write_message (bh_context *c, lua_State *L, int index) {
  size_t length;
  const char *text = NULL;
  bh_kept_failure kept;
  lua_State *co;
  bh_activation a;
  lua_State *outer = c->L;
  int count, status;
  if (lua_type(L, index) == LUA_TSTRING) {
    text = lua_tolstring(L, index, &length);
    bh_buffer_add(&c->words.message, text, length);
    return;
  }
  co = c->nesting < BH_NESTING_LIMIT ? bh_scratch_thread(c) : NULL;
  if (co == NULL) {
    bh_buffer_format(&c->words.message, "(a %s)", lua_typename(L, lua_type(L, index)));
    return;
  }
  lua_pushcfunction(co, text_of);
  lua_pushvalue(L, index);
  lua_xmove(L, co, 1);
  bh_keep_failure(c, &kept);  /* __tostring is a script, whose calls may fail too */
  c->nesting++;
  bh_enter(c, &a, co, BH_BASE, bh_now(c));
  status = lua_resume(co, outer, 1, &count);
  bh_leave(c, &a, outer);
  c->nesting--;
  if (c->killing) bh_kill_end(c, &a, status);
  bh_restore_failure(c, &kept);
  if (status == LUA_OK && lua_type(co, -1) == LUA_TSTRING) {
    text = lua_tolstring(co, -1, &length);
    bh_buffer_add(&c->words.message, text, length);
  }
  else bh_buffer_format(&c->words.message, "(a %s)", lua_typename(L, lua_type(L, index)));
  bh_drop_scratch(c, co, status);
}

static bool is_error_table (bh_context *c, lua_State *L, int index) {
  bool is;
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  bh_push_reference(L, c->error_metatable);
  is = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is;
}

/* The one word for a lack of memory: whose it is. */
static void name_shortage (bh_context *c) {
  bh_failure *f = &c->failure;
  f->is_memory = true;
  f->is_diagnostic = false;
  if (!bh_is_over_limit(c)) {
    f->id = "host.memory";
    bh_buffer_set(&c->words.message, no_memory);
    return;
  }
  f->id = "host.quota";
  f->note = bh_limit_note;
  bh_write_limit(c, &c->words.message);
  if (c->limit_line > 0 && bh_buffer_set(&c->words.place, c->limit_place.bytes)) {
    f->script = c->words.place.bytes;
    f->script_length = c->words.place.length;
    f->line = c->limit_line;
  }
}

/* There is no memory for the error: then that is the error. */
static void fail_starved (bh_context *c) {
  bh_release(c, bh_failure_value(c));
  name_shortage(c);
}

void bh_take_failure (bh_context *c, lua_State *co, int lua_status) {
  lua_State *L = c->L;
  bh_failure *f = &c->failure;
  reset_failure(c);
  c->words.message.length = 0;
  c->reporting++;
  bh_write_traceback(c, co, &c->words.traceback);
  note_place(c, co);
  if (lua_status == LUA_ERRRUN && is_passed_on(c, co)) take_origin(c);
  f->is_memory = lua_status == LUA_ERRMEM;
  if (f->is_memory || !lua_checkstack(L, 6) || !lua_checkstack(co, 2)) fail_starved(c);
  else {
    bool is_starved = false;
    lua_pushvalue(co, -1);
    lua_xmove(co, L, 1);
    if (is_error_table(c, L, -1)) {
      bh_buffer kept = c->words.message;  /* bh_read_table may write into it */
      memset(&c->words.message, 0, sizeof c->words.message);
      f->is_diagnostic = bh_read_table(c, L, -1, false, &f->tree) == BH_OK;
      is_starved = !f->is_diagnostic && c->is_starved;
      bh_buffer_free(&c->words.message);
      c->words.message = kept;
    }
    write_message(c, L, lua_gettop(L));
    c->last_status = LUA_OK;
    f->value = bh_reference(c, L);
    if (is_starved || (f->value == 0 && c->last_status == LUA_ERRMEM)) fail_starved(c);
  }
  c->reporting--;
  finish_failure(c);
}

/* A failure found by C itself. `message` may stand in c->words.message. It reaches Swift as an err table would. */
void bh_fail_text (bh_context *c, const char *id, const char *message) {
  bh_buffer_set(&c->words.message, message);
  reset_failure(c);
  c->failure.id = id;
  note_place(c, NULL);
  bh_write_traceback(c, NULL, &c->words.traceback);
  finish_failure(c);
}

int bh_fail_memory (bh_context *c) {
  bh_fail_text(c, "host.memory", no_memory);
  name_shortage(c);
  finish_failure(c);
  return BH_ERROR;
}

int bh_fail_value (bh_context *c) {
  if (c->is_starved) return bh_fail_memory(c);
  bh_fail_text(c, "bind.value", c->words.message.bytes);
  return BH_ERROR;
}

int bh_fail_result (bh_context *c, int function) {
  lua_State *L = c->L;
  lua_Debug ar;
  const char *name;
  size_t length;
  if (bh_fail_value(c) == BH_ERROR && !c->is_starved && function != 0 && lua_checkstack(L, 1)) {
    bh_push_reference(L, function);
    lua_getinfo(L, ">S", &ar);
    name = bh_script_name(&ar, &length);
    if (ar.linedefined > 0) keep_place(c, name, length, ar.linedefined);
  }
  return BH_ERROR;
}

/* `name:12: unexpected symbol near '='`  →  message, script and line. */
void bh_fail_syntax (bh_context *c, lua_State *L, const char *chunk_name) {
  const char *text = lua_tostring(L, -1);
  const char *colon = text;
  char *end = NULL;
  long line = 0;
  reset_failure(c);
  c->words.message.length = 0;
  c->failure.id = "script.syntax";
  while ((colon = strchr(colon, ':')) != NULL) {
    line = strtol(++colon, &end, 10);
    if (end > colon && end[0] == ':' && end[1] == ' ') break;
    line = 0;
  }
  if (line > 0) {
    text = end + 2;
    c->failure.line = (int)line;
    if (chunk_name[0] == '@' || chunk_name[0] == '=') chunk_name++;
    c->words.place.length = 0;
    bh_buffer_add(&c->words.place, chunk_name, strlen(chunk_name));
    c->failure.script = c->words.place.bytes;
    c->failure.script_length = c->words.place.length;
  }
  bh_buffer_add(&c->words.message, text, strlen(text));
  finish_failure(c);
}

void bh_fail_killed (bh_context *c, int reason) {
  bh_failure *f = &c->failure;
  reset_failure(c);
  c->words.message.length = 0;
  f->status = BH_KILLED;
  f->reason = reason;
  if (reason == BH_KILL_TIME) f->stop = bh_number_stop(c);
  f->id = reason == BH_KILL_TIME ? "host.quota" : "host.interrupted";
  if (reason != BH_KILL_TIME) bh_buffer_format(&c->words.message, "it was interrupted");
  else if (c->time_limit % 1000 == 0)
    bh_buffer_format(&c->words.message, "it ran for more than %u s and was stopped", c->time_limit / 1000);
  else bh_buffer_format(&c->words.message, "it ran for more than %u ms and was stopped", c->time_limit);
  bh_buffer_add(&c->words.traceback, c->kill_traceback.bytes, c->kill_traceback.length);
  if (c->kill_line > 0) keep_place(c, c->kill_place.bytes, c->kill_place.length, c->kill_line);
  finish_failure(c);
}

void bh_keep_failure (bh_context *c, bh_kept_failure *kept) {
  *kept = (bh_kept_failure){ c->failure, c->words };
  memset(&c->failure, 0, sizeof c->failure);
  c->words = c->spare_words;
  memset(&c->spare_words, 0, sizeof c->spare_words);
}

void bh_restore_failure (bh_context *c, const bh_kept_failure *kept) {
  reset_failure(c);
  if (c->spare_words.message.bytes == NULL) c->spare_words = c->words;
  else bh_free_words(&c->words);
  c->failure = kept->failure;
  c->words = kept->words;
}

bool bh_reserve_words (bh_words *words) {
  return bh_buffer_reserve(&words->message, 1000) && bh_buffer_reserve(&words->traceback, 4000)
         && bh_buffer_reserve(&words->place, 250);
}

void bh_free_words (bh_words *words) {
  bh_buffer_free(&words->message);
  bh_buffer_free(&words->traceback);
  bh_buffer_free(&words->place);
}

const bh_failure *bh_failure_of (bh_context *c) { return &c->failure; }

int bh_failure_value (bh_context *c) {
  int value = c->failure.value;
  c->failure.value = 0;
  if (c->failure.tree != NULL) bh_tree_free(c, c->failure.tree);
  c->failure.tree = NULL;
  return value;
}

BH_END
