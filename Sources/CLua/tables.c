/*
** Tables across the border: a walk in C with raw access (no metamethod runs), into one block of bytes.
**
** Behind the last node of a block from Lua stand the offsets of its references (uint32 each), then their number
** (uint32): so that a block nobody took can be released without reading it.
*/
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>

BH_BEGIN

#define VALUES_BETWEEN_LOOKS 65536
#define BH_TEXT(number) BH_TEXT_OF(number)
#define BH_TEXT_OF(number) #number

typedef struct bh_step {
  const char *name;     /* NULL: an index */
  size_t length;
  lua_Integer index;
} bh_step;

typedef struct bh_walk {
  bh_context *c;
  lua_State *L;
  bh_tree *tree;
  bh_buffer offsets;               /* of references, in the order found */
  const char *problem;             /* why the walk stopped */
  bool is_starved;                 /* for want of memory */
  uint32_t values;                 /* seen so far; a table met twice counts twice */
  int depth;                       /* tables open now */
  int steps;                       /* path elements that lead to the present value */
  const void *open[BH_DEPTH_LIMIT];
  bh_step path[BH_DEPTH_LIMIT + 1];
} bh_walk;

static bool walk_value (bh_walk *w, int index, bool mixed);

/* ---- output ---- */

static bool starve (bh_walk *w) {
  w->problem = "not enough memory";
  w->is_starved = true;
  return false;
}

static bool reserve (bh_walk *w, size_t more) {
  bh_tree *t = w->tree;
  size_t capacity = t->capacity;
  uint8_t *bytes;
  if (likely(t->length + more <= capacity)) return true;
  while (capacity < t->length + more) capacity *= 2;
  if (t->length + more > w->c->memory_limit) {
    bh_note_limit(w->c);
    return starve(w);
  }
  bytes = capacity > UINT32_MAX ? NULL : bh_block_resize(t->bytes, capacity);
  if (bytes == NULL) return starve(w);
  t->bytes = bytes;
  t->capacity = capacity;
  return true;
}

static bool put (bh_walk *w, const void *bytes, size_t length) {
  if (unlikely(!reserve(w, length))) return false;
  memcpy(w->tree->bytes + w->tree->length, bytes, length);
  w->tree->length += length;
  return true;
}

static bool put_token (bh_walk *w, uint8_t token) { return put(w, &token, 1); }

static bool put_count (bh_walk *w, size_t count) {
  uint32_t narrow = (uint32_t)count;
  if (unlikely(count > UINT32_MAX)) {
    w->problem = "too long";
    return false;
  }
  return put(w, &narrow, sizeof narrow);
}

static bool put_bytes (bh_walk *w, const char *bytes, size_t length) {
  return put_count(w, length) && put(w, bytes, length);
}

static bool put_reference (bh_walk *w, int index) {
  uint32_t type = (uint32_t)lua_type(w->L, index);
  uint64_t identity = (uint64_t)(uintptr_t)lua_topointer(w->L, index);
  uint32_t offset;
  int32_t reference;
  if (!reserve(w, 64)) return false;  /* before there is a reference to lose */
  lua_pushvalue(w->L, index);
  reference = bh_reference(w->c, w->L);
  if (reference == 0) {
    if (w->c->last_status == LUA_ERRMEM) return starve(w);
    w->problem = bh_last_problem(w->c);
    return false;
  }
  put_token(w, BH_T_REFERENCE);
  put(w, &type, sizeof type);
  offset = (uint32_t)w->tree->length;
  put(w, &reference, sizeof reference);
  put(w, &identity, sizeof identity);
  if (!bh_buffer_add(&w->offsets, &offset, sizeof offset)) {
    bh_release(w->c, reference);
    return starve(w);
  }
  return true;
}

/* ---- tables ---- */

typedef struct bh_shape {
  size_t elements;      /* keys 1, 2, … */
  size_t fields;        /* string keys */
  lua_Integer last;     /* the largest integer key */
} bh_shape;

/* Counts the keys; a key that no value can have is named in the path.  [-0, +0] */
static bool find_shape (bh_walk *w, int index, bh_shape *shape) {
  lua_State *L = w->L;
  memset(shape, 0, sizeof *shape);
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (lua_type(L, -2) == LUA_TSTRING) shape->fields++;
    else if (lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1) {
      lua_Integer key = lua_tointeger(L, -2);
      shape->elements++;
      if (key > shape->last) shape->last = key;
    }
    else {
      switch (lua_type(L, -2)) {
        case LUA_TNUMBER: w->problem = "has a key that is neither a name nor a position 1, 2, …"; break;
        case LUA_TBOOLEAN: w->problem = "has a boolean as a key"; break;
        case LUA_TTABLE: w->problem = "has a table as a key"; break;
        case LUA_TFUNCTION: w->problem = "has a function as a key"; break;
        default: w->problem = "has an object as a key"; break;
      }
      lua_pop(L, 2);
      return false;
    }
  }
  if (shape->elements != (size_t)shape->last) {
    w->problem = "is a list with holes";
    return false;
  }
  return true;
}

static bool walk_elements (bh_walk *w, int index, const bh_shape *shape) {
  lua_Integer i;
  if (!put_count(w, shape->elements)) return false;
  w->steps++;
  for (i = 1; i <= shape->last; i++) {
    bh_step *step = &w->path[w->steps - 1];
    step->name = NULL;
    step->index = i;
    lua_rawgeti(w->L, index, i);
    if (!walk_value(w, lua_gettop(w->L), false)) return false;
    lua_pop(w->L, 1);
  }
  w->steps--;
  return true;
}

static bool walk_fields (bh_walk *w, int index, const bh_shape *shape) {
  lua_State *L = w->L;
  if (!put_count(w, shape->fields)) return false;
  w->steps++;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    bh_step *step = &w->path[w->steps - 1];
    if (lua_type(L, -2) != LUA_TSTRING) continue;
    step->name = lua_tolstring(L, -2, &step->length);
    if (!put_bytes(w, step->name, step->length)) return false;
    if (!walk_value(w, lua_gettop(L), false)) return false;
  }
  w->steps--;
  return true;
}

static bool is_marked_record (bh_walk *w, int index) {
  bool marked;
  if (!lua_getmetatable(w->L, index)) return false;
  bh_push_reference(w->L, w->c->record_metatable);
  marked = lua_rawequal(w->L, -1, -2);
  lua_pop(w->L, 2);
  return marked;
}

static bool walk_table (bh_walk *w, int index, bool mixed) {
  const void *identity = lua_topointer(w->L, index);
  bh_shape shape;
  bool done;
  int i;
  for (i = 0; i < w->depth; i++) {
    if (w->open[i] == identity) {
      w->problem = "contains itself";
      return false;
    }
  }
  if (w->depth == BH_DEPTH_LIMIT) {
    w->problem = "is nested too deeply";
    return false;
  }
  if (unlikely(!lua_checkstack(w->L, 8))) return starve(w);
  if (!find_shape(w, index, &shape)) return false;
  w->open[w->depth++] = identity;
  if (shape.elements > 0 && shape.fields > 0) {
    if (!mixed) {
      w->problem = "has both list elements and fields";
      return false;
    }
    done = put_token(w, BH_T_MIXED) && walk_elements(w, index, &shape) && walk_fields(w, index, &shape);
  }
  else if (shape.fields > 0 || (shape.elements == 0 && is_marked_record(w, index)))
    done = put_token(w, BH_T_RECORD) && walk_fields(w, index, &shape);
  else
    done = put_token(w, BH_T_LIST) && walk_elements(w, index, &shape);
  w->depth--;
  return done;
}

/* A few tables that hold each other many times make a tree without end. */
static bool count_value (bh_walk *w) {
  w->values++;
  if (unlikely(w->values > BH_VALUE_LIMIT)) w->problem = "makes more than " BH_TEXT(BH_VALUE_LIMIT) " values";
  else if (unlikely(w->values % VALUES_BETWEEN_LOOKS == 0 && bh_is_stopped(w->c)))
    w->problem = "takes too long to copy";  /* the hook stops the caller one instruction on */
  else return true;
  return false;
}

static bool walk_value (bh_walk *w, int index, bool mixed) {
  lua_State *L = w->L;
  size_t length;
  if (unlikely(!count_value(w))) return false;
  switch (lua_type(L, index)) {
    case LUA_TNIL:
      return put_token(w, BH_T_NIL);
    case LUA_TBOOLEAN:
      return put_token(w, lua_toboolean(L, index) ? BH_T_TRUE : BH_T_FALSE);
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        lua_Integer integer = lua_tointeger(L, index);
        return put_token(w, BH_T_INTEGER) && put(w, &integer, sizeof integer);
      }
      else {
        lua_Number number = lua_tonumber(L, index);
        return put_token(w, BH_T_NUMBER) && put(w, &number, sizeof number);
      }
    case LUA_TSTRING: {
      const char *bytes = lua_tolstring(L, index, &length);
      return put_token(w, BH_T_STRING) && put_bytes(w, bytes, length);
    }
    case LUA_TTABLE:
      return walk_table(w, index, mixed);
    case LUA_TUSERDATA: {
      bh_object *object = bh_to_object(L, index);
      uint64_t address;
      uint32_t kind;
      if (object == NULL) break;
      kind = object->kind;
      address = (uint64_t)(uintptr_t)object->object;
      return put_token(w, BH_T_HOST) && put(w, &kind, sizeof kind)
             && put(w, &address, sizeof address);
    }
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) == &bh_null_sentinel) return put_token(w, BH_T_NULL);
      break;
    default:
      break;
  }
  return put_reference(w, index);
}

/* ---- messages ---- */

static bool is_plain_name (const char *name, size_t length) {
  size_t i;
  if (length == 0 || (name[0] >= '0' && name[0] <= '9')) return false;
  for (i = 0; i < length; i++) {
    char b = name[i];
    if (!((b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || (b >= '0' && b <= '9') || b == '_')) return false;
  }
  return true;
}

/* `hosts["a.b"][3].x contains itself` */
static void write_problem (bh_walk *w) {
  bh_buffer *b = &w->c->words.message;
  int i;
  b->length = 0;
  if (w->steps == 0) bh_buffer_add(b, "the table", 9);
  for (i = 0; i < w->steps; i++) {
    bh_step *step = &w->path[i];
    if (step->name == NULL) bh_buffer_format(b, "[%lld]", (long long)step->index);
    else if (is_plain_name(step->name, step->length)) {
      if (i > 0) bh_buffer_add(b, ".", 1);
      bh_buffer_add(b, step->name, step->length);
    }
    else {
      bh_buffer_add(b, "[\"", 2);
      bh_buffer_add(b, step->name, step->length);
      bh_buffer_add(b, "\"]", 2);
    }
  }
  bh_buffer_format(b, " %s", w->problem);
}

int bh_read_table (bh_context *c, lua_State *L, int index, bool mixed, bh_tree **out) {
  bh_walk w;
  int top = lua_gettop(L);
  uint32_t count;
  bool done;
  w.c = c;
  w.L = L;
  w.problem = "not enough memory";
  w.is_starved = false;
  w.depth = w.steps = 0;
  w.values = 0;
  memset(&w.offsets, 0, sizeof w.offsets);
  w.tree = bh_block_zero(1, sizeof *w.tree);
  if (w.tree != NULL) w.tree->bytes = bh_block(w.tree->capacity = 128);
  if (w.tree == NULL || w.tree->bytes == NULL) {
    bh_block_free(w.tree);
    write_problem(&w);
    c->is_starved = true;
    return BH_ERROR;
  }
  c->counts.trees++;
  done = walk_value(&w, lua_absindex(L, index), mixed);
  if (!done) {
    write_problem(&w);
    lua_settop(L, top);
  }
  count = (uint32_t)(w.offsets.length / sizeof count);
  if (reserve(&w, w.offsets.length + sizeof count)) {
    put(&w, w.offsets.bytes, w.offsets.length);
    put(&w, &count, sizeof count);
  }
  else {
    size_t i;
    for (i = 0; i < count; i++) {
      uint32_t offset;
      int32_t reference;
      memcpy(&offset, w.offsets.bytes + i * sizeof offset, sizeof offset);
      memcpy(&reference, w.tree->bytes + offset, sizeof reference);
      bh_release(c, reference);
    }
    w.tree->length = 0;
    if (done) write_problem(&w);
    done = false;
  }
  bh_buffer_free(&w.offsets);
  if (!done) {
    bh_tree_free(c, w.tree);
    c->is_starved = w.is_starved;
    return BH_ERROR;
  }
  *out = w.tree;
  return BH_OK;
}

BH_END
