import BindCore

/// A World in which nothing happens: time stands still, timers are due at once and run when they are pumped, and
/// nothing is permitted. What a task's wait costs without an event loop.
final class QuietClock: WorldClock {
  private final class Timer: Token {
    var isActive = true
    var keepsAlive = true
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
    func cancel() { isActive = false }
  }

  private var timers: [Timer] = []
  let now = Instant(nanoseconds: 0)
  let date = WallTime(seconds: 0)
  let zones: any TimeZones = Greenwich()
  var pendingTimers: Int { timers.count }

  func schedule(at due: Instant, label: String, _ body: @escaping () -> Void) -> any Token {
    let timer = Timer(body)
    timers.append(timer)
    return timer
  }

  /// Runs what is due.
  func pump() {
    let due = timers
    timers.removeAll(keepingCapacity: true)
    for timer in due where timer.isActive {
      timer.isActive = false
      timer.body()
    }
  }
}

private final class DeadToken: ProcessToken {
  let isActive = false
  var keepsAlive = false
  func cancel() {}
  func cancel(whenGone: @escaping () -> Void) {}
}

private final class DeadTransfer: Transfer {
  var isActive: Bool { false }
  var keepsAlive = false
  var isHeld = false
  var wasSent: Bool { false }
  func cancel() {}
}

private final class Nothing: ProcessPerformer, FilePerformer, NetworkPerformer, DatabasePerformer, EnvironmentReader,
  PathResolver
{
  func spawn(
    _ process: AdmittedProcess, onOutput: ((ProcessStream, [UInt8]) -> Void)?,
    completion: @escaping (ProcessOutcome) -> Void
  ) -> any ProcessToken { DeadToken() }

  func read(
    _ path: AdmittedPath, from offset: Int64, limit: Int, completion: @escaping (Result<[UInt8], WorldFailure>) -> Void
  ) -> any Token { DeadToken() }

  func stat(_ path: AdmittedPath, completion: @escaping (Result<FileStatus, WorldFailure>) -> Void) -> any Token {
    DeadToken()
  }

  func write(
    _ bytes: [UInt8], to path: AdmittedPath, appending: Bool, completion: @escaping (Result<Void, WorldFailure>) -> Void
  ) -> any Token { DeadToken() }

  func list(_ path: AdmittedPath, completion: @escaping (Result<[FileEntry], WorldFailure>) -> Void) -> any Token {
    DeadToken()
  }

  func watch(_ path: AdmittedPath, pollEvery: Duration, onChange: @escaping (FileEvent) -> Void) -> any Token {
    DeadToken()
  }

  func begin(_ request: AdmittedRequest, for listener: any TransferListener) -> any Transfer { DeadTransfer() }

  func open(
    _ database: AdmittedDatabase, completion: @escaping (Result<any DatabaseConnection, WorldFailure>) -> Void
  ) -> any Token { DeadToken() }

  func value(of name: String) -> ByteString? { nil }
  func canonical(_ path: String) -> String { path }
  func locate(_ program: String) -> String? { nil }
}

extension World {
  static func quiet(_ clock: QuietClock) -> World {
    let nothing = Nothing()
    return World(
      clock: clock, random: SeededRandom(seed: 1), processes: nothing, files: nothing, network: nothing,
      databases: nothing, environment: nothing, gate: PermissionGate(Permissions(scriptFolder: "/"), resolver: nothing),
      machineID: { "" })
  }
}
