import BindCore

/// What a test lets its script reach of this machine, beside what is virtual: programs, hosts, files, databases, variables.
///
/// Virtual time stands still while it answers. Each of its answers is delivered in a turn of the virtual World.
final class Reality {
  let loop: EventLoop
  /// Knows what is let through; nothing is asked on a terminal.
  let gate: PermissionGate
  let environment: any EnvironmentReader = RealEnvironment()
  private let processes: any ProcessPerformer
  private let network: any NetworkPerformer
  private let files: any FilePerformer
  private let databases: any DatabasePerformer
  /// Requests that will have an answer. What goes on for as long as somebody listens is none: watches, output by the line.
  private(set) var underWay = 0

  /// - Throws: there is no descriptor left for a loop.
  init(_ permissions: Permissions, clock: VirtualClock) throws(SystemError) {
    loop = try EventLoop()
    gate = PermissionGate(permissions, resolver: RealPaths())
    processes = RealProcesses(loop: loop)
    network = RealNetwork(loop: loop)
    files = RealFiles(loop: loop)
    databases = RealDatabases(loop: loop)
    loop.around = { [unowned clock] body in clock.deliver(body) }
    loop.onTurn = { [unowned clock] in clock.eventEnded() }
  }

  func close() { loop.close(grace: .seconds(2)) }

  /// Waits for the next answer.
  /// - Parameter limit: of real time.
  func wait(atMost limit: Duration) {
    let before = underWay
    loop.run(while: { underWay >= before && underWay > 0 }, atMost: limit)
  }

  /// Takes what has come, without waiting.
  func look() { if loop.isAlive { loop.runOnce(waiting: false) } }

  fileprivate func begins() -> Pending {
    underWay += 1
    return Pending { [unowned self] in underWay -= 1 }
  }

  // MARK: What is let through

  /// Where a program is, if it may be run.
  func locate(_ program: String) -> String? {
    guard (try? gate.admit(ProcessRequest(argv: [ByteString(program)]))) != nil else { return nil }
    return RealPaths().locate(program)
  }

  /// nil: it is not let through.
  func spawn(
    _ request: ProcessRequest, onOutput: ((ProcessStream, [UInt8]) -> Void)?,
    completion: @escaping (ProcessOutcome) -> Void
  ) -> (any ProcessToken)? {
    guard let admitted = try? gate.admit(request) else { return nil }
    // A program whose lines are followed may never end.
    guard request.collectsOutput else {
      return processes.spawn(admitted, onOutput: onOutput, completion: completion)
    }
    let pending = begins()
    let token = processes.spawn(admitted, onOutput: onOutput) { outcome in
      pending.end()
      completion(outcome)
    }
    return RealProcessToken(token, pending)
  }

  func begin(_ request: HTTPRequest, for listener: any TransferListener) -> (any Transfer)? {
    guard let admitted = try? gate.admit(request) else { return nil }
    let pending = begins()
    let told = RealListener(listener, pending)
    return RealTransfer(network.begin(admitted, for: told), told, pending)
  }

  func performer(_ use: PermissionGate.PathUse, _ path: AdmittedPath) -> (files: RealityFiles, path: AdmittedPath)? {
    guard let admitted = try? gate.admit(use, path.asked) else { return nil }
    return (RealityFiles(self, files), admitted)
  }

  func open(
    _ database: AdmittedDatabase, completion: @escaping (Result<any DatabaseConnection, WorldFailure>) -> Void
  ) -> (any Token)? {
    guard let file = database.file, let admitted = try? gate.admit(database: file.asked) else { return nil }
    let pending = begins()
    let token = databases.open(admitted) { [unowned self] result in
      pending.end()
      completion(result.map { RealConnection($0, self) })
    }
    return RealToken(token, pending)
  }

  func variable(_ name: String) -> ByteString? {
    (try? gate.check(environment: name)) == nil ? nil : environment.value(of: name)
  }

  /// One request that counts until its end.
  final class Pending {
    private var body: (() -> Void)?
    init(_ body: @escaping () -> Void) { self.body = body }
    func end() {
      body?()
      body = nil
    }
  }

  fileprivate final class RealConnection: DatabaseConnection {
    private let connection: any DatabaseConnection
    private unowned let reality: Reality

    init(_ connection: any DatabaseConnection, _ reality: Reality) {
      self.connection = connection
      self.reality = reality
    }

    func run(
      _ request: SQLRequest, needsTransaction: Bool, completion: @escaping (Result<SQLOutcome, WorldFailure>) -> Void
    ) -> any Token {
      let pending = reality.begins()
      let token = connection.run(request, needsTransaction: needsTransaction) { result in
        pending.end()
        completion(result)
      }
      return RealToken(token, pending)
    }

    func bracket(_ bracket: SQLBracket, completion: @escaping (Result<Void, WorldFailure>) -> Void) {
      let pending = reality.begins()
      connection.bracket(bracket) { result in
        pending.end()
        completion(result)
      }
    }

    func onForeignChange(_ body: @escaping () -> Void) -> any Token { connection.onForeignChange(body) }
    func close() { connection.close() }
  }
}

/// Files of this machine, each request counted.
struct RealityFiles {
  private let reality: Reality
  private let files: any FilePerformer

  fileprivate init(_ reality: Reality, _ files: any FilePerformer) {
    self.reality = reality
    self.files = files
  }

  func counted<Answer>(
    _ completion: @escaping (Answer) -> Void,
    _ begin: (any FilePerformer, @escaping (Answer) -> Void) -> any Token
  ) -> any Token {
    let pending = reality.begins()
    let token = begin(files) { answer in
      pending.end()
      completion(answer)
    }
    return RealToken(token, pending)
  }

  func watch(_ path: AdmittedPath, pollEvery: Duration, onChange: @escaping (FileEvent) -> Void) -> any Token {
    files.watch(path, pollEvery: pollEvery, onChange: onChange)
  }
}
