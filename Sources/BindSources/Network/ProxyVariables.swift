import BindCore
import Glibc

/// What the environment says about proxies, for those who may read it. libcurl itself never looks.
enum ProxyVariables {
  /// - Parameter allowed: the variables that the gate lets through.
  /// - Returns: the proxy's URL; nil for a direct connection.
  static func proxy(for address: WebAddress, allowed: [String]) -> String? {
    func value(_ name: String) -> String? {
      guard allowed.contains(name), let text = getenv(name).map({ String(cString: $0) }), !text.isEmpty else {
        return nil
      }
      return text
    }
    if let exempt = value("no_proxy") ?? value("NO_PROXY"), isExempt(address.origin, by: exempt) { return nil }
    let own = address.origin.scheme == .http ? value("http_proxy") : value("https_proxy") ?? value("HTTPS_PROXY")
    return own ?? value("all_proxy") ?? value("ALL_PROXY")
  }

  /// `*`, or a list of hosts, each with all that is below it, and with a port or without.
  static func isExempt(_ origin: WebAddress.Origin, by list: String) -> Bool {
    list.split { $0 == "," || $0 == " " }.contains { entry in
      if entry == "*" { return true }
      var name = entry.lowercased()
      if !name.hasPrefix("["), let colon = name.lastIndex(of: ":"), InternetAddress(name) == nil {
        guard Int(name[name.index(after: colon)...]) == origin.port else { return false }
        name = String(name[..<colon])
      }
      name = String(name.drop { $0 == "." || $0 == "[" }.prefix { $0 != "]" })
      if let address = InternetAddress(name) { return address == InternetAddress(origin.host) }
      return origin.host == name || origin.host.hasSuffix("." + name)
    }
  }

  /// The port of a proxy's URL; 1080 is what libcurl takes where it says none.
  static func port(of proxy: String) -> Int {
    let rest = proxy.firstRange(of: "://").map { proxy[$0.upperBound...] } ?? proxy[...]
    let authority = rest.prefix { $0 != "/" }.split(separator: "@").last ?? ""
    guard let colon = authority.lastIndex(of: ":"), let port = Int(authority[authority.index(after: colon)...]) else {
      return proxy.hasPrefix("https://") ? 443 : 1080
    }
    return port
  }
}
