package import BindCore

/// The World without the world: a clock that jumps, seeded chance, programs, files and answers that a test puts there.
/// The same gate stands before them.
package final class VirtualWorld: WorldDriver {
  package let clock = VirtualClock()
  package let processes: VirtualProcesses
  package let files: VirtualFiles
  package let network: VirtualNetwork
  package let databases: VirtualDatabases
  package let environment = VirtualEnvironment()
  let playedFiles: PlayedFiles
  let playedDatabases: PlayedDatabases
  package let world: World
  package var onTurn: (() -> Void)?
  package var around: ((() -> Void) -> Void)?
  private var hasDelivered = false
  private var isClosed = false

  package init(permissions: Permissions, seed: UInt64 = 1, machineID: String = "virtual machine") {
    processes = VirtualProcesses(clock: clock)
    network = VirtualNetwork(clock: clock)
    files = VirtualFiles(clock: clock, folder: permissions.scriptFolder)
    databases = VirtualDatabases(clock: clock)
    playedFiles = PlayedFiles(memory: files)
    playedDatabases = PlayedDatabases(memory: databases)
    let paths = VirtualPaths(files: files, processes: processes)
    world = World(
      clock: clock, random: SeededRandom(seed: seed), processes: processes, files: playedFiles,
      network: network, databases: playedDatabases, environment: environment,
      gate: PermissionGate(permissions, resolver: paths), machineID: { machineID })
    clock.deliver = { [unowned self] body in
      guard !isClosed else { return }
      hasDelivered = true
      if let around { around(body) } else { body() }
    }
    clock.eventEnded = { [unowned self] in endTurn() }
  }

  private func endTurn() {
    guard hasDelivered else { return }
    hasDelivered = false
    onTurn?()
  }

  /// Runs everything due up to and including now + `step`.
  package func advance(by step: Duration) throws(ClockStuck) { try clock.advance(by: step) }

  package var isAlive: Bool {
    clock.queue.keptAliveCount > 0 || files.keepsAlive || network.keepsAlive
      || processes.running.values.contains { $0.keepsAlive }
  }

  /// Jumps from event to event. What waits for something that no event brings ends the run.
  @discardableResult
  package func run(while condition: () -> Bool) -> Bool {
    while condition() {
      guard isAlive, clock.runNext() else { return !condition() }
    }
    return true
  }

  @discardableResult
  package func run(while condition: () -> Bool, atMost limit: Duration) -> Bool {
    let end = clock.now + limit
    while condition(), let due = clock.next?.due, due <= end { clock.runNext() }
    if condition(), end > clock.now { clock.sleep(for: end - clock.now) }
    return !condition()
  }

  package func makeInbox<Arrival: Sendable>(
    of type: Arrival.Type, capacity: Int
  ) throws(SystemError) -> Inbox<Arrival> {
    // Nothing sleeps here: the turn after the next event drains it.
    Inbox(capacity: capacity) {}
  }

  package func close(grace: Duration = .zero) {
    isClosed = true
    onTurn = nil
    clock.queue.removeAll()
    databases.close()
    reality?.close()
  }

  // MARK: What is real

  /// What is let through to this machine, where nothing virtual answers.
  private(set) var reality: Reality?

  /// - Parameter permissions: instead of what was let through before.
  /// - Throws: there is no descriptor left for a loop.
  package func letThrough(_ permissions: Permissions) throws(SystemError) {
    if let reality { return reality.gate.adopt(permissions) }
    let reality = try Reality(permissions, clock: clock)
    self.reality = reality
    files.reality = reality
    processes.reality = reality
    network.reality = reality
    databases.reality = reality
    environment.reality = reality
  }

  /// Requests to this machine that will have an answer.
  package var realRequests: Int { reality?.underWay ?? 0 }

  /// Takes what this machine has answered; waits for the next answer if there will be one, for `limit` of real time at most.
  package func takeAnswers(waitingAtMost limit: Duration) {
    guard let reality else { return }
    if reality.underWay > 0 { reality.wait(atMost: limit) } else { reality.look() }
  }
}

/// The gate's questions, answered from memory.
private final class VirtualPaths: PathResolver {
  private let files: VirtualFiles
  private let processes: VirtualProcesses

  init(files: VirtualFiles, processes: VirtualProcesses) {
    self.files = files
    self.processes = processes
  }

  func canonical(_ path: String) -> String { files.canonical(path) }

  func locate(_ program: String) -> String? {
    guard processes.contains(program) else { return processes.reality.flatMap { $0.locate(program) } }
    return program.utf8.first == UInt8(ascii: "/") ? program : "/usr/bin/" + program
  }
}
