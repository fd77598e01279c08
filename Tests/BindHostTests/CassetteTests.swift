import BindCore
import BindHost
import BindSources
import Foundation
import TestSupport
import Testing

/// What a run in the real World has recorded plays again in a virtual one, with the unchanged script.
@Suite struct CassetteTests {
  private static let script = """
    bh.go(function()
      local res = bh.http.get(arg[1] .. "/hello.json")
      print(res.status, res.json.name, res.headers["x-tone"])
      print(bh.http.get(arg[1] .. "/gone"))
      local posted = bh.http.post(arg[1] .. "/echo", { body = "one" })
      print(posted.body)
      local run = bh.exec { "sh", "-c", "printf 'a b'; printf warn >&2; exit 0" }
      print(run.out, run.err, run.status)
      print(select(2, bh.exec { "sh", "-c", "exit 3" }).status)
    end)
    """

  private func permissions() throws -> Permissions {
    var permissions = Permissions(scriptFolder: "/scripts")
    for flag in ["--allow-net", "--allow-run"] { _ = try permissions.apply(flag: flag, value: nil, relativeTo: "/") }
    return permissions
  }

  private final class Lines { var printed: [String] = [] }

  private func options(_ lines: Lines, _ url: String) throws -> HostOptions {
    var options = HostOptions(permissions: try permissions()) { lines.printed.append("\(Diagnostic($0))") }
    options.print = { lines.printed.append(String(decoding: $0, as: UTF8.self)) }
    options.arguments = [url]
    options.timeLimit = .seconds(60)
    return options
  }

  private func record() throws -> (Cassette, [String], String) {
    let server = try RawServer { request in
      switch request.target {
      case "/hello.json":
        "HTTP/1.1 200 OK\r\nX-Tone: loud\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n{\"name\":\"Ada\"}"
      case "/echo": "HTTP/1.1 200 OK\r\nContent-Length: \(request.body.count)\r\n\r\n\(request.body)"
      default: "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope"
      }
    }
    defer { server.stop() }
    let recorder = CassetteRecorder()
    let lines = Lines()
    let host = try Host(try options(lines, server.url), recorder: recorder)
    try host.run(Array(Self.script.prefixed.utf8), name: "test.lua")
    host.close()
    let asked = recorder.cassette.entries.map(\.question)
    #expect(lines.printed.count == 5 && asked.count == 5, "\(lines.printed) \(asked)")
    return (recorder.cassette, lines.printed, server.url)
  }

  @Test func theUnchangedScriptRunsTheSameWithoutNetworkAndPrograms() throws {
    let (cassette, printed, url) = try record()
    #expect(printed.count == 5 && printed.first == "200\tAda\tloud\n", "\(printed)")
    #expect(cassette.entries.count == 5)
    let text = try cassette.text()
    #expect(try Cassette(text: text) == cassette)
    for _ in 0..<2 {
      let lines = Lines()
      let world = VirtualWorld(permissions: try permissions())
      let player = world.play(try Cassette(text: text))
      let host = try Host(try options(lines, url), virtual: world)
      try host.run(Array(Self.script.prefixed.utf8), name: "test.lua")
      host.close()
      #expect(lines.printed == printed)
      #expect(player.unasked.isEmpty)
    }
  }

  @Test func aQuestionThatWasNotRecordedNamesItselfAndWhatNobodyAskedIsKnown() throws {
    let (cassette, _, url) = try record()
    let lines = Lines()
    let world = VirtualWorld(permissions: try permissions())
    let player = world.play(cassette)
    let host = try Host(try options(lines, url), virtual: world)
    let script = "bh.go(function() print(select(2, bh.http.get(arg[1] .. '/other')).message) end)"
    try host.run(Array(script.prefixed.utf8), name: "test.lua")
    host.close()
    #expect(lines.printed == ["GET \(url)/other: the cassette has no answer left for this; record it anew\n"])
    #expect(player.unasked.count == 5 && player.unasked.first == "GET \(url)/hello.json", "\(player.unasked)")
  }

  private static let localScript = """
    bh.go(function()
      print(bh.fs.read(arg[1] .. "/a.txt"), select(2, bh.fs.read(arg[1] .. "/none.txt")).kind)
      print(bh.fs.write(arg[1] .. "/b.txt", "of the script"), #bh.fs.list(arg[1]), bh.fs.stat(arg[1] .. "/a.txt").size)
      local db = bh.sql.open(arg[1] .. "/t.db")
      db:exec("create table t (n integer, f real, s text, b blob)")
      db:transaction(function()
        db:exec("insert into t values (?, ?, ?, x'00ff41')", { 1, 2.0, "one" })
        db:exec("insert into t (n) values (:n)", { n = 2 })
      end)
      for _, row in ipairs(db:query("select * from t where n < ? order by n", { 9 })) do
        print(row.n, math.type(row.f), row.s, row.b and #row.b)
      end
      print(select(2, db:query("select * from nothing")).kind)
      local rows = db:observe("select count(*) as c from t")
      local seen = {}
      local watch = rows:observe(function(r) if r then seen[#seen + 1] = r[1].c end end)
      bh.sleep "50ms"
      db:exec("delete from t")
      bh.sleep "200ms"
      watch:stop()
      print(table.concat(seen, " "))
      db:close()
    end)
    """

  @Test func filesAndDatabasesAnswerFromTheCassetteTheSameWithoutADisk() throws {
    let folder = try TemporaryFolder()
    try folder.write("kept here", to: "a.txt")
    let recorder = CassetteRecorder()
    let recorded = Lines()
    let place = folder.path
    func options(_ lines: Lines) throws -> HostOptions {
      var permissions = Permissions(scriptFolder: "/scripts")
      permissions.allowEverything()
      var options = HostOptions(permissions: permissions) { lines.printed.append("\(Diagnostic($0))") }
      options.print = { lines.printed.append(String(decoding: $0, as: UTF8.self)) }
      options.arguments = [place]
      options.timeLimit = .seconds(60)
      return options
    }
    let real = try Host(try options(recorded), recorder: recorder)
    try real.run(Array(Self.localScript.prefixed.utf8), name: "test.lua")
    real.close()
    #expect(
      recorded.printed.map { $0.trimming } == [
        "kept here\tnot_found", "true\t2\t9", "1\tfloat\tone\t3", "2\tnil\tnil\tnil", "sql", "2 0",
      ], "\(recorded.printed)")
    let text = try recorder.cassette.text()
    folder.remove()
    let lines = Lines()
    var permissions = Permissions(scriptFolder: "/scripts")
    permissions.allowEverything()
    let world = VirtualWorld(permissions: permissions)
    let player = world.play(try Cassette(text: text))
    let host = try Host(try options(lines), virtual: world)
    try host.run(Array(Self.localScript.prefixed.utf8), name: "test.lua")
    host.close()
    #expect(lines.printed == recorded.printed)
    #expect(player.unasked.isEmpty)
  }

  @Test(arguments: [
    "", "[]", "{\"v\":2,\"entries\":[]}", "{\"v\":1,\"entries\":[{\"ask\":1}]}",
    "{\"v\":1,\"entries\":[{\"ask\":\"x\",\"events\":[{\"after\":-1,\"end\":true}]}]}",
  ])
  func whatIsNoCassetteIsRefused(_ text: String) {
    #expect(throws: CassetteError.self) { try Cassette(text: Array(text.utf8)) }
  }

  @Test func bytesThatAreNoTextComeBackAsTheyWere() throws {
    var cassette = Cassette()
    cassette.entries = [
      Cassette.Entry(
        question: "'x'", input: [0xff, 0x00, 0x41],
        events: [
          Cassette.Event(after: 5, what: .output([0, 1, 2, 255], isError: true)),
          Cassette.Event(after: 9, what: .signalled(9)),
        ])
    ]
    #expect(try Cassette(text: try cassette.text()) == cassette)
  }
}

extension String {
  fileprivate var trimming: String { hasSuffix("\n") ? String(dropLast()) : self }
  fileprivate var prefixed: String { "local bh = require 'bindhost'; " + self }
}
