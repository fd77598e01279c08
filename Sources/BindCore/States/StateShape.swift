/// What a kept value looks like, and what it is while nothing is kept.
package indirect enum StateShape: Sendable {
  /// One value, with its default.
  case leaf(FieldType, isOptional: Bool, default: Value)
  case record([(name: ByteString, shape: StateShape)])

  package init(_ tree: FieldTree) {
    switch tree {
    case .leaf(let declaration):
      self = .leaf(declaration.type, isOptional: declaration.isOptional, default: declaration.declaredDefault)
    case .record(let fields): self = .record(fields.map { ($0.name, StateShape($0.tree)) })
    }
  }

  package var defaultValue: Value {
    switch self {
    case .leaf(_, _, let value): value
    case .record(let fields): .record(Record(fields.map { ($0.name, $0.shape.defaultValue) }))
    }
  }

  /// Whether both say the same of a key: type and default.
  package func isSame(as other: StateShape) -> Bool {
    switch (self, other) {
    case (.leaf(let type, let isOptional, let value), .leaf(let otherType, let otherIsOptional, let otherValue)):
      type == otherType && isOptional == otherIsOptional && value == otherValue
    case (.record(let fields), .record(let others)):
      fields.count == others.count
        && zip(fields.sorted { $0.name < $1.name }, others.sorted { $0.name < $1.name }).allSatisfy {
          $0.name == $1.name && $0.shape.isSame(as: $1.shape)
        }
    // A Swift struct is a record of which only the whole is known.
    case (.leaf(.record, _, let value), .record): value == other.defaultValue
    case (.record, .leaf(.record, _, let value)): value == defaultValue
    default: false
    }
  }

  /// In words: `string "dark"`, `record of rating, theme`.
  package var description: String {
    switch self {
    case .leaf(let type, _, let value): "\(type.name) with the default \(value)"
    case .record(let fields): "record of \(fields.map(\.name.text).sorted().joined(separator: ", "))"
    }
  }

  /// A stored value in this shape: missing fields take their default, fields that are not declared are kept.
  package func fitted(_ stored: Value) -> Result<Value, TypeMismatch> {
    switch self {
    case .leaf(let type, let isOptional, _):
      if type != .any, stored == .null || stored.isNil {
        return isOptional ? .success(.nil) : .failure(TypeMismatch(path: Path(), expected: type, found: stored))
      }
      return type.convert(stored)
    case .record(let fields):
      var record: Record
      switch stored {
      case .record(let given): record = given
      case .list(let elements) where elements.isEmpty: record = Record()
      default: return .failure(TypeMismatch(path: Path(), expected: .record, found: stored))
      }
      for (name, shape) in fields {
        guard let given = record[name] else {
          record[name] = shape.defaultValue
          continue
        }
        switch shape.fitted(given) {
        case .success(let value): record[name] = value
        case .failure(let mismatch): return .failure(mismatch.below(.field(name)))
        }
      }
      return .success(.record(record))
    }
  }

  /// The value as it is stored: a declared field that is nil is written as null, since a missing one means its default.
  package func stored(_ value: Value) -> Value {
    switch (self, value) {
    case (.leaf(_, _, let normal), .nil): return normal.isNil ? .nil : .null
    case (.record(let fields), .record(var record)):
      for (name, shape) in fields {
        guard let given = record[name] else { continue }
        let kept = shape.stored(given)
        record[name] = kept.isNil ? nil : kept
      }
      return .record(record)
    default: return value
    }
  }
}

extension FieldDeclaration {
  /// The default as the field holds it.
  fileprivate var declaredDefault: Value {
    if case .success(let value) = type.convert(defaultValue) { value } else { defaultValue }
  }
}

extension Value {
  /// The value at a path of field names.
  package func at(_ path: some Sequence<ByteString>) -> Value? {
    var value = self
    for name in path {
      guard case .record(let record) = value, let inner = record[name] else { return nil }
      value = inner
    }
    return value
  }

  /// The same with another value at a path; records that are missing on the way are made.
  package func setting(_ path: ArraySlice<ByteString>, to new: Value) -> Value {
    var changed = self
    changed.set(path, to: new)
    return changed
  }

  /// The same in place: records that nobody else holds are not copied.
  package mutating func set(_ path: ArraySlice<ByteString>, to new: Value) {
    guard let first = path.first else { return self = new }
    var record = if case .record(let record) = self { record } else { Record() }
    self = .nil
    if path.count == 1 {
      record[first] = new
    } else {
      var inner = record[first] ?? .nil
      record[first] = .nil
      inner.set(path.dropFirst(), to: new)
      record[first] = inner
    }
    self = .record(record)
  }

  /// Both changes of one value: where only one side has changed a field, its value stands; where both have, mine does.
  package static func merged(mine: Value, theirs: Value, base: Value) -> Value {
    guard case .record(let mineFields) = mine, case .record(let theirFields) = theirs,
      case .record(let baseFields) = base
    else { return mine == base ? theirs : mine }
    var merged = Record()
    for (name, value) in mineFields.fields {
      switch (theirFields[name], baseFields[name]) {
      case (let their?, let base?): merged[name] = .merged(mine: value, theirs: their, base: base)
      // They have removed it: it goes, unless it was changed here.
      case (nil, let base?): if value != base { merged[name] = value }
      default: merged[name] = value
      }
    }
    for (name, value) in theirFields.fields where mineFields[name] == nil {
      // Removed here and left alone there.
      if let base = baseFields[name], base == value { continue }
      merged[name] = value
    }
    return .record(merged)
  }
}
