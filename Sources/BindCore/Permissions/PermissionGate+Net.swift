/// A request that passed the gate. Only the gate makes one.
package struct AdmittedRequest {
  package let request: HTTPRequest
  /// The variables that may tell of a proxy and that the script may read; without a permission for the environment none.
  package let proxyVariables: [String]
  private let gate: PermissionGate

  fileprivate init(_ request: HTTPRequest, proxyVariables: [String], gate: PermissionGate) {
    self.request = request
    self.proxyVariables = proxyVariables
    self.gate = gate
  }

  /// Asked before a connection is made to the address that the host's name has led to.
  package func check(_ address: InternetAddress) throws(Refusal) {
    let origin = request.address.origin
    try gate.check(address: address, of: origin.host, port: origin.port)
  }

  /// The same of a proxy, which is what is connected to then.
  package func check(proxy address: InternetAddress, port: Int) throws(Refusal) {
    try gate.check(proxy: address, port: port)
  }
}

/// Hosts: once by name, and again by address.
extension PermissionGate {
  /// In the order in which they count; both spellings, as everybody else reads them. `HTTP_PROXY` in capitals is none:
  /// in a server's environment a client could set it.
  static let proxyVariables = [
    "http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
  ]

  package func admit(_ request: HTTPRequest) throws(Refusal) -> AdmittedRequest {
    let origin = request.address.origin
    try check(host: origin.host, port: origin.port)
    let variables = Self.proxyVariables.filter { refusal(environment: $0) == nil }
    return AdmittedRequest(request, proxyVariables: variables, gate: self)
  }

  /// Checks a connection by name. The address it leads to is checked when it is known.
  package func check(host: String, port: Int) throws(Refusal) {
    let access = Access.net(host: host, port: port)
    let host = InternetAddress(host)?.description ?? host.lowercased()
    let rules = permissions[.net]
    if rules.deny.isEverything || names(rules.deny).contains(where: { denies($0, host: host, port: port) }) {
      throw Refusal(access, flag: nil)
    }
    if !rules.allow.isEverything, !names(rules.allow).contains(where: { $0.matches(host: host, port: port) }) {
      try ask(Refusal(access, flag: flag(.net, WebAddress.Origin.name(of: host, port))))
    }
  }

  /// Checks the address that an admitted name has led to.
  fileprivate func check(address: InternetAddress, of host: String, port: Int) throws(Refusal) {
    do throws(Refusal) { try addressRules.check(address, of: host, port: port) } catch {
      // What no flag allows nobody is asked about.
      guard error.flag != nil else { throw error }
      try ask(error)
    }
  }

  private var addressRules: NetAddressRules {
    let rules = permissions[.net]
    return NetAddressRules(
      deny: names(rules.deny), allow: names(rules.allow), allowsEverything: rules.allow.isEverything)
  }

  /// Checks the servers of a cluster, each by name, and the files that it is reached with.
  package func admit(_ address: EtcdAddress) throws(Refusal) -> AdmittedEtcd {
    for server in address.servers { try check(host: server.host, port: server.port) }
    func file(_ path: String?) throws(Refusal) -> AdmittedPath? {
      guard let path else { return nil }
      return try admit(.read, path)
    }
    return AdmittedEtcd(
      address, authorities: try file(address.authorities), certificate: try file(address.certificate),
      key: try file(address.key), rules: addressRules)
  }

  /// A proxy is the user's choice, not the script's: it needs no permission, and a denied one is not used.
  fileprivate func check(proxy address: InternetAddress, port: Int) throws(Refusal) {
    guard !names(permissions[.net].deny).contains(where: { $0.matches(address, port: port) }) else {
      throw Refusal(.net(host: address.description, port: port), flag: nil)
    }
  }

  /// A denied address of this machine denies its names too.
  private func denies(_ rule: NetRule, host: String, port: Int) -> Bool {
    if rule.matches(host: host, port: port) { return true }
    guard NetRule.isLocalName(rule.host), let address = InternetAddress(host) else { return false }
    return rule.matches(address, port: port)
  }

  /// What is no rule was refused when the flags were read.
  private func names(_ scope: Permissions.Scope) -> [NetRule] {
    scope.names.compactMap { name in
      do throws(PermissionFlagError) { return try NetRule(name, of: "") } catch { return nil }
    }
  }
}
