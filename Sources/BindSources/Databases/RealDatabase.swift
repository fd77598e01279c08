import BindCore

/// One open database file on its worker's thread.
final class RealDatabase: DatabaseConnection, Token {
  private let worker: DatabaseWorker
  private let admitted: AdmittedDatabase
  private let databases: RealDatabases
  private var changes: DatabaseChanges?
  private(set) var isActive = true
  var keepsAlive = false

  init(_ worker: DatabaseWorker, _ admitted: AdmittedDatabase, of databases: RealDatabases) {
    self.worker = worker
    self.admitted = admitted
    self.databases = databases
    databases.changeLoop.activities[ObjectIdentifier(self)] = self
  }

  func run(
    _ request: SQLRequest, needsTransaction: Bool, completion: @escaping (Result<SQLOutcome, WorldFailure>) -> Void
  ) -> any Token {
    let pending = PendingAnswer()
    let isWritable = admitted.writeRefusal == nil
    let loop = databases.changeLoop
    pending.ticket = databases.ask(worker, .run(request, needsTransaction: needsTransaction, isWritable: isWritable)) {
      content in
      guard pending.end() else { return }
      loop.deliver {
        switch content {
        case .rows(let outcome): completion(.success(outcome))
        case .failed(let failure): completion(.failure(failure))
        case .done, .version: break
        }
      }
    }
    return pending
  }

  func bracket(_ bracket: SQLBracket, completion: @escaping (Result<Void, WorldFailure>) -> Void) {
    let loop = databases.changeLoop
    databases.ask(worker, .bracket(bracket)) { content in
      loop.deliver {
        if case .failed(let failure) = content { completion(.failure(failure)) } else { completion(.success(())) }
      }
    }
  }

  func onForeignChange(_ body: @escaping () -> Void) -> any Token {
    let changes = DatabaseChanges(admitted, worker, databases, body)
    self.changes = changes
    return changes
  }

  func close() {
    guard isActive else { return }
    isActive = false
    changes?.cancel()
    databases.changeLoop.activities[ObjectIdentifier(self)] = nil
    worker.close()
  }

  /// The loop closes: nothing may be left of the database when it has.
  func cancel() {
    close()
    worker.waitUntilClosed()
  }
}
