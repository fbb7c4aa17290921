#ifndef BUZZ_CSQLITE_SHIM_H
#define BUZZ_CSQLITE_SHIM_H

#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift does not import. It makes SQLite copy the
// bytes at once. A null address would bind NULL, so an empty text gets an address of its own.
static inline int buzz_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, count == 0 ? "" : bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

// The same for bytes.
static inline int buzz_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, count == 0 ? "" : bytes, count, SQLITE_TRANSIENT);
}

#endif
