/* A parsed JSON document becomes Lua tables: a walk along its tape, when the parser has long returned. */
#include "internal.h"

#include <stdio.h>

BH_BEGIN

#define WORDS_BETWEEN_LOOKS 65536
#define LARGEST_HINT 1048576  /* elements a table has room for before they are there */

typedef struct bh_tape_walk {
  bh_context *c;
  lua_State *L;
  const bh_tape *tape;
  uint64_t at;
  uint64_t next_look;
} bh_tape_walk;

static void push_node (bh_tape_walk *w);

static int hint (uint64_t word) {
  uint32_t count = bh_tape_count(word);
  return count < LARGEST_HINT ? (int)count : LARGEST_HINT;
}

static void push_text (bh_tape_walk *w, uint64_t word) {
  uint32_t length;
  const char *text = bh_tape_text(w->tape, word, &length);
  lua_pushlstring(w->L, text, length);
}

static void push_list (bh_tape_walk *w, uint64_t word) {
  lua_Integer i = 0;
  lua_createtable(w->L, hint(word), 0);
  while (bh_tape_kind_of(w->tape->words[w->at]) != BH_TAPE_LIST_END) {
    push_node(w);
    lua_rawseti(w->L, -2, ++i);
  }
  w->at++;
}

/* Of two fields with one name the later one stands. */
static void push_object (bh_tape_walk *w, uint64_t word) {
  lua_State *L = w->L;
  if (bh_tape_kind_of(w->tape->words[w->at]) == BH_TAPE_OBJECT_END) {
    lua_newtable(L);
    bh_push_reference(L, w->c->record_metatable);  /* so that it is written as an object again */
    lua_setmetatable(L, -2);
  }
  else {
    lua_createtable(L, 0, hint(word));
    do {
      push_text(w, w->tape->words[w->at++]);
      push_node(w);
      lua_rawset(L, -3);
    } while (bh_tape_kind_of(w->tape->words[w->at]) != BH_TAPE_OBJECT_END);
  }
  w->at++;
}

/* An integer beyond int64_t: its digits, or the nearest float. */
static void push_unsigned (bh_tape_walk *w, uint64_t number) {
  if (w->tape->keeps_digits) {
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    lua_pushlstring(w->L, digits, (size_t)length);
  }
  else lua_pushnumber(w->L, (lua_Number)number);
}

/* The value at w->at.  [-0, +1, e] */
static void push_node (bh_tape_walk *w) {
  lua_State *L = w->L;
  uint64_t word = w->tape->words[w->at++];
  if (unlikely(w->at >= w->next_look)) {
    w->next_look = w->at + WORDS_BETWEEN_LOOKS;
    bh_check_kill(w->c, L);
  }
  switch (bh_tape_kind_of(word)) {
    case BH_TAPE_OBJECT:
      luaL_checkstack(L, 4, "the document is nested too deeply");
      push_object(w, word);
      break;
    case BH_TAPE_LIST:
      luaL_checkstack(L, 4, "the document is nested too deeply");
      push_list(w, word);
      break;
    case BH_TAPE_STRING: push_text(w, word); break;
    case BH_TAPE_INTEGER: lua_pushinteger(L, (lua_Integer)w->tape->words[w->at++]); break;
    case BH_TAPE_UNSIGNED: push_unsigned(w, w->tape->words[w->at++]); break;
    case BH_TAPE_NUMBER: {
      lua_Number number;
      memcpy(&number, &w->tape->words[w->at++], sizeof number);
      lua_pushnumber(L, number);
      break;
    }
    case BH_TAPE_TRUE: lua_pushboolean(L, 1); break;
    case BH_TAPE_FALSE: lua_pushboolean(L, 0); break;
    default: lua_pushlightuserdata(L, (void *)&bh_null_sentinel); break;
  }
}

void bh_push_tape (bh_context *c, lua_State *L, const bh_tape *tape) {
  bh_tape_walk w = { c, L, tape, 1, WORDS_BETWEEN_LOOKS };
  luaL_checkstack(L, 4, NULL);
  push_node(&w);
}

BH_END
