/*
** A terminal that is put right when the program ends by a fault. Swift cannot say it: what runs then may use nothing
** but what is safe in a signal handler, on a stack of its own.
*/
#ifndef BH_TERMINAL_H
#define BH_TERMINAL_H

#include <termios.h>

/*
** From here on a fault (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT) gives the terminal `saved` back and writes
** `farewell` to `output` before it ends the program as it would have. The text must live for ever. 0, or an errno.
*/
int bh_terminal_guard (int terminal, const struct termios *saved, int output, const char *farewell);

/* The terminal is as it was: a fault leaves it alone. */
void bh_terminal_release (void);

#endif
