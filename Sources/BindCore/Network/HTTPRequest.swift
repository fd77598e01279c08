/// One request to send, with what it may cost.
package struct HTTPRequest: Sendable {
  /// What an answer may be long unless it is streamed.
  package static let bodyLimitBytes = 64 << 20
  /// How long one attempt may take unless the request says otherwise.
  package static let attemptLimit = Duration.seconds(30)

  /// In capitals.
  package var method: String
  package var address: WebAddress
  package var headers: HTTPHeaders
  package var body: [UInt8]?
  /// Of one attempt, its redirects included; of a streamed answer, the longest silence.
  package var timeout: Duration
  /// Bytes of the answer's body, decompressed; more is a failure of kind `decode`. Not asked of a streamed answer.
  package var bodyLimit: Int
  /// Somebody looks at what it is for: goes before requests that nobody looks at.
  package var isObserved: Bool

  package init(
    _ method: String = "GET", _ address: WebAddress, headers: HTTPHeaders = HTTPHeaders(), body: [UInt8]? = nil,
    timeout: Duration = HTTPRequest.attemptLimit, bodyLimit: Int = HTTPRequest.bodyLimitBytes, isObserved: Bool = true
  ) {
    self.method = method
    self.address = address
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.bodyLimit = bodyLimit
    self.isObserved = isObserved
  }

  /// Sending it twice does no more than sending it once: by its method, or because it says so itself.
  package var isIdempotent: Bool { !["POST", "PATCH"].contains(method) || headers["Idempotency-Key"] != nil }

  /// How messages call it.
  package var name: String { "\(method) \(address.text)" }
}

/// What an answer begins with.
package struct HTTPHead: Hashable, Sendable {
  package var status: Int
  package var headers: HTTPHeaders
  /// `1.0`, `1.1` or `2`.
  package var version: String

  package init(status: Int, headers: HTTPHeaders, version: String = "1.1") {
    self.status = status
    self.headers = headers
    self.version = version
  }

  /// What the other side says of the body's length, in bytes as they are sent.
  package var contentLength: Int64? { headers["Content-Length"].flatMap { Int64($0) } }
}

/// An answer with its whole body.
package struct HTTPResponse: Sendable {
  package var head: HTTPHead
  /// Decompressed; empty if it was streamed.
  package var body: [UInt8]
  /// Where it came from, after all redirects.
  package var address: WebAddress

  package init(head: HTTPHead, body: [UInt8], address: WebAddress) {
    self.head = head
    self.body = body
    self.address = address
  }
}

/// How far a transfer is.
package struct TransferProgress: Hashable, Sendable {
  package var sent: Int64
  package var sentTotal: Int64?
  package var received: Int64
  package var receivedTotal: Int64?

  package init(sent: Int64 = 0, sentTotal: Int64? = nil, received: Int64 = 0, receivedTotal: Int64? = nil) {
    self.sent = sent
    self.sentTotal = sentTotal
    self.received = received
    self.receivedTotal = receivedTotal
  }
}
