import BindCore
import Foundation
import Testing

import class BindHost.Host
import struct BindHost.HostOptions

/// What Swift has of scripts when their host ends, and hosts that end in the middle of something.
@Suite(.ownThread) final class HostEndTests {
  private var reports: [String] = []
  private var printed: [String] = []
  private var onPrint: () -> Void = {}
  private let folder = FileManager.default.temporaryDirectory.appending(path: "end-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  private func host(running script: String = "", exposing model: Ref<Record>? = nil) throws -> Host {
    var options = HostOptions(scriptFolder: folder.path) { [unowned self] in reports.append($0) }
    options.print = { [unowned self] in
      printed.append(String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .newlines))
      onPrint()
    }
    let host = try Host(options)
    if let model { try host.expose(model) }
    try Data(("local bh = require 'bindhost'\n" + script).utf8).write(to: folder.appending(path: "a.lua"))
    try host.run(file: "a.lua")
    return host
  }

  private static let observing = """
    local m = bh.open "m"
    local y = bh.model("own", { y = 0 }) "y"
    m "n":observe(function(n)
      y:modify(function(y) return y + n end)
      print(n)
    end)
    y:observe(function(y) print("y " .. y) end)
    """

  @Test func closedByAnObserverOfSwiftsItIsClosedAtOnceAndWhatItsScriptsStillHadToApplySaysSo() throws {
    let model = try Ref.model("m", ["n": 1])
    let n: Ref<Int> = try model.at("n")
    let host = try host(running: Self.observing, exposing: model)
    var closings = 0
    try n.observe { new in
      guard new == 5 else { return }
      closings += 1
      host.close()
      #expect(!host.pump())
    }
    printed = []
    try n.set(5)
    #expect(printed == ["5"] && closings == 1)
    #expect(reports.count == 1 && reports[0].contains("bind.disposed"))
    try n.set(6)
    #expect(printed.count == 1 && reports.count == 1)
  }

  @Test func closedByWhatItPrintsInAWaveItEndsBehindIt() throws {
    let model = try Ref.model("m", ["n": 1])
    let n: Ref<Int> = try model.at("n")
    let host = try host(running: Self.observing, exposing: model)
    printed = []
    onPrint = { host.close() }
    try n.set(5)
    #expect(printed == ["5", "y 6"] && !host.pump())
    try n.set(6)
    #expect(printed.count == 2 && reports.isEmpty)
  }

  private static let keeping = """
    bh.model("own", {
      checked = bh.field { default = 1, check = function(v) return v < 9, "too much" end },
      plain = 2,
    })
    """

  /// Also when it has been let go.
  @Test(arguments: [true, false]) func whatNeedsItsScriptsFunctionsSaysThatTheyAreGone(_ isLetGo: Bool) throws {
    var host: Host? = try host(running: Self.keeping)
    let own = try #require(host?.model(named: "own"))
    let checked: Ref<Int> = try own.at("checked")
    let plain: Ref<Int> = try own.at("plain")
    let both = Ref.computed { try checked.get() + plain.get() }
    var seen: [Int] = []
    let handle = try both.observe { seen.append($0) }
    #expect(id { try checked.set(10) } == .bindInvalid)
    host?.close()
    if isLetGo { host = nil }
    #expect(id { try checked.set(3) } == .bindDisposed)
    #expect(id { try checked.modify { $0 += 1 } } == .bindDisposed)
    try plain.set(4)
    #expect(try plain.get() == 4 && checked.get() == 1)
    handle.stop()
    #expect(seen == [3, 5])
  }

  @Test func ofAHostThatIsClosedNothingStays() throws {
    weak var weak: AnyObject?
    for _ in 0..<2 {
      let host = try host(running: Self.keeping)
      weak = host.model(named: "own").map { _ in host }
      host.close()
    }
    #expect(weak == nil)
  }
}
