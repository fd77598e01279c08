import BindCore
import CSQLite

/// Ends what a connection is doing, from any thread. Once the connection is closed it does nothing.
package final class SQLiteInterrupter: Sendable {
  /// Held while SQLite is told, so that the connection cannot close meanwhile.
  private let connection: Lock<OpaquePointer?>

  init(_ connection: OpaquePointer) { self.connection = Lock(connection) }

  /// The running statement, if any, fails with `interrupted`; what its transaction has written is rolled back.
  package func interrupt() {
    connection.withLock { pointer in
      if let pointer { sqlite3_interrupt(pointer) }
    }
  }

  func forget() { connection.withLock { $0 = nil } }
}
