/*
** A small HTTP server for one thread: libmicrohttpd driven by somebody else's event loop. The library is
** opened on first use; nothing links it.
*/
#ifndef BH_SERVER_H
#define BH_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
** Opens libmicrohttpd.so.12, once. NULL, or why it cannot be used; then nothing below may be called.
*/
const char *bh_server_open_library (void);
/* Of the open library, such as "0.9.75". */
const char *bh_server_version (void);

typedef struct bh_server bh_server;
/* One request, from its last byte until its answer has gone or the other side has left. */
typedef struct bh_request bh_request;

typedef struct bh_server_calls {
  void *owner;
  /* It has arrived with its body: to be answered in this call or later. */
  void (*arrived) (void *owner, bh_request *request);
  /* Everything written of its answer has been taken and the answer goes on: write more, now or later. */
  void (*wanted) (void *owner, bh_request *request);
  /* It is over; the pointer means nothing from now on. */
  void (*over) (void *owner, bh_request *request);
} bh_server_calls;

/*
** Listens on 127.0.0.1; port 0 is any free one. NULL: 'error' is an errno.
*/
bh_server *bh_server_start (int port, const bh_server_calls *calls, int *error);
/* Closes every connection; 'over' is called for what is open. */
void bh_server_stop (bh_server *server);
int bh_server_port (bh_server *server);
/* Readable when bh_server_run has something to do. */
int bh_server_descriptor (bh_server *server);
void bh_server_run (bh_server *server);
/* Milliseconds until bh_server_run is to be called in any case; -1: never. */
int64_t bh_server_timeout (bh_server *server);

/* ---- a request ---- */

const char *bh_request_method (const bh_request *request);
/* Without the query. */
const char *bh_request_path (const bh_request *request);
const void *bh_request_body (const bh_request *request, size_t *length);
/* NULL: there is none. */
const char *bh_request_header (const bh_request *request, const char *name);
const char *bh_request_query (const bh_request *request, const char *name);
/* Swift's own, NULL at first. */
void *bh_request_tag (const bh_request *request);
void bh_request_set_tag (bh_request *request, void *tag);

/* ---- its answer: begin, then any number of writes, then end; each at any time ---- */

/* 'lines' are names and values in turn, 2 * count of them. 'length' -1: not known, sent in chunks. */
void bh_answer_begin (bh_request *request, int status, const char *const *lines, size_t count, int64_t length);
void bh_answer_write (bh_request *request, const void *bytes, size_t length);
/* Bytes that wait to be sent. */
size_t bh_answer_waiting (const bh_request *request);
/* 'cut': the connection is closed in the middle. */
void bh_answer_end (bh_request *request, bool cut);

#endif
