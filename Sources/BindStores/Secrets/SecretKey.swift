import BindCore
import CSodium
import Glibc

/// The key of a store of secrets: from a credential that systemd hands to a service, or from a file that nobody else may
/// read.
struct SecretKey: Sendable {
  private let bytes: [UInt8]
  /// Tells it from other keys, and says nothing of it.
  let name: String
  static let nameLength = 12

  /// What systemd's `LoadCredential=` has to call it.
  static let credentialName = "bindhost.key"
  private static let linePrefix = "bindhost-key-1 "

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
    name = Self.derived(from: bytes + Array("its name".utf8)).prefix(Self.nameLength / 2).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// - Parameters:
  ///   - path: of the key's file, which is made if it is missing.
  ///   - isNeeded: something is encrypted already: a new key would open nothing of it.
  /// - Throws: `failed` or what the system says; a file that others may read is refused.
  static func read(
    _ path: String, credentials: String?, isNeeded: Bool
  ) throws(StoreError) -> SecretKey {
    if let words = bh_sodium_open() {
      throw StoreError(
        .failed,
        "secrets need libsodium, which cannot be used: \(String(cString: words)) (on Debian: apt-get install libsodium23)"
      )
    }
    if let credentials {
      let place = credentials + "/" + credentialName
      if let content = try content(of: place, ownedBy: [geteuid(), 0]) {
        // The file of a key that was made here may have become the credential.
        if content.starts(with: linePrefix.utf8) { return try parsed(content, place) }
        guard content.count >= 16 else { throw StoreError(.failed, "\(place): a key has 16 bytes at least") }
        return SecretKey(derived(from: content))
      }
    }
    if let content = try content(of: path, ownedBy: [geteuid()]) { return try parsed(content, path) }
    guard !isNeeded else {
      throw StoreError(
        .missing, "\(path): the key is gone with which these secrets were encrypted; nothing was changed")
    }
    return try make(path)
  }

  private static func derived(from content: [UInt8]) -> [UInt8] {
    var key = [UInt8](repeating: 0, count: Int(BH_SECRET_KEY_BYTES))
    bh_key_from(&key, content, content.count)
    return key
  }

  /// nil if there is no such file.
  private static func content(of path: String, ownedBy owners: [uid_t]) throws(StoreError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StoreError(errno: errno, "open", path)
    }
    defer { close(descriptor) }
    var about = Glibc.stat()
    guard fstat(descriptor, &about) == 0 else { throw StoreError(errno: errno, "fstat", path) }
    guard about.st_mode & S_IFMT == S_IFREG else { throw StoreError(.failed, "\(path): a key is a plain file") }
    guard about.st_mode & 0o077 == 0 else {
      let mode = String(about.st_mode & 0o777, radix: 8)
      throw StoreError(.failed, "\(path): others may read this key (mode \(mode)): chmod 600, and think of it as known")
    }
    guard owners.contains(about.st_uid) else {
      throw StoreError(.failed, "\(path): this key belongs to somebody else (user \(about.st_uid))")
    }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw StoreError(errno: errno, "read", path) }
    return Array(buffer[..<count])
  }

  private static func parsed(_ content: [UInt8], _ path: String) throws(StoreError) -> SecretKey {
    let text = String(decoding: content, as: UTF8.self)
    let line = text.hasSuffix("\n") ? text.dropLast() : text[...]
    guard line.hasPrefix(linePrefix), let bytes = Base64.decode(line.utf8.dropFirst(linePrefix.utf8.count)),
      bytes.count == Int(BH_SECRET_KEY_BYTES)
    else { throw StoreError(.failed, "\(path): this is no key of bindhost") }
    return SecretKey(bytes)
  }

  /// Whole or not at all, and of two who make one at once both get that of the first.
  private static func make(_ path: String) throws(StoreError) -> SecretKey {
    var key = [UInt8](repeating: 0, count: Int(BH_SECRET_KEY_BYTES))
    bh_random_bytes(&key, key.count)
    // A name of its own: several threads of one program may make one at once.
    var random = SystemRandomNumberGenerator()
    let temporary = "\(path).\(String(random.next(), radix: 36)).new"
    let operations = FileOperations()
    do throws(StoreError) {
      let file = try operations.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      try file.write(Array("\(linePrefix)\(Base64.encode(key))\n".utf8))
      try file.synchronize()
    } catch {
      unlink(temporary)
      throw error
    }
    defer { unlink(temporary) }
    if link(temporary, path) != 0 {
      guard errno == EEXIST, let content = try content(of: path, ownedBy: [geteuid()]) else {
        throw StoreError(errno: errno, "link", path)
      }
      return try parsed(content, path)
    }
    try operations.synchronize(folder: LexicalPath.split(path).folder)
    return SecretKey(key)
  }

  // MARK: What it is for

  /// - Parameter about: what it belongs to; what is sealed opens nowhere else.
  func seal(_ text: [UInt8], about: [UInt8]) -> [UInt8] {
    var sealed = [UInt8](
      repeating: 0, count: text.count + Int(BH_SECRET_NONCE_BYTES) + Int(BH_SECRET_TAG_BYTES))
    bh_seal(&sealed, text, text.count, about, about.count, bytes)
    return sealed
  }

  /// nil if it was made with another key, for something else, or changed since.
  func unseal(_ sealed: [UInt8], about: [UInt8]) -> [UInt8]? {
    let count = sealed.count - Int(BH_SECRET_NONCE_BYTES) - Int(BH_SECRET_TAG_BYTES)
    guard count >= 0 else { return nil }
    // One more, so that an empty text has a place too.
    var text = [UInt8](repeating: 0, count: count + 1)
    guard bh_unseal(&text, sealed, sealed.count, about, about.count, bytes) else { return nil }
    text.removeLast()
    return text
  }
}
