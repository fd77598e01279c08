import BindCore
import Testing

import class BindHost.Host
import struct BindHost.HostOptions

/// Writes to the outside that meet a newer value.
@Suite(.ownThread) struct RefConflictTests {
  @Test func whatTheOtherSideHasIsAskedForWhereItDoesNotSayIt() throws {
    let host = try Host(HostOptions(scriptFolder: "/tmp") { Issue.record("\($0)") })
    defer { host.close() }
    var server = 10
    var met: [String] = []
    let source = try Source<Int>(
      name: "stock", get: .now { server },
      set: .now { new, _ in
        guard met.isEmpty else {
          server = new
          return nil
        }
        server = 77
        throw WriteConflict<Int>()
      },
      resolve: { conflict in
        met.append("\(conflict.base ?? -1) \(conflict.mine) \(conflict.theirs ?? -1)")
        return .value(conflict.mine + (conflict.theirs ?? 0))
      })
    var failures: [Failure?] = []
    try source.set(11) { failures.append($0) }
    #expect(turn(host) { failures.count == 1 })
    #expect(met == ["10 11 77"] && server == 88)
    #expect(try source.ref.get() == 88 && failures[0] == nil)
  }

  @Test func aConflictThatStandsHasItsId() throws {
    let host = try Host(HostOptions(scriptFolder: "/tmp") { Issue.record("\($0)") })
    defer { host.close() }
    let source = try Source<Int>(name: "stock", get: .now { 1 }, set: .now { _, _ in throw WriteConflict(theirs: 9) })
    var failures: [Failure?] = []
    try source.set(11) { failures.append($0) }
    #expect(turn(host) { failures.count == 1 })
    #expect(failures[0]?.asDiagnostic.id == .sourceConflict)
    #expect(try source.ref.get() == 9)
  }

  @Test func whereNobodyCanBeAskedWhatTheOtherSideHasIsNotKnown() throws {
    let host = try Host(HostOptions(scriptFolder: "/tmp") { Issue.record("\($0)") })
    defer { host.close() }
    var met: [String] = []
    var sent: [String] = []
    let source = try Source<Int>(
      set: .now { new, old in
        sent.append("\(old ?? -1) \(new)")
        if sent.count == 1 { throw WriteConflict<Int>() }
        return nil
      },
      resolve: { conflict in
        met.append("\(conflict.base ?? -1) \(conflict.mine) \(conflict.theirs ?? -1)")
        return .mine
      })
    var failures: [Failure?] = []
    try source.set(11) { failures.append($0) }
    #expect(turn(host) { failures.count == 1 })
    #expect(met == ["-1 11 -1"] && sent == ["-1 11", "-1 11"] && failures[0] == nil)
  }

  @Test func aWriteThatIsResolvedAfterALaterOneStandsIsNotSentAgain() throws {
    let host = try Host(HostOptions(scriptFolder: "/tmp") { _ in })
    defer { host.close() }
    var server = 1
    var sent: [Int] = []
    var setters: [(Result<Int?, any Error>) -> Void] = []
    var getters: [(Result<Int, any Error>) -> Void] = []
    let source = try Source<Int>(
      get: .later { answer in
        getters.append(answer)
        return nil
      },
      set: .later { new, _, answer in
        sent.append(new)
        setters.append(answer)
        return nil
      }, order: .parallel, resolve: { _ in .mine })
    getters.removeFirst()(.success(server))
    var failures: [Failure?] = []
    try source.set(10) { failures.append($0) }
    try source.set(20) { failures.append($0) }
    try #require(turn(host) { setters.count == 2 })
    setters[0](.failure(WriteConflict<Int>()))
    try #require(turn(host) { getters.count == 1 })
    server = 20
    setters[1](.success(nil))
    try #require(turn(host) { failures.count == 1 })
    getters.removeFirst()(.success(5))
    #expect(turn(host) { failures.count == 2 })
    #expect(sent == [10, 20] && failures[1].flatMap(diagnostic(of:))?.id == .sourceConflict)
    #expect(try source.ref.get() == 20)
  }
}
