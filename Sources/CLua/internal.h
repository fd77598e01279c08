/* What the files of CLua share. Nothing of this is seen by Swift. */
#ifndef BH_INTERNAL_H
#define BH_INTERNAL_H

#include "bh_lua.h"

#include <lua5.4/lua.h>
#include <lua5.4/lauxlib.h>
#include <lua5.4/lualib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)

/*
** Thread sanitizer does not survive Debian's __longjmp_chk; every file of CLua opens with BH_BEGIN.
*/
#if defined(__clang__) && __has_attribute(disable_sanitizer_instrumentation)
#define BH_BEGIN \
  _Pragma("clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)")
#define BH_END _Pragma("clang attribute pop")
#else
#define BH_BEGIN
#define BH_END
#endif

#define BH_MAGIC 0x62686f62u

/* The block of every userdata of ours. Recognised by size and magic (foreign userdata differ in one of them). */
typedef struct bh_object {
  uint32_t magic;
  uint32_t kind : 8;
  uint32_t index : 24;  /* in the context's `held` */
  bh_context *context;
  bh_slot *slot;
  void *object;         /* retained; NULL once collected */
} bh_object;

#define BH_KIND_LIMIT 255
#define BH_OBJECT_LIMIT ((1u << 24) - 1)

/*
** A Swift object that a userdata holds. It stands here and not in the userdata alone because Lua drops a finalizer
** that it has no memory to call.
*/
typedef struct bh_held {
  void *object;         /* retained; NULL: a free place */
  uint32_t next;        /* of a free place, or of one that waits for bh_take_garbage; else BH_IN_USE */
  uint32_t anchors;
} bh_held;

#define BH_IN_USE UINT32_MAX

/* A registered host function; upvalue 1 of its closure. */
typedef struct bh_entry {
  struct bh_entry *next;
  bh_context *context;
  void *function;       /* the host's own name for it */
  uint32_t flags;
  uint32_t kind;        /* receiver's kind, 0 for a plain function */
  char name[];          /* for tracebacks: "ref:observe" */
} bh_entry;

typedef struct bh_kind_info {
  char *name;
  uint32_t flags;
  int user_values;      /* all of them, the path cache included */
  int metatable;        /* reference */
} bh_kind_info;

typedef struct bh_buffer {
  char *bytes;
  size_t length;
  size_t capacity;
} bh_buffer;

/* What a failure says. Each has room from the start: the report of having no memory needs none. */
typedef struct bh_words {
  bh_buffer message;
  bh_buffer traceback;
  bh_buffer place;
} bh_words;

enum bh_activation_flag {
  BH_BASE = 1,          /* entered from Swift, not by coroutine.resume */
  BH_TASK = 2,          /* base that may wait */
  BH_EVALUATION = 4,    /* base that may be suspended by BH_NEEDS */
  BH_WAITABLE = 8,      /* a wait here can be carried out to a task */
};

/* One lua_resume in progress. Lives on the C stack of the one who resumes; read by the kill signal's handler. */
typedef struct bh_activation {
  struct bh_activation *previous;
  lua_State *L;
  uint16_t flags;
  uint16_t stops_inside;  /* so often something inside was stopped for its time */
  uint32_t started;     /* milliseconds, coarse; of the base it belongs to */
  uint64_t entry;       /* the number of this entry among those of all interpreters that share */
} bh_activation;

/* A coroutine that Swift holds by handle. */
typedef struct bh_suspended {
  lua_State *L;         /* NULL: free */
  int reference;        /* its anchor in the registry */
  uint32_t next_free;
  uint32_t flags;       /* of its activation */
  uint64_t wait;
} bh_suspended;

typedef struct bh_pooled {
  lua_State *L;
  int reference;
} bh_pooled;

struct bh_context {
  /* read on every access from Lua */
  bh_common *common;               /* with the other interpreters of the engine; `own` while there is no engine */
  uint32_t nesting;
  _Atomic uint32_t now;            /* milliseconds, as of the watchdog's last look */
  bh_activation *volatile active;  /* innermost resume in progress */
  lua_State *L;                    /* the coroutine running now; `main` while none does */
  void *host;
  bh_host_functions functions;
  lua_State *main;                 /* runs no script, only protected thunks */
  bh_common own;

  /* idle coroutines, finished and empty, each anchored in the registry */
  bh_pooled ready;                 /* the next one to be used, L is NULL if it is in use: saves two loads a call */
  bh_pooled *pool;
  uint32_t pooled;
  uint32_t pool_capacity;
  bh_pooled scratch;               /* taken by bh_scratch_thread; L is NULL while it is free */
  bh_suspended *suspended;         /* index 0 is never used */
  uint32_t suspended_capacity;
  uint32_t suspended_free;
  uint32_t suspended_spare;        /* free places that no running coroutine may need */

  /* wait and error on their way through C */
  bool waiting;                    /* a yield in progress is a wait, not the script's own */
  bool needing;                    /* a yield in progress is a BH_NEEDS */
  bool going_on;                   /* bh_task_resume is on its way to the function that waits */
  bool intruded;                   /* a yield in progress refuses a script's resume of a coroutine that waits */
  uint64_t wait;
  int deposit_kind;                /* bh_deposit */
  int deposit_reference;
  bh_buffer deposit;
  char deposit_id[64];
  uint32_t deposit_stop;           /* which stop it tells of, 0: of none */
  bh_words origin;                 /* where what was deposited was raised, for whoever does not catch it */
  int origin_line;                 /* 0: not known */
  int passed_line;                 /* the same of what is under way */
  lua_State *passing;              /* the coroutine it was raised in again, by… */
  const void *passed_by;           /* …this function */

  bh_failure failure;
  bh_words words;                  /* of the failure */
  bh_words spare_words;            /* for the next bh_keep_failure */

  /* registry references */
  int objects;                     /* light userdata → userdata, weak values */
  int anchors;                     /* light userdata → userdata */
  int error_metatable;
  int text_metatable;
  int answer_metatable;
  int headers_metatable;
  int record_metatable;            /* marks an empty table as a record */
  int weak_metatable;
  int loaded;                      /* modules by name */

  bh_kind_info *kinds;             /* index 0 is never used */
  uint32_t kind_count;
  bh_entry *entries;

  bh_held *held;                   /* place 0 is never used; __gc moves a place from list to list: no allocation */
  uint32_t held_capacity;
  uint32_t held_free;              /* first free place, 0: none */
  uint32_t garbage;                /* first place whose userdata is gone, 0: none */
  bool has_lost;                   /* a finalizer could not be called: some places in use have no userdata */

  bh_counts counts;

  /* memory */
  uint64_t memory_limit;           /* UINT64_MAX: none */
  int limit_line;                  /* where the limit has last refused; 0: not known */
  bh_buffer limit_place;
  int last_status;                 /* of the last protected step */
  bool is_starved;                 /* why bh_to_value or bh_read_table failed: memory, and not the value */
  uint32_t reporting;              /* > 0: the headroom may be used */
  const char *closing;             /* the C stack where the outermost close began; NULL while none runs */

  /* kill; see kill.c */
  volatile int killing;            /* bh_kill_reason */
  volatile int kill_fired;         /* a hook has run */
  bh_activation *volatile victim;
  uint32_t stops;                  /* for their time, so far */
  uint64_t stop_caller;            /* the entry that had called what was stopped last; 0: none */
  bool is_passing;                 /* what is being stopped is so because what it has called was */
  int kill_line;
  bh_buffer kill_place;            /* written by the first hook that fires */
  bh_buffer kill_traceback;
  struct bh_watchdog *watchdog;
  uint32_t time_limit;             /* milliseconds, 0: none */
};

/* ---- memory.c ---- */
void *bh_allocate (void *ud, void *block, size_t old_size, size_t new_size);
/* CLua's own memory. NULL if there is none; in bh_block_resize the old block then stays. */
void *bh_block (size_t size);
void *bh_block_zero (size_t count, size_t size);
void *bh_block_resize (void *block, size_t size);
char *bh_block_text (const char *text);
void bh_block_free (void *block);
/*
** Before a string buffer of Lua's takes `more` bytes: they ask the allocator themselves, and would be refused what
** garbage takes.
*/
void bh_make_room (bh_context *c, lua_State *L, size_t more);
/* The script's limit has refused something, now. */
void bh_note_limit (bh_context *c);
/* Whether that was the last refusal, and not that of a machine without memory. */
bool bh_is_over_limit (const bh_context *c);
void bh_forget_limit (const bh_context *c);
bool bh_buffer_reserve (bh_buffer *b, size_t more);
bool bh_buffer_set (bh_buffer *b, const char *text);
bool bh_buffer_add (bh_buffer *b, const void *bytes, size_t length);
bool bh_buffer_format (bh_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void bh_buffer_free (bh_buffer *b);

/* ---- context.c ---- */
bh_context *bh_context_of (lua_State *L);  /* by the registry: for hooks and libraries */
/* Runs f(L, ud) protected on the current coroutine. [-0, +0] Any error value is dropped. */
int bh_protect (bh_context *c, lua_CFunction f, void *ud);
const char *bh_last_problem (bh_context *c);
#define bh_protected_data(L) lua_touserdata(L, 1)
/* Reference to the value on top, which is popped; 0 if there is no memory. Does not raise. [-1, +0] */
int bh_reference (bh_context *c, lua_State *L);
#define bh_push_reference(L, reference) lua_rawgeti(L, LUA_REGISTRYINDEX, reference)

/* ---- values.c ---- */
extern const char bh_null_sentinel;
/*
** The value at index, as it crosses to Swift. BH_ERROR: c->words.message says why not (NUL-terminated). Trees are linked
** into *trees. `how`: bh_function_flag. Does not raise. [-0, +0]
*/
int bh_to_value (bh_context *c, lua_State *L, int index, uint32_t how, bh_value *out, bh_tree **trees);
/* [-0, +1, m] */
void bh_push_value (bh_context *c, lua_State *L, const bh_value *value);
/* True if pushing it allocates nothing. */
static inline bool bh_is_scalar (const bh_value *value) {
  return value->tag <= BH_NUMBER || value->tag == BH_NULL || value->tag == BH_REFERENCE;
}
/* One of our objects, as it crosses to Swift. */
static inline void bh_host_value (const bh_object *object, bh_value *out) {
  out->tag = BH_HOST;
  out->length = object->kind;
  out->as.object = object->object;
}
/* Releases what the receiver did not take. */
void bh_drop_value (bh_context *c, bh_value *value);
void bh_drop_trees (bh_context *c, bh_tree *trees);

/* ---- tables.c ---- */
/* A tree of the table at index. BH_ERROR: c->words.message says why not, with the path. Does not raise. [-0, +0] */
int bh_read_table (bh_context *c, lua_State *L, int index, bool mixed, bh_tree **out);
/* [-0, +1, m] */
void bh_push_tree (bh_context *c, lua_State *L, const uint8_t *bytes, size_t length);

/* ---- tapes.c ---- */
/* The document as Lua tables.  [-0, +1, e] */
void bh_push_tape (bh_context *c, lua_State *L, const bh_tape *tape);

/* ---- objects.c ---- */
bh_object *bh_to_object (lua_State *L, int index);  /* NULL if it is none */
void bh_push_object (bh_context *c, lua_State *L, const bh_host_object *object);  /* [-0, +1, m] */
bool bh_push_userdata (bh_context *c, lua_State *L, void *object);                /* [-0, +(0|1)] */
void bh_open_objects (lua_State *L, bh_context *c);

/* After lua_close: what its finalizers did not reach. */
void bh_end_objects (bh_context *c);

/* ---- functions.c ---- */
void bh_push_entry (lua_State *L, bh_entry *entry);  /* [-0, +1, m] */
bh_entry *bh_new_entry (bh_context *c, const char *owner, const char *name, void *function, uint32_t flags,
                        uint32_t kind);
bh_entry *bh_entry_of (lua_State *L, int index);     /* of a closure made by bh_push_entry, or NULL */
/* May this coroutine wait here? */
bool bh_may_wait (bh_context *c, lua_State *L);

/* ---- errors.c ---- */
/* Pushes what Swift deposited. [-0, +1, m] */
void bh_push_deposit (bh_context *c, lua_State *L);
int bh_raise_deposit (bh_context *c, lua_State *L) __attribute__((noreturn));
int bh_raise (bh_context *c, lua_State *L, const char *id, const char *format, ...)
    __attribute__((noreturn, format(printf, 4, 5)));
/* Raises Lua's own memory error, which needs no memory and no message handler sees. */
int bh_raise_memory (lua_State *L) __attribute__((noreturn));
/* The same for what would be more than the script may have. */
int bh_raise_limit (bh_context *c, lua_State *L) __attribute__((noreturn));
/*
** The memory error on top, which a script has caught, becomes an err table if its limit was behind it.
** [-1, +1] Does not raise.
*/
void bh_name_limit (bh_context *c, lua_State *L);
/* Writes what being over the limit is called. */
void bh_write_limit (bh_context *c, bh_buffer *out);
extern const char bh_limit_note[];
void bh_clear_deposit (bh_context *c);
/* The table on top becomes an err table: metatable, and the caller's place if it has none. [-0, +0, m] */
void bh_finish_error (bh_context *c, lua_State *L);
/* Pushes an err table with id and message and the caller's place. [-1, +1, m] (the message is on top) */
void bh_make_error (bh_context *c, lua_State *L, const char *id);

/* ---- failures.c ---- */
/* Fills c->failure from the error value on top of co, whose stack is intact. Does not raise. */
void bh_take_failure (bh_context *c, lua_State *co, int lua_status);
void bh_fail_text (bh_context *c, const char *id, const char *message);
/* Answers BH_ERROR, as bh_fail_memory does. */
int bh_fail_value (bh_context *c);  /* after bh_to_value has failed */
/* The same for what a function gave. It has ended: its first line is the place. 0: nobody knows which one it was. */
int bh_fail_result (bh_context *c, int function);
/* The message of a syntax error is on top of L; its line is taken out of it. */
void bh_fail_syntax (bh_context *c, lua_State *L, const char *chunk_name);
void bh_write_traceback (bh_context *c, lua_State *co, bh_buffer *out);
/* The failure of a kill, from what its first hook noted. */
void bh_fail_killed (bh_context *c, int reason);
/* The failure put aside while scripts run that may fail too. */
typedef struct bh_kept_failure { bh_failure failure; bh_words words; } bh_kept_failure;
bool bh_reserve_words (bh_words *words);
void bh_free_words (bh_words *words);
void bh_keep_failure (bh_context *c, bh_kept_failure *kept);
void bh_restore_failure (bh_context *c, const bh_kept_failure *kept);
/* The chunk's name as its author knows it; it lives in *ar or in the chunk. */
const char *bh_script_name (const lua_Debug *ar, size_t *length);
/* The innermost frame of L that is at a line of a script; the name lives in *ar or in the chunk. */
bool bh_find_place (lua_State *L, lua_Debug *ar, const char **name, size_t *length);
/* That of the coroutine that runs, or of those who wait for it. False if no script runs. Allocates in `place` only. */
bool bh_find_active (bh_context *c, bh_buffer *place, int *line);
void bh_open_errors (lua_State *L, bh_context *c);

/* ---- threads.c ---- */
static inline void bh_enter (bh_context *c, bh_activation *a, lua_State *co, uint32_t flags, uint32_t started) {
  a->previous = c->active;
  a->L = co;
  a->flags = (uint16_t)flags;
  a->stops_inside = 0;
  a->started = started;
  a->entry = ++c->common->entries;
  atomic_signal_fence(memory_order_seq_cst);  /* the handler sees a whole record */
  c->active = a;
  c->L = co;
}
static inline void bh_leave (bh_context *c, bh_activation *a, lua_State *outer) {
  c->active = a->previous;
  c->L = outer;
  atomic_signal_fence(memory_order_seq_cst);
}

/* A coroutine for one protected step, anchored until it is dropped; NULL if there is no memory. */
lua_State *bh_scratch_thread (bh_context *c);
void bh_drop_scratch (bh_context *c, lua_State *co, int lua_status);

/* The bottom of a task or evaluation that stands still: only Swift ends it. */
bool bh_is_held (const bh_context *c, const lua_State *co);

/* ---- kill.c ---- */
static inline uint32_t bh_now (bh_context *c) { return atomic_load_explicit(&c->now, memory_order_relaxed); }
/* After bh_leave, if c->killing: true if what ran in `a` was stopped. */
bool bh_kill_end (bh_context *c, bh_activation *a, int lua_status);
/* Closes a coroutine's pending variables. Answers why they were stopped, if they were (bh_kill_reason). */
int bh_reset_thread (bh_context *c, lua_State *co, int *lua_status);
/* The same for a coroutine of the script's, as part of the call that is running. Answers lua_resetthread's status. */
int bh_close_coroutine (bh_context *c, lua_State *co);
/* Whether one more close may nest in those that run: see bh_reset_thread. */
bool bh_may_close (bh_context *c);
/* Carries a stop outward from a C function that resumed the stopped coroutine. */
int bh_pass_kill (lua_State *L);
/* Of stops for their time: begins a new number, for the failure that tells of it. */
uint32_t bh_number_stop (bh_context *c);
/*
** What runs has called something that was stopped, and that stop reaches it as a failure of the call: it has taken as long, and
** is stopped too. Returns where the stop was another one, or inside another call.
*/
void bh_pass_stop (bh_context *c, lua_State *L, uint32_t stop);
/* What runs now, not only something around it, is being stopped. */
bool bh_is_stopped (const bh_context *c);
/* In long C loops: raises if what runs is being stopped. */
void bh_check_kill (bh_context *c, lua_State *L);
void bh_watchdog_close (bh_context *c);

/* ---- libraries ---- */
void bh_open_sandbox (lua_State *L, bh_context *c);
void bh_open_coroutines (lua_State *L, bh_context *c);
void bh_open_strings (lua_State *L, bh_context *c);
void bh_open_lists (lua_State *L, bh_context *c);
void bh_open_pairs (lua_State *L, bh_context *c);
void bh_open_protection (lua_State *L, bh_context *c);
/* All light userdata share one metatable; the only one that scripts see is `bh.null`. */
void bh_open_null (lua_State *L);
void bh_open_require (lua_State *L, bh_context *c);

#endif
