/*
** What every C and C++ peer shares: a clock, a memory count, and minima over rounds.
** A peer prints one line for each workload:  <workload> <variant> <ns for each operation> [<bytes>]
*/
#ifndef BENCH_H
#define BENCH_H

#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The sizes of PERFORMANCE.md. BindBench and the Lua peer use the same. */
#define BENCH_PAIRS 100000
#define BENCH_FAN 1000
#define BENCH_CHAIN 1000
#define BENCH_DIAMOND 100

static inline double bench_now (void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Bytes that malloc has handed out, large blocks included. */
static inline double bench_bytes (void) {
  struct mallinfo2 info = mallinfo2();
  return (double)info.uordblks + (double)info.hblkhd;
}

static inline int bench_rounds (int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 5;
  return rounds > 0 ? rounds : 5;
}

typedef struct bench_min {
  double ns;
  double bytes;
} bench_min;

/* Keeps the smaller time. `operations` is how many the time was spent on. */
static inline void bench_take (bench_min *m, double elapsed, double operations) {
  double ns = elapsed / operations;
  if (m->ns == 0 || ns < m->ns) m->ns = ns;
}

static inline void bench_print (const char *workload, const char *variant, bench_min m) {
  if (m.ns == 0) return;
  if (m.bytes > 0) printf("%s %s %.3f %.0f\n", workload, variant, m.ns, m.bytes);
  else printf("%s %s %.3f\n", workload, variant, m.ns);
}

/* A result that nobody expected means that the peer measures something else: no figure at all. */
static inline void bench_expect (const char *what, int64_t got, int64_t wanted) {
  if (got == wanted) return;
  fprintf(stderr, "bench: %s: %lld, expected %lld\n", what, (long long)got, (long long)wanted);
  exit(1);
}

#endif
