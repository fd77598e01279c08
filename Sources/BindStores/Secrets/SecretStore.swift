public import BindCore
import Glibc

/// Keeps values encrypted in a file: each by itself, with libsodium's XChaCha20-Poly1305 and a nonce of its own, bound to its
/// key's name and version. What was changed since, or was never encrypted, is moved aside as it is; what was encrypted with
/// another key is left where it is, since the right key would open it. Everything else it does as `FileStore` does, which keeps the texts.
///
/// The key is the credential `bindhost.key` of the service (`$CREDENTIALS_DIRECTORY`), or the file `PATH.key`, which is made
/// with mode 0600. What is kept here is shown nowhere: logs, traces, pictures and errors have dots in its place.
public final class SecretStore: Store {
  /// What every sealed text begins with; behind it stands which key it was.
  private static let mark = "sealed-2:"
  /// Without the key.
  private static let firstMark = "sealed-1:"

  private let file: FileStore
  private let path: String
  private let credentials: String?
  private let key = Lock<SecretKey?>(nil)

  /// - Parameter path: the file's; its folder has to be there when something is saved.
  public convenience init(path: String) {
    self.init(path: path, credentials: getenv("CREDENTIALS_DIRECTORY").map { String(cString: $0) })
  }

  package convenience init(_ path: AdmittedPath) { self.init(path: path.path) }

  init(path: String, credentials: String?) {
    self.path = path
    self.credentials = credentials
    file = FileStore(path: path)
  }

  public var name: String { "secret:\(path)" }
  public var isShared: Bool { true }
  public var isSecret: Bool { true }

  public func load(_ keys: [StoreKey]) throws(StoreError) -> [StoreKey: Snapshot] {
    let found = try file.load(keys)
    guard !found.isEmpty else { return [:] }
    let secret = try secretKey(isNeeded: true)
    var opened: [StoreKey: Snapshot] = [:]
    for (key, snapshot) in found { opened[key] = try open(snapshot, of: key, secret) }
    return opened
  }

  private func open(_ snapshot: Snapshot, of key: StoreKey, _ secret: SecretKey) throws(StoreError) -> Snapshot {
    func opened(_ sealed: ArraySlice<UInt8>) -> Snapshot? {
      Base64.decode(sealed).flatMap { secret.unseal($0, about: Self.about(key, snapshot.version)) }.map {
        Snapshot(bytes: $0, version: snapshot.version, revision: snapshot.revision)
      }
    }
    func damaged(_ reason: String) -> Snapshot {
      var damaged = snapshot
      damaged.damage = reason
      return damaged
    }
    let foreign = "\(name): '\(key)' was encrypted with another key; nothing was changed here"
    let text = snapshot.bytes.dropFirst().dropLast()
    let isText = snapshot.bytes.count > 1 && snapshot.bytes.first == UInt8(ascii: "\"")
    if isText, text.starts(with: Self.firstMark.utf8) {
      guard let snapshot = opened(text.dropFirst(Self.firstMark.utf8.count)) else { throw StoreError(.failed, foreign) }
      return snapshot
    }
    guard isText, text.starts(with: Self.mark.utf8) else { return damaged("it is not encrypted") }
    let parts = text.dropFirst(Self.mark.utf8.count).split(separator: UInt8(ascii: ":"), maxSplits: 1)
    guard parts.count == 2, parts[0].count == SecretKey.nameLength else { return damaged("it cannot be decrypted") }
    guard parts[0].elementsEqual(secret.name.utf8) else { throw StoreError(.failed, foreign) }
    return opened(parts[1]) ?? damaged("it cannot be decrypted: it was changed, or belongs to another state")
  }

  public func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    let secret = try secretKey(isNeeded: try file.hasContent)
    return try file.save(
      changes.map { change in
        guard let bytes = change.bytes, !change.isVerbatim else { return change }
        var sealed = change
        let text =
          "\(Self.mark)\(secret.name):"
          + Base64.encode(secret.seal(bytes, about: Self.about(change.key, change.version)))
        sealed.bytes = Array("\"\(text)\"".utf8)
        return sealed
      })
  }

  public func settle() throws(StoreError) -> [StoreKey: StoreRevision]? { try file.settle() }

  private static func about(_ key: StoreKey, _ version: Int) -> [UInt8] { Array("\(version) \(key.name)".utf8) }

  private func secretKey(isNeeded: Bool) throws(StoreError) -> SecretKey {
    if let known = key.withLock({ $0 }) { return known }
    let read = try SecretKey.read(path + ".key", credentials: credentials, isNeeded: isNeeded)
    key.withLock { $0 = read }
    return read
  }

  public func moveAside() throws(StoreError) -> String { try file.moveAside() }

  public func observe(_ changed: @escaping @Sendable (Set<StoreKey>?) -> Void) throws(StoreError) {
    try file.observe(changed)
  }

  public func close() {
    file.close()
    key.withLock { $0 = nil }
  }
}
