/*
** What Swift needs of SQLite and cannot say itself: a function with variable arguments, and destructors that are
** casts in a macro.
*/
#ifndef BH_SQLITE_H
#define BH_SQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/*
** Makes a connection take SQL that somebody else wrote: no extension is loaded, neither by C nor by SQL, the file's
** own schema may call no unsafe function, and no statement can corrupt the file. Returns a result code.
*/
int bh_sqlite_harden (sqlite3 *database);

/* Bind a copy of the bytes, NUL included. */
int bh_sqlite_bind_text (sqlite3_stmt *statement, int index, const void *bytes, size_t count);
int bh_sqlite_bind_blob (sqlite3_stmt *statement, int index, const void *bytes, size_t count);

#endif
