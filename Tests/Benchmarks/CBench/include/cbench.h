/*
** The peers that must run in bindhost's own process: a C function-pointer loop, and for workload k the
** same objects written by hand in C against the Lua API. For BindBench only.
*/
#ifndef CBENCH_H
#define CBENCH_H

#include <stddef.h>
#include <stdint.h>

struct lua_State;

/* Monotonic time in nanoseconds, and bytes that malloc has handed out, large blocks included. */
double cbench_now (void);
double cbench_bytes (void);

/* Calls `count` C functions through { function, context } pairs `rounds` times; ns for each call. */
double cbench_function_pointers (int count, int rounds);

/* A Lua state with the standard libraries and globals `ref`, `checked`, `add`, `pause` (see cbench.c). */
struct lua_State *cbench_open (void);
void cbench_close (struct lua_State *L);

/* Adds those globals to a state that somebody else made. */
void cbench_register (struct lua_State *L);

/* Loads `code` and keeps the function it returns; its registry reference. */
int cbench_load (struct lua_State *L, const char *code, size_t length);

/* Calls the kept function with `count` and gives the nanoseconds that took; negative if it raised. */
double cbench_call (struct lua_State *L, int function, int64_t count);

/* Bare lua_pcall of the kept function with one integer, `count` times; ns for each. */
double cbench_pcall (struct lua_State *L, int function, int64_t count);

/* Resumes a coroutine that yields from C each time, `count` times; ns for each round trip. */
double cbench_yield (struct lua_State *L, int64_t count);

#endif
