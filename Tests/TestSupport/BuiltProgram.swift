public import Foundation

/// An executable of this package, beside the test bundle.
public struct BuiltProgram: Sendable {
  public static let bindhost = BuiltProgram(name: "bindhost")

  /// A run that takes longer is killed and says so.
  public static let deadline: Duration = .seconds(60)

  public struct Run: Sendable {
    public var output: String
    public var errors: String
    /// A signal's number, negated, when one ended it.
    public var exitCode: Int32
    public var ranOutOfTime: Bool
  }

  let url: URL

  init(name: String) {
    url = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: name)
  }

  /// Runs the program to its end. Its standard output and error go through files, so that neither can fill up and
  /// hold it.
  /// - Parameters:
  ///   - environment: set besides what the tests themselves run with.
  ///   - interrupt: a signal to send once the output says something.
  public func run(
    _ arguments: [String], in folder: URL? = nil, input: String = "", environment: [String: String] = [:],
    interrupt: (signal: Int32, whenOutputSays: String)? = nil
  ) async throws -> Run {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    let files = try ["in", "out", "err"].map { name in
      let file = scratch.appending(path: name)
      try Data((name == "in" ? input : "").utf8).write(to: file)
      return try name == "in" ? FileHandle(forReadingFrom: file) : FileHandle(forWritingTo: file)
    }
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (process.standardInput, process.standardOutput, process.standardError) = (files[0], files[1], files[2])

    let end = AsyncStream<Void>.makeStream()
    process.terminationHandler = { _ in end.continuation.finish() }
    try process.run()
    let identifier = process.processIdentifier
    let watchdog = Task {
      try await Task.sleep(for: Self.deadline)
      kill(identifier, SIGKILL)
    }
    if let interrupt {
      let file = scratch.appending(path: "out")
      while process.isRunning,
        !String(decoding: try Data(contentsOf: file), as: UTF8.self).contains(interrupt.whenOutputSays)
      {
        try await Task.sleep(for: .milliseconds(5))
      }
      kill(identifier, interrupt.signal)
    }
    for await _ in end.stream {}
    watchdog.cancel()
    let ranOutOfTime = (try? await watchdog.value) != nil
    let wasSignalled = process.terminationReason == .uncaughtSignal
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: scratch.appending(path: name)), as: UTF8.self)
    }
    return Run(
      output: try text("out"), errors: try text("err"),
      exitCode: wasSignalled ? -process.terminationStatus : process.terminationStatus, ranOutOfTime: ranOutOfTime)
  }
}
