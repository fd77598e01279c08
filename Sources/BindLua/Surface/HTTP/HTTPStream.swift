import BindCore

/// `stream = fn`: the lines of an answer, each handed to the function when the last call of it has ended. It may wait;
/// meanwhile the other side is held back. `false` from it ends the transfer.
///
/// An answer with a status from 400 is not streamed: its body goes into the error.
final class HTTPStream {
  /// One turn hands out lines for so long; then others have theirs.
  private static let turnLength = Duration.milliseconds(5)
  /// Of an error's body.
  private static let errorBodyLimit = 1 << 20

  private let request: HTTPRequest
  private let function: LuaReference
  private let scope: Scope
  private unowned(unsafe) let surface: Surface
  private let onProgress: ((TransferProgress) -> Void)?
  private let fail: (Failure) -> Void
  private let completion: (Result<HTTPResponse, WorldFailure>) -> Void

  private var exchange: HTTPExchange?
  private var head: HTTPHead?
  private var lines = LineSplitter()
  private var errorBody: [UInt8] = []
  private var outcome: Result<HTTPResponse, WorldFailure>?
  private var task: Tasks.Task?
  private var continuation: (any Token)?
  private var isHandingOut = false
  private var isBusy = false
  private var isOver = false

  init(
    _ request: HTTPRequest, function: LuaReference, scope: Scope, surface: Surface,
    onProgress: ((TransferProgress) -> Void)?, fail: @escaping (Failure) -> Void,
    completion: @escaping (Result<HTTPResponse, WorldFailure>) -> Void
  ) {
    self.request = request
    self.function = function
    self.scope = scope
    self.surface = surface
    self.onProgress = onProgress
    self.fail = fail
    self.completion = completion
  }

  func run() throws(Refusal) -> JobRun {
    exchange = try surface.world.network.send(
      request, onHead: { self.head = $0 }, onBody: { self.received($0) }, onProgress: onProgress
    ) { result in
      self.exchange = nil
      self.outcome = result
      self.handOut()
    }
    return JobRun { self.stop() }
  }

  private func stop() {
    isOver = true
    exchange?.cancel()
    exchange = nil
    continuation?.cancel()
    task?.stop()
    task = nil
  }

  private func received(_ bytes: [UInt8]) {
    if (head?.status ?? 0) >= 400 {
      errorBody += bytes.prefix(max(Self.errorBodyLimit - errorBody.count, 0))
      return
    }
    lines.append(bytes)
    handOut()
  }

  /// Lines, one after the other, until one waits, the turn is long enough or none is left.
  private func handOut() {
    guard !isHandingOut, !isOver else { return }
    isHandingOut = true
    let clock = surface.world.clock
    let end = clock.now + Self.turnLength
    while !isOver, !isBusy, let line = lines.next() ?? lastLine() {
      hand(line)
      guard clock.now > end, !isBusy, !isOver else { continue }
      goOnLater()
      break
    }
    isHandingOut = false
    guard !isOver else { return }
    if lines.isTooLong { return tooLong() }
    exchange?.isHeld = isBusy || continuation != nil
    if let outcome, !isBusy, continuation == nil { finish(outcome) }
  }

  private func lastLine() -> ByteString? {
    if case .success? = outcome { lines.rest() } else { nil }
  }

  private func goOnLater() {
    continuation = surface.world.clock.schedule(after: .zero, label: "lines of \(request.name)") { [self] in
      continuation = nil
      handOut()
    }
  }

  private func hand(_ line: ByteString) {
    isBusy = true
    let task = surface.tasks.start(
      function, arguments: [.string(line)], in: scope, kind: .source, label: "line of \(request.name)"
    ) { [self] result in
      isBusy = false
      self.task = nil
      switch result {
      case .failure(let failure):
        stop()
        fail(failure)
      case .success(.boolean(false)):
        let address = request.address
        stop()
        completion(
          .success(
            HTTPResponse(head: head ?? HTTPHead(status: 200, headers: HTTPHeaders()), body: [], address: address)))
      case .success: handOut()
      }
    }
    if isBusy { self.task = task }
  }

  private func tooLong() {
    stop()
    completion(
      .failure(
        WorldFailure(
          .decode, "\(request.name): a line is longer than \(LineSplitter.lengthLimitBytes) bytes", detail: "size")))
  }

  private func finish(_ outcome: Result<HTTPResponse, WorldFailure>) {
    isOver = true
    completion(
      outcome.map { response in
        var response = response
        response.body = errorBody
        return response
      })
  }
}
