/// A database as its owner uses it: requests of several tasks on one connection, a transaction of one task never mixed
/// with what another one asks for.
///
/// Invariant: whatever is asked outside the innermost open transaction waits until that one has ended.
package final class Database {
  /// As the script wrote it.
  package let name: String
  private let connection: any DatabaseConnection
  /// Why it cannot be written to; nil if it can.
  private let writeRefusal: Refusal?
  private var innermost: DatabaseTransaction?
  private var waiting: [Waiting] = []
  private var listeners: [(id: Int, body: () -> Void)] = []
  private var lastListener = 0
  private var foreignChanges: (any Token)?
  package private(set) var isClosed = false

  private final class Waiting: Token {
    let transaction: DatabaseTransaction?
    /// nil: it is called off.
    var start: ((Waiting) -> Void)?
    var fail: ((WorldFailure) -> Void)?
    /// What runs once it has started.
    var token: (any Token)?
    var keepsAlive = true

    init(in transaction: DatabaseTransaction?) { self.transaction = transaction }

    var isActive: Bool { start != nil || (token?.isActive ?? false) }

    func cancel() {
      start = nil
      fail = nil
      token?.cancel()
      token = nil
    }
  }

  package init(_ connection: any DatabaseConnection, name: String, writeRefusal: Refusal?) {
    self.connection = connection
    self.name = name
    self.writeRefusal = writeRefusal
  }

  deinit { connection.close() }

  /// - Parameters:
  ///   - transaction: the one that it belongs to; nil: none.
  ///   - completion: runs once, never inside this call, unless the token is cancelled.
  @discardableResult
  package func run(
    _ request: SQLRequest, in transaction: DatabaseTransaction? = nil,
    completion: @escaping (Result<SQLOutcome, WorldFailure>) -> Void
  ) -> any Token {
    enqueue(in: transaction) { [unowned self] waiting in
      waiting.token = connection.run(request, needsTransaction: transaction != nil) { [weak self] result in
        if case .success(let outcome) = result, outcome.hasWritten, let self {
          if let transaction { transaction.hasWritten = true } else { tellChange() }
        }
        completion(result.mapError { self?.explained($0) ?? $0 })
      }
    } fail: {
      completion(.failure($0))
    }
  }

  /// A read-only connection says so in SQLite's words; a script needs the flag.
  private func explained(_ failure: WorldFailure) -> WorldFailure {
    guard failure.isReadOnly, let writeRefusal else { return failure }
    return WorldFailure(writeRefusal)
  }

  // MARK: Transactions

  /// Begins a transaction, or inside another one a savepoint.
  @discardableResult
  package func begin(
    in outer: DatabaseTransaction? = nil, completion: @escaping (Result<DatabaseTransaction, WorldFailure>) -> Void
  ) -> any Token {
    enqueue(in: outer) { [unowned self] waiting in
      let transaction = DatabaseTransaction(in: outer)
      innermost = transaction
      connection.bracket(.begin(level: transaction.level)) { [weak self] result in
        guard let self else { return }
        switch result {
        case .success where waiting.fail == nil: end(transaction, commits: false) { _ in }
        case .success: completion(.success(transaction))
        case .failure(let failure):
          transaction.isOpen = false
          innermost = outer
          startWaiting()
          if waiting.fail != nil { completion(.failure(explained(failure))) }
        }
      }
    } fail: {
      completion(.failure($0))
    }
  }

  /// Commits or rolls back; a commit that fails has rolled back. What was opened inside it and is still open goes with it.
  package func end(
    _ transaction: DatabaseTransaction, commits: Bool, completion: @escaping (Result<Void, WorldFailure>) -> Void
  ) {
    guard transaction.isOpen else { return }
    var inner = innermost
    while let present = inner, present !== transaction {
      present.isOpen = false
      inner = present.outer
    }
    transaction.isOpen = false
    let level = transaction.level
    let outer = transaction.outer
    let hasWritten = transaction.hasWritten
    // The connection works in order: what is asked from here on comes after the end.
    innermost = outer
    connection.bracket(commits ? .commit(level: level) : .rollBack(level: level)) { [weak self] result in
      if case .success = result, commits, hasWritten {
        if let outer { outer.hasWritten = true } else { self?.tellChange() }
      }
      completion(result)
    }
    startWaiting()
  }

  // MARK: The order

  private func enqueue(
    in transaction: DatabaseTransaction?, _ start: @escaping (Waiting) -> Void, fail: @escaping (WorldFailure) -> Void
  ) -> any Token {
    let waiting = Waiting(in: transaction)
    waiting.start = start
    waiting.fail = fail
    self.waiting.append(waiting)
    startWaiting()
    return waiting
  }

  /// Starts whatever may run now, oldest first.
  private func startWaiting() {
    var rest: [Waiting] = []
    let present = waiting
    waiting = []
    for one in present {
      guard let start = one.start else { continue }
      if let transaction = one.transaction, !transaction.isOpen {
        one.start = nil
        one.fail?(WorldFailure(.sql, "the transaction that this belongs to is over"))
      } else if one.transaction === innermost {
        one.start = nil
        start(one)
      } else {
        rest.append(one)
      }
    }
    waiting = rest + waiting
  }

  // MARK: Changes

  /// Calls `body` after each change, by this connection or another one, of this process or another one.
  package func onChange(_ body: @escaping () -> Void) -> any Token {
    lastListener += 1
    let id = lastListener
    listeners.append((id, body))
    if foreignChanges == nil { foreignChanges = connection.onForeignChange { [weak self] in self?.tellChange() } }
    foreignChanges?.keepsAlive = false
    return ChangeToken { [weak self] in self?.forget(id) }
  }

  private func forget(_ id: Int) {
    listeners.removeAll { $0.id == id }
    guard listeners.isEmpty else { return }
    foreignChanges?.cancel()
    foreignChanges = nil
  }

  private func tellChange() {
    for listener in listeners { listener.body() }
  }

  private final class ChangeToken: Token {
    private var body: (() -> Void)?
    init(_ body: @escaping () -> Void) { self.body = body }
    var isActive: Bool { body != nil }
    var keepsAlive = false
    func cancel() {
      body?()
      body = nil
    }
  }

  /// Interrupts what runs, rolls back and closes. A second call does nothing.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    for one in waiting { one.cancel() }
    waiting = []
    listeners = []
    foreignChanges?.cancel()
    foreignChanges = nil
    connection.close()
  }
}

/// One open transaction of a database.
package final class DatabaseTransaction {
  let outer: DatabaseTransaction?
  /// 0 for an outermost one.
  let level: Int
  package fileprivate(set) var isOpen = true
  fileprivate var hasWritten = false

  fileprivate init(in outer: DatabaseTransaction?) {
    self.outer = outer
    level = (outer?.level ?? -1) + 1
  }
}
