import BindCore
import BindJSON
import BindStores
import Glibc

/// What a person has allowed one script for good, and the very texts that it was allowed to.
struct ConsentRecord: Equatable {
  /// Of the script's text.
  var digest: String
  /// Digests of the modules that it had loaded, by name.
  var modules: [String: String] = [:]
  /// `--allow-net=example.org`, in the order in which they were given.
  var flags: [String] = []
}

/// The records of all scripts, in one file of the user's configuration: no script may write there unless it is allowed to.
struct ConsentRecords {
  private let store: FileStore
  let path: String

  /// - Parameter folder: is made, for the user alone, when something is kept.
  init(folder: String) {
    path = folder + "/permissions.json"
    store = FileStore(path: path)
  }

  /// - Parameter script: its canonical path.
  /// - Throws: when the file is there and cannot be read.
  func record(of script: String) throws(StoreError) -> ConsentRecord? {
    // Nothing has ever been kept.
    guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
    let key = StoreKey(script)
    guard let snapshot = try store.load([key])[key] else { return nil }
    guard let value = try? JSON.decode(snapshot.bytes) else { return nil }
    return ConsentRecord(value)
  }

  func keep(_ record: ConsentRecord, of script: String) throws(StoreError) {
    let bytes: [UInt8]
    do { bytes = try JSON.encode(record.value) } catch {
      throw StoreError(.failed, "the permissions of \(script) cannot be written: \(error)")
    }
    Self.makeFolders(path)
    _ = try store.save([StoreChange(StoreKey(script), bytes: bytes)])
  }
}

extension ConsentRecords {
  /// What cannot be made is named by the save that fails then.
  private static func makeFolders(_ path: String) {
    var folders: [String] = []
    var folder = LexicalPath.split(path).folder
    while folder != "/", access(folder, F_OK) != 0 {
      folders.append(folder)
      folder = LexicalPath.split(folder).folder
    }
    for folder in folders.reversed() { mkdir(folder, 0o700) }
  }
}

extension ConsentRecord {
  fileprivate init?(_ value: Value) {
    guard case .record(let fields) = value, case .string(let digest)? = fields["digest"],
      case .list(let flags)? = fields["flags"]
    else { return nil }
    self.init(digest: digest.text)
    if case .record(let modules)? = fields["modules"] {
      for (name, digest) in modules.fields {
        if case .string(let text) = digest { self.modules[name.text] = text.text }
      }
    }
    self.flags = flags.compactMap { if case .string(let flag) = $0 { flag.text } else { nil } }
  }

  fileprivate var value: Value {
    .record(
      Record([
        ("digest", .string(ByteString(digest))),
        ("flags", .list(flags.map { .string(ByteString($0)) })),
        ("modules", .record(Record(modules.map { (ByteString($0.key), .string(ByteString($0.value))) }))),
      ]))
  }
}
