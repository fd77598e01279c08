import CSQLite

/// Says what a statement may do, while it is compiled.
package final class SQLiteAuthorizer {
  /// One thing a statement would do. The meaning of the two names depends on the code, as SQLite's manual has it.
  package struct Action {
    /// `SQLITE_ATTACH`, `SQLITE_PRAGMA`, …
    package let code: Int32
    package let first: String?
    package let second: String?
  }

  let allows: (Action) -> Bool

  package init(allows: @escaping (Action) -> Bool) { self.allows = allows }

  /// What SQL of a script may do: all that stays inside its own database. It reaches no other file (no ATTACH and no
  /// VACUUM INTO, which is one, no folder for temporary files) and loads no code.
  package static func confined() -> SQLiteAuthorizer {
    SQLiteAuthorizer { action in
      switch action.code {
      // Plain VACUUM attaches a nameless file of its own. A name that is computed is none that could be looked at.
      case SQLITE_ATTACH: action.first?.isEmpty ?? false
      case SQLITE_FUNCTION: action.second?.lowercased() != "load_extension"
      case SQLITE_PRAGMA:
        !["temp_store_directory", "data_store_directory"].contains(action.first?.lowercased() ?? "")
      default: true
      }
    }
  }

  static let decide:
    @convention(c) (
      UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?
    ) -> Int32 = { context, code, first, second, _, _ in
      guard let context else { return SQLITE_DENY }
      let authorizer = Unmanaged<SQLiteAuthorizer>.fromOpaque(context).takeUnretainedValue()
      let action = Action(
        code: code, first: first.map { String(cString: $0) }, second: second.map { String(cString: $0) })
      return authorizer.allows(action) ? SQLITE_OK : SQLITE_DENY
    }
}
