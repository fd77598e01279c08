package import BindCore
import BindSQLite

/// Databases that exist in memory only, one for each path; SQLite itself answers, at the virtual instant of the question.
/// All who open a path share one connection to it.
package final class VirtualDatabases: DatabasePerformer {
  private let clock: VirtualClock
  private var sessions: [String: SQLSession] = [:]
  private var listeners: [(path: String, connection: VirtualDatabase?, body: ChangeListener)] = []

  /// Somebody who is told of changes.
  final class ChangeListener: Token {
    fileprivate var body: (() -> Void)?
    init(_ body: @escaping () -> Void) { self.body = body }
    var isActive: Bool { body != nil }
    var keepsAlive = false
    func cancel() { body = nil }
  }

  /// Of files that nobody has opened here.
  var reality: Reality?

  init(clock: VirtualClock) { self.clock = clock }

  // MARK: For tests

  /// Runs statements as another process would.
  /// - Parameter path: absolute.
  /// - Throws: what SQLite says.
  package func execute(_ path: String, _ sql: String) throws(WorldFailure) {
    let answer = session(at: path).answer(to: .run(SQLRequest(sql, .script), needsTransaction: false, isWritable: true))
    if case .failed(let failure) = answer { throw failure }
    tellChange(of: path, by: nil)
  }

  // MARK: DatabasePerformer

  package func open(
    _ database: AdmittedDatabase, completion: @escaping (Result<any DatabaseConnection, WorldFailure>) -> Void
  ) -> any Token {
    if database.file.map({ sessions[$0.path] == nil }) ?? false,
      let real = reality?.open(database, completion: completion)
    {
      return real
    }
    let pending = PendingAnswer()
    clock.soon("database") { [self] in
      guard pending.end() else { return }
      let path = database.file?.path
      let session = path.map(session(at:)) ?? newSession(named: Databases.memoryName)
      let connection = VirtualDatabase(
        session, at: path, isWritable: database.writeRefusal == nil, of: self, clock: clock)
      clock.deliver { completion(.success(connection)) }
    }
    return pending
  }

  private func session(at path: String) -> SQLSession {
    if let known = sessions[path] { return known }
    let session = newSession(named: path)
    sessions[path] = session
    return session
  }

  private func newSession(named name: String) -> SQLSession {
    let session = SQLSession(place: .memory, name: name) { false }
    _ = session.answer(to: .open(isWritable: true))
    return session
  }

  func listen(to path: String, by connection: VirtualDatabase, _ body: @escaping () -> Void) -> any Token {
    let listener = ChangeListener(body)
    listeners.append((path, connection, listener))
    return listener
  }

  func tellChange(of path: String, by connection: VirtualDatabase?) {
    listeners.removeAll { !$0.body.isActive }
    for listener in listeners where listener.path == path && listener.connection !== connection {
      clock.soon("database change") { [clock] in
        if let body = listener.body.body { clock.deliver(body) }
      }
    }
  }

  func close() {
    sessions = [:]
    listeners = []
  }
}

/// One opening of a virtual database.
final class VirtualDatabase: DatabaseConnection {
  private var session: SQLSession?
  private let path: String?
  private let isWritable: Bool
  private let databases: VirtualDatabases
  private let clock: VirtualClock
  /// It ends with the connection.
  private var isInTransaction = false

  init(_ session: SQLSession, at path: String?, isWritable: Bool, of databases: VirtualDatabases, clock: VirtualClock) {
    self.session = session
    self.path = path
    self.isWritable = isWritable
    self.databases = databases
    self.clock = clock
  }

  func run(
    _ request: SQLRequest, needsTransaction: Bool, completion: @escaping (Result<SQLOutcome, WorldFailure>) -> Void
  ) -> any Token {
    let pending = PendingAnswer()
    clock.soon("query") { [self] in
      guard pending.end(), let session else { return }
      let answer = session.answer(
        to: .run(request, needsTransaction: needsTransaction, isWritable: isWritable))
      switch answer {
      case .rows(let outcome):
        if outcome.hasWritten, !needsTransaction, let path { databases.tellChange(of: path, by: self) }
        clock.deliver { completion(.success(outcome)) }
      case .failed(let failure): clock.deliver { completion(.failure(failure)) }
      case .done, .version: break
      }
    }
    return pending
  }

  func bracket(_ bracket: SQLBracket, completion: @escaping (Result<Void, WorldFailure>) -> Void) {
    clock.soon("transaction") { [self] in
      guard let session else { return }
      let answer = session.answer(to: .bracket(bracket))
      switch bracket {
      case .begin(level: 0): isInTransaction = true
      case .commit(level: 0):
        isInTransaction = false
        if let path { databases.tellChange(of: path, by: self) }
      case .rollBack(level: 0): isInTransaction = false
      default: break
      }
      clock.deliver {
        if case .failed(let failure) = answer { completion(.failure(failure)) } else { completion(.success(())) }
      }
    }
  }

  func onForeignChange(_ body: @escaping () -> Void) -> any Token {
    databases.listen(to: path ?? "", by: self, body)
  }

  func close() {
    if isInTransaction { _ = session?.answer(to: .bracket(.rollBack(level: 0))) }
    session = nil
  }
}
