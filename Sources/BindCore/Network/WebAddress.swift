/// An `http` or `https` URL, taken apart and spelled one way, so that what the gate checks is what is connected to.
package struct WebAddress: Hashable, Sendable {
  package enum Scheme: String, Hashable, Sendable {
    case http, https

    package var port: Int { self == .http ? 80 : 443 }
  }

  /// Who is asked: what a permission, a limit of requests and a circuit are about.
  package struct Origin: Hashable, Sendable {
    package let scheme: Scheme
    /// Lower case, without the brackets of an IPv6 address.
    package let host: String
    package let port: Int

    /// As it stands in a URL and in a flag: `example.org:80`, `[::1]:8400`.
    package var name: String { Self.name(of: host, port) }

    static func name(of host: String, _ port: Int) -> String {
      (host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host) + ":\(port)"
    }
  }

  package let origin: Origin
  /// `user:password` as it stands before the `@`, percent-encoded.
  package let credentials: String?
  /// Path and query, percent-encoded, beginning with a slash.
  package let target: String

  /// Why a text is no address, as the end of a sentence.
  package struct Malformed: Error, Hashable, Sendable {
    package let reason: String
  }

  /// - Throws: if the text is no absolute `http` or `https` URL. A fragment is cut off.
  package init(_ text: String) throws(Malformed) {
    guard let colon = text.firstRange(of: "://") else {
      throw Malformed(reason: "it does not begin with http:// or https://")
    }
    let word = text[..<colon.lowerBound].lowercased()
    guard let scheme = Scheme(rawValue: word) else {
      throw Malformed(reason: "its scheme is '\(word)', and only http and https are spoken here")
    }
    try self.init(scheme: scheme, text[colon.upperBound...])
  }

  private init(scheme: Scheme, _ rest: Substring) throws(Malformed) {
    let rest = rest.prefix { $0 != "#" }
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "\\" } ?? rest.endIndex
    var authority = rest[..<end]
    if end < rest.endIndex, rest[end] == "\\" { throw Malformed(reason: "it contains a backslash") }
    if let at = authority.lastIndex(of: "@") {
      credentials = try WebAddress.encoded(authority[..<at])
      authority = authority[authority.index(after: at)...]
    } else {
      credentials = nil
    }
    let (host, port) = try WebAddress.split(authority)
    origin = Origin(scheme: scheme, host: host, port: port ?? scheme.port)
    let tail = try WebAddress.encoded(rest[end...])
    target = WebAddress.withoutDots(tail.hasPrefix("/") ? tail : "/" + tail)
  }

  private init(_ origin: Origin, credentials: String?, target: String) {
    self.origin = origin
    self.credentials = credentials
    self.target = target
  }

  /// The address that a reference in an answer from here means (RFC 3986, section 5).
  package func resolving(_ reference: String) throws(Malformed) -> WebAddress {
    let reference = String(reference.prefix { $0 != "#" })
    if reference.isEmpty { return self }
    if let colon = reference.firstIndex(of: ":"), !reference[..<colon].contains(where: { "/?".contains($0) }) {
      return try WebAddress(reference)
    }
    if reference.hasPrefix("//") { return try WebAddress(scheme: origin.scheme, reference.dropFirst(2)) }
    let path = target.prefix { $0 != "?" }
    let whole: String
    if reference.hasPrefix("/") {
      whole = reference
    } else if reference.hasPrefix("?") {
      whole = path + reference
    } else {
      let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
      whole = folder + reference
    }
    return WebAddress(
      origin, credentials: nil, target: WebAddress.withoutDots(try WebAddress.encoded(whole[...])))
  }

  /// The same with more behind the question mark.
  package func appending(query: [(name: String, value: String)]) -> WebAddress {
    guard !query.isEmpty else { return self }
    let glue = target.contains("?") ? (target.hasSuffix("?") || target.hasSuffix("&") ? "" : "&") : "?"
    return WebAddress(origin, credentials: credentials, target: target + glue + FormText.encode(query))
  }

  /// What a client asks for: no credentials in it.
  package var text: String { "\(origin.scheme.rawValue)://\(authority)\(target)" }

  /// Host, and the port unless it is the scheme's own.
  package var authority: String {
    origin.port == origin.scheme.port ? String(origin.name.dropLast(1 + "\(origin.port)".utf8.count)) : origin.name
  }

  /// Only the path, without the query.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// Host and port of an authority, checked and in lower case.
  private static func split(_ authority: Substring) throws(Malformed) -> (String, Int?) {
    var host = authority
    var port: Substring?
    if authority.hasPrefix("[") {
      guard let close = authority.firstIndex(of: "]") else { throw Malformed(reason: "a ']' is missing") }
      host = authority[authority.index(after: authority.startIndex)..<close]
      let rest = authority[authority.index(after: close)...]
      guard rest.isEmpty || rest.hasPrefix(":") else { throw Malformed(reason: "'\(rest)' stands after its host") }
      if !rest.isEmpty { port = rest.dropFirst() }
      guard host.contains(":"), !host.contains("%"), let address = InternetAddress(String(host)) else {
        throw Malformed(reason: "'[\(host)]' is no IPv6 address")
      }
      return (address.description, try number(port))
    }
    if let colon = authority.firstIndex(of: ":") {
      host = authority[..<colon]
      port = authority[authority.index(after: colon)...]
    }
    return (try name(host), try number(port))
  }

  private static func number(_ port: Substring?) throws(Malformed) -> Int? {
    guard let port, !port.isEmpty else { return nil }
    guard port.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(port), (1...65535).contains(number) else {
      throw Malformed(reason: "'\(port)' is no port")
    }
    return number
  }

  /// A host's name in lower case, without the dot at its end. What looks like a number must be a plain IPv4 address,
  /// since others read `0x7f.1` as one.
  package static func name(_ host: Substring) throws(Malformed) -> String {
    var name = host.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    guard !name.isEmpty else { throw Malformed(reason: "it has no host") }
    for scalar in name.unicodeScalars {
      guard scalar.isASCII else { throw Malformed(reason: "its host is not ASCII: write it in its xn-- form") }
      guard scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-._".unicodeScalars.contains(scalar)
      else { throw Malformed(reason: "'\(scalar)' cannot stand in a host's name") }
    }
    let last = name.split(separator: ".").last ?? ""
    let looksLikeNumber = last.utf8.allSatisfy { (48...57).contains($0) } || last.hasPrefix("0x")
    guard !looksLikeNumber || InternetAddress(name) != nil else {
      throw Malformed(reason: "'\(name)' is no IPv4 address")
    }
    return name
  }

  /// Spaces and what is not ASCII percent-encoded; control characters are refused.
  private static func encoded(_ text: Substring) throws(Malformed) -> String {
    var result: [UInt8] = []
    for byte in text.utf8 {
      guard byte >= 0x20, byte != 0x7f else { throw Malformed(reason: "it contains a control character") }
      if byte > 0x7f || " \"<>\\^`{|}".utf8.contains(byte) {
        result += FormText.percent(byte)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The target with `.` and `..` taken out of its path.
  private static func withoutDots(_ target: String) -> String {
    let path = target.prefix { $0 != "?" }
    guard path.contains("/.") || path.contains("%2") else { return target }
    var kept: [Substring] = []
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      switch part.lowercased().replacing("%2e", with: ".") {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(part)
      }
    }
    return "/" + kept.joined(separator: "/") + target[path.endIndex...]
  }
}

extension WebAddress: CustomStringConvertible {
  package var description: String { text }
}
