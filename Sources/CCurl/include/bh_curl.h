/*
** libcurl for Swift, which cannot call functions with variable arguments. The library is opened on
** first use: its own dependencies would cost every start some milliseconds. Nothing links it.
*/
#ifndef BH_CURL_H
#define BH_CURL_H

#include <curl/curl.h>
#include <stdbool.h>
#include <stddef.h>

/* Macros with casts, which Swift cannot see. */
static const curl_socket_t bh_no_socket = CURL_SOCKET_BAD;
static const curl_socket_t bh_socket_timeout = CURL_SOCKET_TIMEOUT;
static const size_t bh_pause_body = CURL_WRITEFUNC_PAUSE;
static const int bh_pause_none = CURLPAUSE_CONT;

/*
** Opens libcurl.so.4, once. NULL, or why it cannot be used, in the loader's words; then nothing
** below may be called. From any thread.
*/
const char *bh_curl_open (void);
/* Of the open library, such as "7.88.1". */
const char *bh_curl_version (void);

/* ---- one transfer ---- */

CURL *bh_easy_new (void);
void bh_easy_free (CURL *easy);
const char *bh_easy_words (CURLcode code);

/* Options by the type of their argument. False: not known to this libcurl, or no memory. */
bool bh_easy_set (CURL *easy, CURLoption option, long value);
bool bh_easy_set_size (CURL *easy, CURLoption option, curl_off_t value);
/* libcurl copies a text, and keeps a pointer as it is. */
bool bh_easy_set_text (CURL *easy, CURLoption option, const char *text);
bool bh_easy_set_pointer (CURL *easy, CURLoption option, const void *pointer);

/* What Swift is told of a transfer; 'owner' is CURLOPT_PRIVATE too. Answers as libcurl documents them. */
typedef struct bh_easy_calls {
  void *owner;
  size_t (*header) (char *bytes, size_t size, size_t count, void *owner);
  size_t (*body) (char *bytes, size_t size, size_t count, void *owner);
  int (*progress) (void *owner, curl_off_t down_total, curl_off_t down, curl_off_t up_total, curl_off_t up);
  /* The socket for an address, or CURL_SOCKET_BAD to refuse it. */
  curl_socket_t (*open_socket) (void *owner, curlsocktype purpose, struct curl_sockaddr *address);
} bh_easy_calls;
bool bh_easy_set_calls (CURL *easy, const bh_easy_calls *calls);

/* 0 if it is not known. */
long bh_easy_number (CURL *easy, CURLINFO info);
void *bh_easy_owner (CURL *easy);
CURLcode bh_easy_pause (CURL *easy, int what);

/* The list with one more line; NULL, and the old list freed, if there is no memory. */
struct curl_slist *bh_list_add (struct curl_slist *list, const char *line);
void bh_list_free (struct curl_slist *list);

/*
** A socket for a connection to 'address', close-on-exec; CURL_SOCKET_BAD if the system has none.
*/
curl_socket_t bh_socket_for (const struct curl_sockaddr *address);
/* The address as 16 bytes, an IPv4 one mapped (::ffff:a.b.c.d); false if it is neither. */
bool bh_address_bytes (const struct curl_sockaddr *address, unsigned char bytes[16]);

/* ---- all transfers of one loop ---- */

/* What Swift has to watch: 'what' is CURL_POLL_*; 'milliseconds' -1 means no timer. */
typedef struct bh_multi_calls {
  void *owner;
  int (*socket) (CURL *easy, curl_socket_t socket, int what, void *owner, void *unused);
  int (*timer) (CURLM *multi, long milliseconds, void *owner);
} bh_multi_calls;

/* NULL if there is no memory. */
CURLM *bh_multi_new (const bh_multi_calls *calls);
/* One whose owner asks it by hand, on a thread of its own. NULL if there is no memory. */
CURLM *bh_multi_new_polled (void);
void bh_multi_free (CURLM *multi);
CURLMcode bh_multi_add (CURLM *multi, CURL *easy);
CURLMcode bh_multi_remove (CURLM *multi, CURL *easy);
/* Something happened: 'socket' CURL_SOCKET_TIMEOUT and 'events' 0 for the timer, else CURL_CSELECT_*. */
CURLMcode bh_multi_act (CURLM *multi, curl_socket_t socket, int events);
/* Does what can be done without waiting. */
CURLMcode bh_multi_perform (CURLM *multi);
/* Waits until something can be done, so many milliseconds have passed, or 'bh_multi_wake' was called. */
CURLMcode bh_multi_wait (CURLM *multi, int milliseconds);
/* Ends the wait. From any thread. */
CURLMcode bh_multi_wake (CURLM *multi);
/* The next transfer that has ended and its result; NULL: none. It is still to be removed. */
CURL *bh_multi_ended (CURLM *multi, CURLcode *result);

#endif
