#include "cbench.h"

#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double cbench_now (void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

double cbench_bytes (void) {
  struct mallinfo2 info = mallinfo2();
  return (double)info.uordblks + (double)info.hblkhd;
}

/*
** The time of day, for this program and every library in it. Lua makes the seed of its hashes from it, and with the seed
** vary the lengths of look-ups: where instructions are counted, BINDBENCH_TIME is the time, and the seed the same each run.
*/
time_t time (time_t *out) {
  const char *fixed = getenv("BINDBENCH_TIME");
  struct timespec t = { 0 };
  if (fixed) t.tv_sec = atol(fixed);
  else clock_gettime(CLOCK_REALTIME, &t);
  if (out) *out = t.tv_sec;
  return t.tv_sec;
}

/* ---- function pointers ---- */

typedef struct Observer {
  void (*run) (void *context, int64_t value);
  void *context;
} Observer;

static void add_up (void *context, int64_t value) { *(int64_t *)context += value; }

double cbench_function_pointers (int count, int rounds) {
  Observer *observers = malloc((size_t)count * sizeof *observers);
  int64_t *sums = calloc((size_t)count, sizeof *sums);
  for (int i = 0; i < count; i++) observers[i] = (Observer){ add_up, &sums[i] };
  __asm__ volatile ("" : : "r" (observers) : "memory");   /* nobody may know which function it is */
  double start = cbench_now();
  for (int round = 0; round < rounds; round++)
    for (int i = 0; i < count; i++) observers[i].run(observers[i].context, round);
  double elapsed = cbench_now() - start;
  int64_t wanted = (int64_t)rounds * (rounds - 1) / 2;
  if (sums[count - 1] != wanted) elapsed = -1;
  free(observers);
  free(sums);
  return elapsed < 0 ? -1 : elapsed / ((double)count * rounds);
}

/* ---- the same objects in plain C ---- */

/*
** What a C programmer writes for a cell that holds an integer or a string. `ref` checks its receiver
** by luaL_checkudata, as the manual teaches. `checked` compares the metatable with one in an upvalue instead:
** the best that plain C reaches.
*/
typedef struct Cell {
  int is_string;
  lua_Integer integer;
  size_t length;
  char bytes[32];
} Cell;

#define CELL "cbench.cell"
#define TUNED "cbench.tuned"

static void push_cell (lua_State *L, const Cell *cell) {
  if (cell->is_string) lua_pushlstring(L, cell->bytes, cell->length);
  else lua_pushinteger(L, cell->integer);
}

static void take_cell (lua_State *L, Cell *cell, int at) {
  if (lua_type(L, at) == LUA_TSTRING) {
    size_t length;
    const char *bytes = lua_tolstring(L, at, &length);
    luaL_argcheck(L, length < sizeof cell->bytes, at, "too long");
    memcpy(cell->bytes, bytes, length);
    cell->length = length;
    cell->is_string = 1;
  }
  else {
    cell->integer = luaL_checkinteger(L, at);
    cell->is_string = 0;
  }
}

static int cell_get (lua_State *L) {
  push_cell(L, luaL_checkudata(L, 1, CELL));
  return 1;
}

static int cell_set (lua_State *L) {
  take_cell(L, luaL_checkudata(L, 1, CELL), 2);
  return 0;
}

/* An object's method with an argument and a result. */
static int cell_plus (lua_State *L) {
  const Cell *cell = luaL_checkudata(L, 1, CELL);
  lua_pushinteger(L, cell->integer + luaL_checkinteger(L, 2));
  return 1;
}

static Cell *tuned_cell (lua_State *L) {
  Cell *cell = lua_touserdata(L, 1);
  if (cell == NULL || !lua_getmetatable(L, 1)) luaL_typeerror(L, 1, TUNED);
  if (!lua_rawequal(L, -1, lua_upvalueindex(1))) luaL_typeerror(L, 1, TUNED);
  lua_pop(L, 1);
  return cell;
}

static int tuned_get (lua_State *L) {
  push_cell(L, tuned_cell(L));
  return 1;
}

static int tuned_set (lua_State *L) {
  take_cell(L, tuned_cell(L), 2);
  return 0;
}

static int tuned_plus (lua_State *L) {
  const Cell *cell = tuned_cell(L);
  lua_pushinteger(L, cell->integer + luaL_checkinteger(L, 2));
  return 1;
}

static int new_cell (lua_State *L) {
  const char *type = lua_tostring(L, lua_upvalueindex(1));
  Cell *cell = lua_newuserdatauv(L, sizeof *cell, 0);
  memset(cell, 0, sizeof *cell);
  take_cell(L, cell, 1);
  luaL_setmetatable(L, type);
  return 1;
}

/* A typed function: two integers in, one out. */
static int add (lua_State *L) {
  lua_pushinteger(L, luaL_checkinteger(L, 1) + luaL_checkinteger(L, 2));
  return 1;
}

static int paused (lua_State *L, int status, lua_KContext context) {
  (void)L; (void)status; (void)context;
  return 0;
}

static int pause_task (lua_State *L) { return lua_yieldk(L, 0, 0, paused); }

static void define_type (lua_State *L, const char *type, const char *global, const luaL_Reg *methods) {
  luaL_newmetatable(L, type);
  lua_createtable(L, 0, 3);
  lua_pushvalue(L, -2);
  luaL_setfuncs(L, methods, 1);
  lua_setfield(L, -2, "__index");
  lua_pop(L, 1);
  lua_pushstring(L, type);
  lua_pushcclosure(L, new_cell, 1);
  lua_setglobal(L, global);
}

void cbench_register (lua_State *L) {
  static const luaL_Reg plain[] = {
    { "get", cell_get }, { "set", cell_set }, { "plus", cell_plus }, { NULL, NULL } };
  static const luaL_Reg tuned[] = {
    { "get", tuned_get }, { "set", tuned_set }, { "plus", tuned_plus }, { NULL, NULL } };
  define_type(L, CELL, "ref", plain);
  define_type(L, TUNED, "checked", tuned);
  lua_register(L, "add", add);
  lua_register(L, "pause", pause_task);
}

lua_State *cbench_open (void) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return NULL;
  luaL_openlibs(L);
  cbench_register(L);
  return L;
}

void cbench_close (lua_State *L) { lua_close(L); }

/* ---- calls from C ---- */

int cbench_load (lua_State *L, const char *code, size_t length) {
  if (luaL_loadbufferx(L, code, length, "=bench", "t") != LUA_OK || lua_pcall(L, 0, 1, 0) != LUA_OK) {
    lua_writestringerror("bench: %s\n", lua_tostring(L, -1));
    lua_pop(L, 1);
    return LUA_NOREF;
  }
  return luaL_ref(L, LUA_REGISTRYINDEX);
}

double cbench_call (lua_State *L, int function, int64_t count) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  lua_pushinteger(L, count);
  double start = cbench_now();
  int status = lua_pcall(L, 1, 0, 0);
  double elapsed = cbench_now() - start;
  if (status == LUA_OK) return elapsed;
  lua_writestringerror("bench: %s\n", lua_tostring(L, -1));
  lua_pop(L, 1);
  return -1;
}

double cbench_pcall (lua_State *L, int function, int64_t count) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, function);
  double start = cbench_now();
  for (int64_t i = 0; i < count; i++) {
    lua_pushvalue(L, -1);
    lua_pushinteger(L, i);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) return -1;
  }
  double elapsed = cbench_now() - start;
  lua_pop(L, 1);
  return elapsed / (double)count;
}

double cbench_yield (lua_State *L, int64_t count) {
  static const char code[] = "local pause = pause  while true do pause() end";
  lua_State *task = lua_newthread(L);
  if (luaL_loadbufferx(task, code, sizeof code - 1, "=bench", "t") != LUA_OK) return -1;
  int results = 0;
  if (lua_resume(task, L, 0, &results) != LUA_YIELD) return -1;
  double start = cbench_now();
  for (int64_t i = 0; i < count; i++)
    if (lua_resume(task, L, 0, &results) != LUA_YIELD) return -1;
  double elapsed = cbench_now() - start;
  lua_pop(L, 1);
  return elapsed / (double)count;
}
