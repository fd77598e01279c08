import BindCore
import CCurl
import Glibc

/// One exchange in libcurl's hands.
///
/// Its callbacks only take notes (`head`, `pending`, `progress`); `tell` hands them on when libcurl has returned. The
/// transfer is paused while too much is noted, or its listener holds it. Over HTTP/1.1 the other side is stopped by that
/// at once; over HTTP/2 it may still fill its window, which libcurl sets to 32 MiB.
final class CurlTransfer: Transfer {
  /// Bytes noted before libcurl has to wait.
  private static let pendingLimit = 256 << 10

  let admitted: AdmittedRequest
  private weak var listener: (any TransferListener)?
  private unowned let network: RealNetwork
  private unowned let loop: EventLoop
  private var easy: UnsafeMutableRawPointer?
  private var lines: UnsafeMutablePointer<curl_slist>?
  /// What libcurl sends, for as long as it may ask for it.
  private var body: UnsafeMutableBufferPointer<UInt8>?
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))

  private var reading = HeadReader()
  private var head: HTTPHead?
  private var pending: [UInt8] = []
  private var progress: TransferProgress?
  private var outcome: WorldFailure??
  private var receivedBytes: Int64 = 0
  private var isPaused = false
  private var hasNews = false
  private var refusal: Refusal?
  private(set) var wasSent = false
  private(set) var proxy: String?
  private var isOver = false

  init(_ admitted: AdmittedRequest, listener: any TransferListener, network: RealNetwork, loop: EventLoop) {
    self.admitted = admitted
    self.listener = listener
    self.network = network
    self.loop = loop
    errorText.initialize(repeating: 0)
  }

  deinit {
    if let lines { bh_list_free(lines) }
    body?.deallocate()
    errorText.deallocate()
  }

  // MARK: Start

  /// - Returns: false if there is no memory for it.
  func start(on multi: UnsafeMutableRawPointer) -> Bool {
    guard let easy = bh_easy_new() else { return false }
    self.easy = easy
    guard setUp(easy), bh_multi_add(multi, easy) == CURLM_OK else {
      bh_easy_free(easy)
      self.easy = nil
      return false
    }
    return true
  }

  private func setUp(_ easy: UnsafeMutableRawPointer) -> Bool {
    let request = admitted.request
    var calls = bh_easy_calls()
    calls.owner = Unmanaged.passUnretained(self).toOpaque()
    calls.header = { bytes, size, count, owner in
      CurlTransfer.of(owner).noteHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
      return size * count
    }
    calls.body = { bytes, size, count, owner in
      CurlTransfer.of(owner).noteBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    calls.progress = { owner, downTotal, down, upTotal, up in
      CurlTransfer.of(owner).noteProgress(Int64(down), Int64(downTotal), Int64(up), Int64(upTotal))
      return 0
    }
    calls.open_socket = { owner, _, address in CurlTransfer.of(owner).openSocket(address) }
    proxy = ProxyVariables.proxy(for: request.address, allowed: admitted.proxyVariables)
    var isSet =
      bh_easy_set_calls(easy, &calls) && bh_easy_set_text(easy, CURLOPT_URL, request.address.text)
      && bh_easy_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https") && bh_easy_set(easy, CURLOPT_PATH_AS_IS, 1)
      && bh_easy_set(easy, CURLOPT_NOSIGNAL, 1) && bh_easy_set(easy, CURLOPT_NOPROGRESS, 0)
      && bh_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText.baseAddress)
      && bh_easy_set_text(easy, CURLOPT_PROXY, proxy ?? "") && bh_easy_set_text(easy, CURLOPT_NOPROXY, "")
      && bh_easy_set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
      && bh_easy_set(easy, CURLOPT_BUFFERSIZE, 64 << 10) && bh_easy_set(easy, CURLOPT_TCP_KEEPALIVE, 1)
    // A thread that still asks for a name is left behind when the transfer ends, instead of being waited for.
    isSet = isSet && bh_easy_set(easy, CURLOPT_QUICK_EXIT, 1)
    if request.address.origin.scheme == .https {
      isSet = isSet && bh_easy_set(easy, CURLOPT_PIPEWAIT, 1)
      // As OpenSSL's own programs: the user may name other roots.
      if let file = getenv("SSL_CERT_FILE") {
        isSet = isSet && bh_easy_set_text(easy, CURLOPT_CAINFO, String(cString: file))
      }
    }
    if request.headers["Accept-Encoding"] == nil {
      isSet = isSet && bh_easy_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
    }
    return isSet && setHeaders(easy, request) && setMethod(easy, request)
  }

  private func setHeaders(_ easy: UnsafeMutableRawPointer, _ request: HTTPRequest) -> Bool {
    var headers = request.headers
    if headers["User-Agent"] == nil { headers.add("User-Agent", "bindhost/\(Version.text)") }
    if let credentials = request.address.credentials, headers["Authorization"] == nil {
      headers.add("Authorization", "Basic " + Base64.encode(FormText.decoded(credentials) ?? Array(credentials.utf8)))
    }
    // An empty value is said with a semicolon; a name with nothing at all takes away what libcurl would say.
    var texts = headers.fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    texts.append("Expect:")
    if headers["Content-Type"] == nil { texts.append("Content-Type:") }
    for text in texts {
      lines = bh_list_add(lines, text)
      guard lines != nil else { return false }
    }
    return bh_easy_set_pointer(easy, CURLOPT_HTTPHEADER, lines)
  }

  private func setMethod(_ easy: UnsafeMutableRawPointer, _ request: HTTPRequest) -> Bool {
    if request.method == "HEAD" { return bh_easy_set(easy, CURLOPT_NOBODY, 1) }
    let hasBody = request.body != nil || ["POST", "PUT", "PATCH"].contains(request.method)
    if hasBody {
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(request.body?.count ?? 0, 1))
      if let given = request.body { _ = bytes.initialize(from: given) }
      body = bytes
      guard bh_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body?.count ?? 0)),
        bh_easy_set_pointer(easy, CURLOPT_POSTFIELDS, bytes.baseAddress)
      else { return false }
    }
    return bh_easy_set_text(easy, CURLOPT_CUSTOMREQUEST, request.method)
  }

  // MARK: libcurl's callbacks

  private static func of(_ owner: UnsafeMutableRawPointer?) -> CurlTransfer {
    guard let owner else { preconditionFailure("a transfer's callbacks have an owner") }
    return Unmanaged<CurlTransfer>.fromOpaque(owner).takeUnretainedValue()
  }

  private func note() {
    guard !hasNews else { return }
    hasNews = true
    network.hasNews(self)
  }

  private func noteHeader(_ line: UnsafeRawBufferPointer) {
    guard head == nil, let complete = reading.read(String(decoding: line, as: UTF8.self)) else { return }
    head = complete
    toldHead = false
    note()
  }

  private func noteBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard pending.count < Self.pendingLimit, !isHeld || pending.isEmpty else {
      isPaused = true
      return Int(bh_pause_body)
    }
    receivedBytes += Int64(bytes.count)
    pending.append(contentsOf: bytes)
    note()
    return bytes.count
  }

  private func noteProgress(_ down: Int64, _ downTotal: Int64, _ up: Int64, _ upTotal: Int64) {
    if up > 0 || down > 0 { wasSent = true }
    let next = TransferProgress(
      sent: up, sentTotal: upTotal > 0 ? upTotal : nil, received: down, receivedTotal: downTotal > 0 ? downTotal : nil)
    guard next != lastProgress else { return }
    lastProgress = next
    progress = next
    note()
  }

  private var lastProgress = TransferProgress()
  private var toldHead = true

  private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> Int32 {
    guard let address else { return bh_no_socket }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard bh_address_bytes(address, &bytes), let known = InternetAddress(bytes: bytes) else { return bh_no_socket }
    do throws(Refusal) {
      if let proxy {
        try admitted.check(proxy: known, port: ProxyVariables.port(of: proxy))
      } else {
        try admitted.check(known)
      }
    } catch {
      refusal = error
      return bh_no_socket
    }
    return bh_socket_for(address)
  }

  /// It is off libcurl's list of running transfers; the notes are still to be told.
  func libcurlEnded(_ result: CURLcode) {
    guard let easy, !isOver else { return }
    if bh_easy_number(easy, CURLINFO_REQUEST_SIZE) > 0 { wasSent = true }
    if result == CURLE_OK {
      end(nil)
    } else if let refusal {
      end(WorldFailure(refusal))
    } else {
      end(failure(of: result, easy))
    }
  }

  private func failure(of result: CURLcode, _ easy: UnsafeMutableRawPointer) -> WorldFailure {
    let text = errorText.baseAddress.map { String(cString: $0) } ?? ""
    return CurlFailure(
      code: result, words: text.isEmpty ? String(cString: bh_easy_words(result)) : text,
      systemError: Int32(truncatingIfNeeded: bh_easy_number(easy, CURLINFO_OS_ERRNO)), proxy: proxy,
      received: receivedBytes, expected: head?.contentLength
    ).told(of: admitted.request)
  }

  /// Notes the end; everything noted before is told first.
  func end(_ failure: WorldFailure?) {
    outcome = .some(failure)
    note()
    if easy == nil { network.tellNewsSoon() }
  }

  // MARK: Telling

  /// Hands on what was noted. The listener may cancel the transfer or hold it meanwhile.
  func tell() {
    hasNews = false
    let keptAlive = self
    defer { _ = keptAlive }
    if !toldHead, let head, !isOver {
      toldHead = true
      loop.deliver { listener?.received(head) }
    }
    if !pending.isEmpty, !isHeld, !isOver {
      var bytes: [UInt8] = []
      swap(&bytes, &pending)
      loop.deliver { listener?.received(bytes) }
    }
    if let progress, !isOver {
      self.progress = nil
      loop.deliver { listener?.progressed(progress) }
    }
    guard !isOver, !hasNews else { return }
    if let outcome {
      guard pending.isEmpty else { return }  // held: told when it goes on
      let listener = listener
      let wasSent = wasSent
      close()
      loop.deliver { listener?.ended(outcome, wasSent: wasSent) }
    } else if isPaused, !isHeld, pending.isEmpty, let easy {
      isPaused = false
      // It may call back at once, or ask for its timer.
      _ = bh_easy_pause(easy, bh_pause_none)
    }
  }

  // MARK: Token

  var isActive: Bool { !isOver }

  var keepsAlive = true {
    didSet { if keepsAlive != oldValue, !isOver { network.keepAlive(keepsAlive ? 1 : -1) } }
  }

  var isHeld = false {
    didSet {
      guard oldValue, !isHeld, !isOver else { return }
      note()
      network.tellNewsSoon()
    }
  }

  func cancel() {
    guard !isOver else { return }
    if let easy, bh_easy_number(easy, CURLINFO_REQUEST_SIZE) > 0 { wasSent = true }
    close()
  }

  /// Takes it off the line. Not inside one of libcurl's callbacks.
  private func close() {
    isOver = true
    pending = []
    listener = nil
    if let easy {
      network.remove(easy)
      bh_easy_free(easy)
    }
    easy = nil
    network.forget(self)
  }
}
