/// A value as a key: equal for equal contents whatever the order of fields, and different for `1`, `1.0`, `"1"`, null and
/// what is absent.
package struct CanonicalKey: Hashable, Sendable {
  private let bytes: [UInt8]

  /// nil for what has no content of its own, such as a function.
  package init?(_ value: Value) {
    var bytes: [UInt8] = []
    guard Self.append(value, to: &bytes) else { return nil }
    self.bytes = bytes
  }

  private static func append(_ value: Value, to bytes: inout [UInt8]) -> Bool {
    func number(_ bits: UInt64) { withUnsafeBytes(of: bits.bigEndian) { bytes.append(contentsOf: $0) } }
    func text(_ string: ByteString) {
      number(UInt64(string.bytes.count))
      bytes.append(contentsOf: string.bytes)
    }
    switch value {
    case .nil: bytes.append(0)
    case .null: bytes.append(1)
    case .boolean(let flag): bytes.append(flag ? 3 : 2)
    case .integer(let integer):
      bytes.append(4)
      number(UInt64(bitPattern: integer))
    case .number(let float):
      bytes.append(5)
      // One NaN, and one zero.
      number(float.isNaN ? .max : (float == 0 ? 0.0 : float).bitPattern)
    case .string(let string):
      bytes.append(6)
      text(string)
    case .list(let elements):
      bytes.append(7)
      number(UInt64(elements.count))
      for element in elements where !append(element, to: &bytes) { return false }
    case .record(let record):
      bytes.append(8)
      let fields = record.fields.filter { !$0.value.isNil }.sorted { $0.name < $1.name }
      number(UInt64(fields.count))
      for field in fields {
        text(field.name)
        if !append(field.value, to: &bytes) { return false }
      }
    case .opaque: return false
    }
    return true
  }

  /// For places whose names have a limit.
  package var hash: ContentHash { ContentHash(of: bytes) }
}
