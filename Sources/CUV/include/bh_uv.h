/*
** What Swift needs of libuv and of Linux beside it and cannot say itself: macros, feature-gated
** declarations, structs that end in a flexible array.
*/
#ifndef BH_UV_H
#define BH_UV_H

#include <stddef.h>
#include <stdint.h>
#include <uv.h>

/*
** libdispatch's door for a foreign event loop (the CoreFoundation run loop uses it): a descriptor
** that is readable while the main queue has work, and the call that does this work. Main thread only.
*/
int _dispatch_get_main_queue_handle_4CF (void);
void _dispatch_main_queue_callback_4CF (void *message);

/* Whether the calling thread is the one the process started with. */
int bh_is_main_thread (void);

/*
** A descriptor (close-on-exec) from which these bytes can be read: a program's standard input.
** Unlike a pipe it holds any size and raises no SIGPIPE. Negative: an errno.
*/
int bh_memory_file (const void *bytes, size_t count);

/* A pipe whose ends are close-on-exec: the one to read from, the one to write to. 0, or a negative errno. */
int bh_pipe (int ends[2]);

/* Kinds of change, as bits; what inotify calls IN_*. */
enum {
  BH_CHANGE_CONTENT = 1,     /* written to or truncated */
  BH_CHANGE_ATTRIBUTES = 2,  /* times, mode, link count; or closed after writing */
  BH_CHANGE_APPEARED = 4,    /* created or moved here */
  BH_CHANGE_DELETED = 8,
  BH_CHANGE_MOVED_AWAY = 16,
  BH_CHANGE_FOLDER = 32,     /* the watched folder itself was deleted or moved */
  BH_CHANGE_WATCH_ENDED = 64,
  BH_CHANGE_LOST = 128       /* the queue overflowed: anything may have changed */
};

typedef struct bh_change {
  int watch;         /* the number that bh_changes_watch gave; -1 with BH_CHANGE_LOST */
  unsigned kinds;
  const char *name;  /* the entry of the folder, or NULL for the folder itself; valid as long as the bytes */
} bh_change;

/* A new queue of changes, non-blocking and close-on-exec. Negative: an errno. */
int bh_changes_open (void);

/* Watches a folder's entries; with 'content' also writes to them. The same folder gives the same number. Negative: an errno. */
int bh_changes_watch (int queue, const char *folder, int content);

void bh_changes_unwatch (int queue, int watch);

/*
** The next change in bytes read from the queue. Returns the offset after it, 0 at the end.
*/
size_t bh_changes_next (const void *bytes, size_t count, size_t offset, bh_change *change);

/* How changes on a path's file system can be learnt; negative: an errno. */
enum {
  BH_FILES_NOTIFIED = 0,  /* by the queue of changes */
  BH_FILES_REMOTE = 1,    /* other machines' changes only by looking */
  BH_FILES_MADE_UP = 2    /* content made when read (/proc, /sys): only by reading */
};
int bh_files_kind (const char *path);

/*
** Lets a signal reach this thread. A mask is inherited over fork and exec, so a host started with
** SIGCHLD blocked would never learn that its children have ended.
*/
void bh_unblock_signal (int signal);

/* Sends 'signal' to a process group; 0, or an errno. Signal 0 asks whether it exists. */
int bh_signal_group (int group, int signal);

#endif
