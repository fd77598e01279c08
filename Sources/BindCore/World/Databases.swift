/// One statement, or with `.script` a text of several, and what is bound to it.
package struct SQLRequest: Sendable {
  package enum Arguments: Sendable {
    /// For `?`, by position.
    case list([Value])
    /// For `:name`, `@name`, `$name`.
    case named(Record)
    /// No arguments, and the text may have several statements; what they select is left out.
    case script
  }

  package var text: String
  package var arguments: Arguments

  package init(_ text: String, _ arguments: Arguments = .list([])) {
    self.text = text
    self.arguments = arguments
  }

  /// The text on one line, short enough for a message.
  package var excerpt: String {
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 100 ? words.prefix(100) + "…" : words
  }
}

/// What a request gave.
package struct SQLOutcome: Sendable {
  /// Columns by name, NULL absent.
  package var rows: [Record]
  /// Rows that were inserted, updated or deleted.
  package var changedRows: Int64
  package var lastInsertedRow: Int64
  /// Whether the database may be another one now.
  package var hasWritten: Bool

  package init(rows: [Record], changedRows: Int64, lastInsertedRow: Int64, hasWritten: Bool) {
    self.rows = rows
    self.changedRows = changedRows
    self.lastInsertedRow = lastInsertedRow
    self.hasWritten = hasWritten
  }
}

/// The beginning and the end of a transaction, on the connection. `level` is 0 for an outermost one, else a savepoint's.
package enum SQLBracket: Sendable {
  case begin(level: Int)
  /// If it cannot commit it has rolled back.
  case commit(level: Int)
  case rollBack(level: Int)
}

/// One open connection, whose work is done elsewhere, one piece after another in the order in which it was asked for.
package protocol DatabaseConnection: AnyObject {
  /// - Parameters:
  ///   - needsTransaction: it fails if no transaction is open any more (SQLite ends one by itself after some failures).
  ///   - completion: runs once, never inside this call, unless the token is cancelled, which also interrupts it.
  func run(
    _ request: SQLRequest, needsTransaction: Bool, completion: @escaping (Result<SQLOutcome, WorldFailure>) -> Void
  ) -> any Token

  /// It cannot be called off.
  func bracket(_ bracket: SQLBracket, completion: @escaping (Result<Void, WorldFailure>) -> Void)

  /// Tells when another connection or another process has committed something.
  func onForeignChange(_ body: @escaping () -> Void) -> any Token

  /// Interrupts what runs, rolls back, closes. A second call does nothing.
  func close()
}

/// Opens databases. Implementations are reached through `Databases` only.
package protocol DatabasePerformer: AnyObject {
  /// - Parameter completion: runs once, never inside this call, unless the token is cancelled.
  func open(
    _ database: AdmittedDatabase, completion: @escaping (Result<any DatabaseConnection, WorldFailure>) -> Void
  ) -> any Token
}

/// Databases as the rest of the program sees them: behind the gate.
package final class Databases {
  /// The name of a database that is no file.
  package static let memoryName = ":memory:"

  private let performer: any DatabasePerformer
  private let gate: PermissionGate

  package init(performer: any DatabasePerformer, gate: PermissionGate) {
    self.performer = performer
    self.gate = gate
  }

  /// Opens a database file, or makes it. Without permission to write it is opened for reading.
  @discardableResult
  package func open(
    _ path: String, completion: @escaping (Result<Database, WorldFailure>) -> Void
  ) throws(Refusal) -> any Token {
    let admitted = try gate.admit(database: path)
    return performer.open(admitted) { result in
      completion(
        result.map { Database($0, name: path, writeRefusal: admitted.writeRefusal) }
          .mapError { failure in
            guard failure.isReadOnly, let refusal = admitted.writeRefusal else { return failure }
            return WorldFailure(refusal)
          })
    }
  }
}
