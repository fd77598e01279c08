/// The declared type of a field.
public indirect enum FieldType: Sendable, Equatable {
  case integer, number, string, boolean, any
  /// Elements of a list, values of a map. `record` here is a record of any fields.
  case list(of: FieldType)
  case map(of: FieldType)
  case record

  public var name: String {
    switch self {
    case .integer: "integer"
    case .number: "number"
    case .string: "string"
    case .boolean: "boolean"
    case .any: "any"
    case .list(.any): "list"
    case .list(let element): "list of \(element.name)"
    case .map(.any): "map"
    case .map(let element): "map of \(element.name)"
    case .record: "record"
    }
  }

  /// The names that `type=` takes.
  public static let names = ["integer", "number", "string", "boolean", "list", "record", "map", "any"]

  public init?(named name: String) {
    switch name {
    case "integer": self = .integer
    case "number": self = .number
    case "string": self = .string
    case "boolean": self = .boolean
    case "any": self = .any
    case "list": self = .list(of: .any)
    case "map": self = .map(of: .any)
    case "record": self = .record
    default: return nil
    }
  }

  /// The type that a plain default declares. A table of 1..n and `{}` are lists.
  public init(ofDefault value: Value) {
    switch value {
    case .integer: self = .integer
    case .number: self = .number
    case .string: self = .string
    case .boolean: self = .boolean
    case .list: self = .list(of: .any)
    case .record: self = .record
    case .nil, .null, .opaque: self = .any
    }
  }

  /// The value as this type holds it (an integral float becomes an integer in an integer field), or the path and the
  /// words of what does not fit.
  public func convert(_ value: Value) -> Result<Value, TypeMismatch> {
    switch (self, value) {
    case (.any, _), (.integer, .integer), (.number, .number), (.string, .string), (.boolean, .boolean),
      (.record, .record), (.list(.any), .list), (.map(.any), .record):
      return .success(value)
    case (.integer, .number(let number)):
      guard let integer = Int64(exactly: number) else { return mismatch(value) }
      return .success(.integer(integer))
    case (.number, .integer(let integer)): return .success(.number(Double(integer)))
    // An empty table has no shape of its own.
    case (.record, .list(let elements)) where elements.isEmpty: return .success(.record(Record()))
    case (.map, .list(let elements)) where elements.isEmpty: return .success(.record(Record()))
    case (.list, .record(let record)) where record.isEmpty: return .success(.list([]))
    case (.list(let type), .list(let elements)):
      var converted: [Value] = []
      converted.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        switch type.convert(element) {
        case .success(let value): converted.append(value)
        case .failure(let mismatch): return .failure(mismatch.below(.index(index + 1)))
        }
      }
      return .success(.list(converted))
    case (.map(let type), .record(let record)):
      var converted = record
      for field in record.fields {
        switch type.convert(field.value) {
        case .success(let value): converted[field.name] = value
        case .failure(let mismatch): return .failure(mismatch.below(.field(field.name)))
        }
      }
      return .success(.record(converted))
    default: return mismatch(value)
    }
  }

  /// Whether a value of the other type can ever be held here. `any` is looked at when it arrives, and so is whether a
  /// number is whole.
  package func mayHold(_ other: FieldType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any), (.integer, .number), (.number, .integer), (.map, .record), (.record, .map): true
    case (.list(let own), .list(let others)), (.map(let own), .map(let others)): own.mayHold(others)
    default: self == other
    }
  }

  private func mismatch(_ value: Value) -> Result<Value, TypeMismatch> {
    .failure(TypeMismatch(path: Path(), expected: self, found: value))
  }
}

/// Where a value does not fit its type.
public struct TypeMismatch: Error, Sendable {
  public var path: Path
  public let expected: FieldType
  public let found: Value

  func below(_ step: Path.Step) -> TypeMismatch {
    var outer = self
    outer.path = Path([step] + path.steps)
    return outer
  }
}
