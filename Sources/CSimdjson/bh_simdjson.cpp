#include "bh_simdjson.h"

#include <cstdlib>
#include <mutex>
#include <new>
#include <simdjson.h>

using simdjson::dom::parser;

struct bh_json_parser {
  parser dom;
  size_t depth_limit;
};

#define TEXT(word) #word
#define TEXT_OF(word) TEXT(word)

const char *bh_json_version (void) { return TEXT_OF(SIMDJSON_VERSION); }

/* What simdjson calls a depth includes the document itself. */
static const size_t depth_of_document = 1;

/*
** What makes parsers is a static object of simdjson's, which `exit` destroys while other threads may still run: they are
** made under a lock, and none any more from then on. What parses is each parser's own.
*/
static std::mutex making;
static bool has_exited = false;

/* Its buffers are for the first text; there is room for nothing yet. */
static bool make (parser *dom, size_t depth_limit) {
  std::lock_guard<std::mutex> lock(making);
  if (has_exited || dom->allocate(0, depth_limit) != simdjson::SUCCESS) return false;
  /* Behind the first use of that object, so that this runs before its end. */
  static const int is_told = std::atexit([] {
    std::lock_guard<std::mutex> lock(making);
    has_exited = true;
  });
  (void)is_told;
  return true;
}

bh_json_parser *bh_json_open (uint32_t depth_limit) {
  bh_json_parser *p = new (std::nothrow) bh_json_parser;
  if (p == nullptr) return nullptr;
  p->depth_limit = depth_limit + depth_of_document;
  if (make(&p->dom, p->depth_limit)) return p;
  delete p;
  return nullptr;
}

void bh_json_close (bh_json_parser *p) { delete p; }

static int status_of (simdjson::error_code code) {
  switch (code) {
    case simdjson::SUCCESS: return BH_JSON_OK;
    case simdjson::MEMALLOC: return BH_JSON_NO_MEMORY;
    case simdjson::CAPACITY: return BH_JSON_TOO_LONG;
    case simdjson::DEPTH_ERROR: return BH_JSON_TOO_DEEP;
    case simdjson::NUMBER_ERROR: return BH_JSON_NUMBER;
    default: return BH_JSON_MALFORMED;
  }
}

/* One pass over the words; the strings are elsewhere. */
static size_t count_unsigned (const uint64_t *words) {
  size_t count = 0;
  size_t end = (size_t)bh_tape_payload(words[0]);
  for (size_t i = 1; i < end; i++) {
    switch (bh_tape_kind_of(words[i])) {
      case BH_TAPE_UNSIGNED: count++; i++; break;
      case BH_TAPE_INTEGER: case BH_TAPE_NUMBER: i++; break;
      default: break;
    }
  }
  return count;
}

int bh_json_parse (bh_json_parser *p, const void *bytes, size_t length, bh_tape *tape, size_t *unsigned_count) {
  simdjson::error_code code = p->dom.parse(static_cast<const uint8_t *>(bytes), length, true).error();
  if (code != simdjson::SUCCESS) return status_of(code);
  tape->words = p->dom.doc.tape.get();
  tape->strings = p->dom.doc.string_buf.get();
  tape->keeps_digits = false;
  *unsigned_count = count_unsigned(tape->words);
  return BH_JSON_OK;
}

void bh_json_trim (bh_json_parser *p, size_t capacity) {
  if (p->dom.capacity() <= capacity) return;
  parser fresh;
  if (make(&fresh, p->depth_limit)) p->dom = std::move(fresh);
}
