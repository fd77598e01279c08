import BindCore

/// A database as scripts hold it. It belongs to the scope in which it was opened and is closed with it.
final class DatabaseObject: HostObject, ScopeItem, @unchecked Sendable {
  let database: Database
  let scope: Scope
  var scopeIndex = -1
  /// Transactions of scripts that are open, the innermost last.
  var transactions: [LuaTransaction] = []
  /// Each holds an observed query, and ends with the database too.
  var queryScopes: [Scope] = []

  init(_ database: Database, scope: Scope, surface: Surface) {
    self.database = database
    self.scope = scope
    super.init(kind: surface.kinds.database)
    if scope.isClosing { database.close() } else { scope.add(self) }
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  /// The innermost transaction that a call in `caller` belongs to: what its function started, tasks included, runs in
  /// scopes inside its own.
  func transaction(of caller: Scope) -> DatabaseTransaction? {
    transactions.last { $0.contains(caller) }?.transaction
  }

  func stop() {
    guard !database.isClosed else { return }
    for transaction in transactions.reversed() { transaction.cancel() }
    for query in queryScopes { query.close() }
    queryScopes = []
    database.close()
    scope.remove(self)
  }
}

/// `db:transaction(fn)`: the function runs as a task of its own, between the beginning and the end on the connection.
final class LuaTransaction {
  private let object: DatabaseObject
  private let place: SourcePosition?
  private let surface: Surface
  private var done: ((Result<[Value], Failure>) -> Void)?
  private(set) var transaction: DatabaseTransaction?
  private var scope: Scope?
  private var beginning: (any Token)?

  init(
    _ object: DatabaseObject, _ function: LuaReference, at place: SourcePosition?, surface: Surface,
    _ done: @escaping (Result<[Value], Failure>) -> Void
  ) {
    self.object = object
    self.place = place
    self.surface = surface
    self.done = done
    let caller: Scope = surface.engine.scope
    beginning = object.database.begin(in: object.transaction(of: caller)) { [self] result in
      beginning = nil
      switch result {
      case .failure(let failure): finish(surface.taskResult(.failure(failure), at: place))
      case .success(let transaction): run(function, transaction, in: caller)
      }
    }
  }

  func contains(_ caller: Scope) -> Bool { scope.map { caller.isInside($0) } ?? false }

  private func run(_ function: LuaReference, _ transaction: DatabaseTransaction, in caller: Scope) {
    self.transaction = transaction
    let scope = Scope(name: "transaction of \(object.database.name)", in: caller, engine: surface.engine)
    self.scope = scope
    object.transactions.append(self)
    surface.tasks.start(
      function, arguments: [.opaque(object)], results: Interpreter.allResults, in: scope, endsScope: true,
      kind: .write, label: "transaction of \(object.database.name)"
    ) { [self] result in ended(result) }
  }

  private func ended(_ result: Result<[Value], Failure>) {
    guard let transaction else { return }
    leave()
    var commits = false
    if case .success = result { commits = true }
    object.database.end(transaction, commits: commits) { [self] outcome in
      switch (result, outcome) {
      case (.success(let values), .success): finish(.success(values))
      case (.success, .failure(let failure)): finish(surface.taskResult(.failure(failure), at: place))
      case (.failure(let failure), _): finish(.failure(failure))
      }
    }
  }

  /// What the function started ends with it.
  private func leave() {
    object.transactions.removeAll { $0 === self }
    let inner = scope
    scope = nil
    inner?.close()
  }

  private func finish(_ result: Result<[Value], Failure>) {
    done?(result)
    done = nil
  }

  /// The task that waits for it is stopped: everything is rolled back.
  func cancel() {
    done = nil
    beginning?.cancel()
    beginning = nil
    leave()
    if let transaction { object.database.end(transaction, commits: false) { _ in } }
    transaction = nil
  }
}

/// The rows of a query as a source.
final class QuerySource: SourceWork {
  private let database: Database
  private let request: SQLRequest
  /// Called once.
  var onFirstAnswer: ((Result<SQLOutcome, WorldFailure>) -> Void)?

  init(_ database: Database, _ request: SQLRequest) {
    self.database = database
    self.request = request
  }

  var canGet: Bool { true }
  var canSet: Bool { false }
  var canConfirm: Bool { false }

  func get(_ completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun? {
    guard !database.isClosed else { return nil }
    let token = database.run(request) { [weak self] result in
      let told = self?.onFirstAnswer
      self?.onFirstAnswer = nil
      // Whoever waits for it hears of a failure there.
      if told == nil || (try? result.get()) != nil {
        completion(result.map(\.list).mapError { .diagnostic(Diagnostic($0)) })
      }
      told?(result)
    }
    return JobRun { token.cancel() }
  }

  func set(
    _ new: Value, _ old: Value, _ ticket: WriteTicket, _ completion: @escaping (Result<Value?, Failure>) -> Void
  ) -> JobRun? { nil }
  func confirm(_ new: Value, _ old: Value, _ completion: @escaping (Result<Bool, Failure>) -> Void) -> JobRun? { nil }
}
