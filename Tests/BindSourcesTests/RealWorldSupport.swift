import BindCore
import BindSources
import Foundation
import TestSupport
import Testing

/// A folder that is gone after the test.
final class TemporaryFolder {
  /// Canonical.
  let path: String

  init() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    path = place.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let folder = URL(fileURLWithPath: self(name)).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: self(name)))
    return self(name)
  }

  func append(_ text: String, to name: String) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: self(name)))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
  }

  func move(_ name: String, to other: String) throws {
    guard rename(self(name), self(other)) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: self(name)) }
}

extension Permissions {
  static var everything: Permissions {
    var permissions = Permissions(scriptFolder: "/")
    permissions.allowEverything()
    return permissions
  }
}

/// Runs a test in a real World of its own; afterwards nothing is left on the loop.
func withRealWorld(_ permissions: Permissions = .everything, _ body: (RealWorld) throws -> Void) throws {
  let real = try RealWorld(permissions: permissions)
  defer {
    real.close(grace: .milliseconds(200))
    #expect(real.loop.handleCounts == [:])
  }
  try body(real)
}

extension RealWorld {
  /// Runs the loop until the condition holds; fails the test after ten seconds.
  func wait(
    for what: Comment, atMost limit: Duration = .seconds(60), until condition: () -> Bool,
    at place: SourceLocation = #_sourceLocation
  ) throws {
    // The condition may be about something that does not wake the loop.
    func tick() { ticking = world.clock.schedule(after: .milliseconds(5), label: "tick", tick) }
    var ticking: (any Token)?
    tick()
    defer { ticking?.cancel() }
    let isReached = loop.run(while: { !condition() }, atMost: limit)
    try #require(isReached, what, sourceLocation: place)
  }

  /// Runs a command to its end.
  func outcome(of request: ProcessRequest, at place: SourceLocation = #_sourceLocation) throws -> ProcessOutcome {
    var outcome: ProcessOutcome?
    try world.processes.spawn(request) { outcome = $0 }
    try wait(for: "the command ends", until: { outcome != nil }, at: place)
    return try #require(outcome)
  }

  func content(of path: String) throws -> Result<[UInt8], WorldFailure> {
    var result: Result<[UInt8], WorldFailure>?
    try world.files.read(path) { result = $0 }
    try wait(for: "the file is read", until: { result != nil })
    return try #require(result)
  }
}

extension ProcessRequest {
  static func shell(_ text: String, timeout: Duration? = nil) -> ProcessRequest {
    ProcessRequest(argv: ["sh", "-c", ByteString(text)], timeout: timeout)
  }
}

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

/// Runs the helper program beside the test bundle, for what can only be seen from a process of its own.
func probe(_ arguments: String...) throws -> (output: String, status: Int32) {
  let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  let program = URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("WorldProbe")
  let (output, status) = try ChildProcess.output(of: [program.path] + arguments)
  return (output, status)
}

/// Whether a process exists that is not a zombie.
func isRunning(_ id: Int32) -> Bool {
  guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
    let state = stat.split(separator: ")").last?.split(separator: " ").first
  else { return false }
  return state != "Z" && state != "X"
}
