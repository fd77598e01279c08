import Foundation
import TestSupport
import Testing

/// `bindhost repl` behind a pipe: no prompt, the same every time, and the first error ends it.
@Suite("repl behind a pipe") struct ReplPipeTests {
  private func repl(_ lines: String, _ arguments: [String] = [], in folder: URL? = nil) async throws
    -> BuiltProgram.Run
  {
    try await BuiltProgram.bindhost.run(["repl"] + arguments, in: folder, input: lines)
  }

  /// Each line with what it prints.
  @Test(arguments: [
    ("1 + 1", "2"), ("'a', nil, 2.0, true", "\"a\"\tnil\t2.0\ttrue"), ("x = 5", ""), ("-- nothing", ""), ("", ""),
    ("return 3", "3"), ("print 'x'", "x"), (#""a\nb\"\0\27[31m""#, #""a\nb\"\x00\27[31m""#), (#""\xff""#, #""\xFF""#),
    ("'日本é'", "\"日本é\""), ("{}", "{}"), ("{ 1, 2, n = { 'a' } }", #"{1, 2, n = {"a"}}"#),
    ("{ ['a-b'] = 1, ['end'] = 2, [1.5] = 3, [true] = 4 }", #"{[1.5] = 3, ["a-b"] = 1, ["end"] = 2, [true] = 4}"#),
    ("{{{{{{{}}}}}}}", "{{{{{{…}}}}}}"), ("coroutine.create(print)", "coroutine"), ("print", "function"),
    ("function() end", "function (in[1]:1)"), ("bh.null", "bh.null"), ("bh.bindable(40)", "Ref bindable = 40"),
    ("bh.bindable()", "Ref bindable, without a value"), ("bh.model('m', { a = 1 })", "model m = {a = 1}"),
    ("bh.model('m', { a = 1 }) 'a'", "Ref m.a = 1"), ("bh.ui.label 'Hi'", "view label#_1: Hi"),
    ("bh.ui.toggle { id = 't', label = 'On' }", "view toggle#t: On, toggle, off"),
    ("bh.loadable('l', { load = print })", "loadable l: idle"),
    ("bh.computed(function() error 'no' end)", "derived Ref computed(in[1]:1), which fails: no"),
    ("bh.bindable(1):observe(function() end)", "observer of bindable (in[1]:1)"),
    ("bh.field { default = 1 }", "field declaration"), ("bh.scope(function() end)", "scope scope"),
    ("bh.job.every('1h', { name = 'j', immediate = false, run = print })", "job j (0 runs): idle"),
    ("string.rep('é', 300)", "\"" + String(repeating: "é", count: 200) + "\"…"),
    ("setmetatable({ 1 }, { __index = error, __len = error, __pairs = error, __tostring = error })", "{1}"),
  ])
  func aValueIsPrintedAsAPersonReadsIt(_ line: String, _ expected: String) async throws {
    let run = try await repl(line + "\n")
    #expect(run.output == (expected.isEmpty ? "" : expected + "\n"))
    #expect(run.errors == "")
    #expect(run.exitCode == 0)
  }

  @Test func tablesThatHoldThemselvesAndLongOnesAreCut() async throws {
    let run = try await repl("t = { 1 }; t.t = t\nt\n#t\nu = {} for i = 1, 100 do u[i] = i end\nu\n")
    let lines = run.output.split(separator: "\n")
    #expect(lines[0] == "{1, t = <a table around it>}")
    #expect(lines[1] == "1")
    #expect(lines.suffix(2) == ["  … 60 more", "}"])
    #expect(run.exitCode == 0)
  }

  @Test func aChunkThatEndsTooEarlyGoesOnAndAnOpenStringIsAMistake() async throws {
    let run = try await repl("for i = 1, 2 do\n  print(i)\nend\n[[two\nlines]]\n1 +\n2\n\"open\nprint 'never'\n")
    #expect(run.output == "1\n2\n\"two\\nlines\"\n3\n")
    #expect(run.errors.hasPrefix("error[script.syntax]: unfinished string near '\"open'\n  ┌─ in[4]:1:1"))
    #expect(run.exitCode == 1)
    let early = try await repl("for i = 1, 2 do\n")
    #expect(early.errors.contains("'end' expected"))
    #expect(early.exitCode == 1)
  }

  @Test(arguments: [
    ("error 'boom'", "error[script.error]: boom\n  ┌─ in[1]:1\n 1│ error 'boom'\n  stack: in[1]:1 in main chunk\n", 1),
    (".wy", "error[cli.usage]: there is no command '.wy' (did you mean '.why'?)\n  = .help lists them\n", 1),
    (".why usr", "error[bind.path]: .why: unknown model 'usr'\n", 1),
    ("bh.http.get 'http://localhost:1'", "error[host.not_permitted]", 3),
    (
      "t = {} while true do t[#t + 1] = ('x'):rep(1 << 28) end",
      "error[host.quota]: not enough memory: the limit of the script is 256 MiB\n  ┌─ in[1]:1\n", 1
    ),
    ("bh.bindable(1):observe(function() error 'late' end)", "error[script.error]: late", 1),
    (".load nothing.lua", "error[host.no_such_file]: there is no file nothing.lua\n", 1),
  ])
  func theFirstErrorEndsIt(_ line: String, _ error: String, _ code: Int) async throws {
    let run = try await repl("print 'before'\n\(line)\nprint 'never'\n".replacing("print 'before'\n", with: ""))
    #expect(run.errors.hasPrefix(error), "\(run.errors)")
    #expect(!run.output.contains("never"))
    #expect(run.exitCode == Int32(code))
  }

  @Test func everyLineIsATurnOfOneStateAndMayWait() async throws {
    let run = try await repl(
      """
      m = bh.model("m", { a = 1 })
      h = m("a"):observe(function(v) print("a is " .. v) end)
      m("a"):set(2) print "after"
      bh.transaction(function() m("a"):set(3) m("a"):set(4) end)
      bh.go(function() bh.sleep "20ms" print "task" end)
      bh.sleep "60ms"
      local gone = 1
      gone
      .why m.a
      .models
      """)
    #expect(
      run.output == """
        a is 1
        a is 2
        after
        a is 4
        handle (in[5]:1)
        task
        nil
        m.a = 4
          = write  →  m.a  in[4]:1
          = caused by  in[4]
        m = {a = 4}

        """)
    #expect(run.errors == "")
  }

  @Test func aFileIsRunFirstAndItsJobsGoOn() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "repl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try
      "local bh = require 'bindhost'; m = bh.model('m', { n = 0 })\nbh.job.every('10ms', { name = 'up', run = function() m('n'):modify(function(n) return n + 1 end) end })\nbh.on_exit(function() print 'gone' end)"
      .write(to: folder.appending(path: "up.lua"), atomically: true, encoding: .utf8)
    let run = try await repl(".clock 200ms\nm('n'):get() > 3\n.quit\nprint 'never'\n", ["up.lua"], in: folder)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.first?.hasSuffix("Z") ?? false)
    #expect(lines.dropFirst() == ["true", "gone"])
    #expect(run.exitCode == 0)
    let missing = try await repl("1\n", ["nothing.lua"], in: folder)
    #expect(missing.exitCode == 66)
    #expect(missing.output == "")
  }

  @Test func equalInputGivesEqualOutput() async throws {
    let lines = "x = { c = 1, a = 2, b = { z = 1, y = 2 } }\nx\n.graph\n.help\n_G.bh\n"
    let runs = try await (repl(lines), repl(lines))
    #expect(runs.0.output == runs.1.output && !runs.0.output.isEmpty)
  }

  @Test func aViewThatIsShownWritesItsLines() async throws {
    let run = try await repl("m = bh.model('m', { n = 1 }) bh.show(bh.ui.label(m 'n'))\nm('n'):set(2)\n")
    #expect(run.output == "1\n2\ntrue\n" || run.output == "1\ntrue\n2\n")
  }
}
