/*
** CLua: Lua 5.4 as Swift may touch it. The whole interface on one page.
**
** RULE ONE. Only C unwinds. Lua raises and yields by longjmp, and no Swift frame is live when it does:
**   - Lua calls Swift through `bh_host_functions`. Each answers with a status; C raises or yields after Swift
**     has returned.
**   - Swift calls Lua through the `bh_` functions below. Each is protected and answers with a status; none raises.
**   - Swift never sees a lua_State.
**
** STATUS.   BH_OK; BH_ERROR (from Lua: read `bh_failure_of`; to Lua: call `bh_deposit_…` first); BH_PENDING (the
**   script waits); BH_NEEDS (only from `get`: another cell must be evaluated first); BH_KILLED (a limit or Ctrl-C).
**
** VALUES.   `bh_value` with the tags of bind_value.h and those of `bh_lua_tag`. A list or record crosses as a
**   `bh_tree`: one block of bytes in prefix order (see `bh_token`). Strings that Lua hands out stay valid until the
**   host function returns or, for results, until the next call of any `bh_` function. Strings that Swift hands out
**   must stay valid until Lua calls the host again.
**   References (functions, threads, foreign userdata) are owned by whoever took them out of a value: set the tag to
**   BH_ABSENT to take it, give it back with `bh_release`. What Swift does not take, C releases.
**
** FUNCTIONS.  `bh_function` puts a host function into a module or the globals; Lua calls arrive in `host.call` as a
**   `bh_frame`. `flags` says whether it may answer BH_PENDING, and whether a table argument may mix list and fields.
**
** OBJECTS.  A kind is a metatable with methods. `get`, `peek` and `set` are C and reach `host.get`, `host.set`
**   without a frame; what stands in a BH_SLOT_DIRECT slot is read without a call while the `watching` of `bh_share` is 0.
**   `obj "path"` asks `host.resolve` once and then finds the result in the object's own cache. One Swift object has
**   one userdata.
**   `__gc` only notes the object; `bh_take_garbage` hands it out at a safe point.
**   A user value (1…n) of an object may hold a Lua function: a cycle through it stays inside Lua's collector.
**   `bh_anchor` keeps a userdata alive while the Swift side lives from it.
**
** CALLS.    `bh_call` runs a function on a pooled coroutine. It never waits. `bh_task_start`, `bh_task_resume` run
**   one that may (BH_PENDING; `host.resumed` gives the result of the wait). `bh_evaluation_start`, `_continue` run a
**   derived function that may be suspended (BH_NEEDS) while another one is evaluated: no depth of nesting. What nests in spite of
**   it, on a stack that the host has found room for, stands between `bh_nesting_begin` and `_end`: there the calls that Lua and
**   we allow inside each other are counted anew.
**
** LIMITS.   Memory by the allocator, which notes whether the limit or the machine has refused. Time by a watchdog thread between `bh_turn_begin` and `bh_turn_end`; nothing is
**   armed until the limit passes. `bh_interrupt` may be called from anywhere, also from a signal handler.
*/
#ifndef BH_LUA_H
#define BH_LUA_H

#include <bind_tape.h>
#include <bind_value.h>
#include <stdbool.h>

typedef struct bh_context bh_context;

/* Limits, by name. */
#define BH_DEPTH_LIMIT 100         /* nesting of a table that crosses */
#define BH_VALUE_LIMIT 2000000     /* values in a table that crosses */
#define BH_NESTING_LIMIT 80        /* Swift → Lua → Swift → …: each is two of the 200 C calls Lua allows */
#define BH_ARGUMENT_LIMIT 250      /* values one call may carry */
#define BH_RESULT_LIMIT 16         /* values a host function may return */
#define BH_USER_VALUE_LIMIT 6
#define BH_REPORT_HEADROOM 262144  /* bytes above the memory limit for the report of hitting it */

enum bh_status {
  BH_OK = 0,
  BH_ERROR,
  BH_PENDING,
  BH_NEEDS,
  BH_KILLED
};

/* More kinds of a bh_value, beside bh_tag. */
enum bh_lua_tag {
  BH_NULL = 16,  /* bh.null */
  BH_TREE,       /* a list or record. From Lua: as.object = bh_tree. To Lua: as.bytes, length */
  BH_REFERENCE,  /* as.integer: registry reference; length: a Lua type (bh_type) */
  BH_HOST,       /* a host object. From Lua: as.object, length = kind. To Lua: as.object = bh_host_object */
  BH_ERROR_TREE, /* to Lua only: as.bytes, length of a record that becomes an err table */
  BH_TAPE        /* to Lua only: as.object = bh_tape, a parsed document */
};

enum bh_type { BH_TYPE_TABLE = 5, BH_TYPE_FUNCTION = 6, BH_TYPE_USERDATA = 7, BH_TYPE_THREAD = 8, BH_TYPE_OTHER = 2 };

/* A host object on its way to Lua. */
typedef struct bh_host_object {
  void *object;    /* unmanaged Swift reference; C retains it through host.retain when it makes the userdata */
  bh_slot *slot;   /* may be NULL; lives as long as `object` */
  uint32_t kind;
} bh_host_object;

/*
** A value tree in prefix order. Each node is one token byte, then (unaligned, native byte order):
**   BH_T_INTEGER, BH_T_NUMBER  8 bytes
**   BH_T_STRING   uint32 length, bytes
**   BH_T_LIST     uint32 count, count nodes
**   BH_T_RECORD   uint32 count, count × (uint32 length, bytes, node); no order of the fields is promised
**   BH_T_ERROR    as BH_T_RECORD, an err table (to Lua only)
**   BH_T_MIXED    a BH_T_LIST's payload, then a BH_T_RECORD's (only where BH_MIXED allows it)
**   BH_T_REFERENCE  uint32 type, int32 reference, uint64 identity
**   BH_T_HOST     uint32 kind, uint64 object (to Lua: address of a bh_host_object)
*/
enum bh_token {
  BH_T_NIL = 'n', BH_T_FALSE = 'f', BH_T_TRUE = 't', BH_T_INTEGER = 'i', BH_T_NUMBER = 'd', BH_T_STRING = 's',
  BH_T_LIST = 'l', BH_T_RECORD = 'r', BH_T_MIXED = 'm', BH_T_NULL = '0', BH_T_REFERENCE = 'x', BH_T_HOST = 'h',
  BH_T_ERROR = 'e'
};

typedef struct bh_tree {
  struct bh_tree *next;
  size_t length;
  size_t capacity;
  bool taken;       /* its references belong to Swift */
  uint8_t *bytes;
} bh_tree;

enum bh_frame_flag {
  BH_MAY_WAIT = 1,  /* BH_PENDING may be answered here */
  BH_WAITS = 2,     /* the host's own mark: it is going to */
};

/* One call from Lua. */
typedef struct bh_frame {
  bh_value *arguments;
  bh_value *results;      /* room for BH_RESULT_LIMIT */
  uint32_t argument_count;
  uint32_t result_count;  /* set by the host */
  uint32_t flags;         /* bh_frame_flag */
  void *function;         /* as given to bh_function or bh_method */
  uint64_t wait;          /* with BH_PENDING: the host's own name for what is waited for */
} bh_frame;

enum bh_get_flag {
  BH_GET_PEEK = 1,         /* not tracked */
  BH_GET_SUSPENDABLE = 2,  /* BH_NEEDS may be answered */
};

/* What Swift provides. Every entry gets the `host` pointer of bh_open first; none may unwind. */
typedef struct bh_host_functions {
  int (*call)(void *host, bh_frame *frame);
  /* The wait named frame->wait is over: results or an error. BH_PENDING again is allowed. */
  int (*resumed)(void *host, bh_frame *frame);
  int (*get)(void *host, void *object, uint32_t flags, bh_value *out);
  /* `out` is preset to true; a frame is not built: at most two results (value or nil, err). */
  int (*set)(void *host, void *object, bh_value *value, bh_value *out, uint32_t *count);
  int (*resolve)(void *host, void *object, const char *path, size_t length, bh_value *out);
  /* The source text of a module: BH_OK with bytes (valid until the next host call) and the chunk's name. */
  int (*module)(void *host, const char *name, size_t length, bh_value *source, bh_value *chunk_name);
  /* A module's chunk begins to run, or is over. */
  void (*module_runs)(void *host, const char *name, size_t length, bool begins);
  void (*retain)(void *host, void *object);
  void (*print)(void *host, const char *bytes, size_t length);
  /* The wall clock for `os.time` and `os.date`: seconds since 1970. */
  double (*now)(void *host);
} bh_host_functions;

/* A failed call. Pointers are valid until the next bh_ function that can run Lua. */
typedef struct bh_failure {
  int status;              /* BH_ERROR or BH_KILLED */
  int reason;              /* bh_kill_reason of a BH_KILLED */
  bool is_memory;          /* out of memory, the script's or the machine's (see `id`): there may be no error value */
  bool is_diagnostic;      /* the error value is an err table: `tree` is its record */
  const char *id;          /* of a failure that C found itself (NUL-terminated, static); else NULL */
  const char *note;        /* what can be done about it (NUL-terminated, static), or NULL */
  const char *message;     /* the error value as text */
  size_t message_length;
  const char *traceback;   /* lines "\tscript:line: in …", innermost first, both sides */
  size_t traceback_length;
  const char *script;      /* where it was raised, if known; else NULL */
  size_t script_length;
  int line;                /* 0 if not known */
  int value;               /* reference to the error value (bh_failure_value takes it); 0 if there is none */
  bh_tree *tree;           /* of a diagnostic; freed by bh_failure_value */
  uint32_t stop;           /* of what was stopped for its time: the number of that stop, else 0 */
} bh_failure;

enum bh_kill_reason { BH_KILL_NONE = 0, BH_KILL_TIME, BH_KILL_INTERRUPT };

/* What is alive; all but `memory` return to zero at bh_close. */
typedef struct bh_counts {
  uint64_t memory;      /* bytes */
  uint64_t references;
  uint64_t objects;     /* userdata whose object was not yet taken by bh_take_garbage */
  uint64_t anchors;
  uint64_t threads;     /* pooled, idle */
  uint64_t running;     /* tasks and evaluations not ended */
  uint64_t trees;
} bh_counts;

/* ---- life ---- */

/* NULL if there is no memory. `memory_limit` in bytes, 0 for none. */
bh_context *bh_open (const bh_host_functions *functions, void *host, uint64_t memory_limit);
/* Closes Lua. Afterwards only bh_take_garbage, bh_count and bh_free may be called. */
void bh_close (bh_context *c);
void bh_free (bh_context *c);
/* Is a script running: is this a call from Lua? */
bool bh_is_running (bh_context *c);
void bh_count (bh_context *c, bh_counts *out);
/* While `common->watching` is not 0, no read is served without asking host.get. It outlives the sharing; NULL ends that. */
void bh_share (bh_context *c, bh_common *common);
/* Of several that share, the one with the highest number runs innermost; 0: no script of this one runs. */
uint64_t bh_entry_number (bh_context *c);
void bh_set_memory_limit (bh_context *c, uint64_t bytes);
void bh_collect (bh_context *c);

/* ---- registration ---- */

enum bh_function_flag {
  BH_MIXED = 1,  /* a table argument may have list elements and fields at its top level */
  BH_WHOLE = 2,  /* a table argument arrives as a reference to itself, whatever is in it */
  BH_OPERATOR = 4,  /* of a metamethod: the object may be the second argument */
};
/*
** A host function `name` in `module`: "_G", or a name for `require` such as "bindhost.ui" (made when it is
** new; a dotted one is also a field of its parent). Dots in `name` reach into tables: "os.time".
*/
int bh_function (bh_context *c, const char *module, const char *name, void *function, uint32_t flags);
int bh_constant (bh_context *c, const char *module, const char *name, const bh_value *value);

enum bh_kind_flag {
  BH_KIND_CELL = 1,   /* has get, peek, set */
  BH_KIND_PATHS = 2,  /* obj "path" is resolved and cached in user value 1 */
  BH_KIND_CLOSES = 4, /* with BH_KIND_PATHS: resolved each time, since it may have closed meanwhile */
  BH_KIND_FUNCTION = 8, /* scripts get a function that calls it: its method __call */
};
/* A kind of userdata; its number, or 0 if there is no memory. `user_values` beyond the path cache. */
uint32_t bh_kind (bh_context *c, const char *name, uint32_t flags, int user_values);
/* A method; a name that starts with `__` is a metamethod. `__index` is called for unknown names only. */
int bh_method (bh_context *c, uint32_t kind, const char *name, void *function, uint32_t flags);

/* ---- errors on their way to Lua: before answering BH_ERROR ---- */

/* A record with id, message, kind, … Where `script` and `line` are missing, C adds the caller's. */
void bh_deposit_record (bh_context *c, const uint8_t *tree, size_t length);
/* A Lua value, raised unchanged. The reference is consumed. */
void bh_deposit_reference (bh_context *c, int reference);
/* The same with a reference that stays the caller's. */
void bh_deposit_copy (bh_context *c, int reference);
/* Where and with which stack what was deposited last was raised: told where nobody catches it. */
void bh_deposit_origin (bh_context *c, const char *script, int line, const char *traceback);
void bh_deposit_text (bh_context *c, const char *id, const char *message, size_t length);
/* What was deposited last tells of this stop (bh_failure.stop). No script catches that where it ends the call that led to it. */
void bh_deposit_stop (bh_context *c, uint32_t stop);

/* ---- isolation: what one script did to the globals, another does not see ---- */

/* What stands now in the globals, in the libraries and in `require`'s cache, as a reference; 0 if there is no memory. */
int bh_keep_globals (bh_context *c);
/* All that is as it was when `kept` was made. BH_ERROR: there is no memory. */
int bh_restore_globals (bh_context *c, int kept);
/* The next `require` of that name loads it again. Without memory it stays. */
void bh_forget_module (bh_context *c, const char *name, size_t length);
/*
** The chunk finds the fields of the module before the globals, and the module itself under its own last name; what it
** assigns goes to the globals. BH_ERROR: there is no memory.
*/
int bh_set_environment (bh_context *c, int chunk, const char *module, const char *const *names, int count);

/* ---- pictures: any value at all, to look at ---- */

/*
** The value behind a reference, in the form of bh_token, but a table, whatever its keys, is BH_P_TABLE: uint32 count,
** count × (key, value). The tree's objects live as long as the reference; it is freed with bh_tree_free. NULL if there is
** no memory.
*/
enum bh_picture_token {
  BH_P_TABLE = 'T',
  BH_P_OPEN = 'o',   /* uint32: a table that this is inside of, counted from the innermost one, 1 */
  BH_P_DEEP = '.',   /* beyond BH_DEPTH_LIMIT, or one value too many */
  BH_P_THING = 'x',  /* uint32 type, uint64 identity */
};
bh_tree *bh_picture (bh_context *c, int reference);

/* ---- references and trees ---- */

void bh_release (bh_context *c, int reference);
/* A second reference to the same value; 0 if there is no memory. */
int bh_duplicate (bh_context *c, int reference);
bool bh_same (bh_context *c, int left, int right);
/* How many parameters a function declares; 255 for a variadic one. */
int bh_parameter_count (bh_context *c, int function);
typedef struct bh_place { char script[64]; int line; } bh_place;
/* Where a function of a script begins. False for one of C, and for what is no function. */
bool bh_function_place (bh_context *c, int function, bh_place *out);
uint64_t bh_identity (bh_context *c, int reference);
void bh_tree_free (bh_context *c, bh_tree *tree);
/* The value behind a reference as it would cross as an argument. Release or take what is in it. */
int bh_read_reference (bh_context *c, int reference, bh_value *out);
/* A reference to a value made from `value`; 0 if there is no memory. */
int bh_make_reference (bh_context *c, const bh_value *value);
/* The same of a table whose `tostring` is its field `text`. */
int bh_make_text_table (bh_context *c, const bh_value *value);
/* Once, before bh_make_answer: the host function that decodes (body, url) when an answer's `json` is read. */
int bh_answers (bh_context *c, void *decode);
/*
** The same of a record with `headers` that are found without regard to case. With `decodes` it is an answer of
** bh.http, {status, headers, body, url}; without, what a stub is asked.
*/
int bh_make_answer (bh_context *c, const bh_value *value, int decodes);

/* ---- running ---- */

const bh_failure *bh_failure_of (bh_context *c);
/*
** The failure of a function that has just had no memory: host.quota if the script's limit refused it, else host.memory.
** Answers BH_ERROR.
*/
int bh_fail_memory (bh_context *c);
/* Hands over the error value and ends the failure's `tree`. */
int bh_failure_value (bh_context *c);
/* What it was built against, such as "5.4.4". */
const char *bh_lua_version (void);
/*
** Writes the compiled form of a Lua function, with its lines and names, piece by piece. BH_ERROR: it is no Lua function.
*/
int bh_dump (bh_context *c, int reference, void (*write) (void *data, const void *bytes, size_t length), void *data);
/* Text only. BH_OK: *out is a reference to the chunk. BH_ERROR: a syntax error; the failure has message and line. */
int bh_load (bh_context *c, const char *bytes, size_t length, const char *chunk_name, int *out);
/*
** `result_count` results are stored, missing ones as nil. If it is negative, all of them, so many at most; what follows the last
** is BH_ABSENT.
*/
int bh_call (bh_context *c, int function, const bh_value *arguments, int count, bh_value *results, int result_count);

/* Handles of suspended functions; 0 is none. Going on ends the handle; BH_PENDING and BH_NEEDS store a new one. */
typedef uint32_t bh_thread;
int bh_task_start (bh_context *c, int function, const bh_value *arguments, int count, bh_value *results,
                   int result_count, bh_thread *out);
/* After BH_PENDING, when the wait is over: goes on in host.resumed. */
int bh_task_resume (bh_context *c, bh_thread *task, bh_value *results, int result_count);
/*
** Ends a waiting task or a suspended evaluation: runs its <close> variables, then forgets it. A coroutine of the
** script's inside which it waits is left to the collector; to unwind that too, end the wait with an error instead.
*/
typedef struct bh_nesting { void *running; const char *closing; uint32_t depth; } bh_nesting;
bh_nesting bh_nesting_begin (bh_context *c);
void bh_nesting_end (bh_context *c, bh_nesting outer);
int bh_thread_close (bh_context *c, bh_thread thread);  /* an error is one of its `<close>` variables */
uint64_t bh_thread_wait (bh_context *c, bh_thread thread);  /* what the task waits for */
/* A derived function: BH_NEEDS means that `get` answered so; continue when the other cell has its value. */
int bh_evaluation_start (bh_context *c, int function, const bh_value *arguments, int count, bh_value *result,
                         bh_thread *out);
int bh_evaluation_continue (bh_context *c, bh_thread *evaluation, bh_value *result);
/* Where Lua stands now: the innermost script line. False if no script runs. */
bool bh_where (bh_context *c, const char **script, size_t *length, int *line);

/* ---- objects ---- */

/* The next object whose userdata is gone, or NULL. The caller owns its retain. */
void *bh_take_garbage (bh_context *c);
/* The next object after the place (0: the first) whose userdata is not yet garbage, and its place. NULL: there is no other. */
void *bh_next_object (bh_context *c, uint32_t *place);
/* Puts the function or value behind `reference` into user value n of the object's userdata. False if it has none. */
bool bh_user_value_set (bh_context *c, const bh_host_object *object, int n, int reference);
bool bh_has_userdata (bh_context *c, void *object);
/* A reference to user value n; 0 if it is nil or there is no userdata, −1 if there is no memory. */
int bh_user_value (bh_context *c, const bh_host_object *object, int n);
/* A reference whose value goes and whose place stays, and which gets user value n again: neither allocates. */
void bh_vacate (bh_context *c, int reference);
bool bh_refill (bh_context *c, int reference, const bh_host_object *object, int n);
/* Keeps the object's userdata alive (making it if need be) until as many bh_unanchor. */
bool bh_anchor (bh_context *c, const bh_host_object *object);
void bh_unanchor (bh_context *c, void *object);
/*
** The cell's userdata keeps the list behind the reference, of what the cell's value leads to; false if it has none or there is
** no memory. A reference that was vacated gets what stands at a place of the list; the end of it. Neither of these allocates.
*/
bool bh_park (bh_context *c, const bh_host_object *object, int list);
bool bh_refill_parked (bh_context *c, int reference, const bh_host_object *object, int place);
void bh_unpark (bh_context *c, const bh_host_object *object);

/* ---- trials: memory that runs out, for tests ---- */

/*
** While a thread has one, its interpreters' requests for memory are counted, Lua's growth and CLua's own blocks, and
** those with the numbers first … last are refused. While no thread has one, it costs nothing.
*/
typedef struct bh_trial {
  uint64_t requests;  /* made so far; the first one has number 1 */
  uint64_t first;     /* 0: none is refused */
  uint64_t last;
  uint64_t refused;   /* so far */
  int64_t blocks;     /* CLua's own: taken and not given back */
} bh_trial;
/* The calling thread's trial from now on, which the caller keeps alive; NULL: none. */
void bh_begin_trial (bh_trial *trial);

/* ---- limits ---- */

void bh_set_time_limit (bh_context *c, uint32_t milliseconds);  /* 0: none */
/* Brackets a call from Lua that waits for a person, or for the outside: the time does not count. */
void bh_limit_pause (bh_context *c);
void bh_limit_resume (bh_context *c);
void bh_turn_begin (bh_context *c);
void bh_turn_end (bh_context *c);
/* Stops what runs now, from any thread or signal handler. Nothing happens if no turn is running. */
void bh_interrupt (bh_context *c);

#endif
