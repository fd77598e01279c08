public import BindCore
import Glibc

/// Keeps values encrypted in a file: each by itself, with libsodium's XChaCha20-Poly1305 and a nonce of its own, bound to its
/// key's name and version. Everything else it does as `FileStore` does, which keeps the texts.
///
/// The key is the credential `bindhost.key` of the service (`$CREDENTIALS_DIRECTORY`), or the file `PATH.key`, which is made
/// with mode 0600. What is kept here is shown nowhere: logs, traces, pictures and errors have dots in its place.
public final class SecretStore: Store {
  /// What every sealed text begins with.
  private static let mark = "sealed-1:"

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
    let text = snapshot.bytes
    let start = Array("\"\(Self.mark)".utf8)
    guard text.starts(with: start), text.last == UInt8(ascii: "\""),
      let sealed = Base64.decode(text[start.count..<(text.count - 1)]),
      let bytes = secret.unseal(sealed, about: Self.about(key, snapshot.version))
    else {
      throw StoreError(
        .failed, "\(name): '\(key)' cannot be decrypted with this key, or was changed; nothing was changed here")
    }
    return Snapshot(bytes: bytes, version: snapshot.version, revision: snapshot.revision)
  }

  public func save(_ changes: [StoreChange]) throws(StoreError) -> [StoreKey: StoreRevision] {
    let secret = try secretKey(isNeeded: try file.hasContent)
    return try file.save(
      changes.map { change in
        guard let bytes = change.bytes else { return change }
        var sealed = change
        let text = Self.mark + Base64.encode(secret.seal(bytes, about: Self.about(change.key, change.version)))
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
