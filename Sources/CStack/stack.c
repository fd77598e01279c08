#define _GNU_SOURCE
#include "bh_stack.h"

#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#define TELLS_TSAN 1
/* It knows 65536 calls inside each other on one stack, and does not look whether there are more. */
#undef BH_STACK_SIZE
#define BH_STACK_SIZE ((size_t)4 << 20)
#define FIRST_STACK_SIZE ((size_t)4 << 20)
#endif
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#define TELLS_ASAN 1
#endif
#endif

/* What is used of the stack that a thread began with, where that has no limit. */
#ifndef FIRST_STACK_SIZE
#define FIRST_STACK_SIZE BH_STACK_LIMIT
#endif

/* One change to a new stack. Lives on the old one. */
typedef struct crossing {
  void (*work) (void *data);
  void *data;
  ucontext_t here;
  ucontext_t there;
#ifdef TELLS_ASAN
  void *fake;
  const void *bottom;
  size_t size;
#endif
} crossing;

/* Below this address the running stack has less than BH_STACK_ROOM left; 0: not known yet. */
static _Thread_local uintptr_t floor_of_room;
static _Thread_local size_t bytes;
static _Thread_local crossing *entering;

size_t bh_stack_bytes (void) { return bytes; }

/* Of the stack that the thread began with. Where it cannot be known, nothing of it counts as room; of one without a limit, so
** much as new ones may have. */
static uintptr_t floor_of_thread (void) {
  uintptr_t here = (uintptr_t)__builtin_frame_address(0), lowest;
  pthread_attr_t attributes;
  void *bottom = NULL;
  size_t size = 0, guard = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return UINTPTR_MAX;
  pthread_attr_getstack(&attributes, &bottom, &size);
  pthread_attr_getguardsize(&attributes, &guard);
  pthread_attr_destroy(&attributes);
  if (bottom == NULL) return UINTPTR_MAX;
  lowest = (uintptr_t)bottom + guard + BH_STACK_ROOM;
  return here > lowest && here - lowest > FIRST_STACK_SIZE ? here - FIRST_STACK_SIZE : lowest;
}

static void arrive (void) {
  crossing *c = entering;
#ifdef TELLS_ASAN
  __sanitizer_finish_switch_fiber(NULL, &c->bottom, &c->size);
#endif
  c->work(c->data);
#ifdef TELLS_ASAN
  __sanitizer_start_switch_fiber(NULL, c->bottom, c->size);
#endif
}

static __attribute__((noinline)) bool run_elsewhere (void (*work) (void *data), void *data) {
  crossing c;
  uintptr_t outer = floor_of_room;
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *stack;
#ifdef TELLS_TSAN
  void *fiber = __tsan_get_current_fiber();
  void *other;
#endif
  if (bytes + BH_STACK_SIZE > BH_STACK_LIMIT) return false;
  stack = mmap(NULL, BH_STACK_SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return false;
  if (mprotect(stack, page, PROT_NONE) != 0 || getcontext(&c.there) != 0) {
    munmap(stack, BH_STACK_SIZE);
    return false;
  }
  c.work = work;
  c.data = data;
  c.there.uc_stack.ss_sp = stack;
  c.there.uc_stack.ss_size = BH_STACK_SIZE;
  c.there.uc_link = &c.here;
  makecontext(&c.there, arrive, 0);
  bytes += BH_STACK_SIZE;
  floor_of_room = (uintptr_t)stack + page + BH_STACK_ROOM;
  entering = &c;
#ifdef TELLS_TSAN
  other = __tsan_create_fiber(0);
  __tsan_switch_to_fiber(other, 0);
#endif
#ifdef TELLS_ASAN
  __sanitizer_start_switch_fiber(&c.fake, stack, BH_STACK_SIZE);
#endif
  swapcontext(&c.here, &c.there);
#ifdef TELLS_ASAN
  __sanitizer_finish_switch_fiber(c.fake, NULL, NULL);
#endif
#ifdef TELLS_TSAN
  __tsan_switch_to_fiber(fiber, 0);
  __tsan_destroy_fiber(other);
#endif
  floor_of_room = outer;
  bytes -= BH_STACK_SIZE;
  munmap(stack, BH_STACK_SIZE);
  return true;
}

bool bh_stack_run (void (*work) (void *data), void *data) {
  if (floor_of_room == 0) floor_of_room = floor_of_thread();
  if ((uintptr_t)__builtin_frame_address(0) < floor_of_room) return run_elsewhere(work, data);
  work(data);
  return true;
}
