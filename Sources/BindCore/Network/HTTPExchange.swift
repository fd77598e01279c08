/// One request from its first hop to the end of the final answer.
///
/// ```
/// in a lane ── its turn ──▶ under way ── redirect ──▶ in the next lane …
///     │                        ├── complete ──▶ over
///     └── circuit open ──▶ over└── failure, time-out, too much, cancel ──▶ over
/// ```
package final class HTTPExchange: Token, TransferListener {
  /// Of a redirect's own body; more ends its connection.
  private static let uselessBodyLimit = 64 << 10
  private static let progressInterval = Duration.milliseconds(50)

  private unowned let network: Network
  private var hop: AdmittedRequest
  /// Of the first hop: a redirect may turn it into a GET, and it has had its effect by then.
  private let isIdempotent: Bool
  private var hops = 0
  private var number = 0
  private var transfer: (any Transfer)?
  private var timeout: (any Token)?

  private var head: HTTPHead?
  private var next: HTTPRequest?
  private var body: [UInt8] = []
  private var received: Int64 = 0
  private var wasSent = false

  private let onHead: ((HTTPHead) -> Void)?
  private let onBody: (([UInt8]) -> Void)?
  private let onProgress: ((TransferProgress) -> Void)?
  private var completion: ((Result<HTTPResponse, WorldFailure>) -> Void)?
  private var progress: TransferProgress?
  private var lastProgress: Instant?
  private var hasToldSent = false

  init(
    _ admitted: AdmittedRequest, on network: Network, onHead: ((HTTPHead) -> Void)?, onBody: (([UInt8]) -> Void)?,
    onProgress: ((TransferProgress) -> Void)?, completion: @escaping (Result<HTTPResponse, WorldFailure>) -> Void
  ) {
    hop = admitted
    isIdempotent = admitted.request.isIdempotent
    self.network = network
    self.onHead = onHead
    self.onBody = onBody
    self.onProgress = onProgress
    self.completion = completion
  }

  private var request: HTTPRequest { hop.request }
  private var origin: WebAddress.Origin { request.address.origin }

  // MARK: In its lane

  func enterLane() {
    number = network.join(self, request)
    network.drive(origin)
  }

  /// Its turn has come.
  func begin() {
    if timeout == nil { startTimeout() }
    let transfer = network.performer.begin(hop, for: self)
    transfer.keepsAlive = keepsAlive
    transfer.isHeld = isHeld
    self.transfer = transfer
  }

  /// The circuit of its host is open.
  func refuse(until: Instant) {
    number = 0
    let pause = until - network.clock.now
    var failure = WorldFailure(
      .network,
      "\(request.name): \(origin.name) has failed several times in a row and is left alone for "
        + "\(Duration.seconds(pause.inSeconds.rounded(.up)).text)", detail: "circuit")
    // Whole milliseconds, and never too early.
    failure.retryAfter = .milliseconds((max(pause, .zero).wholeNanoseconds + 999_999) / 1_000_000)
    // Never inside the call that sent it. It is in no lane any more, so the timer keeps it.
    timeout?.cancel()
    timeout = network.clock.schedule(after: .zero, label: "refused request") { [self] in finish(.failure(failure)) }
  }

  private func startTimeout() {
    timeout = network.clock.schedule(after: request.timeout, label: "time-out of \(request.name)") { [weak self] in
      self?.timedOut()
    }
  }

  /// A streamed answer may take as long as it likes, as long as something comes.
  private func postponeTimeout() {
    guard onBody != nil, head != nil, next == nil else { return }
    timeout?.cancel()
    timeout = nil
    if !isHeld { startTimeout() }
  }

  private func timedOut() {
    timeout = nil
    let what: String
    if head == nil {
      what = "\(request.name) was not answered within \(request.timeout.text)"
    } else if onBody != nil {
      what = "\(request.name): nothing came for \(request.timeout.text), after \(received) bytes"
    } else {
      what = "\(request.name) took longer than \(request.timeout.text): \(received) bytes of the answer had come"
    }
    leaveLine(.bad)
    finish(.failure(WorldFailure(.timeout, what)))
  }

  // MARK: What comes

  package func received(_ head: HTTPHead) {
    self.head = head
    switch RedirectRule.next(after: head, to: request) {
    case .none: break
    case .malformed(let location, let malformed):
      return fail(
        WorldFailure(
          .http, "\(request.name): it leads to '\(location)', which is no URL: \(malformed.reason)",
          status: Int32(head.status), detail: "redirect"))
    case .follow(let request):
      next = request
      return
    }
    if onBody == nil, let length = head.contentLength, length > request.bodyLimit, request.method != "HEAD" {
      return fail(tooLong)
    }
    onHead?(head)
    postponeTimeout()
  }

  package func received(_ bytes: [UInt8]) {
    received += Int64(bytes.count)
    if next != nil {
      if received > Self.uselessBodyLimit { ended(nil, wasSent: true, closing: true) }
      return
    }
    if let onBody {
      postponeTimeout()
      return onBody(bytes)
    }
    guard body.count + bytes.count <= request.bodyLimit else { return fail(tooLong) }
    body += bytes
  }

  private var tooLong: WorldFailure {
    WorldFailure(
      .decode,
      "\(request.name): the answer is longer than \(request.bodyLimit) bytes: take it line by line with stream=",
      detail: "size")
  }

  package func progressed(_ progress: TransferProgress) {
    guard onProgress != nil, next == nil else { return }
    let now = network.clock.now
    self.progress = progress
    // The end of the upload is told always: what follows it is about the answer.
    let hasJustSent = progress.sent > 0 && progress.sent == progress.sentTotal && !hasToldSent
    if let lastProgress, now - lastProgress < Self.progressInterval, !hasJustSent { return }
    hasToldSent = hasToldSent || hasJustSent
    tellProgress(at: now)
  }

  private func tellProgress(at now: Instant) {
    guard let progress else { return }
    self.progress = nil
    lastProgress = now
    onProgress?(progress)
  }

  package func ended(_ failure: WorldFailure?, wasSent: Bool) { ended(failure, wasSent: wasSent, closing: false) }

  private func ended(_ failure: WorldFailure?, wasSent: Bool, closing: Bool) {
    self.wasSent = self.wasSent || wasSent
    if closing { transfer?.cancel() }
    transfer = nil
    if let failure {
      leaveLine(failure.kind.isRetryable() ? .bad : .none)
      return finish(.failure(failure))
    }
    guard let head else {
      leaveLine(.bad)
      return finish(.failure(WorldFailure(.network, "\(request.name) ended without an answer", detail: "cut")))
    }
    leaveLine(ErrorKind.http.isRetryable(status: head.status) ? .bad : .good)
    if let next { return follow(next) }
    finish(.success(HTTPResponse(head: head, body: body, address: request.address)))
  }

  private func follow(_ next: HTTPRequest) {
    hops += 1
    let status = head.map { Int32($0.status) }
    guard hops <= RedirectRule.limit else {
      return finish(
        .failure(
          WorldFailure(
            .http, "\(request.name) leads to more than \(RedirectRule.limit) redirects in a row: they go in a circle",
            status: status, detail: "redirect")))
    }
    do throws(Refusal) { hop = try network.gate.admit(next) } catch { return finish(.failure(WorldFailure(error))) }
    head = nil
    self.next = nil
    received = 0
    enterLane()
  }

  // MARK: Its end

  private func fail(_ failure: WorldFailure) {
    leaveLine(.none)
    finish(.failure(failure))
  }

  /// Takes it off the line and out of its lane.
  private func leaveLine(_ verdict: HostLane.Verdict) {
    if let transfer {
      wasSent = wasSent || transfer.wasSent
      transfer.cancel()
    }
    transfer = nil
    guard number != 0 else { return }
    let left = number
    number = 0
    network.ended(left, origin, verdict)
  }

  private func finish(_ result: Result<HTTPResponse, WorldFailure>) {
    timeout?.cancel()
    timeout = nil
    guard let completion else { return }
    tellProgress(at: network.clock.now)
    self.completion = nil
    completion(result.mapError(finalIfSent))
  }

  /// What may have had its effect is not sent again by itself (rule T-5).
  private func finalIfSent(_ failure: WorldFailure) -> WorldFailure {
    guard wasSent, !isIdempotent, failure.kind.isRetryable(status: failure.status.map { Int($0) }) else {
      return failure
    }
    var failure = failure
    failure.isFinal = true
    return failure
  }

  // MARK: Token

  package var isActive: Bool { completion != nil }

  package var keepsAlive = true {
    didSet {
      transfer?.keepsAlive = keepsAlive
      timeout?.keepsAlive = keepsAlive
    }
  }

  /// Whoever reads the body is not ready for more.
  package var isHeld = false {
    didSet {
      guard isHeld != oldValue else { return }
      transfer?.isHeld = isHeld
      postponeTimeout()
    }
  }

  package func cancel() {
    guard completion != nil else { return }
    completion = nil
    timeout?.cancel()
    timeout = nil
    guard number != 0 else { return }
    if transfer != nil { return leaveLine(.none) }
    let left = number
    number = 0
    network.leave(left, origin)
  }
}
