#include "bh_curl.h"

#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

/* The macros of curl.h check argument types at compile time; here the functions are called by pointer. */
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#define FUNCTIONS(F) \
  F(easy_init) F(easy_cleanup) F(easy_strerror) F(easy_setopt) F(easy_getinfo) F(easy_pause) \
  F(slist_append) F(slist_free_all) F(global_init) \
  F(multi_init) F(multi_cleanup) F(multi_setopt) F(multi_add_handle) F(multi_remove_handle) \
  F(multi_socket_action) F(multi_info_read) F(multi_perform) F(multi_poll) F(multi_wakeup) F(version_info)

/* All there, or not open. */
static struct {
#define FIELD(name) __typeof__(&curl_##name) name;
  FUNCTIONS(FIELD)
#undef FIELD
} curl;

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static char trouble[200];

static void open_library (void) {
  void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(trouble, sizeof trouble, "%s", dlerror());
    return;
  }
#define FIND(name) \
  curl.name = (__typeof__(curl.name))dlsym(library, "curl_" #name); \
  if (curl.name == NULL) snprintf(trouble, sizeof trouble, "libcurl.so.4 has no curl_" #name);
  FUNCTIONS(FIND)
#undef FIND
  if (trouble[0] == '\0' && curl.global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
    snprintf(trouble, sizeof trouble, "libcurl.so.4 cannot start");
}

const char *bh_curl_open (void) {
  pthread_once(&opened, open_library);
  return trouble[0] != '\0' ? trouble : NULL;
}

const char *bh_curl_version (void) { return curl.version_info(CURLVERSION_NOW)->version; }

/* ---- one transfer ---- */

CURL *bh_easy_new (void) { return curl.easy_init(); }
void bh_easy_free (CURL *easy) { curl.easy_cleanup(easy); }
const char *bh_easy_words (CURLcode code) { return curl.easy_strerror(code); }

bool bh_easy_set (CURL *easy, CURLoption option, long value) {
  return curl.easy_setopt(easy, option, value) == CURLE_OK;
}

bool bh_easy_set_size (CURL *easy, CURLoption option, curl_off_t value) {
  return curl.easy_setopt(easy, option, value) == CURLE_OK;
}

bool bh_easy_set_text (CURL *easy, CURLoption option, const char *text) {
  return curl.easy_setopt(easy, option, text) == CURLE_OK;
}

bool bh_easy_set_pointer (CURL *easy, CURLoption option, const void *pointer) {
  return curl.easy_setopt(easy, option, pointer) == CURLE_OK;
}

bool bh_easy_set_calls (CURL *easy, const bh_easy_calls *calls) {
  return curl.easy_setopt(easy, CURLOPT_PRIVATE, calls->owner) == CURLE_OK
      && curl.easy_setopt(easy, CURLOPT_HEADERFUNCTION, calls->header) == CURLE_OK
      && curl.easy_setopt(easy, CURLOPT_HEADERDATA, calls->owner) == CURLE_OK
      && curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, calls->body) == CURLE_OK
      && curl.easy_setopt(easy, CURLOPT_WRITEDATA, calls->owner) == CURLE_OK
      && curl.easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, calls->progress) == CURLE_OK
      && curl.easy_setopt(easy, CURLOPT_XFERINFODATA, calls->owner) == CURLE_OK
      && curl.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, calls->open_socket) == CURLE_OK
      && curl.easy_setopt(easy, CURLOPT_OPENSOCKETDATA, calls->owner) == CURLE_OK;
}

long bh_easy_number (CURL *easy, CURLINFO info) {
  long number = 0;
  return curl.easy_getinfo(easy, info, &number) == CURLE_OK ? number : 0;
}

void *bh_easy_owner (CURL *easy) {
  char *owner = NULL;
  return curl.easy_getinfo(easy, CURLINFO_PRIVATE, &owner) == CURLE_OK ? owner : NULL;
}

CURLcode bh_easy_pause (CURL *easy, int what) { return curl.easy_pause(easy, what); }

struct curl_slist *bh_list_add (struct curl_slist *list, const char *line) {
  struct curl_slist *longer = curl.slist_append(list, line);
  if (longer == NULL) curl.slist_free_all(list);
  return longer;
}

void bh_list_free (struct curl_slist *list) { curl.slist_free_all(list); }

curl_socket_t bh_socket_for (const struct curl_sockaddr *address) {
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

bool bh_address_bytes (const struct curl_sockaddr *address, unsigned char bytes[16]) {
  if (address->family == AF_INET) {
    struct sockaddr_in v4;
    memcpy(&v4, &address->addr, sizeof v4);
    memset(bytes, 0, 10);
    memset(bytes + 10, 0xff, 2);
    memcpy(bytes + 12, &v4.sin_addr, 4);
    return true;
  }
  if (address->family == AF_INET6) {
    struct sockaddr_in6 v6;
    memcpy(&v6, &address->addr, sizeof v6);  /* libcurl has room for it behind the declared sockaddr */
    memcpy(bytes, &v6.sin6_addr, 16);
    return true;
  }
  return false;
}

/* ---- all transfers of one loop ---- */

CURLM *bh_multi_new (const bh_multi_calls *calls) {
  CURLM *multi = curl.multi_init();
  if (multi == NULL) return NULL;
  curl.multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, calls->socket);
  curl.multi_setopt(multi, CURLMOPT_SOCKETDATA, calls->owner);
  curl.multi_setopt(multi, CURLMOPT_TIMERFUNCTION, calls->timer);
  curl.multi_setopt(multi, CURLMOPT_TIMERDATA, calls->owner);
  curl.multi_setopt(multi, CURLMOPT_MAXCONNECTS, 16L);  /* idle connections kept */
  return multi;
}

CURLM *bh_multi_new_polled (void) { return curl.multi_init(); }

CURLMcode bh_multi_perform (CURLM *multi) {
  int running;
  return curl.multi_perform(multi, &running);
}

CURLMcode bh_multi_wait (CURLM *multi, int milliseconds) {
  int ready;
  return curl.multi_poll(multi, NULL, 0, milliseconds, &ready);
}

CURLMcode bh_multi_wake (CURLM *multi) { return curl.multi_wakeup(multi); }

void bh_multi_free (CURLM *multi) { curl.multi_cleanup(multi); }
CURLMcode bh_multi_add (CURLM *multi, CURL *easy) { return curl.multi_add_handle(multi, easy); }
CURLMcode bh_multi_remove (CURLM *multi, CURL *easy) { return curl.multi_remove_handle(multi, easy); }

CURLMcode bh_multi_act (CURLM *multi, curl_socket_t socket, int events) {
  int running;
  return curl.multi_socket_action(multi, socket, events, &running);
}

CURL *bh_multi_ended (CURLM *multi, CURLcode *result) {
  CURLMsg *message;
  int left;
  while ((message = curl.multi_info_read(multi, &left)) != NULL) {
    if (message->msg != CURLMSG_DONE) continue;
    *result = message->data.result;
    return message->easy_handle;
  }
  return NULL;
}
