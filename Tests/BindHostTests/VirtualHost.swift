import BindCore
import BindHost
import BindSources
import Testing

/// A host whose time jumps, with what the script printed and what nobody caught.
final class VirtualHost {
  let world: VirtualWorld
  let host: Host
  private let output = Lines()

  private final class Lines {
    var printed: [String] = []
    var reports: [Report] = []
    var onLog: (LogEntry) -> Void = { _ in }
  }

  init(
    _ permissions: Permissions = Permissions(scriptFolder: "/scripts"), seed: UInt64 = 1, tracesEvents: Bool = false,
    machineID: String = "virtual machine"
  ) throws {
    world = VirtualWorld(permissions: permissions, seed: seed, machineID: machineID)
    var options = HostOptions(permissions: permissions) { [output] in output.reports.append($0) }
    options.print = { [output] in
      output.printed.append(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: "\n"))
    }
    options.log = { [output] in output.onLog($0) }
    options.timeLimit = .seconds(20)
    options.tracesEvents = tracesEvents
    host = try Host(options, virtual: world)
  }

  deinit { host.close() }

  /// Runs a script's main chunk; what waits goes on with `advance`.
  func run(_ source: String, name: String = "test.lua") throws {
    var failure: Failure?
    host.start(Array(("local bh = require 'bindhost'; " + source).utf8), name: name) { result in
      if case .failure(let error) = result { failure = error }
    }
    if let failure { throw Diagnostic(Report(failure, during: "main chunk")) }
  }

  /// Hears what the script writes down with `bh.log`.
  var onLog: (LogEntry) -> Void {
    get { output.onLog }
    set { output.onLog = newValue }
  }

  func advance(_ time: Duration) throws { try world.advance(by: time) }

  var pendingTimers: Int { world.clock.pendingTimers }

  /// What was printed since the last call.
  func printed() -> [String] {
    defer { output.printed = [] }
    return output.printed
  }

  /// What was reported since the last call, as `id: message`.
  func reports() -> [String] {
    defer { output.reports = [] }
    return output.reports.map { Diagnostic($0).description }
  }
}

extension String {
  fileprivate func trimmingCharacters(in end: String) -> String { hasSuffix(end) ? String(dropLast()) : self }
}
