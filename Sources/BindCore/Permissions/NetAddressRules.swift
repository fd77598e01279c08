/// The rules about addresses, for whoever connects: a denied one is reached by no name, and this machine itself only by a
/// name of its own, or if it is allowed by address.
package struct NetAddressRules: Sendable {
  let deny: [NetRule]
  let allow: [NetRule]
  let allowsEverything: Bool

  /// For a program's own connections, which no script asks for.
  package static let everything = NetAddressRules(deny: [], allow: [], allowsEverything: true)

  init(deny: [NetRule], allow: [NetRule], allowsEverything: Bool) {
    self.deny = deny
    self.allow = allow
    self.allowsEverything = allowsEverything
  }

  /// - Parameter host: the name that has led to the address; it was admitted.
  package func check(_ address: InternetAddress, of host: String, port: Int) throws(Refusal) {
    let access = Access.net(host: address.description, port: port)
    guard !deny.contains(where: { $0.matches(address, port: port) }) else {
      throw Refusal(
        access, flag: nil,
        reason: InternetAddress(host) == nil ? "'\(host)' leads there, and a --deny-net rule wins" : nil)
    }
    guard address.isLoopback, InternetAddress(host) == nil, !NetRule.isLocalName(host), !allowsEverything,
      !allow.contains(where: { $0.matches(address, port: port) })
    else { return }
    let flag = "--allow-net=" + WebAddress.Origin.name(of: address.description, port)
    throw Refusal(access, flag: flag, reason: "'\(host)' leads to this machine: if that is meant, add \(flag)")
  }
}
