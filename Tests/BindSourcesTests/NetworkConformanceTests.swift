import BindCore
import BindSources
import Foundation
import TestSupport
import Testing

/// One host, real on loopback or virtual, with the same pages.
private final class NetStage {
  let driver: any WorldDriver
  let url: String
  private let server: RawServer?
  /// Requests that the other side has and has not ended.
  private let open: () -> Int

  init(_ kind: WorldKind, _ change: (inout Permissions) -> Void = { $0.allowEverything() }) throws {
    var permissions = Permissions(scriptFolder: "/")
    change(&permissions)
    switch kind {
    case .real:
      let server = try RawServer { connection in
        while let request = connection.request() { if !NetStage.serve(request, connection) { return } }
      }
      self.server = server
      driver = try RealWorld(permissions: permissions, seed: 1)
      url = server.url
      open = { server.open }
    case .virtual:
      let world = VirtualWorld(permissions: permissions)
      NetStage.stub(world)
      driver = world
      server = nil
      url = "http://127.0.0.1:8400"
      open = { world.network.runningCount }
    }
  }

  deinit {
    driver.close(grace: .zero)
    server?.stop()
  }

  private static func serve(_ request: RawRequest, _ connection: RawConnection) -> Bool {
    switch request.target {
    case "/echo": return connection.answer(200, "\(request.method) \(request.body)", headers: ["X-Thing: a"])
    case "/teapot": return connection.answer(418, "short and stout")
    case "/moved": return connection.answer(302, "useless", headers: ["Location: /echo"])
    case "/loop": return connection.answer(302, headers: ["Location: /loop"])
    case "/pieces":
      connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      for piece in ["one", "two", "three"] {
        connection.send("\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n")
        usleep(20000)
      }
      return connection.send("0\r\n\r\n")
    default:
      connection.waitForEnd()
      return false
    }
  }

  private static func stub(_ world: VirtualWorld) {
    let network = world.network
    network.stub("/echo") { exchange in
      let text = Array("\(exchange.request.method) ".utf8) + (exchange.request.body ?? [])
      exchange.answer(status: 200, headers: HTTPHeaders([("X-Thing", "a")]), body: text)
    }
    network.stub("/teapot", status: 418, body: "short and stout")
    network.stub("/moved", status: 302, headers: HTTPHeaders([("Location", "/echo")]), body: "useless")
    network.stub("/loop", status: 302, headers: HTTPHeaders([("Location", "/loop")]))
    network.stub("/pieces") { exchange in
      exchange.begin(status: 200)
      for (number, piece) in ["one", "two", "three"].enumerated() {
        world.clock.schedule(after: .milliseconds(20 * number), label: "piece") { exchange.write(Array(piece.utf8)) }
      }
      world.clock.schedule(after: .milliseconds(60), label: "end") { exchange.finish() }
    }
    network.stub("/silent") { _ in }
  }

  var network: Network { driver.world.network }

  func request(_ target: String, _ method: String = "GET", body: [UInt8]? = nil) throws -> HTTPRequest {
    HTTPRequest(method, try WebAddress(url + target), body: body)
  }

  func wait(for what: Comment, until condition: () -> Bool, at place: SourceLocation = #_sourceLocation) throws {
    let isReached = driver.run(while: { !condition() }, atMost: .seconds(60))
    try #require(isReached, what, sourceLocation: place)
  }

  func result(of request: HTTPRequest) throws -> Result<HTTPResponse, WorldFailure> {
    var result: Result<HTTPResponse, WorldFailure>?
    try network.send(request) { result = $0 }
    #expect(result == nil, "never inside the call")
    try wait(for: "the request ends", until: { result != nil })
    return try #require(result)
  }

  func waitUntilNothingIsOpen() throws {
    // A server of its own thread does not wake the loop.
    for _ in 0..<500 where open() > 0 { driver.run(while: { true }, atMost: .milliseconds(10)) }
    #expect(open() == 0)
  }
}

@Suite("Both Worlds' networks") struct NetworkConformanceTests {
  @Test(arguments: WorldKind.allCases)
  func anAnswerIsWhole(_ kind: WorldKind) throws {
    let stage = try NetStage(kind)
    let response = try stage.result(of: stage.request("/echo", "POST", body: Array("text".utf8))).get()
    #expect(response.head.status == 200 && text(response.body) == "POST text")
    #expect(response.head.headers["x-thing"] == "a")
    let teapot = try stage.result(of: stage.request("/teapot")).get()
    #expect(teapot.head.status == 418 && text(teapot.body) == "short and stout")
    #expect(stage.driver.world.clock.pendingTimers == 0)
  }

  @Test(arguments: WorldKind.allCases)
  func redirectsAreFollowedToTheirEnd(_ kind: WorldKind) throws {
    let stage = try NetStage(kind)
    let response = try stage.result(of: stage.request("/moved")).get()
    #expect(text(response.body) == "GET " && response.address.text == stage.url + "/echo")
    guard case .failure(let failure) = try stage.result(of: stage.request("/loop")) else {
      Issue.record("a circle has no end")
      return
    }
    #expect(failure.kind == .http && failure.detail == "redirect" && failure.status == 302)
  }

  @Test(arguments: WorldKind.allCases)
  func headPiecesAndEndComeInThisOrder(_ kind: WorldKind) throws {
    let stage = try NetStage(kind)
    var told: [String] = []
    try stage.network.send(
      stage.request("/pieces"), onHead: { told.append("\($0.status)") }, onBody: { told.append(text($0)) }
    ) { result in
      if case .success(let response) = result { told.append("end \(response.body.count)") }
    }
    try stage.wait(for: "the end", until: { told.last == "end 0" })
    #expect(told.first == "200")
    #expect(told.dropFirst().dropLast().joined() == "onetwothree")
  }

  @Test(arguments: WorldKind.allCases)
  func silenceIsATimeOut(_ kind: WorldKind) throws {
    let stage = try NetStage(kind)
    var request = try stage.request("/silent", "PUT")
    request.timeout = .milliseconds(50)
    guard case .failure(let failure) = try stage.result(of: request) else {
      Issue.record("nobody answers")
      return
    }
    #expect(failure.kind == .timeout && !failure.isFinal)
    #expect(failure.message == "PUT \(stage.url)/silent was not answered within 50ms")
    try stage.waitUntilNothingIsOpen()
  }

  @Test(arguments: WorldKind.allCases)
  func whatIsCalledOffIsNeverHeardOfAgain(_ kind: WorldKind) throws {
    let stage = try NetStage(kind)
    var heard = 0
    let silent = try stage.network.send(stage.request("/silent")) { _ in heard += 1 }
    let early = try stage.network.send(stage.request("/echo")) { _ in heard += 1 }
    early.cancel()
    early.cancel()
    stage.driver.run(while: { true }, atMost: .milliseconds(30))
    #expect(silent.isActive && !early.isActive)
    silent.cancel()
    try stage.waitUntilNothingIsOpen()
    #expect(heard == 0 && !silent.isActive && stage.driver.world.clock.pendingTimers == 0)
    _ = try stage.result(of: stage.request("/echo")).get()
    #expect(heard == 0)
  }

  @Test(arguments: WorldKind.allCases)
  func theGateStandsBeforeBoth(_ kind: WorldKind) throws {
    let stage = try NetStage(kind) { _ in }
    let request = try stage.request("/echo")
    #expect(throws: Refusal.self) { try stage.network.send(request) { _ in } }
  }

  @Test(arguments: WorldKind.allCases)
  func aRequestKeepsTheRunAliveUnlessItIsToldNotTo(_ kind: WorldKind) throws {
    let stage = try NetStage(kind)
    let token = try stage.network.send(stage.request("/silent")) { _ in }
    #expect(stage.driver.isAlive)
    token.keepsAlive = false
    #expect(!stage.driver.isAlive)
    token.cancel()
    try stage.waitUntilNothingIsOpen()
  }
}
