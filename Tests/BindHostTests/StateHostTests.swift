import BindCore
import BindHost
import BindStores
import Foundation
import Synchronization
import Testing

/// One state in Swift and in Lua: the lock of the state is the truth, the cells mirror it by the inbox.
@Suite("States of a host", .serialized) struct StateHostTests {
  /// A host on a thread of its own; the test's thread is another one.
  private func withHost(
    _ store: any Store, _ source: String, _ body: @escaping @Sendable (@escaping @Sendable () -> [String]) -> Void
  ) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bindhost-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try ("local bh = require 'bindhost'; " + source)
      .write(to: folder.appending(path: "s.lua"), atomically: true, encoding: .utf8)
    let printed = Lock<[String]>([])
    let done = DispatchSemaphore(value: 0)
    let failure = Lock<String?>(nil)
    let thread = Thread {
      do {
        var options = HostOptions(scriptFolder: folder.path) { error in printed.withLock { $0.append(error) } }
        options.store = store
        options.timeLimit = .seconds(20)
        options.print = { bytes in
          let line = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
          printed.withLock { $0.append(line) }
        }
        let host = try Host(options)
        defer { host.close() }
        try host.run(file: "s.lua")
      } catch { failure.withLock { $0 = "\(error)" } }
      done.signal()
    }
    thread.start()
    body { printed.withLock { $0 } }
    #expect(
      done.wait(timeout: .now() + .seconds(30)) == .success, "the script has not ended: \(printed.withLock { $0 })")
    #expect(failure.withLock { $0 } == nil)
    return printed.withLock { $0 }
  }

  private func wait(_ printed: () -> [String], for line: String) {
    let end = Date(timeIntervalSinceNow: 20)
    while !printed().contains(line), Date() < end { usleep(1000) }
    #expect(printed().contains(line))
  }

  @Test func twoThousandIncrementsFromSwiftThreadsAndFromLuaGiveTwoThousand() throws {
    let store = MemoryStore()
    let state = State(0, key: "n", in: store)
    let printed = try withHost(
      store,
      """
      local n = bh.state("n", 0)
      print "ready"
      for i = 1, 500 do
        n:modify(function(v) return v + 1 end)
        bh.transaction(function()
          n:modify(function(v) return v + 1 end)
          n:modify(function(v) return v - 1 end)
        end)
        if i % 50 == 0 then bh.sleep(0) end
      end
      local h; h = n:observe(function(v) if v == 2000 then print "all" h:stop() end end, { initial = false })
      if n:get() == 2000 then print "all" h:stop() end
      """
    ) { printed in
      wait(printed, for: "ready")
      DispatchQueue.concurrentPerform(iterations: 6) { _ in
        for _ in 0..<250 { state.modify { $0 += 1 } }
      }
    }
    #expect(state.value == 2000 && printed.contains("all"), "\(printed)")
  }

  @Test func whatAThreadWritesArrivesInItsOrderAsChangesFromOutside() throws {
    struct Pair: Codable, Sendable, Equatable {
      var a = 0
      var b = 0
    }
    let store = MemoryStore()
    let (pair, last) = (State(Pair(), key: "pair", in: store), State(0, key: "last", in: store))
    let printed = try withHost(
      store,
      """
      local pair = bh.state("pair", { a = 0, b = 0 })
      local last = bh.state("last", 0)
      local torn, behind, waves = 0, 0, 0
      pair:observe(function(p, _, cause)
        if p.a ~= p.b then torn = torn + 1 end
        if cause.kind ~= "external" then print(cause.kind) end
        waves = waves + 1
      end, { initial = false })
      local h; h = last:observe(function(n)
        if pair "a":get() < n then behind = behind + 1 end
        if n == 200 then print(torn, behind, waves) h:stop() end
      end, { initial = false })
      print "ready"
      bh.sleep(0)
      while last:get() < 200 do bh.sleep "1ms" end
      """
    ) { printed in
      wait(printed, for: "ready")
      for number in 1...200 {
        pair ~> Pair(a: number, b: number)
        last ~> number
      }
    }
    #expect(printed == ["ready", "0\t0\t200"])
  }

  @Test func whatAScriptWritesIsTheTruthAtOnceAndOneCommitForATransaction() throws {
    struct Prefs: Codable, Sendable, Equatable {
      var theme = "dark"
      var rating = 0
    }
    let store = MemoryStore()
    let state = State(Prefs(), key: "prefs", in: store)
    final class Listener: StateListener {
      let stateQueue: any StateQueue = DispatchQueue(label: "listener")
      let values = Lock<[Prefs]>([])
      func stateDidChange(to value: Prefs) { values.withLock { $0.append(value) } }
    }
    let listener = Listener()
    state.attach(listener: listener)
    let printed = try withHost(
      store,
      """
      local prefs = bh.state("prefs", { theme = "dark", rating = 0 })
      prefs:update { theme = "light", rating = 3 }
      pcall(bh.transaction, function() prefs "rating":set(9) error "no" end)
      bh.transaction(function()
        prefs "theme":set "dim"
        prefs "rating":modify(function(n) return n + 1 end)
      end)
      print(prefs "theme":get(), prefs "rating":get())
      """
    ) { _ in }
    #expect(printed == ["dim\t4"])
    #expect(state.value == Prefs(theme: "dim", rating: 4))
    let expected = [Prefs(theme: "light", rating: 3), Prefs(theme: "dim", rating: 4)]
    let end = Date(timeIntervalSinceNow: 10)
    while listener.values.withLock({ $0.count }) < 2, Date() < end { usleep(1000) }
    #expect(listener.values.withLock { $0 } == expected)
    #expect(try store.load(["prefs"])["prefs"]?.bytes == Array(#"{"rating":4,"theme":"dim"}"#.utf8), "saved at the end")
  }

  @Test func whatATurnChangesIsSavedInOneTransactionWithTheMarkOfItsJob() throws {
    let store = RecordingStore()
    let printed = try withHost(
      store,
      """
      local a = bh.state("a", 0, { save_after = 0 })
      local b = bh.state("b", 0, { save_after = 0 })
      local runs = 0
      local j; j = bh.job.every("20ms", { name = "sync", persistent = true, run = function(fire)
        runs = runs + 1
        repeat bh.sleep "1ms" until not a "$pending":get()
        a:set(runs)
        b:set(runs)
        return runs
      end })
      j:on_loaded(function()
        if runs == 20 then
          print(j "runs":get())
          j:stop()
        end
      end)
      """
    ) { _ in }
    #expect(printed == ["20"])
    let batches = store.batches.withLock { $0 }
    #expect(batches.count == 20, "\(batches)")
    #expect(batches.allSatisfy { $0 == ["a", "b", "job sync"] }, "\(batches)")
  }

  @Test func inVirtualTimeNothingRealIsReachedAndSavesComeWhenTheyAreDue() throws {
    let virtual = try VirtualHost()
    try virtual.run(
      """
      local s = bh.state("s", 0, { store = "memory:", save_after = "1h" })
      s "$pending":observe(function(p) print(p) end)
      s:set(1)
      bh.go(function() bh.sleep "2h" print(s:save()) end)
      """)
    #expect(virtual.printed() == ["false", "true"])
    try virtual.advance(.seconds(3599))
    #expect(virtual.printed() == [])
    try virtual.advance(.seconds(2))
    #expect(virtual.printed() == ["false"])
    try virtual.advance(.seconds(3600))
    #expect(virtual.printed() == ["true"] && virtual.reports() == [])
  }
}

/// Remembers which keys were saved together.
private final class RecordingStore: Store {
  let inner = MemoryStore()
  let batches = Lock<[[String]]>([])

  var name: String { "recording:" }
  var isShared: Bool { false }
  func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] { try inner.load(keys) }
  func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    batches.withLock { $0.append(changes.map(\.key.name).sorted()) }
    return try inner.save(changes)
  }
  func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) {}
  func close() { inner.close() }
}
