/// Where an etcd cluster is and what of it is meant: `etcd://host:port[,host:port]/prefix`, or `etcds://` over TLS with
/// the options `ca=`, `cert=` and `key=`, paths of PEM files.
package struct EtcdAddress: Hashable, Sendable {
  /// The port of a server that names none.
  static let usualPort = 2379

  /// The servers, in the order in which they are tried; not empty.
  package let servers: [WebAddress.Origin]
  /// What all keys begin with, without slashes at its ends; not empty.
  package let prefix: String
  /// Whom to believe, and whom to say that we are; as written.
  package var authorities: String?
  package var certificate: String?
  package var key: String?

  /// - Throws: what is wrong, as the end of a sentence.
  package init(_ text: String) throws(WebAddress.Malformed) {
    guard let colon = text.firstRange(of: "://") else {
      throw WebAddress.Malformed(reason: "etcd://host:port/prefix is meant")
    }
    let scheme: WebAddress.Scheme = text[..<colon.lowerBound] == "etcds" ? .https : .http
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw WebAddress.Malformed(reason: "a name and a password are not sent: use etcds:// with cert= and key=")
    }
    var servers: [WebAddress.Origin] = []
    for part in authority.split(separator: ",", omittingEmptySubsequences: false) {
      servers.append(try Self.server(part, scheme))
    }
    self.servers = servers
    let tail = rest[authority.endIndex...]
    let path = tail.prefix { $0 != "?" }.split(separator: "/").joined(separator: "/")
    guard !path.isEmpty else {
      throw WebAddress.Malformed(reason: "a prefix is missing, under which the keys stand, as in etcd://host:port/app")
    }
    prefix = path
    guard let mark = tail.firstIndex(of: "?") else { return }
    for option in tail[tail.index(after: mark)...].split(separator: "&") {
      let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let value = FormText.decoded(parts[1]), !value.isEmpty else {
        throw WebAddress.Malformed(reason: "'\(option)' is no option: ca=, cert= and key= are")
      }
      let path = String(decoding: value, as: UTF8.self)
      switch parts[0] {
      case "ca": authorities = path
      case "cert": certificate = path
      case "key": key = path
      default: throw WebAddress.Malformed(reason: "'\(parts[0])' is no option: ca, cert and key are")
      }
    }
    guard scheme == .https else { throw WebAddress.Malformed(reason: "ca=, cert= and key= are of etcds://") }
    guard (certificate == nil) == (key == nil) else { throw WebAddress.Malformed(reason: "cert= and key= go together") }
  }

  private static func server(
    _ part: Substring, _ scheme: WebAddress.Scheme
  ) throws(WebAddress.Malformed) -> WebAddress.Origin {
    let origin = try WebAddress("\(scheme.rawValue)://\(part)").origin
    // Without a port the web's own would be meant.
    let hasPort = part.contains(":") && !part.hasSuffix("]") && part.last?.isNumber ?? false
    return hasPort ? origin : WebAddress.Origin(scheme: scheme, host: origin.host, port: usualPort)
  }

  package var isSecure: Bool { servers.contains { $0.scheme == .https } }

  /// One way to write it, without the paths of files.
  package var name: String {
    "\(isSecure ? "etcds" : "etcd")://\(servers.map(\.name).joined(separator: ","))/\(prefix)"
  }
}

/// A cluster that passed the gate. Only the gate makes one.
package struct AdmittedEtcd: Sendable {
  package let address: EtcdAddress
  package let authorities: AdmittedPath?
  package let certificate: AdmittedPath?
  package let key: AdmittedPath?
  /// Asked before a connection is made to the address that a server's name has led to.
  package let rules: NetAddressRules

  init(
    _ address: EtcdAddress, authorities: AdmittedPath?, certificate: AdmittedPath?, key: AdmittedPath?,
    rules: NetAddressRules
  ) {
    self.address = address
    self.authorities = authorities
    self.certificate = certificate
    self.key = key
    self.rules = rules
  }
}
