/// One entry of `--allow-net=` or `--deny-net=`: a host or an address, and a port or all of them. A host stands for
/// itself alone, not for what is below it.
struct NetRule: Hashable, Sendable {
  let host: String
  let address: InternetAddress?
  let port: Int?

  /// `example.org`, `example.org:80`, `127.0.0.1`, `[::1]:8400`, `::1`.
  /// - Parameter flag: for the message.
  init(_ text: String, of flag: String) throws(PermissionFlagError) {
    func wrong(_ reason: String) -> PermissionFlagError {
      PermissionFlagError(message: "\(flag): '\(text)': \(reason)")
    }
    guard text.firstRange(of: "://") == nil else { throw wrong("a host is meant and no URL: leave the scheme out") }
    guard !text.contains("*") else { throw wrong("a host stands for itself alone: there are no patterns") }
    guard !text.contains("/") else { throw wrong("a host is meant, without a path") }
    if let address = InternetAddress(text), !text.contains("%") {
      (host, self.address, port) = (address.description, address, nil)
      return
    }
    let parsed: WebAddress
    do throws(WebAddress.Malformed) { parsed = try WebAddress("http://" + text) } catch {
      throw wrong("this is no host: \(error.reason)")
    }
    guard parsed.credentials == nil, parsed.target == "/", !text.contains("#") else { throw wrong("this is no host") }
    host = parsed.origin.host
    address = InternetAddress(host)
    let hasPort = text.last?.isNumber ?? false && text.contains(":") && !text.hasSuffix("]")
    port = hasPort ? parsed.origin.port : nil
  }

  /// One way to write it, which reads as the same rule.
  var text: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return port.map { "\(host):\($0)" } ?? host
  }

  func matches(port other: Int) -> Bool { port.map { $0 == other } ?? true }

  /// By name, or by another spelling of the same address.
  func matches(host other: String, port: Int) -> Bool {
    guard matches(port: port) else { return false }
    if let address { return address == InternetAddress(other) }
    return host == other
  }

  /// By address; `localhost` stands for every address of this machine's own.
  func matches(_ other: InternetAddress, port: Int) -> Bool {
    guard matches(port: port) else { return false }
    return address == other || (other.isLoopback && Self.isLocalName(host))
  }

  static func isLocalName(_ host: String) -> Bool { host == "localhost" || host.hasSuffix(".localhost") }
}
