#include "bh_sqlite.h"

int bh_sqlite_harden (sqlite3 *database) {
  static const struct { int option, value; } settings[] = {
    { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
    { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },
  };
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
    int code = sqlite3_db_config(database, settings[i].option, settings[i].value, NULL);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

/* A null pointer would bind NULL, also with a length of zero. */
static const void *some (const void *bytes) {
  return bytes != NULL ? bytes : "";
}

int bh_sqlite_bind_text (sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return sqlite3_bind_text64(statement, index, some(bytes), count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int bh_sqlite_bind_blob (sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return sqlite3_bind_blob64(statement, index, some(bytes), count, SQLITE_TRANSIENT);
}
