import BindCore
import BindJSON

/// What stands under a key in etcd: a line about it, then the value as it is.
///
/// ```
/// {"at":1767225600,"bindhost":1,"version":2,"write":"5f0c…-17"}
/// {"theme":"dark"}
/// ```
/// A key that somebody else has put there, without such a line, is a value of version 1. A tombstone says `"gone":true`
/// and has no value: a deletion could be missed by whoever begins to watch at the very revision of a compaction.
struct EtcdEntry: Equatable {
  /// nil: a tombstone.
  var bytes: [UInt8]?
  var version: Int
  /// Which save it belongs to; nil if somebody else has written it.
  var write: String?
  /// When, in seconds since 1970, by the clock of whoever wrote it.
  var at: Int64 = 0

  init(_ bytes: [UInt8]?, version: Int, write: String, at: Int64) {
    self.bytes = bytes
    self.version = version
    self.write = write
    self.at = at
  }

  init(stored: [UInt8]) {
    guard let end = stored.firstIndex(of: UInt8(ascii: "\n")), stored.first == UInt8(ascii: "{"), end < 400,
      let line = EtcdReply(Array(stored[..<end])), line["bindhost"].number == 1
    else {
      (bytes, version, write) = (stored, 1, nil)
      return
    }
    bytes = line["gone"].isTrue ? nil : Array(stored[(end + 1)...])
    version = max(1, Int(clamping: line["version"].number))
    write = line["write"].text
    at = line["at"].signed
  }

  var stored: [UInt8] {
    var fields: [(ByteString, Value)] = [
      ("at", .integer(at)), ("bindhost", .integer(1)), ("version", .integer(Int64(version))),
    ]
    if let write { fields.append(("write", .string(write))) }
    if bytes == nil { fields.append(("gone", .boolean(true))) }
    let line = (try? JSON.encode(.record(Record(fields)))) ?? []
    return line + [UInt8(ascii: "\n")] + (bytes ?? [])
  }

  /// nil for a tombstone.
  func snapshot(at revision: UInt64) -> Snapshot? {
    bytes.map { Snapshot(bytes: $0, version: version, revision: StoreRevision(revision)) }
  }
}
