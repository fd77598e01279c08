import BindCore
import Testing

/// The pure rules of requests: redirects, pauses, lanes, circuits, lines.
@Suite("Rules of requests") struct NetworkRulesTests {
  func seconds(_ count: Double) -> Instant { Instant(nanoseconds: 0) + Duration(clampingSeconds: count) }

  // MARK: Redirects

  func followed(_ status: Int, _ method: String, to location: String = "/there") throws -> HTTPRequest? {
    var request = HTTPRequest(method, try WebAddress("http://h/here"), body: [1])
    request.headers = HTTPHeaders([("Authorization", "x"), ("Content-Type", "y"), ("Accept", "z")])
    let head = HTTPHead(status: status, headers: HTTPHeaders([("location", location)]))
    guard case .follow(let next) = RedirectRule.next(after: head, to: request) else { return nil }
    return next
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
    (301, "PUT", "PUT"), (302, "DELETE", "DELETE"), (307, "POST", "POST"), (308, "PATCH", "PATCH"), (301, "GET", "GET"),
  ])
  func aRedirectChangesTheMethodOnlyWhereItMust(_ status: Int, _ method: String, _ next: String) throws {
    let request = try #require(try followed(status, method))
    #expect(request.method == next)
    #expect((request.body == nil) == (method != next))
    #expect((request.headers["Content-Type"] == nil) == (method != next))
    #expect(request.address.text == "http://h/there")
  }

  @Test func credentialsStayWithTheirOrigin() throws {
    #expect(try followed(302, "GET")?.headers["authorization"] == "x")
    for other in ["http://h:81/", "https://h/", "http://g/"] {
      let request = try #require(try followed(302, "GET", to: other))
      #expect(request.headers["Authorization"] == nil && request.headers["Accept"] == "z", "\(other)")
    }
  }

  @Test func onlyRedirectsWithALocationLeadAnywhere() throws {
    for status in [200, 300, 304, 305, 400] { #expect(try followed(status, "GET") == nil) }
    let request = HTTPRequest("GET", try WebAddress("http://h/"))
    guard case .none = RedirectRule.next(after: HTTPHead(status: 302, headers: HTTPHeaders()), to: request) else {
      Issue.record("followed nothing")
      return
    }
    let head = HTTPHead(status: 302, headers: HTTPHeaders([("Location", "ftp://h/")]))
    guard case .malformed("ftp://h/", _) = RedirectRule.next(after: head, to: request) else {
      Issue.record("followed another scheme")
      return
    }
  }

  // MARK: Retry-After

  @Test func aPauseIsSecondsOrADate() {
    let now = WallTime(seconds: 784_111_777)  // 1994-11-06T08:49:37Z
    #expect(RetryAfter.pause("120", at: now) == .seconds(120))
    #expect(RetryAfter.pause(" 0 ", at: now) == .zero)
    for date in ["Sun, 06 Nov 1994 08:50:07 GMT", "Sunday, 06-Nov-94 08:50:07 GMT", "Sun Nov  6 08:50:07 1994"] {
      #expect(RetryAfter.pause(date, at: now) == .seconds(30), "\(date)")
    }
    #expect(RetryAfter.pause("Sun, 06 Nov 1994 08:00:00 GMT", at: now) == .zero)
    for text in ["", "-1", "1.5", "soon", "Sun, 32 Nov 1994 08:50:07 GMT", "Sun, 06 Now 1994 08:50:07 GMT"] {
      #expect(RetryAfter.pause(text, at: now) == nil, "\(text)")
    }
    #expect(RetryAfter.date("Thu, 29 Feb 2024 00:00:00 GMT") == WallTime(seconds: 1_709_164_800))
    #expect(RetryAfter.date("Thu, 01 Jan 1970 00:00:00 GMT") == WallTime(seconds: 0))
  }

  // MARK: Circuits (T-8)

  @Test func aCircuitOpensAfterFiveFailuresInARowAndLetsOneProbeThrough() {
    var breaker = CircuitBreaker()
    for _ in 0..<4 { breaker.failed(at: seconds(0)) }
    #expect(breaker.admit(at: seconds(0)) == .send)
    breaker.succeeded()
    for _ in 0..<5 {
      #expect(breaker.admit(at: seconds(1)) == .send)
      breaker.failed(at: seconds(1))
    }
    #expect(breaker.admit(at: seconds(30.9)) == .refuse(until: seconds(31)))
    #expect(breaker.admit(at: seconds(31)) == .send)
    #expect(breaker.admit(at: seconds(31)) == .refuse(until: seconds(31)), "one probe, not two")
    breaker.failed(at: seconds(32))
    #expect(breaker.admit(at: seconds(91)) == .refuse(until: seconds(92)), "twice as long")
    #expect(breaker.admit(at: seconds(92)) == .send)
    breaker.learntNothing()
    #expect(breaker.admit(at: seconds(93)) == .send, "a probe that was called off leaves its place")
    breaker.succeeded()
    #expect(breaker.admit(at: seconds(93)) == .send)
    #expect(breaker.failures == 0)
  }

  @Test func theLongestPauseIsFiveMinutes() {
    var breaker = CircuitBreaker()
    var now = seconds(0)
    for _ in 0..<5 { breaker.failed(at: now) }
    var pauses: [Duration] = []
    for _ in 0..<6 {
      guard case .refuse(let until) = breaker.admit(at: now) else { return #expect(Bool(false), "it is open") }
      pauses.append(until - now)
      now = until
      #expect(breaker.admit(at: now) == .send)
      breaker.failed(at: now)
    }
    #expect(pauses == [30, 60, 120, 240, 300, 300].map { Duration.seconds($0) })
  }

  // MARK: Lanes (T-9)

  @Test func sixAtOnceInTheOrderInWhichTheyCame() {
    var lane = HostLane(limits: HostLane.Limits(), at: seconds(0))
    for number in 1...9 { lane.join(number, isObserved: number != 7) }
    for number in 1...6 { #expect(lane.next(at: seconds(0)) == .start(number)) }
    #expect(lane.next(at: seconds(0)) == .rest)
    lane.ended(.good, at: seconds(1))
    #expect(lane.next(at: seconds(1)) == .start(8), "observed before unobserved")
    lane.leave(9)
    lane.ended(.good, at: seconds(1))
    #expect(lane.next(at: seconds(1)) == .start(7))
    #expect(lane.next(at: seconds(1)) == .rest)
  }

  @Test func aLaneGivesOutSoManyInATimeAndWhatLeftTheQueueTookNone() {
    var limits = HostLane.Limits()
    (limits.burst, limits.perSecond, limits.concurrency) = (2, 1, 10)
    var lane = HostLane(limits: limits, at: seconds(0))
    for number in 1...5 { lane.join(number, isObserved: true) }
    #expect(lane.next(at: seconds(0)) == .start(1))
    #expect(lane.next(at: seconds(0)) == .start(2))
    guard case .wait(let until) = lane.next(at: seconds(0)) else { return #expect(Bool(false), "no token is left") }
    #expect(until >= seconds(1) && until < seconds(1.1))
    lane.leave(3)
    #expect(lane.next(at: until) == .start(4))
    #expect(!lane.isIdle(at: until))
  }

  @Test func anOpenCircuitRefusesWhatWaits() {
    var lane = HostLane(limits: HostLane.Limits(), at: seconds(0))
    for number in 1...7 { lane.join(number, isObserved: true) }
    for number in 1...6 { #expect(lane.next(at: seconds(0)) == .start(number)) }
    for _ in 1...5 { lane.ended(.bad, at: seconds(1)) }
    #expect(lane.next(at: seconds(1)) == .refuse(7, until: seconds(31)))
    #expect(lane.next(at: seconds(1)) == .rest)
  }

  // MARK: Lines

  @Test func linesComeOutHoweverTheBytesCameIn() {
    let text = Array("one\r\n\ntwo\nlast".utf8)
    for size in 1...text.count {
      var splitter = LineSplitter()
      var lines: [String] = []
      for start in stride(from: 0, to: text.count, by: size) {
        splitter.append(Array(text[start..<min(start + size, text.count)]))
        while let line = splitter.next() { lines.append(line.text) }
      }
      if let rest = splitter.rest() { lines.append(rest.text) }
      #expect(lines == ["one", "", "two", "last"], "pieces of \(size)")
      #expect(splitter.pendingCount == 0 && splitter.rest() == nil)
    }
  }

  @Test func anEndlessLineIsNoticed() {
    var splitter = LineSplitter()
    splitter.append(Array(repeating: 65, count: LineSplitter.lengthLimitBytes))
    #expect(splitter.next() == nil && !splitter.isTooLong)
    splitter.append([65])
    #expect(splitter.next() == nil && splitter.isTooLong)
  }

  @Test func headersAreFoundInAnyCaseAndJoined() {
    var headers = HTTPHeaders([("Set-Cookie", "a"), ("X", "1"), ("set-cookie", "b"), ("x", "2")])
    #expect(headers["SET-cookie"] == "a")
    #expect(headers.joined.map { "\($0.name)=\($0.value)" } == ["set-cookie=a\nb", "x=1, 2"])
    headers["x"] = "3"
    #expect(headers.fields.filter { $0.name.lowercased() == "x" }.map(\.value) == ["3"])
    #expect(HTTPHeaders.isName("X-Thing") && !HTTPHeaders.isName("a b") && !HTTPHeaders.isName(""))
    #expect(HTTPHeaders.isValue("a\tb") && !HTTPHeaders.isValue("a\r\nb"))
  }

  @Test func base64IsThatOfTheStandard() {
    let words = [
      "": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg==", "fooba": "Zm9vYmE=", "foobar": "Zm9vYmFy",
    ]
    for (text, encoded) in words { #expect(Base64.encode(Array(text.utf8)) == encoded) }
  }
}
