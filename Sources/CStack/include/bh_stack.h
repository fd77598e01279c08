/*
** Room on the C stack for work that must nest: when little of the running stack is left, the work runs on a new one, which is
** given back when the work is done. So what nests is limited by memory, not by the stack that a thread began with.
**
** Each stack is left in the order in which it was entered; an error that unwinds (longjmp) must stay inside its work.
*/
#ifndef BIND_STACK_H
#define BIND_STACK_H

#include <stdbool.h>
#include <stddef.h>

#define BH_STACK_ROOM (1u << 20)                  /* bytes that work finds free at least */
#define BH_STACK_SIZE (16u << 20)                 /* bytes of a new stack; only what is used takes memory */
#define BH_STACK_LIMIT ((size_t)1 << 30)          /* bytes of all new stacks of a thread */

/*
** Calls work(data), here or on a new stack, and returns when it has returned. False: it was not called, since there is no
** memory for a stack, or the thread has as many as it may. Any thread; the work stays on it.
*/
bool bh_stack_run (void (*work) (void *data), void *data);

/* Bytes of new stacks that the calling thread has now. */
size_t bh_stack_bytes (void);

#endif
