import BindCore
import CCurl

/// One request to one server in libcurl's hands.
final class EtcdExchange {
  /// `CURL_HTTP_VERSION_1_1`
  private static let http11 = 2
  /// Of an answer that is collected.
  private static let answerLimitBytes = 256 << 20

  var easy: UnsafeMutableRawPointer?
  private let request: EtcdRequest
  private let origin: WebAddress.Origin
  private let servers: EtcdServers
  private let streams: Bool
  private let tell: ([UInt8]) -> Void
  private var lines: UnsafeMutablePointer<curl_slist>?
  private let body: UnsafeMutableBufferPointer<UInt8>
  private let errorText = UnsafeMutableBufferPointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
  private var answer: [UInt8] = []
  private var refusal: Refusal?

  init(
    _ request: EtcdRequest, _ origin: WebAddress.Origin, of servers: EtcdServers, streams: Bool,
    tell: @escaping ([UInt8]) -> Void
  ) {
    self.request = request
    self.origin = origin
    self.servers = servers
    self.streams = streams
    self.tell = tell
    errorText.initialize(repeating: 0)
    let bytes = request.body
    body = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    _ = body.initialize(from: bytes)
    bodyCount = bytes.count
  }

  private let bodyCount: Int

  deinit {
    if let lines { bh_list_free(lines) }
    body.deallocate()
    errorText.deallocate()
  }

  /// libcurl has let go of it.
  func free() {
    if let easy { bh_easy_free(easy) }
    easy = nil
  }

  /// - Returns: false if there is no memory for it.
  func setUp(timeout: Duration?) -> Bool {
    guard let easy else { return false }
    var calls = bh_easy_calls()
    calls.owner = Unmanaged.passUnretained(self).toOpaque()
    calls.header = { _, size, count, _ in size * count }
    calls.body = { bytes, size, count, owner in
      EtcdExchange.of(owner).note(UnsafeRawBufferPointer(start: bytes, count: size * count))
    }
    calls.progress = { _, _, _, _, _ in 0 }
    calls.open_socket = { owner, _, address in EtcdExchange.of(owner).openSocket(address) }
    var isSet =
      bh_easy_set_calls(easy, &calls)
      && bh_easy_set_text(easy, CURLOPT_URL, "\(origin.scheme.rawValue)://\(origin.name)\(request.path)")
      && bh_easy_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
      // A connection for each exchange that is under way: none waits for another one's.
      && bh_easy_set(easy, CURLOPT_HTTP_VERSION, Self.http11)
      && bh_easy_set(easy, CURLOPT_NOSIGNAL, 1) && bh_easy_set(easy, CURLOPT_NOPROGRESS, 1)
      && bh_easy_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText.baseAddress)
      && bh_easy_set_text(easy, CURLOPT_PROXY, "") && bh_easy_set(easy, CURLOPT_TCP_KEEPALIVE, 1)
      && bh_easy_set(easy, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(EtcdLine.connectLimit))
      // A thread that still asks for a name is left behind when the exchange ends, instead of being waited for.
      && bh_easy_set(easy, CURLOPT_QUICK_EXIT, 1)
      && bh_easy_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bodyCount))
      && bh_easy_set_pointer(easy, CURLOPT_POSTFIELDS, body.baseAddress)
    if let timeout { isSet = isSet && bh_easy_set(easy, CURLOPT_TIMEOUT_MS, Self.milliseconds(timeout)) }
    for (option, path) in [
      (CURLOPT_CAINFO, servers.authorities), (CURLOPT_SSLCERT, servers.certificate), (CURLOPT_SSLKEY, servers.key),
    ] {
      if let path { isSet = isSet && bh_easy_set_text(easy, option, path) }
    }
    for text in ["Content-Type: application/json", "Expect:", "User-Agent: bindhost/\(Version.text)"]
      + request.headers
    {
      lines = bh_list_add(lines, text)
      guard lines != nil else { return false }
    }
    return isSet && bh_easy_set_pointer(easy, CURLOPT_HTTPHEADER, lines)
  }

  private static func milliseconds(_ time: Duration) -> Int { max(1, Int((time.inSeconds * 1000).rounded())) }

  // MARK: libcurl's callbacks

  private static func of(_ owner: UnsafeMutableRawPointer?) -> EtcdExchange {
    guard let owner else { preconditionFailure("an exchange's callbacks have an owner") }
    return Unmanaged<EtcdExchange>.fromOpaque(owner).takeUnretainedValue()
  }

  private func note(_ bytes: UnsafeRawBufferPointer) -> Int {
    if streams {
      tell(Array(bytes))
    } else {
      guard answer.count + bytes.count <= Self.answerLimitBytes else { return 0 }
      answer += bytes
    }
    return bytes.count
  }

  private func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?) -> Int32 {
    guard let address else { return bh_no_socket }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard bh_address_bytes(address, &bytes), let known = InternetAddress(bytes: bytes) else { return bh_no_socket }
    do throws(Refusal) { try servers.rules.check(known, of: origin.host, port: origin.port) } catch {
      refusal = error
      return bh_no_socket
    }
    return bh_socket_for(address)
  }

  // MARK: The end

  func outcome(_ result: CURLcode) -> EtcdOutcome {
    guard let easy else { return .notSent("it was called off") }
    if result == CURLE_OK { return .answer(answer, status: bh_easy_number(easy, CURLINFO_RESPONSE_CODE)) }
    if let refusal { return .notSent(refusal.message) }
    let words = errorText.baseAddress.map { String(cString: $0) } ?? ""
    let said = words.isEmpty ? String(cString: bh_easy_words(result)) : words
    let isNew =
      bh_easy_number(easy, CURLINFO_NUM_CONNECTS) > 0 && bh_easy_number(easy, CURLINFO_RESPONSE_CODE) == 0
    let trouble = EtcdTrouble(result, said, isSecure: origin.scheme == .https, isNew: isNew)
    let mend = trouble?.mend(servers) ?? ""
    let reason = "\(origin.name): \(said)\(mend.isEmpty ? "" : "; " + mend)"
    let wasSent = bh_easy_number(easy, CURLINFO_REQUEST_SIZE) > 0 && trouble?.isBeforeRequest != true
    return wasSent ? .lost(reason) : .notSent(reason)
  }
}
