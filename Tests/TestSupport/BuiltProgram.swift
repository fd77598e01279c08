public import Foundation

/// An executable of this package, beside the test bundle.
public struct BuiltProgram: Sendable {
  public static let bindhost = BuiltProgram(name: "bindhost")
  /// A program that does nothing but save (Tests/StoreProbe).
  public static let storeProbe = BuiltProgram(name: "StoreProbe")
  /// A program that embeds a host (Tests/HostProbe).
  public static let hostProbe = BuiltProgram(name: "HostProbe")

  /// Not of this package: `-c` and what the system's shell is to do.
  public static let shell = BuiltProgram(url: URL(filePath: "/bin/sh"))

  /// A run that takes longer is killed and says so.
  public static let deadline: Duration = .seconds(60)
  /// Of one that waits for what other programs do: they have to come to their turn first.
  public static let waitingDeadline: Duration = .seconds(600)

  public struct Run: Sendable {
    public var output: String
    public var errors: String
    /// A signal's number, negated, when one ended it.
    public var exitCode: Int32
    public var ranOutOfTime: Bool
  }

  /// Something to wait for in a running program.
  public enum Moment: Sendable {
    case outputSays(String)
    /// It has computed for 100 ms, which no start does.
    case busy

    func hasCome(output: URL, of process: Int32) -> Bool {
      switch self {
      case .outputSays(let text):
        return (try? String(contentsOf: output, encoding: .utf8))?.contains(text) ?? false
      case .busy:
        guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return false }
        // Behind the name, which stands in parentheses, user and system ticks are the 12th and 13th field.
        let fields = line.split(separator: ")").last?.split(separator: " ") ?? []
        let ticks = fields.dropFirst(11).prefix(2).compactMap { Int($0) }.reduce(0, +)
        return ticks * 1000 / sysconf(Int32(_SC_CLK_TCK)) >= 100
      }
    }
  }

  public let url: URL

  private init(url: URL) { self.url = url }

  init(name: String) {
    url = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name)
  }

  /// Runs the program to its end. Its standard output and error go through files, so that neither can fill up and
  /// hold it.
  /// - Parameters:
  ///   - environment: set besides what the tests themselves run with.
  ///   - joinsErrors: standard error goes where standard output goes, as on a terminal.
  ///   - waitsForOthers: it does nothing but wait for what other programs of the test do, so it takes nobody's place.
  ///   - interrupt: a signal to send, and when.
  public func run(
    _ arguments: [String], in folder: URL? = nil, input: String = "", environment: [String: String] = [:],
    joinsErrors: Bool = false, waitsForOthers: Bool = false, interrupt: (signal: Int32, moment: Moment)? = nil
  ) async throws -> Run {
    if !waitsForOthers { await Places.shared.take() }
    defer { if !waitsForOthers { Task { await Places.shared.give() } } }
    let scratch = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let files = try ["in", "out", "err"].map { name in
      let file = scratch.appending(path: name)
      try Data((name == "in" ? input : "").utf8).write(to: file)
      return try name == "in" ? FileHandle(forReadingFrom: file) : FileHandle(forWritingTo: file)
    }
    defer { for file in files { try? file.close() } }
    let process = try ChildProcess(
      [url.path] + arguments, in: folder, environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
      input: files[0], output: files[1], errors: joinsErrors ? files[1] : files[2])
    // On a thread of its own: tests that block may hold every thread that tasks run on.
    let end = AsyncStream<Int32>.makeStream()
    Thread.detachNewThread {
      end.continuation.yield(process.waitForEnd())
      end.continuation.finish()
    }
    let watchdog = Task {
      try await Task.sleep(for: waitsForOthers ? Self.waitingDeadline : Self.deadline)
      process.signal(SIGKILL)
    }
    if let interrupt {
      let output = scratch.appending(path: "out")
      Thread.detachNewThread {
        while process.isRunning {
          if interrupt.moment.hasCome(output: output, of: process.id) {
            process.signal(interrupt.signal)
            break
          }
          usleep(2000)
        }
      }
    }
    var exitCode: Int32 = 0
    for await code in end.stream { exitCode = code }
    watchdog.cancel()
    let ranOutOfTime = (try? await watchdog.value) != nil
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: scratch.appending(path: name)), as: UTF8.self)
    }
    return Run(output: try text("out"), errors: try text("err"), exitCode: exitCode, ranOutOfTime: ranOutOfTime)
  }
}

/// So many programs run at once as there are processors: a program that hardly gets one runs into its time limit.
private actor Places {
  static let shared = Places(count: max(2, ProcessInfo.processInfo.activeProcessorCount))

  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(count: Int) { free = count }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
