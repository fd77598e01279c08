/*
** simdjson behind a C face: text in, tape out. No exception leaves it; memory that runs out is an answer.
*/
#ifndef BH_SIMDJSON_H
#define BH_SIMDJSON_H

#include <bind_tape.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Such as "3.0.1". */
const char *bh_json_version (void);

/* A parser with its buffers. It may be used from any thread, from one at a time. */
typedef struct bh_json_parser bh_json_parser;

enum bh_json_status {
  BH_JSON_OK = 0,
  BH_JSON_NO_MEMORY,
  BH_JSON_TOO_LONG,
  BH_JSON_TOO_DEEP,
  BH_JSON_NUMBER,    /* a number that is malformed or beyond 64 bits */
  BH_JSON_MALFORMED  /* anything else; simdjson does not say where */
};

/* NULL if there is no memory, or `exit` has begun. `depth_limit`: objects and arrays inside each other. */
bh_json_parser *bh_json_open (uint32_t depth_limit);
void bh_json_close (bh_json_parser *parser);

/*
** Parses a document of `length` bytes, which it copies. With BH_JSON_OK, *tape lives until the parser's next use;
** *unsigned_count is how many integers on it are beyond int64_t (BH_TAPE_UNSIGNED).
*/
int bh_json_parse (bh_json_parser *parser, const void *bytes, size_t length, bh_tape *tape, size_t *unsigned_count);

/* Gives back the buffers if they have room for more than `capacity` bytes of text. */
void bh_json_trim (bh_json_parser *parser, size_t capacity);

#ifdef __cplusplus
}
#endif

#endif
