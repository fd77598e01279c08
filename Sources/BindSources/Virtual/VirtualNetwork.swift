package import BindCore

/// Hosts that a test has put there; no other answers.
package final class VirtualNetwork: NetworkPerformer {
  private let clock: VirtualClock
  /// The newest last.
  private var stubs: [(matches: (HTTPRequest) -> Bool, body: (VirtualExchange) -> Void)] = []
  private var running: [ObjectIdentifier: VirtualExchange] = [:]

  /// Of hosts that no stub answers for.
  var reality: Reality?

  init(clock: VirtualClock) { self.clock = clock }

  /// Answers what is asked for under a URL. A later stub goes before an earlier one.
  /// - Parameters:
  ///   - pattern: a path (`/me.json`, on every host), or a whole URL; `*` stands for anything. Unless it says more, the
  ///     query does not matter.
  ///   - body: is called for each request and answers it, at once or later.
  package func stub(_ pattern: String, _ body: @escaping (VirtualExchange) -> Void) {
    stub({ Self.matches(pattern, $0.address) }, body)
  }

  /// Answers the requests that a test knows by itself.
  package func stub(_ matches: @escaping (HTTPRequest) -> Bool, _ body: @escaping (VirtualExchange) -> Void) {
    stubs.append((matches, body))
  }

  /// Answers at once.
  package func stub(_ pattern: String, status: Int = 200, headers: HTTPHeaders = HTTPHeaders(), body: String = "") {
    stub(pattern) { $0.answer(status: status, headers: headers, body: Array(body.utf8)) }
  }

  var keepsAlive: Bool { running.values.contains { $0.keepsAlive } }

  /// Requests that have not ended.
  package var runningCount: Int { running.count }

  package func begin(_ request: AdmittedRequest, for listener: any TransferListener) -> any Transfer {
    if let reality, !stubs.contains(where: { $0.matches(request.request) }),
      let real = reality.begin(request.request, for: listener)
    {
      return real
    }
    let exchange = VirtualExchange(request.request, listener: listener, clock: clock)
    running[ObjectIdentifier(exchange)] = exchange
    exchange.over = { [unowned self, unowned exchange] in running[ObjectIdentifier(exchange)] = nil }
    let address = request.request.address
    exchange.event = clock.soon("request to \(address.text)", isOrdered: false) { [self] in
      guard exchange.isActive else { return }
      if let stub = stubs.last(where: { $0.matches(request.request) }) {
        exchange.wasSent = true
        clock.deliver { stub.body(exchange) }
      } else {
        var failure = WorldFailure(
          .network,
          "\(request.request.name): there is no network here, and no stub answers this: add "
            + "test.http:stub(\"\(address.path)\", fn)", detail: "stub")
        failure.isFinal = true
        exchange.fail(failure)
      }
    }
    return exchange
  }

  /// A path, a whole URL, one without its scheme, or a host alone; `*` stands for anything.
  package static func matches(_ pattern: String, _ address: WebAddress) -> Bool {
    let texts: [String]
    if pattern.hasPrefix("/") {
      texts = [address.target, address.path]
    } else {
      let whole = address.text
      let bare = String(whole[(whole.firstRange(of: "://")?.upperBound ?? whole.startIndex)...])
      texts = [whole, bare].flatMap { [$0, String($0.prefix { $0 != "?" })] } + [String(bare.prefix { $0 != "/" })]
    }
    return texts.contains { matches(Array(pattern.utf8)[...], Array($0.utf8)[...]) }
  }

  private static func matches(_ pattern: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) -> Bool {
    let parts = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    guard parts.count > 1 else { return pattern.elementsEqual(text) }
    guard text.starts(with: parts[0]) else { return false }
    var rest = text.dropFirst(parts[0].count)
    for part in parts[1..<(parts.count - 1)] {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    let last = parts[parts.count - 1]
    return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
  }
}

/// One request to a virtual host: its stub holds it, and answers through it.
package final class VirtualExchange: Transfer {
  package let request: HTTPRequest
  private let clock: VirtualClock
  private weak var listener: (any TransferListener)?
  private var steps: [(any TransferListener) -> Void] = []
  private var isTelling = false
  /// The clock's next event that is about this request.
  fileprivate var event: QueuedTimer? {
    didSet { event?.keepsAlive = keepsAlive }
  }
  private var isAnswered = false
  fileprivate var over: () -> Void = {}
  /// Called when the request is called off before its end.
  package var onCancel: (() -> Void)?

  fileprivate init(_ request: HTTPRequest, listener: any TransferListener, clock: VirtualClock) {
    self.request = request
    self.listener = listener
    self.clock = clock
  }

  // MARK: For the stub

  /// Begins an answer whose body comes by `write` and ends with `finish`.
  package func begin(status: Int, headers: HTTPHeaders = HTTPHeaders()) {
    guard isActive, !isAnswered else { return }
    isAnswered = true
    then { $0.received(HTTPHead(status: status, headers: headers)) }
  }

  package func write(_ bytes: [UInt8]) {
    if isActive, !bytes.isEmpty { then { $0.received(bytes) } }
  }

  package func progress(_ progress: TransferProgress) {
    if isActive { then { $0.progressed(progress) } }
  }

  package func finish() {
    if isActive { then { [unowned self] listener in end(listener, nil) } }
  }

  /// The whole answer at once.
  package func answer(status: Int, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8] = []) {
    guard isActive, !isAnswered else { return }
    begin(status: status, headers: headers)
    if request.method != "HEAD" { write(body) }
    finish()
  }

  package func fail(_ failure: WorldFailure) {
    if isActive { then { [unowned self] listener in end(listener, failure) } }
  }

  // MARK: Telling

  private func then(_ step: @escaping (any TransferListener) -> Void) {
    steps.append(step)
    tellSoon()
  }

  private func tellSoon() {
    guard !isTelling, !isHeld else { return }
    isTelling = true
    event = clock.soon("answer to \(request.name)", isOrdered: false) { [self] in
      isTelling = false
      while isActive, !isHeld, !steps.isEmpty {
        let step = steps.removeFirst()
        clock.deliver { if let listener { step(listener) } }
      }
    }
  }

  private func end(_ listener: any TransferListener, _ failure: WorldFailure?) {
    close()
    listener.ended(failure, wasSent: wasSent)
  }

  private func close() {
    isActive = false
    listener = nil
    steps = []
    over()
  }

  // MARK: Transfer

  package fileprivate(set) var wasSent = false
  package private(set) var isActive = true
  package var keepsAlive = true {
    didSet { event?.keepsAlive = keepsAlive }
  }

  package var isHeld = false {
    didSet { if !isHeld, isActive, !steps.isEmpty { tellSoon() } }
  }

  package func cancel() {
    guard isActive else { return }
    close()
    let onCancel = onCancel
    self.onCancel = nil
    onCancel?()
  }
}
