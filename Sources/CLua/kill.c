/*
** Stopping what runs too long.
**
** Nothing is armed in normal running. Between bh_turn_begin and bh_turn_end a watchdog thread looks at the clock
** every few milliseconds. When the limit has passed, and the turn has computed for at least half of it (on a busy machine
** nothing is stopped for time that others took), it signals the interpreter's thread, whose handler
**   - chooses the victim, one of the calls from Swift in progress (choose_victim);
**   - arms a count hook on every coroutine that the victim resumed, out to its own; for Ctrl-C also on whatever runs
**     inside it. Calls from Swift inside a victim that has computed for too long, such as the observers of its write,
**     run to their end, unless one of them takes the whole limit: that one is the victim then.
** The hook yields; the coroutine is then closed with the hook still armed, which also ends an endless __close. Where
** no yield is possible (a comparator of table.sort, a message handler) the hook raises the memory error: it is the
** only error that no message handler sees, and a pcall that catches it is left by the next hook, one instruction on.
** Whoever resumed a stopped coroutine passes the stop on outward, up to the victim. A call that fails because something
** in it was stopped (the body of a transaction, a check) stops its caller in turn (bh_pass_stop): it has taken as long, and no
** pcall may spend the limit again and again. What is isolated from its caller, such as the observers of a write, or held as
** an error for whoever reads it, such as a computed value, is not the caller's fault, unless that happens over and over
** (STOPS_INSIDE): then the innermost caller in which it does is stopped where it goes on, and what else runs inside that runs
** to its end.
**
** Thread sanitizer holds signals back until the next blocking call of libc, which a plain loop never makes: under it the
** handler is installed around it (set_action).
**
** A coroutine left by a raise out of a hook has its hooks switched off for good (Lua sets no `allowhook` back), so
** its <close> variables are not run: they could not be stopped.
*/
#define _GNU_SOURCE  /* pthread_sigqueue */
#include "internal.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

BH_BEGIN

#define POLL_MILLISECONDS 5
#define RESENT_AFTER 100  /* looks */
#define STOPS_INSIDE 3  /* when so many were stopped inside a call from Swift it is stopped itself */
#define PATIENCE 10  /* after so many times the limit nobody asks any more who took the time */
#define CLOSE_STACK_LIMIT (512 * 1024)  /* bytes of C stack that closes inside closes may take */
#define KILL_SIGNAL (SIGRTMIN + 11)

typedef struct bh_watchdog {
  _Atomic uint32_t since;       /* when to look closer: the oldest call's start */
  uint32_t paused_at;           /* of the last pause; the interpreter's thread only */
  _Atomic uint32_t limit;       /* milliseconds, 0: none */
  _Atomic uint32_t turns;       /* turns entered and not left */
  _Atomic uint32_t number;      /* of the present or the last limit that runs: of a turn, or anew after a stop */
  _Atomic int is_over;          /* at the last look the limit had passed, and the turn had computed for long enough */
  _Atomic int interrupted;
  _Atomic int signalled;        /* a signal is on its way: what is stopped slowly must not have a queue of them */
  _Atomic int asleep;
  _Atomic int stop;
  pthread_t owner;              /* the interpreter's thread, as of the last turn */
  pthread_t thread;
  bool is_running;              /* `thread` exists */
  struct timespec origin;
  pthread_mutex_t mutex;
  pthread_cond_t wake;
} bh_watchdog;

static pthread_once_t handler_once = PTHREAD_ONCE_INIT;

static uint32_t read_clock (const bh_watchdog *w) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint32_t)((t.tv_sec - w->origin.tv_sec) * 1000 + (t.tv_nsec - w->origin.tv_nsec) / 1000000);
}

/* ---- the hook ---- */

static void note_place (bh_context *c, lua_State *L) {
  lua_Debug ar;
  const char *name;
  size_t length;
  c->kill_line = 0;
  c->kill_place.length = 0;
  if (bh_find_place(L, &ar, &name, &length) && bh_buffer_add(&c->kill_place, name, length))
    c->kill_line = ar.currentline;
  bh_write_traceback(c, L, &c->kill_traceback);
}

static void stop_hook (lua_State *L, lua_Debug *ar) {
  bh_context *c = bh_context_of(L);
  (void)ar;
  if (!c->killing) {  /* inherited from a coroutine that was being stopped */
    lua_sethook(L, NULL, 0, 0);
    return;
  }
  if (!c->kill_fired) {
    note_place(c, L);
    c->kill_fired = 1;
  }
  if (lua_isyieldable(L)) lua_yield(L, 0);
  else bh_raise_memory(L);
}

/* The innermost activation of the victim's own; NULL: it is off the list. */
static bh_activation *innermost_of_victim (const bh_context *c) {
  bh_activation *a, *own = c->active;
  for (a = c->active; a != NULL && a != c->victim; a = a->previous)
    if (a->flags & BH_BASE) own = a->previous;
  return a == NULL ? NULL : own;
}

/* What the victim closes while it is stopped is stopped with it. */
static bool is_whole (const bh_context *c) { return c->killing == BH_KILL_INTERRUPT || c->kill_fired; }

bool bh_is_stopped (const bh_context *c) {
  return unlikely(c->killing) && (is_whole(c) || innermost_of_victim(c) == c->active);
}

void bh_check_kill (bh_context *c, lua_State *L) {
  if (likely(!bh_is_stopped(c))) return;
  if (!c->kill_fired) {
    note_place(c, L);
    c->kill_fired = 1;
  }
  bh_raise_memory(L);
}

int bh_pass_kill (lua_State *L) {
  if (lua_isyieldable(L)) return lua_yield(L, 0);
  bh_raise_memory(L);
}

/* ---- the signal ---- */

/*
** Of the calls from Swift in progress, once one of them is over the limit: the innermost that has itself taken at
** least half of it, so that neither a callback pays for the loop that calls it nor the loop for one callback; once one
** is to be stopped, the whole of it. For Ctrl-C the outermost.
*/
static bh_activation *choose_victim (bh_context *c, int reason) {
  bh_watchdog *w = c->watchdog;
  uint32_t now = atomic_load(&c->now), limit = atomic_load(&w->limit), oldest = now;
  uint32_t share = c->killing ? limit : limit / 2;
  bh_activation *a, *outermost = NULL, *slow = NULL;
  for (a = c->active; a != NULL; a = a->previous) {
    if (!(a->flags & BH_BASE)) continue;
    outermost = a;
    oldest = a->started;
    if (slow == NULL && now - a->started >= share) slow = a;
  }
  if (reason != BH_KILL_INTERRUPT && !atomic_load(&w->is_over)) return NULL;  /* the look was for what is stopped already */
  if (reason != BH_KILL_INTERRUPT && (limit == 0 || now - oldest < limit)) {
    atomic_store(&w->since, oldest);
    return NULL;
  }
  atomic_store(&w->since, now);
  return reason == BH_KILL_INTERRUPT ? outermost : slow;
}

/*
** Arms what is stopped. Whatever stands outside an armed one is armed too, so a later signal looks no further: there may
** be thousands.
*/
static void arm (bh_context *c) {
  bh_activation *a, *last, *first = is_whole(c) ? c->active : innermost_of_victim(c);
  for (last = first; last != NULL && last != c->victim; last = last->previous)
    if (lua_gethook(last->L) == stop_hook) break;
  if (last == NULL) return;  /* the victim is off the list */
  for (a = first; ; a = a->previous) {
    lua_sethook(a->L, stop_hook, LUA_MASKCOUNT, 1);
    if (a == last) break;
  }
}

/*
** Runs on the interpreter's thread, between any two of its instructions. lua_sethook allows that; the list of
** activations is written so that every moment of it is whole.
*/
static void handle_signal (int number, siginfo_t *info, void *context) {
  bh_context *c = info->si_value.sival_ptr;
  bh_watchdog *w;
  int saved = errno;
  (void)number;
  (void)context;
  if (info->si_code != SI_QUEUE || c == NULL || (w = c->watchdog) == NULL) return;
  atomic_store(&w->signalled, 0);
  if (!c->killing || !is_whole(c)) {
    int reason = atomic_load(&w->interrupted) ? BH_KILL_INTERRUPT : BH_KILL_TIME;
    bh_activation *victim = atomic_load(&w->turns) > 0 ? choose_victim(c, reason) : NULL;
    if (victim != NULL) {
      atomic_store(&w->interrupted, 0);
      c->victim = victim;
      c->kill_fired = 0;
      c->killing = reason;
    }
  }
  if (c->killing) arm(c);
  errno = saved;
}

/*
** The sanitizer does not intercept glibc's other name. What is delivered in the middle of its own work may neither be
** instrumented nor call anything that it intercepts: of handle_signal both are true.
*/
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
int __sigaction (int number, const struct sigaction *action, struct sigaction *old);
#define set_action __sigaction
#endif
#endif
#ifndef set_action
#define set_action sigaction
#endif

static void install_handler (void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = handle_signal;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  set_action(KILL_SIGNAL, &action, NULL);
}

/* ---- the end of a kill ---- */

/* Closes co with its hook armed: an endless __close is stopped like anything else. */
static void close_armed (bh_context *c, bh_activation *a) {
  bh_activation *victim = c->victim;
  lua_State *outer = c->L;
  bh_activation closing;
  bh_enter(c, &closing, a->L, 0, bh_now(c));
  if (victim == a) c->victim = &closing;  /* `a` is off the list */
  lua_resetthread(a->L);
  bh_leave(c, &closing, outer);
  c->victim = victim;
}

/*
** From outside the handler, which may run between any two stores. False where something else is being stopped. What is only to be
** stopped when it goes on waits until this has ended: `settle` finds it again.
*/
static bool begin_kill (bh_context *c, bh_activation *victim, bool fired) {
  sigset_t mine, outer;
  bool begins;
  sigemptyset(&mine);
  sigaddset(&mine, KILL_SIGNAL);
  pthread_sigmask(SIG_BLOCK, &mine, &outer);
  begins = !c->killing || (fired && !c->kill_fired && c->killing == BH_KILL_TIME);
  if (begins) {
    c->victim = victim;
    c->kill_fired = fired;
    c->killing = BH_KILL_TIME;
    arm(c);
  }
  pthread_sigmask(SIG_SETMASK, &outer, NULL);
  return begins;
}

/* What runs has a full limit from now on. */
static void begin_limits_anew (bh_context *c) {
  uint32_t now = read_clock(c->watchdog);
  bh_activation *a;
  atomic_store(&c->now, now);
  atomic_store(&c->watchdog->since, now);
  atomic_store(&c->watchdog->number, atomic_load(&c->watchdog->number) + 1);
  for (a = c->active; a != NULL; a = a->previous) a->started = now;
}

/* Whoever is around what was stopped has one more stop inside, but none of those that it has answered for itself. */
static void count_stop (bh_context *c, const bh_activation *stopped) {
  bh_activation *a;
  uint32_t answered = stopped->stops_inside < STOPS_INSIDE ? 0 : stopped->stops_inside;
  for (a = c->active; a != NULL; a = a->previous) {
    uint32_t others = a->stops_inside > answered ? a->stops_inside - answered : 0;
    if (others < UINT16_MAX) others++;
    a->stops_inside = (uint16_t)others;
  }
}

/* The innermost call from Swift in which too much was stopped, or NULL. */
static bh_activation *find_repeater (const bh_context *c) {
  bh_activation *a;
  for (a = c->active; a != NULL; a = a->previous)
    if ((a->flags & BH_BASE) && a->stops_inside >= STOPS_INSIDE) return a;
  return NULL;
}

/* Whoever was to be stopped has come to its end, by the hook or by itself. */
static void settle (bh_context *c, bh_activation *a, bool stopped) {
  bh_activation *repeater;
  lua_sethook(a->L, NULL, 0, 0);
  if (c->victim != a) return;
  if (stopped && c->killing == BH_KILL_TIME) {
    c->stop_caller = c->active != NULL ? c->active->entry : 0;
    if (!c->is_passing) count_stop(c, a);
  }
  c->killing = BH_KILL_NONE;
  c->victim = NULL;
  c->kill_fired = 0;
  c->is_passing = false;
  begin_limits_anew(c);
  repeater = find_repeater(c);
  if (repeater != NULL) begin_kill(c, repeater, false);
}

uint32_t bh_number_stop (bh_context *c) {
  if (++c->stops == 0) c->stops++;
  return c->stops;
}

void bh_pass_stop (bh_context *c, lua_State *L, uint32_t stop) {
  bh_activation *a = c->active;
  if (a == NULL || stop != c->stops || c->stop_caller != a->entry) return;
  while (!(a->flags & BH_BASE)) if ((a = a->previous) == NULL) return;
  if (!begin_kill(c, a, true)) return;  /* its place is that of the stop inside */
  c->is_passing = true;
  bh_clear_deposit(c);
  bh_pass_kill(L);
}

bool bh_kill_end (bh_context *c, bh_activation *a, int lua_status) {
  bool stopped = c->kill_fired != 0;
  int reason = c->killing;
  if (stopped && lua_status == LUA_YIELD) close_armed(c, a);
  settle(c, a, stopped);
  if (stopped && (a->flags & BH_BASE)) bh_fail_killed(c, reason);
  return stopped;
}

/*
** Lua counts nested C calls for each coroutine, and one that is closed counts from where it was last resumed: closes
** inside the __close of closes are not counted at all, so the C stack that they take is measured here.
*/
bool bh_may_close (bh_context *c) {
  const char *here = __builtin_frame_address(0);
  return c->closing == NULL || (size_t)(c->closing > here ? c->closing - here : here - c->closing) < CLOSE_STACK_LIMIT;
}

/* Answers what is to be put back into c->closing. */
static const char *begin_close (bh_context *c) {
  const char *outer = c->closing;
  if (outer == NULL) c->closing = __builtin_frame_address(0);
  return outer;
}

int bh_reset_thread (bh_context *c, lua_State *co, int *lua_status) {
  lua_State *outer = c->L;
  const char *closing;
  bh_activation a;
  int reason = BH_KILL_NONE;
  *lua_status = LUA_OK;
  if (unlikely(!bh_may_close(c))) return reason;  /* the collector has it: its variables are not closed */
  closing = begin_close(c);
  bh_enter(c, &a, co, BH_BASE, bh_now(c));
  *lua_status = lua_resetthread(co);
  bh_leave(c, &a, outer);
  c->closing = closing;
  if (unlikely(c->killing)) {
    bool stopped = c->kill_fired != 0;
    if (stopped && c->victim == &a) reason = c->killing;
    settle(c, &a, stopped);
  }
  return reason;
}

int bh_close_coroutine (bh_context *c, lua_State *co) {
  lua_State *outer = c->L;
  const char *closing = begin_close(c);
  bh_activation a;
  int status;
  bh_enter(c, &a, co, 0, c->active != NULL ? c->active->started : bh_now(c));
  status = lua_resetthread(co);
  bh_leave(c, &a, outer);
  c->closing = closing;
  if (unlikely(c->killing)) lua_sethook(co, NULL, 0, 0);
  return status;
}

/* ---- the watchdog ---- */

/* Milliseconds that the interpreter's thread has computed. Only while it is in a turn. */
static uint32_t read_computed (const bh_watchdog *w) {
  struct timespec t;
  clockid_t clock;
  if (pthread_getcpuclockid(w->owner, &clock) != 0 || clock_gettime(clock, &t) != 0) return read_clock(w);
  return (uint32_t)(t.tv_sec * 1000 + t.tv_nsec / 1000000);
}

static void *watch (void *data) {
  bh_context *c = data;
  bh_watchdog *w = c->watchdog;
  uint32_t unanswered = 0;
  uint32_t number = 0, computed = 0;  /* the limit looked at, and what had been computed when it was first seen */
  struct timespec pause = { 0, POLL_MILLISECONDS * 1000000 };
  while (!atomic_load(&w->stop)) {
    if (atomic_load(&w->turns) == 0) {
      pthread_mutex_lock(&w->mutex);
      atomic_store(&w->asleep, 1);
      while (atomic_load(&w->turns) == 0 && !atomic_load(&w->stop)) pthread_cond_wait(&w->wake, &w->mutex);
      atomic_store(&w->asleep, 0);
      pthread_mutex_unlock(&w->mutex);
    }
    nanosleep(&pause, NULL);
    uint32_t now = read_clock(w);
    uint32_t limit = atomic_load(&w->limit);
    bool is_over = false;
    atomic_store(&c->now, now);
    if (atomic_load(&w->turns) == 0) continue;
    if (number != atomic_load(&w->number)) {
      number = atomic_load(&w->number);
      computed = read_computed(w);
    }
    if (limit > 0 && now - atomic_load(&w->since) >= limit) {
      is_over = read_computed(w) - computed >= limit / 2 || now - atomic_load(&w->since) >= limit * PATIENCE;
    }
    atomic_store(&w->is_over, is_over);
    if (!atomic_load(&w->interrupted) && !c->killing && !is_over) continue;
    if (atomic_exchange(&w->signalled, 1) == 0 || ++unanswered >= RESENT_AFTER) {  /* its thread may have ended meanwhile */
      unanswered = 0;
      pthread_sigqueue(w->owner, KILL_SIGNAL, (union sigval){ .sival_ptr = c });
    }
  }
  return NULL;
}

static bool open_watchdog (bh_context *c) {
  bh_watchdog *w = bh_block_zero(1, sizeof *w);
  if (w == NULL) return false;
  clock_gettime(CLOCK_MONOTONIC, &w->origin);
  w->origin.tv_sec -= 1;  /* `now` is never 0 */
  atomic_store(&w->limit, c->time_limit);
  pthread_mutex_init(&w->mutex, NULL);
  pthread_cond_init(&w->wake, NULL);
  pthread_once(&handler_once, install_handler);
  c->watchdog = w;
  return true;
}

static void start_thread (bh_context *c) {
  bh_watchdog *w = c->watchdog;
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);  /* the watchdog takes no signals */
  w->is_running = pthread_create(&w->thread, NULL, watch, c) == 0;
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void bh_watchdog_close (bh_context *c) {
  bh_watchdog *w = c->watchdog;
  if (w == NULL) return;
  if (w->is_running) {
    pthread_mutex_lock(&w->mutex);
    atomic_store(&w->stop, 1);
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    sched_yield();  /* a signal sent before the join is taken by now */
  }
  pthread_cond_destroy(&w->wake);
  pthread_mutex_destroy(&w->mutex);
  c->watchdog = NULL;
  bh_block_free(w);
}

void bh_set_time_limit (bh_context *c, uint32_t milliseconds) {
  c->time_limit = milliseconds;
  if (c->watchdog == NULL && !open_watchdog(c)) return;  /* the next turn tries again */
  atomic_store(&c->watchdog->limit, milliseconds);
}

void bh_limit_pause (bh_context *c) {
  bh_watchdog *w = c->watchdog;
  if (w == NULL) return;
  w->paused_at = read_clock(w);
  atomic_store(&w->limit, 0);
}

void bh_limit_resume (bh_context *c) {
  bh_watchdog *w = c->watchdog;
  bh_activation *a;
  uint32_t now, pause;
  if (w == NULL) return;
  now = read_clock(w);
  pause = now - w->paused_at;
  atomic_store(&c->now, now);
  atomic_fetch_add(&w->since, pause);
  for (a = c->active; a != NULL; a = a->previous) a->started += pause;
  atomic_store(&w->limit, c->time_limit);
}

void bh_turn_begin (bh_context *c) {
  bh_watchdog *w;
  uint32_t now;
  if (unlikely(c->watchdog == NULL) && !open_watchdog(c)) return;
  w = c->watchdog;
  if (atomic_load_explicit(&w->turns, memory_order_relaxed) > 0) {
    atomic_fetch_add(&w->turns, 1);
    return;
  }
  w->owner = pthread_self();
  if (unlikely(!w->is_running)) {
    sigset_t mine;
    sigemptyset(&mine);
    sigaddset(&mine, KILL_SIGNAL);
    pthread_sigmask(SIG_UNBLOCK, &mine, NULL);
    start_thread(c);
  }
  now = read_clock(w);
  atomic_store(&c->now, now);
  atomic_store(&w->since, now);
  atomic_store(&w->number, atomic_load(&w->number) + 1);
  atomic_store(&w->turns, 1);
  if (atomic_load(&w->asleep)) {
    pthread_mutex_lock(&w->mutex);
    pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->mutex);
  }
}

void bh_turn_end (bh_context *c) {
  bh_watchdog *w = c->watchdog;
  if (w == NULL) return;
  if (atomic_fetch_sub(&w->turns, 1) == 1) atomic_store(&w->interrupted, 0);
}

void bh_interrupt (bh_context *c) {
  if (c->watchdog != NULL) atomic_store(&c->watchdog->interrupted, 1);
}

BH_END
