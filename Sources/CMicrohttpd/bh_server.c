#include "bh_server.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define FUNCTIONS(F) \
  F(start_daemon) F(stop_daemon) F(get_daemon_info) F(run) F(get_timeout) F(lookup_connection_value) \
  F(create_response_from_callback) F(add_response_header) F(queue_response) \
  F(destroy_response) F(suspend_connection) F(resume_connection) F(get_version)

/* All there, or not open. */
static struct {
#define FIELD(name) __typeof__(&MHD_##name) name;
  FUNCTIONS(FIELD)
#undef FIELD
} mhd;

static char trouble[200];
static bool is_open;

const char *bh_server_open_library (void) {
  void *library;
  if (is_open) return NULL;
  library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(trouble, sizeof trouble, "%s", dlerror());
    return trouble;
  }
#define FIND(name) \
  mhd.name = (__typeof__(mhd.name))dlsym(library, "MHD_" #name); \
  if (mhd.name == NULL) { \
    snprintf(trouble, sizeof trouble, "libmicrohttpd.so.12 has no MHD_" #name); \
    return trouble; \
  }
  FUNCTIONS(FIND)
#undef FIND
  is_open = true;
  return NULL;
}

const char *bh_server_version (void) { return mhd.get_version(); }

struct bh_server {
  struct MHD_Daemon *daemon;
  bh_server_calls calls;
  int port;
};

typedef struct bytes {
  unsigned char *start;
  size_t from, to, room;
} bytes;

struct bh_request {
  bh_server *server;
  struct MHD_Connection *connection;
  char *method, *path;
  void *tag;
  bytes body;
  bytes waiting;       /* of the answer */
  struct MHD_Response *response;
  int status;
  bool has_arrived, is_queued, is_suspended, has_ended, is_cut;
};

/* False: no memory; what is there stays. */
static bool add (bytes *b, const void *more, size_t length) {
  if (b->from > 0 && b->from == b->to) b->from = b->to = 0;
  if (b->to + length > b->room) {
    size_t room = (b->to + length) * 2;
    unsigned char *start = realloc(b->start, room);
    if (start == NULL) return false;
    b->start = start;
    b->room = room;
  }
  if (length > 0) memcpy(b->start + b->to, more, length);
  b->to += length;
  return true;
}

/* ---- what libmicrohttpd calls ---- */

static void suspend (bh_request *r) {
  r->is_suspended = true;
  mhd.suspend_connection(r->connection);
}

static void resume (bh_request *r) {
  if (!r->is_suspended) return;
  r->is_suspended = false;
  mhd.resume_connection(r->connection);
}

static ssize_t read_answer (void *owner, uint64_t position, char *room, size_t most) {
  bh_request *r = owner;
  size_t count = r->waiting.to - r->waiting.from;
  (void)position;
  if (count == 0 && !r->has_ended) {
    r->server->calls.wanted(r->server->calls.owner, r);
    count = r->waiting.to - r->waiting.from;
  }
  if (count == 0) {
    if (r->has_ended) return r->is_cut ? MHD_CONTENT_READER_END_WITH_ERROR : MHD_CONTENT_READER_END_OF_STREAM;
    suspend(r);
    return 0;
  }
  if (count > most) count = most;
  memcpy(room, r->waiting.start + r->waiting.from, count);
  r->waiting.from += count;
  return (ssize_t)count;
}

static enum MHD_Result queue (bh_request *r) {
  r->is_queued = true;
  return mhd.queue_response(r->connection, (unsigned)r->status, r->response);
}

static enum MHD_Result access_handler (void *owner, struct MHD_Connection *connection, const char *url,
                                       const char *method, const char *version, const char *data, size_t *length,
                                       void **own) {
  bh_server *server = owner;
  bh_request *r = *own;
  (void)version;
  if (r == NULL) {
    r = calloc(1, sizeof *r);
    if (r == NULL) return MHD_NO;
    r->server = server;
    r->connection = connection;
    r->method = strdup(method);
    r->path = strdup(url);
    *own = r;
    return r->method != NULL && r->path != NULL ? MHD_YES : MHD_NO;
  }
  if (*length > 0) {
    if (!add(&r->body, data, *length)) return MHD_NO;
    *length = 0;
    return MHD_YES;
  }
  if (!r->has_arrived) {
    r->has_arrived = true;
    server->calls.arrived(server->calls.owner, r);
  }
  if (r->response == NULL) {
    suspend(r);
    return MHD_YES;
  }
  return r->is_queued ? MHD_YES : queue(r);
}

static void completed (void *owner, struct MHD_Connection *connection, void **own,
                       enum MHD_RequestTerminationCode code) {
  bh_server *server = owner;
  bh_request *r = *own;
  (void)connection;
  (void)code;
  if (r == NULL) return;
  *own = NULL;
  if (r->has_arrived) server->calls.over(server->calls.owner, r);
  if (r->response != NULL) mhd.destroy_response(r->response);
  free(r->method);
  free(r->path);
  free(r->body.start);
  free(r->waiting.start);
  free(r);
}

/* ---- the server ---- */

static int listening_socket (int port, int *error) {
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
  int yes = 1;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (listener >= 0) {
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 128) == 0)
      return listener;
  }
  *error = errno;
  if (listener >= 0) close(listener);
  return -1;
}

bh_server *bh_server_start (int port, const bh_server_calls *calls, int *error) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  bh_server *server = calloc(1, sizeof *server);
  int listener = server != NULL ? listening_socket(port, error) : -1;
  if (server == NULL) *error = ENOMEM;
  if (listener < 0) {
    free(server);
    return NULL;
  }
  getsockname(listener, (struct sockaddr *)&address, &length);
  server->port = ntohs(address.sin_port);
  server->calls = *calls;
  server->daemon = mhd.start_daemon(
    MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, access_handler, server,
    MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_NOTIFY_COMPLETED, completed, server, MHD_OPTION_END);
  if (server->daemon == NULL) {
    *error = errno != 0 ? errno : EIO;
    close(listener);
    free(server);
    return NULL;
  }
  return server;
}

void bh_server_stop (bh_server *server) {
  mhd.stop_daemon(server->daemon);
  free(server);
}

int bh_server_port (bh_server *server) { return server->port; }

int bh_server_descriptor (bh_server *server) {
  const union MHD_DaemonInfo *info = mhd.get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info != NULL ? info->epoll_fd : -1;
}

void bh_server_run (bh_server *server) { mhd.run(server->daemon); }

int64_t bh_server_timeout (bh_server *server) {
  MHD_UNSIGNED_LONG_LONG milliseconds;
  return mhd.get_timeout(server->daemon, &milliseconds) == MHD_YES ? (int64_t)milliseconds : -1;
}

/* ---- a request ---- */

const char *bh_request_method (const bh_request *r) { return r->method; }
const char *bh_request_path (const bh_request *r) { return r->path; }

const void *bh_request_body (const bh_request *r, size_t *length) {
  *length = r->body.to;
  return r->body.start;
}

const char *bh_request_header (const bh_request *r, const char *name) {
  return mhd.lookup_connection_value(r->connection, MHD_HEADER_KIND, name);
}

const char *bh_request_query (const bh_request *r, const char *name) {
  return mhd.lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

void *bh_request_tag (const bh_request *r) { return r->tag; }
void bh_request_set_tag (bh_request *r, void *tag) { r->tag = tag; }

/* ---- its answer ---- */

void bh_answer_begin (bh_request *r, int status, const char *const *lines, size_t count, int64_t length) {
  size_t i;
  if (r->response != NULL) return;
  r->status = status;
  r->response = mhd.create_response_from_callback(
    length >= 0 ? (uint64_t)length : MHD_SIZE_UNKNOWN, 32768, read_answer, r, NULL);
  if (r->response == NULL) return;
  for (i = 0; i < count; i++) mhd.add_response_header(r->response, lines[2 * i], lines[2 * i + 1]);
  resume(r);
}

void bh_answer_write (bh_request *r, const void *more, size_t length) {
  if (!r->has_ended && add(&r->waiting, more, length)) resume(r);
}

size_t bh_answer_waiting (const bh_request *r) { return r->waiting.to - r->waiting.from; }

void bh_answer_end (bh_request *r, bool cut) {
  r->has_ended = true;
  r->is_cut = cut;
  resume(r);
}
