import BindCore
import CCurl

/// HTTP by libcurl's multi interface on the loop: libcurl says which sockets and which time it waits for, the loop tells
/// it when they have come. libcurl is opened by the first request.
///
/// Invariant: nothing of the owner runs inside a call into libcurl; what its callbacks learn is told when it has returned.
final class RealNetwork: NetworkPerformer {
  private unowned let loop: EventLoop
  private var multi: UnsafeMutableRawPointer?
  private var sockets: [Int32: SocketHandle] = [:]
  private var timer: QueuedTimer?
  /// Transfers that libcurl has, or that wait to tell their end.
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
  /// Transfers that have something to tell.
  private var news: [CurlTransfer] = []
  private var keeper: QueuedTimer?
  private var keptAliveCount = 0 {
    didSet { holdLoop() }
  }

  init(loop: EventLoop) {
    self.loop = loop
    loop.network = self
  }

  func begin(_ request: AdmittedRequest, for listener: any TransferListener) -> any Transfer {
    let transfer = CurlTransfer(request, listener: listener, network: self, loop: loop)
    transfers[ObjectIdentifier(transfer)] = transfer
    keptAliveCount += 1
    if let trouble = bh_curl_open() {
      let words = String(cString: trouble)
      var failure = WorldFailure(
        .network, "HTTP needs libcurl, which cannot be used: \(words) (on Debian: apt-get install libcurl4)",
        detail: "library")
      failure.isFinal = true
      transfer.end(failure)
    } else if let multi = openMulti(), transfer.start(on: multi) {
      // libcurl asks for its timer, which begins it.
    } else {
      transfer.end(WorldFailure(.network, "\(request.request.name): there is no memory for another transfer"))
    }
    return transfer
  }

  private func openMulti() -> UnsafeMutableRawPointer? {
    if let multi { return multi }
    var calls = bh_multi_calls()
    calls.owner = Unmanaged.passUnretained(self).toOpaque()
    calls.socket = { _, socket, what, owner, _ in
      guard let owner else { return 0 }
      Unmanaged<RealNetwork>.fromOpaque(owner).takeUnretainedValue().watch(socket, for: what)
      return 0
    }
    calls.timer = { _, milliseconds, owner in
      guard let owner else { return 0 }
      Unmanaged<RealNetwork>.fromOpaque(owner).takeUnretainedValue().arm(after: milliseconds)
      return 0
    }
    multi = bh_multi_new(&calls)
    return multi
  }

  // MARK: What libcurl waits for

  private func watch(_ socket: Int32, for what: Int32) {
    guard what != CURL_POLL_REMOVE else {
      sockets.removeValue(forKey: socket)?.close()
      return
    }
    let handle: SocketHandle
    if let known = sockets[socket] {
      handle = known
    } else {
      let made: SocketHandle
      do throws(SystemError) {
        made = try SocketHandle(socket: socket, on: loop) { [unowned self] isReadable, isWritable, hasFailed in
          // What has failed says why when it is read; CURL_CSELECT_ERR would say nothing.
          act(socket, (isReadable || hasFailed ? CURL_CSELECT_IN : 0) | (isWritable ? CURL_CSELECT_OUT : 0))
        }
      } catch {
        return  // Its transfer runs into its time limit.
      }
      sockets[socket] = made
      handle = made
    }
    handle.watch(
      reading: what == CURL_POLL_IN || what == CURL_POLL_INOUT,
      writing: what == CURL_POLL_OUT || what == CURL_POLL_INOUT)
  }

  private func arm(after milliseconds: Int) {
    timer?.cancel()
    timer = nil
    guard milliseconds >= 0 else { return }
    timer = loop.timers.add(
      due: loop.now + .milliseconds(milliseconds), label: "libcurl", kind: .inner, keepsAlive: false
    ) { [unowned self] in
      timer = nil
      act(bh_socket_timeout, 0)
    }
  }

  private func act(_ socket: Int32, _ events: Int32) {
    guard let multi else { return }
    _ = bh_multi_act(multi, socket, events)
    var result = CURLE_OK
    while let easy = bh_multi_ended(multi, &result) {
      guard let owner = bh_easy_owner(easy) else { continue }
      Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue().libcurlEnded(result)
    }
    tellNews()
  }

  // MARK: What transfers learn

  func hasNews(_ transfer: CurlTransfer) { news.append(transfer) }

  /// Whatever was learnt since the last time, transfer by transfer. What the owner does meanwhile may make more.
  func tellNews() {
    while !news.isEmpty {
      let told = news
      news = []
      for transfer in told { transfer.tell() }
    }
  }

  /// Tells in a pass of its own: for what is learnt while the owner runs.
  func tellNewsSoon() {
    loop.soon("http") { [weak self] in self?.tellNews() }
  }

  // MARK: Life

  /// libcurl has let go of it.
  func forget(_ transfer: CurlTransfer) {
    guard transfers.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
    if transfer.keepsAlive { keptAliveCount -= 1 }
  }

  func remove(_ easy: UnsafeMutableRawPointer) {
    if let multi { _ = bh_multi_remove(multi, easy) }
  }

  func keepAlive(_ step: Int) { keptAliveCount += step }

  /// libcurl's sockets and times keep no run alive; its transfers do.
  private func holdLoop() {
    if keptAliveCount == 0 {
      keeper?.cancel()
      keeper = nil
    } else if keeper == nil {
      keeper = loop.timers.add(due: .distantFuture, label: "http", kind: .inner) {}
    }
  }

  var transferCount: Int { transfers.count }

  /// Ends every transfer and closes every connection.
  func close() {
    for transfer in Array(transfers.values) { transfer.cancel() }
    if let multi { bh_multi_free(multi) }
    multi = nil
    timer?.cancel()
    for handle in sockets.values { handle.close() }
    sockets = [:]
    news = []
  }
}
