import BindCore
import BindJSON
package import BindSources

/// The server behind `bindhost demo-server`: what the examples and tests ask, well-behaved and not, on loopback only.
package final class DemoServer {
  private let world: World
  private var server: HTTPServer?
  private var isArmed = false
  private var statsCount = 0
  /// How often each flaky page was asked since it last worked.
  private var failures: [String: Int] = [:]

  /// - Parameter port: 0 is any free one.
  package init(port: Int, on real: RealWorld) throws(HTTPServer.Trouble) {
    world = real.world
    server = try HTTPServer(port: port, on: real.loop) { [unowned self] in serve($0) }
  }

  package var url: String { server?.url ?? "" }

  package func stop() {
    server?.stop()
    server = nil
  }

  /// What there is, with a word about each; the page `/` and the help say it.
  package static let pages: [(path: String, about: String)] = [
    ("/me.json", "a person"), ("/stats.json", "load and users of a machine, other ones each time"),
    ("/armed", "GET tells, PUT {\"on\":true} sets"), ("/articles.json", "a list"),
    ("/articles/N.json", "one of them"), ("/slow?for=2s", "answers after a while"),
    ("/flaky", "fails twice, then works once"), ("/stream?lines=10&every=200ms", "lines over time"),
    ("/compressed", "gzip"), ("/retry-after?seconds=2", "503 with a pause, then works once"),
    ("/status/N", "that status"), ("/cut", "is cut off in the middle"), ("/invalid.json", "is none"),
    ("/huge?bytes=N", "a long answer, 1 GiB unless it says so"), ("/stall", "never answers"),
    ("/redirect-loop", "leads to itself"), ("/redirect-to-denied", "leads to a host that nobody allows"),
  ]

  // MARK: Answers

  private func serve(_ request: ServedRequest) {
    let parts = request.path.split(separator: "/").map(String.init)
    switch (parts.first ?? "", parts.count) {
    case ("", _): text(Self.pages.map { "\($0.path)  \($0.about)\n" }.joined(), to: request)
    case ("me.json", 1): json(DemoPages.me, to: request)
    case ("stats.json", 1):
      json(DemoPages.stats(statsCount), to: request)
      statsCount += 1
    case ("armed", 1): armed(request)
    case ("articles.json", 1): json(DemoPages.articleList, to: request)
    case ("articles", 2): article(parts[1], request)
    case ("compressed", 1):
      json(DemoPages.compressed, headers: [("Content-Encoding", "gzip")], to: request)
    case ("slow", 1): slow(request)
    case ("flaky", 1): flaky(request, headers: [])
    case ("retry-after", 1): flaky(request, headers: [("Retry-After", request.query("seconds") ?? "2")], times: 1)
    case ("status", 2): status(parts[1], request)
    case ("stream", 1): stream(request)
    default: misbehave(parts, request)
    }
  }

  private func misbehave(_ parts: [String], _ request: ServedRequest) {
    switch parts {
    case ["cut"]:
      request.begin(status: 200, headers: [("Content-Type", "text/plain")], length: 1000)
      request.write(Array("the beginning of an answer\n".utf8))
      later(.milliseconds(50), request) { $0.end(cut: true) }
    case ["invalid.json"]: json(Array("{\"name\": \"Ada\", ".utf8), to: request)
    case ["huge"]: huge(request)
    case ["stall"]: break
    case ["redirect-loop"]: request.answer(status: 302, headers: [("Location", "/redirect-loop")])
    case ["redirect-to-denied"]: request.answer(status: 302, headers: [("Location", "http://denied.invalid/secret")])
    default: json(DemoPages.error("there is no \(request.path); / says what there is"), status: 404, to: request)
    }
  }

  private func json(
    _ body: [UInt8], status: Int = 200, headers: [(name: String, value: String)] = [], to request: ServedRequest
  ) {
    request.answer(status: status, headers: [("Content-Type", "application/json")] + headers, body: body)
  }

  private func text(_ text: String, to request: ServedRequest) {
    request.answer(headers: [("Content-Type", "text/plain; charset=utf-8")], body: Array(text.utf8))
  }

  /// In a while, if somebody still waits for it.
  private func later(_ delay: Duration, _ request: ServedRequest, _ body: @escaping (ServedRequest) -> Void) {
    let timer = world.clock.schedule(after: delay, label: "demo answer") { [weak request] in
      if let request, request.isOpen { body(request) }
    }
    timer.keepsAlive = false
  }

  // MARK: Pages with a state

  private func armed(_ request: ServedRequest) {
    switch request.method {
    case "GET", "HEAD": json(DemoPages.armed(isArmed), to: request)
    case "PUT":
      guard case .record(let fields)? = try? JSON.decode(request.body), case .boolean(let isOn)? = fields["on"] else {
        return json(DemoPages.error("{\"on\": true} or {\"on\": false} expected"), status: 400, to: request)
      }
      isArmed = isOn
      json(DemoPages.armed(isArmed), to: request)
    default: json(DemoPages.error("GET and PUT only"), status: 405, headers: [("Allow", "GET, PUT")], to: request)
    }
  }

  private func article(_ name: String, _ request: ServedRequest) {
    let number = name.hasSuffix(".json") ? Int(name.dropLast(5)) : nil
    if let article = number.flatMap(DemoPages.article) { return json(article, to: request) }
    json(DemoPages.error("there is no article \(name)"), status: 404, to: request)
  }

  private func slow(_ request: ServedRequest) {
    guard let delay = Duration(text: request.query("for") ?? "2s") else {
      return json(DemoPages.error("for= is a time such as 500ms or 2s"), status: 400, to: request)
    }
    later(delay, request) { [weak self] in self?.json(DemoPages.me, to: $0) }
  }

  private func flaky(_ request: ServedRequest, headers: [(name: String, value: String)], times: Int = 2) {
    let count = failures[request.path, default: 0]
    guard count < times else {
      failures[request.path] = nil
      return json(DemoPages.me, to: request)
    }
    failures[request.path] = count + 1
    json(DemoPages.error("not this time"), status: 503, headers: headers, to: request)
  }

  private func status(_ word: String, _ request: ServedRequest) {
    guard let status = Int(word), (200...599).contains(status) else {
      return json(DemoPages.error("a status is a number from 200 to 599"), status: 400, to: request)
    }
    let hasBody = status != 204 && status != 304
    if hasBody {
      json(DemoPages.error("you asked for \(status)"), status: status, to: request)
    } else {
      request.answer(status: status)
    }
  }

  // MARK: Long answers

  private func stream(_ request: ServedRequest) {
    guard let every = Duration(text: request.query("every") ?? "200ms"), every > .zero,
      let count = Int(request.query("lines") ?? "10"), count > 0
    else { return json(DemoPages.error("lines= is a number, every= a time such as 200ms"), status: 400, to: request) }
    request.begin(status: 200, headers: [("Content-Type", "application/x-ndjson")])
    line(1, of: count, every: every, request)
  }

  private func line(_ number: Int, of count: Int, every: Duration, _ request: ServedRequest) {
    request.write(Array("{\"line\":\(number),\"of\":\(count)}\n".utf8))
    guard number < count else { return request.end() }
    later(every, request) { [weak self] in self?.line(number + 1, of: count, every: every, $0) }
  }

  /// As fast as it is taken, and never more in memory than one piece.
  private func huge(_ request: ServedRequest) {
    guard let total = Int(request.query("bytes") ?? "\(1 << 30)"), total >= 0 else {
      return json(DemoPages.error("bytes= is a number"), status: 400, to: request)
    }
    let line = Array((String(repeating: "x", count: 127) + "\n").utf8)
    let piece = Array(repeatElement(line, count: 512).joined())
    var left = total
    request.onDrained = { [weak request] in
      guard let request else { return }
      let next = min(left, piece.count)
      left -= next
      request.write(next == piece.count ? piece : Array(piece[..<next]))
      if left == 0 { request.end() }
    }
    request.begin(status: 200, headers: [("Content-Type", "text/plain")], length: total)
    if total == 0 { request.end() }
  }
}
