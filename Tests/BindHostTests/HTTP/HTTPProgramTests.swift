import Foundation
import TestSupport
import Testing

/// The program itself against servers on loopback.
@Suite("HTTP in the program") struct HTTPProgramTests {
  func run(
    _ code: String, _ flags: String..., environment: [String: String] = [:]
  ) async throws -> BuiltProgram.Run {
    try await run(code, flags: flags, environment: environment)
  }

  func run(_ code: String, flags: [String], environment: [String: String]) async throws -> BuiltProgram.Run {
    var clean = environment
    for name in ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"]
    where clean[name] == nil { clean[name] = "" }
    return try await BuiltProgram.bindhost.run(
      ["run", "--ui=none"] + flags + ["-e", "local bh = require 'bindhost'; " + code], environment: clean)
  }

  @Test func aRequestIsAnsweredAndTheProgramEnds() async throws {
    let server = try RawServer(answering: { request in
      RawConnection.answer(200, #"{"target":"\#(request.target)"}"#, headers: ["Content-Type: application/json"])
    })
    defer { server.stop() }
    let run = try await run(
      "print(bh.http.get('\(server.url)/a?b').json.target)", "--allow-net=127.0.0.1:\(server.port)")
    #expect(run.output == "/a?b\n" && run.exitCode == 0, "\(run.errors)")
  }

  @Test func aRedirectToAHostThatIsNotAllowedIsRefused() async throws {
    let other = try RawServer(answering: { _ in RawConnection.answer(200, "secret") })
    defer { other.stop() }
    let server = try RawServer(answering: { _ in RawConnection.answer(302, headers: ["Location: \(other.url)/secret"]) }
    )
    defer { server.stop() }
    let run = try await run("print(bh.http.get('\(server.url)/'))", "--allow-net=127.0.0.1:\(server.port)")
    #expect(run.exitCode == 3)
    #expect(run.errors.contains("add --allow-net=127.0.0.1:\(other.port)"))
    #expect(other.accepted == 0)
  }

  @Test func credentialsDoNotFollowARedirectToAnotherOrigin() async throws {
    let other = try RawServer(answering: { request in RawConnection.answer(200, request.headers.joined(separator: "\n"))
    })
    defer { other.stop() }
    let server = try RawServer(answering: { _ in RawConnection.answer(307, headers: ["Location: \(other.url)/"]) })
    defer { server.stop() }
    let run = try await run(
      "print(bh.http.get('\(server.url)/', { auth = { bearer = 'token' }, headers = { Cookie = 'c', ['X-A'] = '1' } }).body)",
      "--allow-net=127.0.0.1")
    #expect(run.output.contains("X-A: 1"))
    #expect(!run.output.contains("token") && !run.output.contains("Cookie"))
  }

  @Test func aNameDoesNotReachAnAddressThatIsDenied() async throws {
    let server = try RawServer(answering: { _ in RawConnection.answer(200, "secret") })
    defer { server.stop() }
    let run = try await run(
      "print(bh.http.get('http://localhost:\(server.port)/'))", "--allow-net", "--deny-net=127.0.0.1,::1")
    #expect(run.exitCode == 3, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("a --deny-net rule wins"))
    #expect(server.accepted == 0)
  }

  @Test func aSignalEndsARunThatWaitsAndTheServerSeesIt() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.waitForEnd()
    }
    defer { server.stop() }
    let run = try await BuiltProgram.bindhost.run(
      [
        "run", "--ui=none", "--allow-net", "-e",
        "local bh = require 'bindhost'; print 'waiting'; bh.http.get('\(server.url)/')",
      ], interrupt: (SIGTERM, .outputSays("waiting")))
    #expect(run.exitCode == -SIGTERM && !run.ranOutOfTime)
    for _ in 0..<500 where server.open > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(server.open == 0)
  }

  @Test func nothingIsLeftOpenWhenAScriptEndsInTheMiddle() async throws {
    let server = try RawServer { connection in
      _ = connection.request()
      connection.send("HTTP/1.1 200 OK\r\n\r\nline\n")
      connection.waitForEnd()
    }
    defer { server.stop() }
    let run = try await run(
      "bh.go(function() bh.http.get('\(server.url)/', { stream = function(line) error 'enough' end }) end)",
      "--allow-net")
    #expect(run.exitCode == 1 && run.errors.contains("enough"))
    for _ in 0..<500 where server.open > 0 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(server.open == 0)
  }

  @Test func anUploadArrivesWhole() async throws {
    let server = try RawServer(answering: { request in
      RawConnection.answer(200, "\(request.body.utf8.count) \(request.body.suffix(3))")
    })
    defer { server.stop() }
    let run = try await run(
      """
      local last
      local res = bh.http.put('\(server.url)/', { body = ('x'):rep(8 << 20) .. 'end',
        progress = function(p) if p.phase == 'upload' then last = p end end })
      print(res.body, last and last.done == last.total, last and last.total)
      """, "--allow-net")
    #expect(run.output == "8388611 end\ttrue\t8388611\n", "\(run.errors)")
  }
}
