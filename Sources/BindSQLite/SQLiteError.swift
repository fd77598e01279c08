import CSQLite

/// Why SQLite did not do what it was asked for.
package struct SQLiteError: Error, Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// Another connection holds the lock, and the busy timeout has run out.
    case busy
    case readOnly
    /// No room on the disk.
    case full
    /// The file is damaged, or no database.
    case corrupt
    case cannotOpen
    case constraint
    case interrupted
    /// The authorizer said no.
    case denied
    /// The disk, or what stands for it, failed.
    case inputOutput
    case outOfMemory
    /// A mistake in the SQL or in what was bound to it.
    case statement
  }

  package let kind: Kind
  /// SQLite's extended result code; 0 for a mistake that was found before SQLite was asked.
  package let code: Int32
  /// One sentence without a full stop.
  package let message: String

  package init(_ kind: Kind, code: Int32 = 0, _ message: String) {
    self.kind = kind
    self.code = code
    self.message = message
  }

  /// What the connection says of its last failure.
  init(code: Int32, of database: OpaquePointer?) {
    let message = (database.map(sqlite3_errmsg) ?? sqlite3_errstr(code)).map { String(cString: $0) }
    self.init(Self.kind(of: code), code: code, message ?? "result code \(code)")
  }

  private static func kind(of code: Int32) -> Kind {
    switch code & 0xff {
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_READONLY, SQLITE_PERM: .readOnly
    case SQLITE_FULL: .full
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .corrupt
    case SQLITE_CANTOPEN: .cannotOpen
    case SQLITE_CONSTRAINT: .constraint
    case SQLITE_INTERRUPT, SQLITE_ABORT: .interrupted
    case SQLITE_AUTH: .denied
    case SQLITE_IOERR, SQLITE_NOLFS: .inputOutput
    case SQLITE_NOMEM: .outOfMemory
    default: .statement
    }
  }
}

extension SQLiteError: CustomStringConvertible {
  package var description: String { message }
}
