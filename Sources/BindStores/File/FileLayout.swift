import BindCore
import BindJSON

/// The content of a file store: a JSON object with one entry for each key, `{"version": 1, "value": …}`, in order of key.
///
/// Entries that nobody touches keep their bytes as they stand. An entry that somebody wrote by hand without the two names
/// is a value of version 1.
struct FileLayout {
  struct Entry {
    let snapshot: Snapshot
    /// As it stands in the file.
    let text: ArraySlice<UInt8>
  }

  private(set) var entries: [StoreKey: Entry] = [:]

  init() {}

  /// - Throws: `damaged` if this is no JSON object.
  init(_ bytes: [UInt8], name: String) throws(StoreError) {
    let value: Value
    let outline: [JSONOutline.Field]
    do throws(JSONProblem) {
      value = try JSON.decode(bytes)
      outline = try JSONOutline.fields(of: bytes[...])
    } catch {
      throw StoreError(.damaged, "\(name) cannot be read: \(error.sentence)")
    }
    guard case .record = value else { throw StoreError(.damaged, "\(name) cannot be read: it is no JSON object") }
    for field in outline where !field.name.isEmpty {
      entries[StoreKey(field.name)] = Entry(snapshot: Self.snapshot(field.text), text: field.text)
    }
  }

  private static func snapshot(_ text: ArraySlice<UInt8>) -> Snapshot {
    let revision = StoreRevision(ContentHash(of: text).bits)
    if let fields = try? JSONOutline.fields(of: text), fields.count == 2,
      let version = fields.first(where: { $0.name == "version" }).flatMap({
        Int(String(decoding: $0.text, as: UTF8.self))
      }),
      let value = fields.first(where: { $0.name == "value" })
    {
      return Snapshot(bytes: Array(value.text), version: version, revision: revision)
    }
    return Snapshot(bytes: Array(text), version: 1, revision: revision)
  }

  mutating func apply(_ change: StoreChange) {
    guard let bytes = change.bytes else {
      entries[change.key] = nil
      return
    }
    // What is moved aside may be anything: as a string it stays what it was.
    let value = (try? JSON.decode(bytes)) == nil ? Self.quoted(bytes) : bytes
    let text = Array("{\"version\": \(change.version), \"value\": ".utf8) + value + Array("}".utf8)
    entries[change.key] = Entry(snapshot: Self.snapshot(text[...]), text: text[...])
  }

  private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
    (try? JSON.encode(.string(ByteString(bytes: bytes)))) ?? Array("null".utf8)
  }

  var bytes: [UInt8] {
    var bytes = Array("{".utf8)
    for (index, key) in entries.keys.sorted().enumerated() {
      guard let entry = entries[key] else { continue }
      bytes += (index == 0 ? "\n  " : ",\n  ").utf8
      bytes += Self.quoted(Array(key.name.utf8)) + Array(": ".utf8) + entry.text
    }
    return bytes + Array(entries.isEmpty ? "}\n".utf8 : "\n}\n".utf8)
  }
}

/// Where the fields of an object stand in a text that is known to be JSON.
enum JSONOutline {
  struct Field {
    let name: String
    let text: ArraySlice<UInt8>
  }

  /// - Throws: what is wrong with a name; empty for what is no object.
  static func fields(of text: ArraySlice<UInt8>) throws(JSONProblem) -> [Field] {
    var fields: [Field] = []
    var depth = 0
    var isInString = false
    var partStart = text.startIndex
    var nameText: ArraySlice<UInt8>?
    var index = text.startIndex
    func end(_ index: Int) throws(JSONProblem) {
      guard let nameText else { return }
      guard case .string(let name) = try JSON.decode(Array(nameText)) else { return }
      fields.append(Field(name: name.text, text: trimmed(text[partStart..<index])))
    }
    while index < text.endIndex {
      let byte = text[index]
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == UInt8(ascii: "\"") { isInString = false }
        index += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if depth == 0, byte == UInt8(ascii: "[") { return [] }
        depth += 1
        if depth == 1 { partStart = index + 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 1 { try end(index) }
        depth -= 1
      case UInt8(ascii: ":") where depth == 1 && nameText == nil:
        nameText = trimmed(text[partStart..<index])
        partStart = index + 1
      case UInt8(ascii: ",") where depth == 1:
        try end(index)
        nameText = nil
        partStart = index + 1
      default: break
      }
      index += 1
    }
    return fields
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }
    var rest = text.drop(while: isSpace)
    while let last = rest.last, isSpace(last) { rest.removeLast() }
    return rest
  }
}
