import CSQLite

extension SQLiteAuthorizer {
  /// Pragmas that look, or change what belongs to the database or the connection alone.
  private static let scriptPragmas: Set<String> = [
    "analysis_limit", "application_id", "auto_vacuum", "automatic_index", "cache_size", "case_sensitive_like",
    "collation_list", "compile_options", "data_version", "database_list", "defer_foreign_keys", "encoding",
    "foreign_key_check", "foreign_key_list", "foreign_keys", "freelist_count", "function_list",
    "ignore_check_constraints",
    "incremental_vacuum", "index_info", "index_list", "index_xinfo", "integrity_check", "journal_mode",
    "journal_size_limit", "max_page_count", "optimize", "page_count", "page_size", "pragma_list", "query_only",
    "quick_check", "recursive_triggers", "secure_delete", "synchronous", "table_info", "table_list", "table_xinfo",
    "user_version", "wal_autocheckpoint", "wal_checkpoint",
  ]

  /// What the SQL of a script may do: as `confined`, with the pragmas of a list only. It begins and ends no transaction
  /// itself, since tasks share the connection.
  /// - Parameter onDenial: hears in words why a statement is refused.
  package static func script(onDenial: @escaping (String) -> Void) -> SQLiteAuthorizer {
    let confined = SQLiteAuthorizer.confined()
    return SQLiteAuthorizer { action in
      switch action.code {
      case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
        onDenial("a script does not write \(action.first ?? "BEGIN") itself: db:transaction(fn) does")
        return false
      case SQLITE_PRAGMA where !scriptPragmas.contains(action.first?.lowercased() ?? ""):
        onDenial("PRAGMA \(action.first ?? "") is not permitted")
        return false
      default:
        if confined.allows(action) { return true }
        onDenial(
          action.code == SQLITE_ATTACH
            ? "SQL reaches no other file (ATTACH, VACUUM INTO): open it with bh.sql.open"
            : "loading code into SQLite is not permitted")
        return false
      }
    }
  }
}
