import BindCore
import Foundation
import TestSupport
import Testing

/// Scripts on several machines that share states in etcd: real programs, a real server.
@Suite("Scripts and etcd", .serialized) struct EtcdRunTests {
  let folder: URL
  let cluster: EtcdCluster
  let prefix = "run-\(UUID().uuidString)"
  private let place: TemporaryFolder

  init() throws {
    place = try TemporaryFolder()
    folder = place.url
    cluster = try EtcdCluster.shared()
  }

  private var url: String { cluster.url(prefix) }

  /// - Parameter host: its name; each has a state folder of its own.
  private func run(
    _ code: String, host: String = "a", flags: [String] = ["--allow-net=127.0.0.1"], arguments: [String] = [],
    interrupt: (signal: Int32, moment: BuiltProgram.Moment)? = nil
  ) async throws -> BuiltProgram.Run {
    let script = folder.appending(path: "script-\(UUID().uuidString).lua")
    try ("local bh = require 'bindhost'; local URL = ... or '\(url)'; " + code)
      .write(to: script, atomically: true, encoding: .utf8)
    return try await BuiltProgram.bindhost.run(
      ["run", "--ui=none"] + flags + [script.path] + (arguments.isEmpty ? [] : ["--"] + arguments), in: folder,
      environment: ["BINDHOST_STATE_DIR": folder.appending(path: "state-\(host)").path], waitsForOthers: true,
      interrupt: interrupt)
  }

  /// With no other change than the URL.
  @Test(arguments: ["sqlite:shared.db", "etcd"]) func threeScriptsOfFiveHundredIncrementsGiveFifteenHundred(
    _ store: String
  ) async throws {
    let url = store == "etcd" ? url : "sqlite:\(folder.path)/shared.db"
    let code = """
      local s = bh.state("counter", { n = 0, last = "" }, { store = "\(url)", save_after = "2ms" })
      for i = 1, 500 do
        s "n":modify(function(n) return n + 1 end)
        if i % 10 == 0 then bh.sleep "1ms" end
      end
      assert(s:save())
      while s "n":get() < 1500 do bh.sleep "10ms" end
      print(s "n":get())
      """
    let flags = store == "etcd" ? ["--allow-net=127.0.0.1"] : ["--allow-read", "--allow-write"]
    let runs = try await withThrowingTaskGroup(of: BuiltProgram.Run.self) { group in
      for host in ["a", "b", "c"] { group.addTask { try await run(code, host: host, flags: flags) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for run in runs { #expect(run.output == "1500\n" && run.exitCode == 0, "\(run.errors)") }
  }

  /// To write a large one down takes time, in which what others have stored of the counter is merged with what is not saved yet.
  @Test func incrementsBesideALargeStateAreNotLost() async throws {
    let store = "sqlite:\(folder.path)/large.db"
    let code = """
      local list = {}
      for i = 1, 20000 do list[i] = i end
      local options = { store = "\(store)", save_after = "1ms" }
      local large = bh.state("a large one of " .. ..., { list = list, n = 0 }, options)
      local counter = bh.state("counter", { n = 0 }, options)
      for i = 1, 200 do
        counter "n":modify(function(n) return n + 1 end)
        large "n":set(i)
        bh.sleep "1ms"
      end
      assert(counter:save())
      while counter "n":get() < 600 do bh.sleep "10ms" end
      print(counter "n":get())
      """
    let flags = ["--allow-read", "--allow-write"]
    let runs = try await withThrowingTaskGroup(of: BuiltProgram.Run.self) { group in
      for host in ["a", "b", "c"] { group.addTask { try await run(code, host: host, flags: flags, arguments: [host]) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for run in runs { #expect(run.output == "600\n" && run.exitCode == 0, "\(run.errors)") }
  }

  @Test func aServerNeedsThePermissionOfTheNet() async throws {
    let run = try await run(#"bh.state("s", { n = 0 }, { store = URL })"#, flags: [])
    #expect(run.exitCode == 3)
    #expect(run.errors.contains("--allow-net=127.0.0.1:\(cluster.port(0))"), "\(run.errors)")
  }

  @Test func whatOneScriptWritesAnotherOneShowsAsAChangeFromOutside() async throws {
    async let watching = run(
      """
      local s = bh.state("s", { text = "none", more = 0, ready = false }, { store = URL, save_after = 0 })
      local done = bh.bindable(false)
      s "text":observe(function(text, _, cause)
        print(text, cause.kind, s "more":get())
        if text == "hello" then s "text":set "seen" elseif text == "seen" then done:set(true) end
      end)
      s "ready":set(true)
      while not done:get() do bh.sleep "10ms" end
      s:save()
      """, host: "a",
      interrupt: (SIGTERM, .outputSays("seen")))
    let writing = try await run(
      """
      local s = bh.state("s", { text = "none", more = 0, ready = false }, { store = URL, save_after = 0 })
      while not s "ready":get() do bh.sleep "10ms" end
      bh.transaction(function() s "text":set "hello"; s "more":set(7) end)
      while s "text":get() ~= "seen" do bh.sleep "10ms" end
      print "answered"
      """, host: "b")
    #expect(writing.output == "answered\n", "\(writing.errors)")
    let watched = try await watching
    #expect(watched.output.hasPrefix("none\tinitial\t0\nhello\texternal\t7\nseen\t"), "\(watched.output)")
  }

  /// It is away while others write, and what they wrote is compacted.
  @Test func severalChangesThatBecameOneSaySo() async throws {
    let own = try EtcdCluster()
    let way = try Forwarder(to: own.port(0))
    defer { way.end() }
    let script = try start(
      """
      local bh = require 'bindhost'
      local s = bh.state("s", { text = "none" }, { store = "etcd://127.0.0.1:\(way.port)/p", save_after = 0 })
      s "text":observe(function(text, _, cause) print(text, cause.kind, cause.coalesced) end)
      s "$load_error":observe(function(err) print(err and "away" or "here") end)
      """, "coalesced")
    defer { script.end() }
    try script.wait(for: "here")
    func put(_ text: String) async throws {
      let run = try await run(
        "local s = bh.state('s', { text = 'none' }, { store = URL }); s 'text':set('\(text)'); assert(s:save())",
        arguments: [own.url("p")])
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    try await put("one")
    try script.wait(for: "one\texternal\tnil")
    way.set(.cut)
    try script.wait(for: "away")
    try await put("two")
    try await put("three")
    try own.compact()
    way.set(.open)
    try script.wait(for: "three\texternal\ttrue")
    #expect(!script.output.contains("two"))
  }

  /// A server that takes connections and says nothing is waited for once, and that is not the script's time.
  @Test func aServerThatSaysNothingStopsNoScript() async throws {
    let own = try EtcdCluster()
    own.stop(0)
    defer { own.resume(0) }
    let run = try await run(
      """
      local sum, errors = 0, 0
      for i = 1, 12 do
        local s = bh.state("s" .. i, { n = i }, { store = URL })
        sum = sum + s "n":get()
        if s "$load_error":get().id == "store.load_failed" then errors = errors + 1 end
      end
      print(sum, errors)
      """, flags: ["--allow-net=127.0.0.1", "--timeout=15s"], arguments: [own.url("p")])
    // Twelve waits would be too long, and its end waits for none.
    #expect(run.output == "78\t12\n" && run.exitCode == 0, "\(run)")
  }

  @Test func certificatesAreNamedByTheURLAndReadingThemNeedsPermission() async throws {
    let certificates = try TestCertificates()
    let secure = try EtcdCluster(certificates: certificates)
    let url =
      "etcds://\(secure.servers[0])/p?ca=\(certificates.path("ca.pem"))&cert=\(certificates.path("client.pem"))"
      + "&key=\(certificates.path("client.key"))"
    let code =
      "local s = bh.state('n', 0, { store = URL }); s:modify(function(n) return n + 1 end); print(s:save(), s:get())"
    let refused = try await run(code, arguments: [url])
    #expect(
      refused.exitCode == 3 && refused.errors.contains("--allow-read=\(certificates.path("ca.pem"))"), "\(refused)")
    let flags = ["--allow-net=127.0.0.1", "--allow-read=\(certificates.folder.path)"]
    for number in 1...2 {
      let run = try await run(code, flags: flags, arguments: [url])
      #expect(run.output == "true\t\(number)\n" && run.exitCode == 0, "\(run)")
    }
    let nobody = try await run(
      "local s = bh.state('n', 0, { store = URL }); print(s '$load_error':get().message)", flags: flags,
      arguments: ["etcds://\(secure.servers[0])/p?ca=\(certificates.path("ca.pem"))"])
    #expect(nobody.output.contains("add cert=PATH and key=PATH to the store's URL"), "\(nobody)")
  }

  @Test func aJobOfAClusterRunsOnOneMachineAndOnTheNextWhenThatOneDies() async throws {
    let code = """
      local s = bh.state("runs", { log = {} }, { store = URL, save_after = 0 })
      local job = bh.job.every("100ms", { name = "tick", cluster = URL, run = function(fire)
        print("ran")
        bh.sleep "20ms"
      end })
      """
    let first = try start("local bh, URL = require 'bindhost', '\(url)'; " + code, "first")
    try first.wait(for: "ran\nran\nran")
    // It has the lock. The other one has it when the first one has died and then the lock, ten seconds later at most.
    let second = try start("local bh, URL = require 'bindhost', '\(url)'; " + code, "second")
    defer { second.end() }
    first.signal(SIGKILL)
    #expect(first.waitForEnd() == -SIGKILL)
    let died = ContinuousClock.now
    try second.wait(for: "ran\nran")
    // It is renewed each three seconds, on a busy machine later.
    #expect(ContinuousClock.now - died > .seconds(1), "not before the lock had died")
  }

  @Test func aHolderThatWasStoppedForTooLongEndsItsRunAndItsLateWriteIsRefused() async throws {
    let code = """
      local s = bh.state("late", { who = "nobody" }, { store = "\(url)", save_after = 0 })
      local job = bh.job.every("1h", { name = "late", cluster = "\(url)", run = function()
        print "running"
        s "who":set(NAME)
        assert(s:save())
        print "saved"
        for i = 1, 100 do
          bh.sleep "50ms"
          s "who":set(NAME .. " " .. i)
        end
      end })
      s "who":observe(function(who) if who == "end" then print "end" end end)
      """
    let first = try start("local bh = require 'bindhost'; local NAME = 'first'; " + code, "first")
    defer { first.end() }
    try first.wait(for: "saved")
    first.signal(SIGSTOP)
    let second = try start("local bh = require 'bindhost'; local NAME = 'second'; " + code, "second")
    defer { second.end() }
    // The lock dies with its ten seconds, and the second one has it.
    try second.wait(for: "saved")
    first.signal(SIGCONT)
    try await Task.sleep(for: .seconds(2))
    #expect(!first.errors.contains("internal"), "\(first.errors)")
    let kept = try await run("print(bh.state('late', { who = 'nobody' }, { store = URL }) 'who':get())", host: "c")
    #expect(kept.output.hasPrefix("second"), "the late write of the first one is not there: \(kept.output)")
    #expect(first.output.components(separatedBy: "running").count == 2, "and its run has ended")
  }

  /// `examples/shared-board.lua` on three hosts, each with a state folder of its own.
  @Test func theSharedBoardHasTheNotesOfThreeHosts() async throws {
    let board = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples/shared-board.lua").path
    let runs = try await withThrowingTaskGroup(of: BuiltProgram.Run.self) { [url, folder] group in
      for host in ["ada", "bob", "cyd"] {
        group.addTask {
          try await BuiltProgram.bindhost.run(
            ["run", "--ui=none", "--allow-net=127.0.0.1", board, "--", url, "note of \(host)", "3"],
            environment: ["BINDHOST_STATE_DIR": folder.appending(path: "state-\(host)").path], waitsForOthers: true)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for run in runs {
      #expect(run.exitCode == 0, "\(run.errors)")
      for host in ["ada", "bob", "cyd"] { #expect(run.output.contains("note of \(host)"), "\(run.output)") }
    }
    #expect(Set(runs.map(\.output)).count == 1, "all see the same board")
  }

  private func start(_ code: String, _ name: String) throws -> StartedProgram {
    let script = folder.appending(path: name + ".lua")
    try code.write(to: script, atomically: true, encoding: .utf8)
    return try StartedProgram(
      .bindhost, ["run", "--ui=none", "--allow-net=127.0.0.1", script.path], named: name, in: folder,
      environment: ["BINDHOST_STATE_DIR": folder.appending(path: name + "-state").path])
  }
}
