import BindCore
import BindSQLite
import Dispatch

/// Says from the owner's thread that an answer is not wanted any more.
final class DatabaseTicket: Sendable {
  private let state = Lock((isCancelled: false, interrupter: SQLiteInterrupter?.none))

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Before it has begun it never does; what runs is interrupted.
  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      state.interrupter?.interrupt()
    }
  }

  /// What a cancel interrupts from now on; nil: nothing.
  func aim(at interrupter: SQLiteInterrupter?) { state.withLock { $0.interrupter = interrupter } }
}

/// A SQLite connection and the thread that alone uses it: one thing after another, in the order of asking.
final class DatabaseWorker: Sendable {
  private let queue: DispatchQueue
  private let isClosing = Lock(false)
  private let confined: Confined

  /// Touched on the queue only.
  private final class Confined: @unchecked Sendable {
    var session: SQLSession?
    var ticket: DatabaseTicket?
  }

  init(place: SQLiteDatabase.Place, name: String) {
    queue = DispatchQueue(label: "database \(name)")
    let confined = Confined()
    self.confined = confined
    confined.session = SQLSession(place: place, name: name) { [isClosing, unowned confined] in
      (confined.ticket?.isCancelled ?? false) || isClosing.withLock { $0 }
    }
  }

  /// From the owner's thread. `done` is called on the worker's, once.
  func perform(_ work: SQLWork, _ ticket: DatabaseTicket, done: @escaping @Sendable (SQLAnswer) -> Void) {
    queue.async { [self] in
      guard let session = confined.session, !ticket.isCancelled else { return done(.cancelled) }
      confined.ticket = ticket
      defer { confined.ticket = nil }
      ticket.aim(at: session.interrupter)
      defer { ticket.aim(at: nil) }
      done(session.answer(to: work))
    }
  }

  /// Interrupts what runs; the rest is never begun. Open transactions are rolled back with the connection.
  func close() {
    let wasClosing = isClosing.withLock { isClosing in
      defer { isClosing = true }
      return isClosing
    }
    guard !wasClosing else { return }
    queue.async { [self] in confined.session = nil }
  }

  func waitUntilClosed() { queue.sync {} }
}
