import Foundation
import TestSupport
import Testing

/// What `bindhost test` does besides running tests: which files, which tests, in which order, with which exit code.
@Suite("bindhost test") struct TestRunTests {
  static let passing = "it('passes', function() end)\n"
  static let failing = "it('fails', function() expect(1):to_be(2) end)\n"

  @Test func aFolderIsSearchedAndOneFileIsTaken() async throws {
    let folder = try ScratchFolder([
      "a_test.lua": Self.passing, "deep/er/b_test.lua": Self.passing, "c.lua": "error 'no test'",
      ".hidden/d_test.lua": Self.failing,
    ])
    var run = try await folder.test()
    #expect(run.exitCode == 0)
    #expect(run.output.contains("2 passed, 0 failed in 2 files"))
    #expect(run.output.contains("deep/er/b_test.lua"))
    run = try await folder.test("deep")
    #expect(run.output.contains("1 passed, 0 failed in 1 file"))
    run = try await folder.test("a_test.lua", "./a_test.lua", "deep/er")
    #expect(run.output.contains("in 2 files"))
    // A file that is named is taken whatever its name.
    try folder.write("named.lua", Self.passing)
    #expect(try await folder.test("named.lua").exitCode == 0)
  }

  @Test func theExitCodeSaysHowItEnded() async throws {
    let folder = try ScratchFolder(["a_test.lua": Self.passing, "b_test.lua": Self.failing])
    #expect(try await folder.test("a_test.lua").exitCode == 0)
    #expect(try await folder.test("b_test.lua").exitCode == 1)
    #expect(try await folder.test("nowhere").exitCode == 66)
    #expect(try await folder.test("--reporter", "xml").exitCode == 2)
    #expect(try await folder.test("--shuffle=often").exitCode == 2)
    #expect(try await folder.test("--explore", "none").exitCode == 2)
    let empty = try ScratchFolder(["readme.txt": ""])
    let run = try await empty.test()
    #expect(run.exitCode == 66)
    #expect(run.errors.contains("there is no test in this folder"))
  }

  @Test func theFilterLooksAtWholeNames() async throws {
    let folder = try ScratchFolder([
      "a_test.lua": "describe('one', function() it('x', function() end) end) it('two x', function() end)"
    ])
    #expect(try await folder.test("--filter", "one x").output.contains("1 passed"))
    #expect(try await folder.test("--filter", "x").output.contains("2 passed"))
    let none = try await folder.test("--filter", "three")
    #expect(none.exitCode == 2)
    #expect(none.errors.contains("--filter 'three' is in none of 2 tests"))
    // A file without a test is asked for something that it has not got, too.
    try folder.write("none_test.lua", "local nothing = 1\n")
    #expect(try await folder.test("none_test.lua").exitCode == 2)
  }

  @Test func theFirstFailureEndsTheRunIfItShall() async throws {
    let folder = try ScratchFolder(["a_test.lua": Self.failing + Self.passing, "b_test.lua": Self.passing])
    #expect(try await folder.test().output.contains("2 passed, 1 failed in 2 files"))
    #expect(try await folder.test("--fail-fast").output.contains("0 passed, 1 failed in 1 file"))
  }

  @Test func aSeedMeansTheSameOrderAgainAndIsPrinted() async throws {
    let names = (1...30).map { "it('number \($0)', function() end)" }.joined(separator: "\n")
    let folder = try ScratchFolder(["a_test.lua": names])
    func order(_ words: String...) async throws -> (names: [String], seed: String?) {
      let run = try await BuiltProgram.bindhost.run(["test"] + words, in: folder.url)
      let lines = run.output.split(separator: "\n").filter { $0.contains("number") }.map(String.init)
      return (lines, run.output.firstMatch(of: /seed (\d+)/).map { String($0.1) })
    }
    let usual = try await order()
    let first = try await order("--shuffle=42")
    #expect(usual.names != first.names)
    #expect(Set(usual.names) == Set(first.names))
    #expect(first.seed == "42")
    #expect(try await order("--shuffle=42").names == first.names)
    #expect(try await order("--shuffle=43").names != first.names)
    let drawn = try await order("--shuffle")
    let seed = try #require(drawn.seed)
    #expect(try await order("--shuffle=\(seed)").names == drawn.names)
    #expect(usual.seed == nil)
  }

  @Test func whatIsPrintedIsSeen() async throws {
    let folder = try ScratchFolder([
      "a_test.lua": "print 'read' it('one', function() print 'in one' end) it('two', function() end)"
    ])
    let pretty = try await folder.test()
    #expect(pretty.output.hasPrefix("a_test.lua\n  read\n  ✓ one\n    in one\n  ✓ two\n"), "\(pretty.output)")
    let tap = try await folder.test("--reporter=tap").output
    #expect(tap.split(separator: "\n").prefix(4) == ["TAP version 14", "# read", "ok 1 - a_test.lua: one", "# in one"])
  }

  @Test func aFileIsReadOnceAndItsTestsBeginAnew() async throws {
    let folder = try ScratchFolder([
      "lib.lua": "loads = (loads or 0) + 1 return { loads = loads }",
      "a_test.lua": """
      local bh = require "bindhost"
      reads = (reads or 0) + 1
      local shared, first = {}, math.random(1000000)
      local chance = {}
      for i = 1, 3 do
        it("test " .. i, function()
          shared[#shared + 1] = i
          expect(#shared):to_be(i)
          expect(reads):to_be(1)
          expect(bh.model("m", { n = 0 }) "n"):to_be(0)
          expect(require "lib".loads):to_be(1)
          expect(string.extra):to_be(nil)
          expect(extra):to_be(nil)
          string.extra, extra = 1, 1
          expect(bh.time.format()):to_be "2026-01-01T00:00:00Z"
          chance[i] = math.random(1000000)
          expect(chance[i]):to_be(chance[1])
          expect(bh.stats().observers):to_be(0)
          bh.effect(function() end)
          expect(test.clock:pending()):to_be(0)
          bh.after("1h", function() end)
        end)
      end
      """,
    ])
    let run = try await folder.test()
    #expect(run.output.contains("3 passed, 0 failed"), "\(run.output)")
  }

  @Test func snapshotsAreKeptComparedAndKeptAnew() async throws {
    func script(_ text: String) -> String {
      "it('shows', function() local bh = require 'bindhost' bh.show(bh.ui.label '\(text)') test.snapshot 'home' end)"
    }
    let folder = try ScratchFolder(["a_test.lua": script("one")])
    #expect(try await folder.test().exitCode == 1)
    #expect(try await folder.test("--update-snapshots").exitCode == 0)
    #expect(folder.text("__snapshots__/a_test/home.txt") == "one\n")
    #expect(try await folder.test().exitCode == 0)
    try folder.write("a_test.lua", script("two"))
    let run = try await folder.test()
    #expect(run.exitCode == 1)
    #expect(run.output.contains("- 1: one"))
    #expect(run.output.contains("+ 1: two"))
    #expect(folder.text("__snapshots__/a_test/home.txt") == "one\n")
    #expect(try await folder.test("--update-snapshots").exitCode == 0)
    #expect(folder.text("__snapshots__/a_test/home.txt") == "two\n")
  }

  @Test func theFailingOrderThatIsPrintedFailsAgainAndTheUsualOneDoesNot() async throws {
    let suite = SuiteFile("order_of_ready_test.lua")
    let output = try await suite.run().output
    let order = try #require(output.firstMatch(of: /--explore (\d+:\d+)/)?.1)
    let again = try await BuiltProgram.bindhost.run(
      ["test", "--explore", String(order), suite.name], in: SuiteFile.folder)
    #expect(again.exitCode == 1)
    #expect(again.output.contains("relies on an order"))
    let usual = try await BuiltProgram.bindhost.run(["test", suite.name], in: SuiteFile.folder)
    #expect(usual.exitCode == 0)
  }

  @Test func aScriptIsRunFromTheFolderItStandsIn() async throws {
    let folder = try ScratchFolder([
      "app.lua": "local bh = require 'bindhost' return require('lib.words') .. bh.fs.read 'data.txt'",
      "lib/words.lua": "return 'words and '",
      "tests/app_test.lua": """
      it("finds its modules and its files", function()
        test.fs:write("data.txt", "data")
        expect(test.run "../app.lua"):to_be "words and data"
      end)
      """,
    ])
    let run = try await folder.test("tests")
    #expect(run.exitCode == 0, "\(run.output)")
  }

  @Test func ctrlCEndsTheRunWithTheTotalsSoFar() async throws {
    let folder = try ScratchFolder([
      "a_test.lua": Self.passing + "it('runs for ever', function() local n = 0 for i = 1, 1e15 do n = n + i end end)\n"
    ])
    let run = try await BuiltProgram.bindhost.run(
      ["test"], in: folder.url, interrupt: (SIGINT, .outputSays("passes")))
    #expect(run.exitCode == -SIGINT)
    #expect(run.output.contains("1 passed, 0 failed"))
    #expect(run.output.contains("stopped before the end"))
  }

  @Test func watchRunsAgainWhenAFileChanges() async throws {
    let folder = try ScratchFolder([
      "a_test.lua": "local v = require 'v' it('is ' .. v, function() test.snapshot 'seen' end)",
      "v.lua": "return 'one'",
    ])
    // The snapshot says that the first run is over.
    let changer = Task {
      while folder.text("__snapshots__/a_test/seen.txt") == nil { try await Task.sleep(for: .milliseconds(20)) }
      while !Task.isCancelled {
        try folder.write("v.lua", "return 'another'")
        try await Task.sleep(for: .milliseconds(500))
      }
    }
    let run = try await BuiltProgram.bindhost.run(
      ["test", "--watch", "--update-snapshots"], in: folder.url, interrupt: (SIGINT, .outputSays("is another")))
    changer.cancel()
    #expect(run.output.contains("is one"))
    #expect(run.output.contains("is another"))
    #expect(run.exitCode == -SIGINT)
  }

  @Test func whatIsAllowedIsAskedOverTheRealNetworkAndInRealDatabases() async throws {
    let server = try DemoServerProgram()
    defer { server.stop() }
    let folder = try ScratchFolder([
      "app.lua": """
      local bh = require "bindhost"
      local db = bh.sql.open "real.db"
      db:exec "create table if not exists seen (load)"
      local job = bh.job.http { name = "stats", url = "\(server.url)/stats.json", every = "5s", map = function(j) return j end }
      job:on_loaded(function(j) db:exec("insert into seen values (?)", { j.load }) end)
      return db
      """,
      "a_test.lua": """
      local allow = { net = "127.0.0.1:\(server.port)", read = ".", write = "." }
      it("asks and keeps", function()
        local db = test.run("app.lua", { allow = allow })
        test.clock:advance "11s"
        expect(db:query "select count(*) as n from seen"[1].n):to_be(3)
      end)
      it("asks nobody else", function()
        test.run("app.lua", { allow = { read = ".", write = "." } })
        local bh = require "bindhost"
        local _, err = bh.http.get "\(server.url)/stats.json"
        expect(err.kind):to_be "network"
      end)
      """,
    ])
    let run = try await folder.test()
    #expect(run.exitCode == 0, "\(run.output)")
    #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: "real.db").path))
  }
}
