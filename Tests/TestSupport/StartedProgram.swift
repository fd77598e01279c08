public import Foundation

/// A program that runs while the test looks on.
public final class StartedProgram {
  private let process: ChildProcess
  private let place: URL

  /// - Parameters:
  ///   - name: of the files for what it says, in `folder`.
  ///   - environment: set besides what the tests themselves run with.
  public init(
    _ program: BuiltProgram, _ arguments: [String], named name: String, in folder: URL, workingIn working: URL? = nil,
    environment: [String: String] = [:]
  ) throws {
    place = folder.appending(path: name)
    let files = try [".out", ".err"].map { [place] ending in
      try Data().write(to: URL(filePath: place.path + ending))
      return try FileHandle(forWritingTo: URL(filePath: place.path + ending))
    }
    defer { for file in files { try? file.close() } }
    process = try ChildProcess(
      [program.url.path] + arguments, in: working,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, output: files[0], errors: files[1])
  }

  deinit { end() }

  public var output: String { (try? String(contentsOfFile: place.path + ".out", encoding: .utf8)) ?? "" }
  public var errors: String { (try? String(contentsOfFile: place.path + ".err", encoding: .utf8)) ?? "" }

  /// Waits until its output has a text, as long as it runs.
  public func wait(for text: String) throws {
    let end = ContinuousClock.now + .seconds(120)
    while !output.contains(text) {
      guard ContinuousClock.now < end, process.isRunning || output.contains(text) else {
        throw NeverSaid(text: text, output: output, errors: errors)
      }
      usleep(10_000)
    }
  }

  public struct NeverSaid: Error {
    public let text: String
    public let output: String
    public let errors: String
  }

  public func signal(_ signal: Int32) { process.signal(signal) }

  /// Its exit code, or the negated number of the signal that has ended it.
  public func waitForEnd() -> Int32 { process.waitForEnd() }

  public func end() {
    guard process.isRunning else { return }
    signal(SIGCONT)
    signal(SIGKILL)
    process.waitForEnd()
  }
}
