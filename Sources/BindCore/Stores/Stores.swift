/// A place for a store that passed the gate. Only `Stores` makes one.
package enum AdmittedStore: Sendable {
  case memory
  /// Of a secret where there is no folder for it, as in a test.
  case secretMemory
  case file(AdmittedPath)
  case sqlite(AdmittedPath)
  case secret(AdmittedPath)
  case etcd(AdmittedEtcd)

  /// One way to write it.
  package var name: String {
    switch self {
    case .memory: "memory:"
    case .secretMemory: "secret:"
    case .file(let path): "file:\(path.path)"
    case .sqlite(let path): "sqlite:\(path.path)"
    case .secret(let path): "secret:\(path.path)"
    case .etcd(let cluster): cluster.address.name
    }
  }

  /// Whether what is kept there may be shown to nobody.
  package var isSecret: Bool {
    switch self {
    case .secret, .secretMemory: true
    case .memory, .file, .sqlite, .etcd: false
    }
  }
}

/// Opens stores. Reached through `Stores` only.
package protocol StorePerformer: AnyObject {
  /// What the program that embeds the host has named for where a script names none.
  var own: (any StateKeeper)? { get }
  /// The keeper of a place: always the same one, as long as somebody holds it.
  func open(_ place: AdmittedStore) -> any StateKeeper
}

/// Stores as the rest of the program sees them: behind the gate.
package final class Stores {
  /// The file of the store that is meant where none is named, in the script's state folder.
  package static let defaultFile = "state.db"
  /// The same for what is kept encrypted.
  package static let secretFile = "secrets.json"

  private let performer: any StorePerformer
  private let gate: PermissionGate

  package init(performer: any StorePerformer, gate: PermissionGate) {
    self.performer = performer
    self.gate = gate
  }

  /// - Parameter url: `sqlite:PATH`, `file:PATH.json`, `memory:`, `secret:PATH` or `etcd://host:port/prefix`; nil: the script's own store.
  ///   Relative paths start at the script's folder.
  /// - Throws: a `Diagnostic` of id `store.url`, or the gate's `Refusal`.
  package func open(_ url: String?) throws -> any StateKeeper {
    guard let url else {
      if let own = performer.own { return own }
      // Without a folder of its own, as in a test, a script keeps nothing beyond its run.
      guard let folder = gate.permissions.stateFolder else { return performer.open(.memory) }
      return performer.open(.sqlite(try admit(folder + "/" + Self.defaultFile)))
    }
    let (scheme, rest) = Self.parts(of: url)
    switch scheme {
    case "memory" where rest.isEmpty: return performer.open(.memory)
    case "memory": throw wrong("\(url): what is in memory has no name", url)
    case "file" where !rest.isEmpty: return performer.open(.file(try admit(rest)))
    case "sqlite" where !rest.isEmpty: return performer.open(.sqlite(try admit(rest)))
    case "secret":
      guard rest.isEmpty else { return performer.open(.secret(try admit(rest))) }
      guard let folder = gate.permissions.stateFolder else { return performer.open(.secretMemory) }
      return performer.open(.secret(try admit(folder + "/" + Self.secretFile)))
    case "file", "sqlite": throw wrong("\(url): a path is missing", url)
    case "etcd", "etcds":
      let address: EtcdAddress
      do throws(WebAddress.Malformed) { address = try EtcdAddress(url) } catch {
        throw wrong("\(url): \(error.reason)", url)
      }
      return performer.open(.etcd(try gate.admit(address)))
    default:
      throw Diagnostic.unknownName(
        .storeURL, owner: "store '\(url)'", noun: "scheme", name: scheme,
        known: ["sqlite", "file", "memory", "secret", "etcd", "etcds"])
    }
  }

  private static func parts(of url: String) -> (scheme: String, rest: String) {
    guard let colon = url.firstIndex(of: ":") else { return (url, "") }
    return (String(url[..<colon]), String(url[url.index(after: colon)...]))
  }

  private func wrong(_ message: String, _ url: String) -> Diagnostic {
    Diagnostic(
      .storeURL, "store \(message)",
      notes: ["sqlite:PATH, file:PATH.json, memory:, secret:PATH or etcd://host:port/prefix"])
  }

  /// A store is read and written.
  private func admit(_ path: String) throws(Refusal) -> AdmittedPath {
    _ = try gate.admit(.read, path)
    return try gate.admit(.write, path)
  }
}
