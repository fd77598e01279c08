import BindCore
import BindGraph
import BindSources
import CLua
import Foundation
import Testing

@testable import BindHost
@testable import BindLua

/// Memory runs out at the n-th request, in the middle of a script that uses the whole surface: the error is clean,
/// nothing is lost, and the host goes on.
///
/// Here for some n, bounded; `scripts/fail-allocations` does it for every n.
@Suite(.serialized) struct OutOfMemoryTests {
  @Test(arguments: Shortage.allCases)
  func whicheverAllocationFailsInAScriptTheErrorIsCleanNothingIsLostAndTheHostGoesOn(_ shortage: Shortage) throws {
    try tryAll(shortage) { try MemoryTrial.run(from: $0, shortage) }
  }

  @Test(arguments: Shortage.allCases)
  func whicheverAllocationFailsWhileAHostIsMadeThereIsAnErrorAndNothingIsLost(_ shortage: Shortage) throws {
    try tryAll(shortage) { try MemoryTrial.open(from: $0, shortage) }
  }

  @Test(arguments: Shortage.allCases)
  func whicheverAllocationFailsWhileAHostIsClosedNothingIsLost(_ shortage: Shortage) throws {
    try tryAll(shortage) { try MemoryTrial.close(from: $0, shortage) }
  }

  private func tryAll(_ shortage: Shortage, _ trial: (_ n: UInt64) throws -> MemoryTrial) throws {
    let whole = try trial(0)
    #expect(whole.problems == [])
    #expect(whole.errors == 0)
    #expect(whole.requests > 30)
    var failures = 0
    for n in MemoryTrial.sample(of: whole.requests) {
      let one = try trial(n)
      #expect(one.problems == [], "request \(n) of \(whole.requests)")
      failures += one.errors
    }
    // What is refused once is mostly there after a collection.
    if shortage != .once { #expect(failures > 0) }
  }
}

/// How many requests in a row are refused.
enum Shortage: CaseIterable {
  /// One: Lua collects and asks again; CLua's own blocks and Lua's string buffers do not.
  case once
  /// And what is asked for after the collection.
  case twice
  case tenTimes
  /// Everything until the host has returned.
  case lasting

  var length: UInt64 {
    switch self {
    case .once: 1
    case .twice: 2
    case .tenTimes: 10
    case .lasting: .max / 2
    }
  }
}

/// One run with its shortage, and what was wrong with it.
struct MemoryTrial {
  var requests: UInt64 = 0
  var errors = 0
  var problems: [String] = []

  /// Numbers up to `count`: all of them where the environment says `FAIL_ALLOCATIONS=all`, else about a hundred.
  static func sample(of count: UInt64) -> [UInt64] {
    let isWhole = ProcessInfo.processInfo.environment["FAIL_ALLOCATIONS"] == "all"
    return Array(stride(from: 1, through: count, by: isWhole ? 1 : Int(max(1, count / 97))))
  }

  private static let script: [UInt8] = {
    let url = ScriptFile.folder.appending(path: "limits/_whole_surface.lua")
    return (try? Array(Data(contentsOf: url))) ?? []
  }()

  /// What the same host must still do when memory is back.
  private static let afterwards = """
    local bh = require "bindhost"
    local a = bh.bindable(1)
    local twice = bh.computed(function() return a:get() * 2 end)
    local seen = {}
    twice:observe(function(v) seen[#seen + 1] = v end)
    a:set(2)
    bh.transaction(function() a:set(3) a:set(4) end)
    bh.go(function()
      bh.sleep(1)
      print(table.concat(seen, " "), select(2, pcall(error, { "e" }))[1], tostring(a "x"))
    end)
    """

  private final class Log {
    var lines: [String] = []
    var reports: [Diagnostic] = []
  }

  private static func world() -> VirtualWorld {
    var permissions = Permissions(scriptFolder: "/scripts")
    permissions.allowEverything()
    let world = VirtualWorld(permissions: permissions)
    world.files.write("/scripts/data.txt", "data")
    world.network.stub(
      "/me.json", headers: HTTPHeaders([("X-Thing", "a")]), body: #"{"name":"Ada","list":[1,2.5,null]}"#)
    world.network.stub("/lines", body: "one\ntwo\n")
    world.network.stub("/gone", status: 404, body: "no")
    world.processes.stub("tool") { process in
      if process.request.argv.contains("fail") {
        process.finish(.exited(3))
      } else {
        process.write(Array("out of tool".utf8))
        process.finish()
      }
    }
    return world
  }

  private static func options(_ world: VirtualWorld, _ log: Log) -> HostOptions {
    var permissions = Permissions(scriptFolder: "/scripts")
    permissions.allowEverything()
    var options = HostOptions(permissions: permissions) { log.reports.append(Diagnostic($0)) }
    options.print = { log.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    options.timeLimit = .seconds(60)
    return options
  }

  /// What must be gone when the host is.
  private struct Remains {
    weak var engine: Engine?
    weak var context: LuaContext?
    weak var surface: Surface?
    weak var world: VirtualWorld?
  }

  /// Runs `body` on an engine of its own, with a trial; answers what it left behind.
  private static func on(_ body: (UnsafeMutablePointer<bh_trial>, inout Remains) throws -> Void) rethrows -> [String] {
    let trial = UnsafeMutablePointer<bh_trial>.allocate(capacity: 1)
    trial.initialize(to: bh_trial())
    bh_begin_trial(trial)
    defer {
      bh_begin_trial(nil)
      trial.deallocate()
    }
    var remains = Remains()
    Engine().becomeCurrent()
    remains.engine = Engine.current
    try body(trial, &remains)
    var problems: [String] = []
    if let count = remains.engine?.nodeCount, count > 0 { problems.append("lost: \(count) nodes") }
    Engine().becomeCurrent()
    if trial.pointee.blocks != 0 { problems.append("lost: \(trial.pointee.blocks) blocks of C") }
    if remains.engine != nil { problems.append("lost: the engine") }
    if remains.context != nil { problems.append("lost: a reference") }
    if remains.surface != nil { problems.append("lost: the surface") }
    if remains.world != nil { problems.append("lost: the world") }
    return problems
  }

  /// A host that runs the script, to be looked at while it lives and afterwards.
  private final class Subject {
    let log = Log()
    let world = MemoryTrial.world()
    let host: BindHost.Host

    init(_ remains: inout Remains) throws {
      host = try BindHost.Host(MemoryTrial.options(world, log), virtual: world)
      remains.context = host.interpreter.context
      remains.surface = host.surface
      remains.world = world
    }

    func start(_ source: [UInt8], _ name: String) {
      host.start(source, name: name) { [log] result in
        if case .failure(let failure) = result { log.reports.append(Diagnostic(Report(failure, during: ""))) }
      }
    }

    /// Reports that say anything but that memory ran out, or not where although they could.
    func unclean() -> [String] {
      log.reports.compactMap { report in
        if report.id != .hostMemory, !report.message.contains("not enough memory") {
          return "not a clean error: \(report)"
        }
        if report.id == .hostQuota { return "no limit was reached: \(report)" }
        if report.position == nil, report.traceback?.contains("surface.lua:") ?? false {
          return "without its place: \(report)"
        }
        return nil
      }
    }

    func close() -> [String] {
      host.close().map { "left by the host: \($0)" } + host.interpreter.remains.map { "left by Lua: \($0)" }
        + (host.engine.root.count > 0 ? ["left: \(host.engine.root.count) items of scopes"] : [])
    }
  }

  /// From the start of the script on.
  /// - Parameter n: the number of the first request that is refused; 0: none.
  static func run(from n: UInt64, _ shortage: Shortage) throws -> MemoryTrial {
    var result = MemoryTrial()
    result.problems += try on { trial, remains in
      let subject = try Subject(&remains)
      let (log, world) = (subject.log, subject.world)
      trial.refuse(from: n, shortage)
      /// A shortage ends with the step that it hits.
      func step(_ body: () throws -> Void) rethrows {
        try body()
        if trial.pointee.refused > 0 { trial.pointee.first = 0 }
      }
      step { subject.start(script, "surface.lua") }
      for time in 1...12 {
        try step { try world.advance(by: .milliseconds(10)) }
        if time == 4 { step { world.files.write("/scripts/data.txt", "other data") } }
      }
      result.requests = trial.pointee.requests
      result.errors = log.reports.count
      trial.pointee.first = 0
      result.problems += subject.unclean()
      if trial.pointee.refused == 0 {
        for report in log.reports { result.problems.append("nothing was refused: \(report)") }
      }
      (log.lines, log.reports) = ([], [])
      subject.start(Array(afterwards.utf8), "afterwards.lua")
      try world.advance(by: .seconds(1))
      if log.lines != ["2 4 8\te\tRef(bindable.x)"] { result.problems.append("afterwards: \(log.lines)") }
      for report in log.reports { result.problems.append("afterwards: \(report)") }
      result.problems += subject.close()
      if n == 0, log.lines.last?.hasSuffix("end\nclosed\nexit") != true {
        result.problems.append("the script did not come to its end: \(log.lines)")
      }
    }
    return result
  }

  /// While a host is made.
  static func open(from n: UInt64, _ shortage: Shortage) throws -> MemoryTrial {
    var result = MemoryTrial()
    result.problems += on { trial, remains in
      trial.refuse(from: n, shortage)
      do {
        let subject = try Subject(&remains)
        result.requests = trial.pointee.requests
        result.problems += subject.close()
      } catch {
        result.errors += 1
        let id = (error as? Diagnostic)?.id ?? (error as? LuaFailure)?.id
        if id != .hostMemory { result.problems.append("not a clean error: \(error)") }
      }
    }
    return result
  }

  /// While a host is closed in the middle of the script.
  static func close(from n: UInt64, _ shortage: Shortage) throws -> MemoryTrial {
    var result = MemoryTrial()
    result.problems += try on { trial, remains in
      let subject = try Subject(&remains)
      subject.start(script, "surface.lua")
      try subject.world.advance(by: .milliseconds(15))
      trial.refuse(from: n, shortage)
      result.problems += subject.close() + subject.unclean()
      result.requests = trial.pointee.requests
      result.errors = subject.log.reports.count
    }
    return result
  }
}

extension UnsafeMutablePointer<bh_trial> {
  /// Refuses from the `n`th request on, counted from now; 0: none.
  fileprivate func refuse(from n: UInt64, _ shortage: Shortage) {
    pointee.requests = 0
    pointee.first = n
    pointee.last = n &+ shortage.length &- 1
  }
}
