import BindCore
import CSQLite

/// Asked again and again while a connection runs or waits for a lock: is it to stop?
///
/// `SQLiteInterrupter` alone misses a statement that is about to begin; this is asked inside it.
package final class SQLiteStop {
  /// Steps of SQLite's machine between two questions: some tens of microseconds.
  private static let stepsBetweenQuestions: Int32 = 1000
  /// Between two tries of a lock that somebody else holds.
  private static let pauseMilliseconds: Int32 = 5

  private let wantsStop: () -> Bool
  private let pauseLimit: Int32

  /// - Parameters:
  ///   - busyTimeout: how long a statement waits for another connection's lock.
  ///   - wantsStop: called on the thread that uses the connection.
  package init(busyTimeout: Duration, wantsStop: @escaping () -> Bool) {
    self.wantsStop = wantsStop
    pauseLimit = Int32(clamping: busyTimeout.wholeNanoseconds / 1_000_000 / Int64(Self.pauseMilliseconds))
  }

  /// Takes the place of the connection's own busy timeout. The caller keeps this object as long as the connection.
  package func attach(to database: SQLiteDatabase) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      database.pointer, Self.stepsBetweenQuestions,
      { context in
        guard let context else { return 0 }
        return Unmanaged<SQLiteStop>.fromOpaque(context).takeUnretainedValue().wantsStop() ? 1 : 0
      }, context)
    sqlite3_busy_handler(
      database.pointer,
      { context, tries in
        guard let context else { return 0 }
        let stop = Unmanaged<SQLiteStop>.fromOpaque(context).takeUnretainedValue()
        guard tries < stop.pauseLimit, !stop.wantsStop() else { return 0 }
        sqlite3_sleep(SQLiteStop.pauseMilliseconds)
        return 1
      }, context)
  }
}
