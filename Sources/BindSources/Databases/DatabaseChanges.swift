import BindCore

/// Learns of other connections' commits: the file or its log is written to, and SQLite's own number for it differs.
///
/// With a log a commit counts only when the writer has noted it in shared memory, after the write that is told, and of
/// that nothing is told: so it is looked again a few times.
final class DatabaseChanges: Token {
  /// From one look to the next, as long as the number is the same.
  private static let pauses: [Duration] = [1, 4, 16, 64, 256, 1024].map { .milliseconds($0) }

  private var watches: [PathWatch] = []
  private let worker: DatabaseWorker
  private let databases: RealDatabases
  private var body: (() -> Void)?
  private var version: Int64?
  private var isAsking = false
  private var asksAgain = false
  /// Pauses since the last thing that was told.
  private var pauseCount = 0
  private var timer: QueuedTimer?

  init(_ admitted: AdmittedDatabase, _ worker: DatabaseWorker, _ databases: RealDatabases, _ body: @escaping () -> Void)
  {
    self.worker = worker
    self.databases = databases
    self.body = body
    for path in [admitted.file, admitted.log] {
      guard let path else { continue }
      watches.append(
        PathWatch(path, pollEvery: .seconds(1), loop: databases.changeLoop) { [weak self] _ in self?.wasTold() })
    }
    pauseCount = Self.pauses.count
    ask()
  }

  private func wasTold() {
    pauseCount = 0
    ask()
  }

  private func ask() {
    guard body != nil else { return }
    timer?.cancel()
    guard !isAsking else {
      asksAgain = true
      return
    }
    isAsking = true
    databases.ask(worker, .version) { [weak self] answer in self?.answered(answer) }
  }

  private func answered(_ answer: SQLAnswer) {
    isAsking = false
    guard let body else { return }
    if case .version(let number) = answer {
      let isNew = version != nil && version != number
      version = number
      if isNew {
        pauseCount = Self.pauses.count
        databases.changeLoop.deliver(body)
      }
    }
    if asksAgain {
      asksAgain = false
      ask()
    } else if pauseCount < Self.pauses.count {
      let loop = databases.changeLoop
      timer = loop.timers.add(
        due: loop.now + Self.pauses[pauseCount], label: "database change", kind: .inner, keepsAlive: keepsAlive
      ) { [weak self] in self?.ask() }
      pauseCount += 1
    }
  }

  var isActive: Bool { body != nil }

  var keepsAlive = true {
    didSet {
      for watch in watches { watch.keepsAlive = keepsAlive }
      timer?.keepsAlive = keepsAlive
    }
  }

  func cancel() {
    body = nil
    timer?.cancel()
    for watch in watches { watch.cancel() }
    watches = []
  }
}
