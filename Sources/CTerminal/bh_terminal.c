#include "bh_terminal.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

static const int faults[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT };
#define FAULT_COUNT (sizeof faults / sizeof *faults)

/* What the handler reads. Written while `is_guarded` is 0 only. */
static struct sigaction before[FAULT_COUNT];
static struct termios terminal_state;
static int terminal_descriptor, output_descriptor;
static const char *last_words;
static size_t last_words_length;
static volatile sig_atomic_t is_guarded;

/* A stack that has overflowed has no room for a handler. */
static char stack[1 << 16];

static void fault (int number) {
  size_t i;
  if (is_guarded) {
    is_guarded = 0;
    tcsetattr(terminal_descriptor, TCSANOW, &terminal_state);
    if (write(output_descriptor, last_words, last_words_length) < 0) { /* nobody is left to tell */ }
  }
  for (i = 0; i < FAULT_COUNT; i++)
    if (faults[i] == number) sigaction(number, &before[i], NULL);
  raise(number);  /* held until this handler returns, then it ends the program */
}

static int install (void) {
  static int is_installed;
  stack_t own = { .ss_sp = stack, .ss_size = sizeof stack }, present;
  struct sigaction action;
  size_t i;
  if (is_installed) return 0;
  if (sigaltstack(NULL, &present) != 0) return errno;
  if ((present.ss_flags & SS_DISABLE) && sigaltstack(&own, NULL) != 0) return errno;
  memset(&action, 0, sizeof action);
  action.sa_handler = fault;
  action.sa_flags = SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  for (i = 0; i < FAULT_COUNT; i++)
    if (sigaction(faults[i], &action, &before[i]) != 0) return errno;
  is_installed = 1;
  return 0;
}

int bh_terminal_guard (int terminal, const struct termios *saved, int output, const char *farewell) {
  is_guarded = 0;
  terminal_state = *saved;
  terminal_descriptor = terminal;
  output_descriptor = output;
  last_words = farewell;
  last_words_length = strlen(farewell);
  is_guarded = 1;
  return install();
}

void bh_terminal_release (void) { is_guarded = 0; }
