import BindCore
import BindSources
import Foundation
import TestSupport
import Testing

/// HTTP by libcurl on the loop, against a server on loopback that misbehaves as it is told.
@Suite("The network") struct NetworkTests {
  /// Runs a test against a server, with a World of its own.
  func withServer(
    _ permissions: Permissions = .everything, _ serve: @escaping @Sendable (RawConnection) -> Void,
    _ body: (RealWorld, RawServer) throws -> Void
  ) throws {
    let server = try RawServer(serve)
    defer { server.stop() }
    try withRealWorld(permissions) { real in
      try body(real, server)
      #expect(real.loop.handleCounts[.transfer] == nil)
    }
  }

  func answering(
    _ answer: @escaping @Sendable (RawRequest) -> String, _ body: (RealWorld, RawServer) throws -> Void
  ) throws {
    try withServer { connection in
      while let request = connection.request() { if !connection.send(answer(request)) { return } }
    } _: {
      try body($0, $1)
    }
  }

  // MARK: What goes well

  @Test func anAnswerHasItsStatusHeadersAndBody() throws {
    try answering { request in
      RawConnection.answer(201, "\(request.method) \(request.target)", headers: ["X-Thing: a", "x-thing: b"])
    } _: { real, server in
      let response = try real.response("GET", server.url + "/a?b=c")
      #expect(response.head.status == 201)
      #expect(response.head.version == "1.1")
      #expect(response.head.headers.joined.first { $0.name == "x-thing" }?.value == "a, b")
      #expect(text(response.body) == "GET /a?b=c")
      #expect(response.address.text == server.url + "/a?b=c")
    }
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE", "GET", "PROPFIND"])
  func aBodyIsSentAsItIs(_ method: String) throws {
    try answering { request in
      RawConnection.answer(200, "\(request.method) \(request.header("Content-Type") ?? "none") \(request.body)")
    } _: { real, server in
      var request = HTTPRequest(method, try WebAddress(server.url + "/"))
      request.body = Array("a\0b".utf8)
      request.headers.add("Content-Type", "x/y")
      #expect(text(try real.success(of: request).body) == "\(method) x/y a\0b")
      request.headers.remove("content-type")
      #expect(text(try real.success(of: request).body) == "\(method) none a\0b", "libcurl adds no type of its own")
    }
  }

  @Test func aRequestSaysWhatItIsToldAndNoMore() throws {
    try answering { request in
      RawConnection.answer(200, ([request.method] + request.headers).joined(separator: "\n"))
    } _: { real, server in
      var request = HTTPRequest("POST", try WebAddress("http://me:se%40cret@127.0.0.1:\(server.port)/"))
      request.headers.add("X-Empty", "")
      let lines = text(try real.success(of: request).body).split(separator: "\n").map(String.init)
      #expect(lines.contains("X-Empty:"))
      #expect(lines.contains("Content-Length: 0"))
      #expect(lines.contains("Authorization: Basic " + Base64.encode(Array("me:se@cret".utf8))))
      #expect(lines.contains { $0.hasPrefix("Accept-Encoding: ") && $0.contains("gzip") })
      #expect(!lines.contains { $0.hasPrefix("Expect") || $0.hasPrefix("Content-Type") })
    }
  }

  @Test func theAnswerToHeadHasNoBody() throws {
    try answering { _ in
      "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n"
    } _: { real, server in
      let response = try real.response("HEAD", server.url + "/")
      #expect(response.body.isEmpty && response.head.contentLength == 1_000_000_000)
    }
  }

  @Test func connectionsAreKeptAndOneThatWasClosedIsReplaced() throws {
    try answering { request in
      RawConnection.answer(200, "x", headers: request.target == "/last" ? ["Connection: close"] : [])
    } _: { real, server in
      for _ in 0..<10 { _ = try real.response("GET", server.url + "/") }
      #expect(server.accepted == 1)
      _ = try real.response("GET", server.url + "/last")
      _ = try real.response("GET", server.url + "/")
      #expect(server.accepted == 2)
    }
  }

  @Test func aKeptConnectionThatTheServerHasClosedMeanwhileIsNotNoticed() throws {
    try withServer { connection in
      // One answer on each connection, which is then closed without a word.
      if connection.request() != nil { connection.answer(200, "x") }
    } _: { real, server in
      for _ in 0..<3 {
        #expect(try real.response("GET", server.url + "/").head.status == 200)
        try real.wait(for: "the server closes", until: { server.open == 0 })
      }
      #expect(server.accepted == 3)
    }
  }

  @Test func chunkedAndCompressedBodiesAreWhole() throws {
    // printf 'hello hello hello' | gzip -n
    let gzip: [UInt8] = [
      0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40,
      0x90, 0x00, 0x80, 0x88, 0xf9, 0xe5, 0x11, 0x00, 0x00, 0x00,
    ]
    try withServer { connection in
      while let request = connection.request() {
        if request.target == "/chunked" {
          connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
          usleep(20000)
          connection.send("6;x=y\r\n there\r\n0\r\nX-Trailer: a\r\n\r\n")
        } else {
          let length = request.target == "/gzip" ? gzip.count : gzip.count - 6
          connection.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(length)\r\n\r\n")
          connection.send(Array(gzip[..<length]))
        }
      }
    } _: { real, server in
      let chunked = try real.response("GET", server.url + "/chunked")
      #expect(text(chunked.body) == "hello there")
      #expect(chunked.head.headers["X-Trailer"] == nil)
      #expect(text(try real.response("GET", server.url + "/gzip").body) == "hello hello hello")
    }
  }

  @Test func interimAnswersArePassedOver() throws {
    try answering { _ in
      "HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n" + RawConnection.answer(200, "x", headers: ["X-Late: 1"])
    } _: { real, server in
      let head = try real.response("GET", server.url + "/").head
      #expect(head.status == 200 && head.headers["X-Late"] == "1" && head.headers["X-Early"] == nil)
    }
  }

  // MARK: What goes wrong

  @Test func aStatusIsNoFailureOfTheNetwork() throws {
    try answering { _ in
      RawConnection.answer(503, "later", headers: ["Retry-After: 7"])
    } _: { real, server in
      let request = HTTPRequest("GET", try WebAddress(server.url + "/"))
      let response = try real.success(of: request)
      let failure = try #require(response.failure(of: request, at: real.world.clock.date))
      #expect(failure.kind == .http && failure.status == 503 && failure.body?.text == "later")
      #expect(failure.retryAfter == .seconds(7) && !failure.isFinal)
      #expect(failure.message == "GET \(server.url)/ was answered with 503 (Service Unavailable)")
    }
  }

  @Test func aRefusedConnectionNamesTheHostAndTheMend() throws {
    let server = try RawServer { _ in }
    server.stop()
    try withRealWorld { real in
      let failure = try real.failure("GET", server.url + "/x")
      #expect(failure.kind == .network && failure.detail == "refused")
      #expect(failure.message.contains("127.0.0.1:\(server.port) refused the connection: is the server running"))
    }
  }

  @Test func aNameWithoutAddressSaysSo() throws {
    try withRealWorld { real in
      let failure = try real.failure("GET", "http://no-such-host.invalid/")
      #expect([.network, .offline].contains(failure.kind) && failure.detail == "dns")
      #expect(failure.message.contains("'no-such-host.invalid'"))
    }
  }

  @Test func anAnswerThatIsCutOffSaysHowMuchHadCome() throws {
    try withServer { connection in
      guard let request = connection.request() else { return }
      switch request.target {
      case "/length": connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
      case "/chunk": connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nhalf")
      case "/reset":
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
        usleep(50000)
        connection.reset()
      case "/head": connection.send("HTTP/1.1 200 OK\r\nConte")
      default: break
      }
    } _: { real, server in
      for target in ["/length", "/chunk", "/reset"] {
        let failure = try real.failure("GET", server.url + target)
        #expect(failure.kind == .network && failure.detail == "cut", "\(target): \(failure.message)")
        #expect(failure.message.contains("cut its answer off after 4"), "\(target): \(failure.message)")
      }
      for target in ["/head", "/nothing"] {
        let failure = try real.failure("GET", server.url + target)
        #expect(failure.kind == .network && failure.detail == "cut", "\(target): \(failure.message)")
      }
    }
  }

  @Test func whatIsNoHTTPIsNotRead() throws {
    try withServer { connection in
      _ = connection.request()
      connection.send("220 ftp.example.org ready\r\n")
    } _: { real, server in
      let failure = try real.failure("GET", server.url + "/")
      #expect(failure.kind == .decode && failure.message.contains("is not HTTP"))
    }
  }

  @Test func aBrokenCompressionIsOfKindDecode() throws {
    try answering { _ in
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\nnot gzip, no"
    } _: { real, server in
      let failure = try real.failure("GET", server.url + "/")
      #expect(failure.kind == .decode)
    }
  }

  @Test func aServerThatSpeaksNoTLSSaysSo() throws {
    try withServer { connection in
      _ = connection.read(1)
      connection.answer(400)
    } _: { real, server in
      let failure = try real.failure("GET", "https://127.0.0.1:\(server.port)/")
      #expect(failure.kind == .network && failure.detail == "tls", "\(failure)")
      #expect(failure.message.contains("does it speak https on that port?"))
    }
  }

  @Test func aSlowBodyRunsIntoItsTimeAndTheServerSeesTheEnd() throws {
    try withServer { connection in
      guard connection.request() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n")
      while connection.send("x") { usleep(10000) }
    } _: { real, server in
      var request = HTTPRequest("GET", try WebAddress(server.url + "/"))
      request.timeout = .milliseconds(200)
      let failure = try real.failure(of: request)
      #expect(failure.kind == .timeout && failure.message.contains("took longer than 200ms"))
      try real.wait(for: "the server sees the close", until: { server.open == 0 })
    }
  }

  @Test func aStalledServerRunsIntoTheTimeOfTheAttempt() throws {
    try withServer { connection in
      _ = connection.request()
      connection.waitForEnd()
    } _: { real, server in
      var request = HTTPRequest("POST", try WebAddress(server.url + "/"), body: [1])
      request.timeout = .milliseconds(150)
      let failure = try real.failure(of: request)
      #expect(failure.kind == .timeout && failure.message.contains("was not answered within 150ms"))
      #expect(failure.isFinal, "it may have had its effect")
      try real.wait(for: "the server sees the close", until: { server.open == 0 })
      request.headers.add("Idempotency-Key", "1")
      #expect(try real.failure(of: request).isFinal == false)
    }
  }

  @Test func aBodyBeyondTheLimitIsRefused() throws {
    try withServer { connection in
      while let request = connection.request() {
        if request.target == "/known" {
          connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
        } else {
          connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        }
        connection.send(String(repeating: "x", count: 5000))
      }
    } _: { real, server in
      for target in ["/known", "/unknown"] {
        var request = HTTPRequest("GET", try WebAddress(server.url + target))
        request.bodyLimit = 4999
        let failure = try real.failure(of: request)
        #expect(failure.kind == .decode && failure.detail == "size", "\(target)")
        #expect(failure.message.contains("longer than 4999 bytes"))
      }
      try real.wait(for: "the server sees the close", until: { server.open == 0 })
    }
  }

  // MARK: Calling off

  @Test func callingOffClosesTheTransfer() throws {
    try withServer { connection in
      guard connection.request() != nil else { return }
      connection.send("HTTP/1.1 200 OK\r\n\r\nx")
      connection.waitForEnd()
    } _: { real, server in
      var isAnswered = false
      let request = HTTPRequest("GET", try WebAddress(server.url + "/"))
      var hasBegun = false
      let token = try real.world.network.send(request, onHead: { _ in hasBegun = true }) { _ in isAnswered = true }
      try real.wait(for: "the answer begins", until: { hasBegun })
      #expect(real.loop.handleCounts[.transfer] == 1)
      token.cancel()
      #expect(!token.isActive)
      #expect(real.loop.handleCounts[.transfer] == nil)
      try real.wait(for: "the server sees the close", until: { server.open == 0 })
      #expect(!isAnswered)
      #expect(real.world.clock.pendingTimers == 0)
    }
  }

  @Test func whatIsCalledOffInTheCallbackThatHearsOfItIsOver() throws {
    try answering { _ in
      RawConnection.answer(200, "body")
    } _: { real, server in
      var token: HTTPExchange?
      var heard = 0
      let request = HTTPRequest("GET", try WebAddress(server.url + "/"))
      token = try real.world.network.send(
        request,
        onHead: { _ in
          heard += 1; token?.cancel()
        }
      ) { _ in heard += 10 }
      try real.wait(for: "the head", until: { heard > 0 })
      _ = try real.response("GET", server.url + "/")
      #expect(heard == 1)
    }
  }

  @Test func aNameThatIsStillBeingLookedUpDoesNotHoldTheEndUp() throws {
    try withRealWorld { real in
      let request = HTTPRequest("GET", try WebAddress("http://still-looking.invalid/"))
      let token = try real.world.network.send(request) { _ in }
      real.loop.runOnce(waiting: false)
      token.cancel()
      #expect(real.loop.handleCounts[.transfer] == nil)
    }
  }
}

extension RealWorld {
  func result(of request: HTTPRequest, at place: SourceLocation = #_sourceLocation) throws -> Result<
    HTTPResponse, WorldFailure
  > {
    var result: Result<HTTPResponse, WorldFailure>?
    try world.network.send(request) { result = $0 }
    try wait(for: "the request ends", until: { result != nil }, at: place)
    return try #require(result, sourceLocation: place)
  }

  func success(of request: HTTPRequest, at place: SourceLocation = #_sourceLocation) throws -> HTTPResponse {
    try result(of: request, at: place).get()
  }

  func failure(of request: HTTPRequest, at place: SourceLocation = #_sourceLocation) throws -> WorldFailure {
    let result = try result(of: request, at: place)
    guard case .failure(let failure) = result else {
      return try #require(nil as WorldFailure?, "it went well", sourceLocation: place)
    }
    return failure
  }

  func response(_ method: String, _ url: String, at place: SourceLocation = #_sourceLocation) throws -> HTTPResponse {
    try success(of: HTTPRequest(method, try WebAddress(url)), at: place)
  }

  func failure(_ method: String, _ url: String, at place: SourceLocation = #_sourceLocation) throws -> WorldFailure {
    try failure(of: HTTPRequest(method, try WebAddress(url)), at: place)
  }
}
