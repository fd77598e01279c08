import BindCore
import BindSources
import Testing

/// What stands between the gate and the wire, in virtual time: redirects, lanes, circuits, time limits, progress.
@Suite("Exchanges") struct HTTPExchangeTests {
  /// A World with stubs, and what its requests came to.
  final class House {
    let virtual: VirtualWorld
    var results: [String] = []
    var network: Network { virtual.world.network }

    init(_ flags: String...) throws {
      var permissions = Permissions(scriptFolder: "/script")
      for flag in flags.isEmpty ? ["--allow-net"] : flags {
        let parts = flag.split(separator: "=", maxSplits: 1).map(String.init)
        _ = try permissions.apply(flag: parts[0], value: parts.count > 1 ? parts[1] : nil, relativeTo: "/")
      }
      virtual = VirtualWorld(permissions: permissions)
    }

    func stub(_ pattern: String, _ body: @escaping (VirtualExchange) -> Void) { virtual.network.stub(pattern, body) }

    /// Answers after a time.
    func answer(_ exchange: VirtualExchange, _ status: Int = 200, after delay: Duration, _ text: String = "") {
      virtual.world.clock.schedule(after: delay, label: "answer") {
        exchange.answer(status: status, body: Array(text.utf8))
      }
    }

    @discardableResult
    func send(
      _ url: String, method: String = "GET", body: [UInt8]? = nil, timeout: Duration = .seconds(30),
      onBody: (([UInt8]) -> Void)? = nil, onProgress: ((TransferProgress) -> Void)? = nil
    ) throws -> HTTPExchange {
      let request = HTTPRequest(method, try WebAddress(url), body: body, timeout: timeout)
      return try network.send(request, onBody: onBody, onProgress: onProgress) { [unowned self] result in
        switch result {
        case .success(let response):
          results.append("\(response.head.status) \(String(decoding: response.body, as: UTF8.self))")
        case .failure(let failure): results.append(failure.detail ?? failure.kind.rawValue)
        }
      }
    }

    /// What was answered since the last call.
    func answers(within time: Duration = .zero) throws -> [String] {
      try virtual.advance(by: time)
      defer { results = [] }
      return results
    }

    deinit {
      #expect(virtual.network.runningCount == 0)
      #expect(virtual.world.clock.pendingTimers == 0)
    }
  }

  // MARK: Stubs

  @Test func aStubAnswersByPathByURLAndByPattern() throws {
    let house = try House()
    house.virtual.network.stub("/me.json", body: "me")
    house.virtual.network.stub("http://h:81/me.json", body: "81")
    house.virtual.network.stub("/a/*/c", body: "pattern")
    house.virtual.network.stub("/q?x=*", body: "query")
    house.virtual.network.stub("https://h/*", body: "secure")
    for url in ["http://h/me.json?a=b", "http://h:81/me.json", "http://h/a/b/b/c", "http://h/q?x=1", "https://h/x"] {
      try house.send(url)
    }
    #expect(try house.answers() == ["200 me", "200 81", "200 pattern", "200 query", "200 secure"])
    for url in ["http://h/", "http://h/q", "http://h/a/c"] { try house.send(url) }
    #expect(try house.answers() == ["stub", "stub", "stub"])
  }

  @Test func whatNoStubAnswersNamesTheStubToAdd() throws {
    let house = try House()
    var told: WorldFailure?
    try house.network.send(HTTPRequest("GET", try WebAddress("http://h/me.json?a"))) { result in
      if case .failure(let failure) = result { told = failure }
    }
    _ = try house.answers()
    #expect(told?.kind == .network && told?.isFinal == true)
    #expect(told?.message.hasSuffix("no stub answers this: add test.http:stub(\"/me.json\", fn)") == true)
    #expect(told?.message.hasPrefix("GET http://h/me.json?a: ") == true)
  }

  @Test func aStubSeesWhatIsSent() throws {
    let house = try House()
    house.stub("/x") { exchange in
      exchange.answer(status: 200, body: Array(exchange.request.method.utf8) + (exchange.request.body ?? []))
    }
    try house.send("http://h/x", method: "PUT", body: Array(" abc".utf8))
    #expect(try house.answers() == ["200 PUT abc"])
  }

  @Test func nothingIsAnsweredInsideTheCallThatSends() throws {
    let house = try House()
    house.virtual.network.stub("/x", body: "x")
    try house.send("http://h/x")
    #expect(house.results == [])
    #expect(try house.answers() == ["200 x"])
  }

  // MARK: Redirects

  @Test func redirectsAreFollowedAndTheLastAddressIsTold() throws {
    let house = try House()
    house.virtual.network.stub("/a", status: 302, headers: HTTPHeaders([("Location", "b?x")]), body: "useless")
    house.stub("/b") { $0.answer(status: 200, body: Array($0.request.address.text.utf8)) }
    try house.send("http://h/a")
    #expect(try house.answers() == ["200 http://h/b?x"])
  }

  @Test func aCircleOfRedirectsEnds() throws {
    let house = try House()
    var hits = 0
    house.stub("/loop") {
      hits += 1
      $0.answer(status: 302, headers: HTTPHeaders([("Location", "/loop")]))
    }
    try house.send("http://h/loop")
    #expect(try house.answers() == ["redirect"])
    #expect(hits == 11)
  }

  @Test func eachHopPassesTheGate() throws {
    let house = try House("--allow-net=h")
    house.virtual.network.stub("/a", status: 302, headers: HTTPHeaders([("Location", "http://secret/")]))
    var asked = false
    house.stub("http://secret/") { _ in asked = true }
    var told: WorldFailure?
    try house.network.send(HTTPRequest("GET", try WebAddress("http://h/a"))) { result in
      if case .failure(let failure) = result { told = failure }
    }
    _ = try house.answers()
    #expect(told?.refusal?.flag == "--allow-net=secret:80" && told?.kind == .notPermitted)
    #expect(!asked)
  }

  // MARK: Time

  @Test func aRequestThatIsNotAnsweredRunsIntoItsTime() throws {
    let house = try House()
    var wasCalledOff = false
    house.stub("/x") { $0.onCancel = { wasCalledOff = true } }
    try house.send("http://h/x", timeout: .seconds(5))
    #expect(try house.answers(within: .milliseconds(4999)) == [])
    #expect(try house.answers(within: .milliseconds(1)) == ["timeout"])
    #expect(wasCalledOff)
  }

  @Test func aStreamMayTakeAsLongAsItLikesAsLongAsSomethingComes() throws {
    let house = try House()
    var stub: VirtualExchange?
    house.stub("/x") {
      stub = $0
      $0.begin(status: 200)
    }
    var pieces = 0
    try house.send("http://h/x", timeout: .seconds(5), onBody: { _ in pieces += 1 })
    for _ in 0..<10 {
      #expect(try house.answers(within: .seconds(4)) == [])
      stub?.write([1])
    }
    #expect(try house.answers(within: .seconds(4)) == [])
    #expect(pieces == 10)
    #expect(try house.answers(within: .seconds(1)) == ["timeout"])
  }

  @Test func whatIsHeldIsNotSilent() throws {
    let house = try House()
    var stub: VirtualExchange?
    house.stub("/x") {
      stub = $0
      $0.begin(status: 200)
      $0.write([1])
    }
    var exchange: HTTPExchange?
    var pieces = 0
    exchange = try house.send("http://h/x", timeout: .seconds(5)) { _ in
      pieces += 1
      exchange?.isHeld = true
    }
    #expect(try house.answers() == [])
    stub?.write([2])
    stub?.finish()
    #expect(try house.answers(within: .seconds(60)) == [])
    #expect(pieces == 1)
    exchange?.isHeld = false
    #expect(try house.answers() == [])
    #expect(pieces == 2)
    exchange?.isHeld = false
    #expect(try house.answers() == ["200 "])
  }

  // MARK: Lanes and circuits

  @Test func sixRequestsOfAHostAreUnderWayAtOnce() throws {
    let house = try House()
    var (now, most, begun) = (0, 0, [String]())
    house.stub("/*") { exchange in
      now += 1
      most = max(most, now)
      begun.append(exchange.request.address.path)
      house.virtual.world.clock.schedule(after: .seconds(1), label: "answer") {
        now -= 1
        exchange.answer(status: 200)
      }
    }
    for number in 0..<20 { try house.send("http://h/\(number)") }
    try house.send("http://other/x")
    _ = try house.answers()
    #expect(now == 7 && begun.last == "/x", "another host has a lane of its own")
    #expect(try house.answers(within: .seconds(4)).count == 21)
    #expect(most == 7)
    #expect(begun.filter { $0 != "/x" } == (0..<20).map { "/\($0)" })
  }

  @Test func whatIsCalledOffWhileItWaitsIsNeverSent() throws {
    let house = try House()
    var begun: [String] = []
    house.stub("/*") { exchange in
      begun.append(exchange.request.address.path)
      house.answer(exchange, after: .seconds(1))
    }
    let tokens = try (0..<9).map { try house.send("http://h/\($0)") }
    _ = try house.answers()
    tokens[7].cancel()
    tokens[1].cancel()
    _ = try house.answers()
    #expect(begun == ["/0", "/1", "/2", "/3", "/4", "/5", "/6"], "the place of one that ran goes to the next")
    #expect(try house.answers(within: .seconds(3)).count == 7)
    #expect(begun.last == "/8" && begun.count == 8)
  }

  @Test func aHostIsAskedOnlySoOftenInATime() throws {
    let house = try House()
    (house.network.limits.burst, house.network.limits.perSecond) = (3, 2)
    var times: [Duration] = []
    let start = house.virtual.clock.now
    house.stub("/*") { exchange in
      times.append(house.virtual.clock.now - start)
      exchange.answer(status: 200)
    }
    for number in 0..<5 { try house.send("http://h/\(number)") }
    #expect(try house.answers(within: .seconds(2)).count == 5)
    #expect(times.prefix(3).allSatisfy { $0 == .zero })
    #expect(times[3] >= .milliseconds(500) && times[3] < .milliseconds(510))
    #expect(times[4] >= .milliseconds(1000) && times[4] < .milliseconds(1010))
  }

  @Test func aHostThatKeepsFailingIsLeftAloneAndThenProbedOnce() throws {
    let house = try House()
    var (hits, status) = (0, 503)
    house.stub("/x") {
      hits += 1
      $0.answer(status: status)
    }
    for _ in 0..<5 {
      try house.send("http://h/x")
      #expect(try house.answers() == ["503 "])
    }
    try house.send("http://h/x")
    #expect(try house.answers() == ["circuit"])
    #expect(hits == 5)
    _ = try house.answers(within: .seconds(30))
    for _ in 0..<3 { try house.send("http://h/x") }
    #expect(try house.answers().sorted() == ["503 ", "circuit", "circuit"], "one probe")
    #expect(hits == 6)
    _ = try house.answers(within: .seconds(59))
    try house.send("http://h/x")
    #expect(try house.answers() == ["circuit"], "twice as long")
    _ = try house.answers(within: .seconds(1))
    status = 200
    try house.send("http://h/x")
    #expect(try house.answers() == ["200 "])
    for _ in 0..<3 { try house.send("http://h/x") }
    #expect(try house.answers() == ["200 ", "200 ", "200 "])
    try house.send("http://other/x")
    #expect(try house.answers() == ["200 "])
  }

  @Test func anErrorOfTheCallerOpensNoCircuit() throws {
    let house = try House()
    house.virtual.network.stub("/x", status: 404)
    for _ in 0..<7 { try house.send("http://h/x") }
    #expect(try house.answers() == Array(repeating: "404 ", count: 7))
  }

  @Test func theErrorOfAnOpenCircuitHasThePause() throws {
    let house = try House()
    house.virtual.network.stub("/x", status: 500)
    for _ in 0..<5 { try house.send("http://h/x") }
    _ = try house.answers(within: .seconds(10))
    var told: WorldFailure?
    try house.network.send(HTTPRequest("GET", try WebAddress("http://h/x"))) { result in
      if case .failure(let failure) = result { told = failure }
    }
    _ = try house.answers()
    #expect(told?.retryAfter == .seconds(20) && told?.kind == .network)
  }

  // MARK: Progress

  @Test func progressIsToldNowAndThenAndTheLastOneAlways() throws {
    let house = try House()
    house.stub("/x") { exchange in
      exchange.begin(status: 200)
      func step(_ number: Int) {
        exchange.progress(TransferProgress(received: Int64(number)))
        guard number < 100 else { return exchange.finish() }
        house.virtual.world.clock.schedule(after: .milliseconds(10), label: "step") { step(number + 1) }
      }
      step(1)
    }
    var told: [Int64] = []
    try house.send("http://h/x", onProgress: { told.append($0.received) })
    #expect(try house.answers(within: .seconds(2)) == ["200 "])
    #expect(told.first == 1 && told.last == 100)
    #expect(told.count <= 22 && told.count > 10 && told == told.sorted())
  }
}
