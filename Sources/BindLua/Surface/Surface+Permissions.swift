import BindCore

/// `bh.permissions`: what the flags and the person allow at this moment. Only looked at; asking is trying.
extension Surface {
  func registerPermissions() throws {
    let index: Body = { [unowned self] call throws(Failure) in
      let name = try call.string(1, "name").text
      if name == PermissionsPicture.deniedName { return try call.reply(.record(permissions.denied)) }
      guard let kind = Permissions.Kind(rawValue: name) else {
        throw .diagnostic(
          .unknownName(
            .bindUnknownField, owner: "bh.permissions", noun: "field", name: name, known: PermissionsPicture.names))
      }
      try call.reply(permissions.allowed(kind))
    }
    let whole: Body = { [unowned self] call throws(Failure) in try call.reply(.record(permissions.record)) }
    let refuse: Body = { _ throws(Failure) in
      throw .diagnostic(
        Diagnostic(
          .bindReadOnly, "bh.permissions: permissions are only read",
          notes: ["flags give them, such as --allow-net=example.org"]))
    }
    let words: Body = { [unowned self] call throws(Failure) in try call.reply(.string(ByteString(permissions.text))) }
    let methods = [("__index", index), ("__call", whole), ("__newindex", refuse), ("__tostring", words)]
    for (name, body) in methods {
      let function = SurfaceFunction(Entry(name, body), of: "bh.permissions", isMethod: true)
      try lua.registerMethod(name, of: kinds.permissions) { [unowned self] call in try perform(function, &call) }
    }
    try lua.register(.opaque(PermissionsObject(kind: kinds.permissions)), as: "permissions", in: "bindhost")
  }

  var permissions: PermissionsPicture { PermissionsPicture(of: world.gate.permissions) }
}

/// Permissions as a script sees them.
struct PermissionsPicture {
  static let deniedName = "denied"
  /// As scripts read them.
  static let names = Permissions.Kind.allCases.map(\.rawValue).sorted() + [deniedName]

  private let permissions: Permissions

  init(of permissions: Permissions) { self.permissions = permissions }

  /// true: everything that is not denied; a list of names; false: nothing.
  func allowed(_ kind: Permissions.Kind) -> Value {
    let rules = permissions[kind]
    if rules.deny.isEverything { return .boolean(false) }
    if rules.allow.isEverything { return .boolean(true) }
    let names = rules.allow.names.filter { !rules.deny.names.contains($0) }
    return names.isEmpty ? .boolean(false) : .list(names.map { .string(ByteString($0)) })
  }

  /// Exceptions by kind, where there are some.
  var denied: Record {
    Record(
      Permissions.Kind.allCases.compactMap { kind in
        let deny = permissions[kind].deny
        guard deny.isEverything || !deny.names.isEmpty else { return nil }
        let names: Value = .list(deny.names.map { .string(ByteString($0)) })
        return (ByteString(kind.rawValue), deny.isEverything ? .boolean(true) : names)
      })
  }

  var record: Record {
    var record = Record(Permissions.Kind.allCases.map { (ByteString($0.rawValue), allowed($0)) })
    record[ByteString(Self.deniedName)] = .record(denied)
    return record
  }

  /// `permissions(env: none, net: example.org:80, read: all but /etc, …)`.
  var text: String {
    let parts = Permissions.Kind.allCases.map(\.rawValue).sorted().map { name in
      let kind = Permissions.Kind(rawValue: name)!
      let deny = permissions[kind].deny
      let exceptions = deny.isEverything || deny.names.isEmpty ? "" : " but " + deny.names.joined(separator: " ")
      return switch allowed(kind) {
      case .boolean(true): "\(name): all\(exceptions)"
      case .list(let names): "\(name): \(names.map(\.words).joined(separator: " "))\(exceptions)"
      default: "\(name): none"
      }
    }
    return "permissions(\(parts.joined(separator: ", ")))"
  }
}

/// What stands for all permissions together.
final class PermissionsObject: HostObject, @unchecked Sendable {}
