import BindCore
import BindJSON

extension Value {
  /// The value for a document in which it is nested: what JSON cannot say of it is said in words.
  var sayable: Value {
    if (try? JSON.encode(.list([.list([.list([.list([self])])])]))) != nil { return self }
    switch self {
    case .list(let elements) where isShallow: return .list(elements.map(\.sayable))
    case .record(let record) where isShallow:
      return .record(Record(record.fields.map { (ByteString($0.name.text), $0.value.sayable) }))
    default: return .string(ByteString(words))
    }
  }

  /// So deep that nothing which is around it makes it too deep for a document.
  private var isShallow: Bool { depth <= 16 }

  private var depth: Int {
    switch self {
    case .list(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .record(let record): 1 + (record.fields.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}
