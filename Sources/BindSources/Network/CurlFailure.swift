import BindCore
import CCurl
import CUV
import Glibc

/// What libcurl says when a transfer did not end well, and what that means.
struct CurlFailure {
  let code: CURLcode
  /// libcurl's own sentence.
  let words: String
  /// The errno of the last connection that failed, or 0.
  let systemError: Int32
  let proxy: String?
  /// Bytes of the answer's body that had come, and those it was to have.
  let received: Int64
  let expected: Int64?

  /// In our words: who, what, and what mends it.
  func told(of request: HTTPRequest) -> WorldFailure {
    let origin = request.address.origin
    let host = origin.host
    func failure(_ kind: ErrorKind, _ text: String, _ detail: String, isFinal: Bool = false) -> WorldFailure {
      var failure = WorldFailure(kind, "\(request.name): \(text)", detail: detail)
      failure.isFinal = isFinal
      return failure
    }
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
      if !Self.hasNetwork {
        return failure(.offline, "this machine is in no network, so '\(host)' cannot be found", "dns")
      }
      if code == CURLE_COULDNT_RESOLVE_PROXY {
        return failure(.network, "no address is known for the proxy '\(proxy ?? "")': check the proxy variables", "dns")
      }
      return failure(
        .network, "no address is known for '\(host)': check the name, and that the name service can be reached", "dns")
    case CURLE_COULDNT_CONNECT: return connecting(to: origin, failure)
    case CURLE_OPERATION_TIMEDOUT: return failure(.timeout, "\(origin.name) did not answer in time", "connect")
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM:
      return failure(.network, "\(origin.name) \(cut) (\(words))", "cut")
    case CURLE_SEND_ERROR:
      return failure(
        .network, "\(origin.name) closed the connection while the request was being sent (\(words))", "cut")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR:
      return failure(
        .network,
        "the certificate of \(origin.name) is not trusted: \(words) (a root of your own is named by SSL_CERT_FILE)",
        "tls",
        isFinal: true)
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ENGINE_NOTFOUND:
      return failure(
        .network, "no secure connection to \(origin.name) came about: \(words) (does it speak https on that port?)",
        "tls")
    case CURLE_BAD_CONTENT_ENCODING:
      return failure(.decode, "the compressed answer of \(origin.name) cannot be read: \(words)", "encoding")
    case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL:
      return failure(.decode, "what \(origin.name) answered is not HTTP: \(words)", "protocol")
    default: return failure(.network, words, "other")
    }
  }

  private var cut: String {
    if received == 0 { return "closed the connection before its answer was complete" }
    let total = expected.map { " of \($0)" } ?? ""
    return "cut its answer off after \(received)\(total) bytes"
  }

  private func connecting(
    to origin: WebAddress.Origin, _ failure: (ErrorKind, String, String, Bool) -> WorldFailure
  ) -> WorldFailure {
    let name = proxy.map { "the proxy \($0)" } ?? origin.name
    let mend =
      proxy == nil ? "is the server running, and is that its port?" : "is it running? (see the proxy variables)"
    switch systemError {
    case ECONNREFUSED: return failure(.network, "\(name) refused the connection: \(mend)", "refused", false)
    case ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL:
      let kind: ErrorKind = Self.hasNetwork ? .network : .offline
      return failure(
        kind, "there is no way to \(name): \(String(cString: strerror(systemError)))", "unreachable", false)
    case 0: return failure(.network, "\(name) cannot be connected to: \(words)", "connect", false)
    default:
      return failure(
        .network, "\(name) cannot be connected to: \(String(cString: strerror(systemError)))", "connect", false)
    }
  }

  /// Whether an interface besides loopback has an address.
  private static var hasNetwork: Bool {
    var addresses: UnsafeMutablePointer<uv_interface_address_t>?
    var count: Int32 = 0
    guard uv_interface_addresses(&addresses, &count) == 0 else { return true }
    guard let addresses else { return false }
    defer { uv_free_interface_addresses(addresses, count) }
    return UnsafeBufferPointer(start: addresses, count: Int(count)).contains { $0.is_internal == 0 }
  }
}
