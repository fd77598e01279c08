import BindCore
import BindSQLite
import Foundation
import TestSupport
import Testing

/// What scripts keep, from one run to the next and between runs at the same time.
@Suite("States of scripts") struct StateRunTests {
  let folder: URL
  private let place: TemporaryFolder

  init() throws {
    place = try TemporaryFolder()
    folder = place.url
  }

  private var state: URL { folder.appending(path: "state") }

  private func run(
    _ code: String, flags: [String] = [], environment: [String: String] = [:],
    interrupt: (signal: Int32, moment: BuiltProgram.Moment)? = nil
  ) async throws -> BuiltProgram.Run {
    let script = folder.appending(path: "script-\(UUID().uuidString).lua")
    try ("local bh = require 'bindhost'; " + code).write(to: script, atomically: true, encoding: .utf8)
    return try await BuiltProgram.bindhost.run(
      ["run", "--ui=none"] + flags + [script.path], in: folder,
      environment: ["BINDHOST_STATE_DIR": state.path].merging(environment) { $1 }, interrupt: interrupt)
  }

  private func stored() throws -> [String: String] {
    let database = try SQLiteDatabase(.file(state.appending(path: "state.db").path), access: .readOnly)
    var values: [String: String] = [:]
    for row in try database.query("SELECT key, value FROM states") {
      if case .string(let key)? = row["key"], case .string(let value)? = row["value"] { values[key.text] = value.text }
    }
    return values
  }

  @Test func aStateIsThereInTheNextRunAndADefaultIsNotWritten() async throws {
    let code = """
      local s = bh.state("s", { n = 0, text = "a\\0b" })
      local untouched = bh.state("untouched", { n = 0 })
      print(s "n":get(), #s "text":get(), tostring(s "n":why()):match "store \\"sqlite:.*state.db\\"" ~= nil)
      s "n":modify(function(n) return n + 1 end)
      """
    #expect(try await run(code).output == "0\t3\tfalse\n")
    #expect(try await run(code).output == "1\t3\ttrue\n")
    #expect(try stored() == ["s": #"{"n":2,"text":"a\u0000b"}"#])
  }

  @Test func aSecretStandsInNoLog() async throws {
    let run = try await run(
      """
      local s = bh.state("login", { token = "" }, { store = "secret:" })
      s "token":set "hunter2-hunter2"
      bh.log.info("signing in with hunter2-hunter2", { key = "hunter2-hunter2" })
      """)
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("signing in with •••") && !run.errors.contains("hunter2"), "\(run.errors)")
    let kept = try String(contentsOf: state.appending(path: "secrets.json"), encoding: .utf8)
    #expect(kept.contains("sealed-2:") && !kept.contains("hunter2"))
  }

  @Test func aSecretStandsInNoErrorWhoeverRaisesIt() async throws {
    let setUp = """
      local s = bh.state("login", { token = "" }, { store = "secret:" })
      local secret = ("hunter2-"):rep(2) .. "x"
      s "token":set(secret)
      """
    for code in [
      "error('main chunk ' .. secret)", "error({ kind = 'script', message = 'main chunk ' .. secret })",
      "bh.go(function() error('task ' .. secret) end)", "bh.after('1ms', function() error('timer ' .. secret) end)",
      "local j = bh.job.every('1h', function() error('job ' .. secret) end); bh.sleep '50ms'; j:stop()",
      "local o = s 'token':observe(function(v) error('observer ' .. v) end); bh.sleep '50ms'; o:stop()",
    ] {
      let run = try await run(setUp + "\n" + code)
      #expect(run.errors.contains("•••") && !run.errors.contains("hunter2-hunter2"), "\(code): \(run.errors)")
    }
  }

  /// Not everybody may: within a chroot nobody, in some containers neither.
  static let mayMount =
    (try? ChildProcess.output(of: ["/usr/bin/unshare", "--mount", "--map-root-user", "true"]).status) == 0

  /// A disk that is mounted read only, in a name space of its own.
  @Test(.enabled(if: mayMount, "it mounts a disk"))
  func whatIsStoredOnAReadOnlyDiskIsShownAndASaveSaysWhyNot() async throws {
    try """
    local bh = require 'bindhost'
    local s = bh.state("s", { n = 0 }, { store = "sqlite:disk/odd %23 name?.db", save_after = 0 })
    print("before", s "n":get(), s "$load_error":get())
    s "n":modify(function(n) return n + 5 end)
    local saved, err = s:save()
    print("after", s "n":get(), saved, err and err.id, (err and err.message or ""):match "may not be written")
    """.write(to: folder.appending(path: "s.lua"), atomically: true, encoding: .utf8)
    try FileManager.default.createDirectory(at: folder.appending(path: "disk"), withIntermediateDirectories: true)
    let run = "\(BuiltProgram.bindhost.url.path) run --ui=none --allow-read --allow-write s.lua"
    let lines = "mount -t tmpfs tmpfs disk && \(run) && mount -o remount,ro disk && \(run)"
    let shown = try await BuiltProgram.shell.run(
      ["-c", "unshare --mount --map-root-user sh -c '\(lines)'"], in: folder,
      environment: ["BINDHOST_STATE_DIR": state.path])
    #expect(
      shown.output == """
        before\t0\tnil
        after\t5\ttrue\tnil\tnil
        before\t5\tnil
        after\t10\tnil\tstore.save_failed\tmay not be written

        """, "\(shown.errors)")
    #expect(shown.exitCode == 1, "what was written is lost with the run")
  }

  @Test func theExamplesShowEachOthersChangesInTwoProcesses() async throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "examples")
    let environment = ["XDG_STATE_HOME": folder.path, "BINDHOST_STATE_DIR": ""]
    let status = try StartedProgram(
      .bindhost, ["run", "--ui=none", "status.lua"], named: "status", in: folder, workingIn: examples,
      environment: environment)
    defer { status.end() }
    // Not before it follows: it has to see both changes come.
    for (seen, expected) in [
      ("theme=dark\nrating=\n", "saved: light, 1\n"), ("theme=light\nrating=*\n", "saved: dark, 2\n"),
    ] {
      try status.wait(for: seen)
      let control = try await BuiltProgram.bindhost.run(["run", "control.lua"], in: examples, environment: environment)
      #expect(control.output == expected && control.exitCode == 0, "\(control.errors)")
    }
    try status.wait(for: "rating=**\n")
    status.signal(SIGTERM)
    #expect(status.waitForEnd() == -SIGTERM)
    #expect(
      status.output == "theme=dark\nrating=\ntheme=light\nrating=*\ntheme=dark\nrating=**\n", "\(status.errors)")
  }

  @Test func changesOfManyProcessesAtOnceAllStand() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 1...6 {
        group.addTask {
          let fields = (1...6).map { "f\($0) = 0" }.joined(separator: ", ")
          let run = try await self.run(
            "local s = bh.state('s', { \(fields) }); s 'f\(index)':set(\(index)); print(s:save())")
          #expect(run.output == "true\n" && run.exitCode == 0, "\(run.errors)")
        }
      }
      try await group.waitForAll()
    }
    #expect(try stored()["s"] == #"{"f1":1,"f2":2,"f3":3,"f4":4,"f5":5,"f6":6}"#)
  }

  @Test func incrementsOfManyProcessesAddUpWithAMerge() async throws {
    let code = """
      local n = bh.state("n", 0, { save_after = 0, merge = function(mine, theirs, base) return mine + theirs - base end })
      for i = 1, 50 do
        n:modify(function(v) return v + 1 end)
        if i % 10 == 0 then n:save() end
      end
      """
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 1...4 {
        group.addTask {
          let run = try await self.run(code)
          #expect(run.exitCode == 0, "\(run.errors)")
        }
      }
      try await group.waitForAll()
    }
    #expect(try stored()["n"] == "200")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func whatWaitsIsSavedWhenASignalEndsTheRun(_ signal: Int32) async throws {
    let code = """
      local s = bh.state("s", 0, { save_after = "1h" })
      bh.on_exit(function() s:modify(function(n) return n + 1 end) end)
      s:set(41)
      print "written"
      bh.sleep "60s"
      """
    let run = try await run(code, interrupt: (signal, .outputSays("written")))
    #expect(run.exitCode == -signal)
    #expect(try stored() == ["s": "42"])
  }

  @Test func whatIsWrittenInAnEndlessLoopIsRolledBackAndNeverStored() async throws {
    let run = try await run(
      """
      local s = bh.state("s", 0)
      s:set(1)
      bh.after(0, function() s:set(2) while true do end end)
      """)
    #expect(run.exitCode == 1 && run.errors.contains("host.quota"))
    #expect(try stored() == ["s": "1"])
  }

  @Test func whatDoesNotFitIsMovedAsideAndReported() async throws {
    _ = try await run("bh.state('s', 'text'):set 'other'")
    let second = try await run(
      """
      local s = bh.state("s", 5)
      print(s:get(), s "$load_error":get().id, s "$load_error":get().kind)
      s:set(6)
      s:save()
      print(s "$load_error":get())
      """)
    #expect(second.output == "5\tstore.corrupt\tdecode\nnil\n")
    #expect(second.errors.contains("warning[store.corrupt]") && second.exitCode == 0)
    let kept = try stored()
    #expect(kept["s"] == "6" && kept.first { $0.key.hasPrefix("s.corrupt-") }?.value == #""other""#)
  }

  @Test func aMigrationRunsOnceAndANewerVersionIsReadOnly() async throws {
    _ = try await run("bh.state('s', { dark = true, n = 0 }):update { n = 7 }")
    let newer = """
      local s = bh.state("s", { theme = "?", n = 0 }, { version = 3, migrate = function(old, from)
        print("migrate from", from)
        return { theme = old.dark and "dark" or "light", n = old.n }
      end })
      print(s "theme":get(), s "n":get())
      """
    #expect(try await run(newer).output == "migrate from\t1\ndark\t7\n")
    #expect(try await run(newer).output == "dark\t7\n")
    #expect(try stored()["s.backup-v1"] == #"{"dark":true,"n":7}"#)
    let older = try await run(
      """
      local s = bh.state("s", { dark = true, n = 0 })
      print(s "n":get(), s "$load_error":get().id)
      print(select(2, pcall(function() s "n":set(1) end)).id)
      """)
    #expect(older.output == "7\tstore.newer_version\nstore.read_only\n")
    #expect(try stored()["s"] == #"{"n":7,"theme":"dark"}"#)
    let raising = try await run(
      "bh.state('s', { n = 0 }, { version = 9, migrate = function() error('no way', 0) end })")
    #expect(raising.exitCode == 1 && raising.errors.contains("no way"))
    #expect(try stored()["s"] == #"{"n":7,"theme":"dark"}"#)
  }

  @Test func aPersistentJobGoesOnWhereItWasBeforeARestart() async throws {
    let code = """
      local runs = bh.state("runs", 0)
      local j; j = bh.job.every("1h", { name = "sync", persistent = true, run = function(fire)
        runs:modify(function(n) return n + 1 end)
      end })
      bh.sleep "100ms"
      print(runs:get(), j "next_run":get() - bh.state("begun", 0):get() > 0)
      j:stop()
      """
    #expect(try await run(code).output == "1\ttrue\n")
    #expect(try await run(code).output == "1\ttrue\n", "it is due in an hour")
    let database = try SQLiteDatabase(.file(state.appending(path: "state.db").path))
    // As if it had run yesterday.
    try database.execute("UPDATE states SET value = value - 86400.0, revision = revision + 1000 WHERE key = 'job sync'")
    #expect(try await run(code).output == "2\ttrue\n")
    let nameless = try await run("bh.job.every('1h', { persistent = true, run = print })")
    #expect(nameless.exitCode == 1 && nameless.errors.contains("needs a name"))
  }

  @Test func whatCannotBeSavedAtTheEndIsAnErrorOfTheRun() async throws {
    let run = try await run(
      """
      local s = bh.state("s", 0)
      s:set(1)
      print(s:save())
      bh.exec { "mv", "\(state.path)", "\(state.path)-away" }
      s:set(2)
      local ok, err = s:save()
      print(ok, err.id, err.kind, s "$save_error":get().id, s "$pending":get())
      """, flags: ["--allow-run=mv"])
    #expect(run.output == "true\nnil\tstore.save_failed\tfile\tstore.save_failed\ttrue\n", "\(run.errors)")
    #expect(run.exitCode == 1 && run.errors.contains("error[store.save_failed]"))
  }

  @Test func storesPassTheGate() async throws {
    let place = folder.appending(path: "elsewhere.json").path
    let code = "print(bh.state('s', 0, { store = 'file:\(place)' }):set(1))"
    let refused = try await run(code)
    #expect(refused.exitCode == 3 && refused.errors.contains("--allow-read=\(place)"))
    let half = try await run(code, flags: ["--allow-read=\(place)"])
    #expect(half.exitCode == 3 && half.errors.contains("--allow-write=\(place)"))
    let allowed = try await run(code, flags: ["--allow-read=\(place)", "--allow-write=\(place)"])
    #expect(allowed.exitCode == 0 && allowed.output == "true\n")
    #expect(try String(contentsOfFile: place, encoding: .utf8) == "{\n  \"s\": {\"version\": 1, \"value\": 1}\n}\n")
  }

  @Test func aFileEditedByHandIsOneWaveWithCauseExternal() async throws {
    let place = folder.appending(path: "prefs.json").path
    let edited = #"{"prefs": {"version": 1, "value": {"a": 1, "b": 2, "c": "of somebody else"}}}"#
    let run = try await run(
      """
      local s = bh.state("prefs", { a = 0, b = 0 }, { store = "file:\(place)" })
      local sum = bh.combine({ s "a", s "b" }, function(a, b) return a .. "+" .. b end)
      local h; h = sum:observe(function(new, old, cause)
        print(new, cause.kind)
        if not cause.first then
          print(tostring(s "a":why()):match 'change in store "file:')
          h:stop()
        end
      end)
      bh.exec({ "tee", "\(place)" }, { stdin = '\(edited)' })
      """, flags: ["--allow-run=tee", "--allow-read=\(place)", "--allow-write=\(place)"])
    #expect(run.output == "0+0\tinitial\n1+2\texternal\nchange in store \"file:\n", "\(run.errors)")
  }
}
