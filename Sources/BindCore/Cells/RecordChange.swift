import BindGraph

/// What an observer's function makes of a whole record: worked out once for all fields, on the record of the moment in
/// which it is applied.
final class RecordChange {
  typealias Leaf = (cell: LeafCell, path: [ByteString])

  private let record: RecordCell
  private let change: (Value) throws(Failure) -> Value
  private let leaves: [Leaf]
  /// What the callback had written before, and what the function made of that: as the callback itself sees it.
  private var earlier: [(path: [ByteString], value: Value)] = []
  private let seen: Value
  private var applied: Value?

  init(_ record: RecordCell, _ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) {
    self.record = record
    self.change = change
    leaves = record.leaves
    let base = try record.peek() ?? .nil
    seen = try record.engine.result(of: change, on: base)
    try record.checkShape(of: seen)
  }

  /// - Returns: why a field does not take what the callback would see there; nil after all of it is held.
  func hold(in overlay: Overlay) throws(Failure) -> Diagnostic? {
    for (cell, path) in leaves {
      if let own = overlay.write(to: cell) as? CellWrite { earlier.append((path, try own.value() ?? .nil)) }
      if case .refused(let diagnostic) = try cell.accept(value(of: cell, at: path, in: seen)) { return diagnostic }
    }
    for (cell, path) in leaves {
      let change: (Value) throws(Failure) -> Value = { [self] _ throws(Failure) in
        value(of: cell, at: path, in: try result())
      }
      _ = try cell.byHand(changing: change) { change throws(Failure) in
        record.engine.hold(change, in: cell, overlay)
        return .written
      }
    }
    return nil
  }

  private func result() throws(Failure) -> Value {
    if !record.engine.isFolding { return seen }
    if let applied { return applied }
    var base = try record.engine.committed { () throws(Failure) in try record.peek() } ?? .nil
    for (path, value) in earlier { base = base.setting(path[...], to: value) }
    let value = try change(base)
    try record.checkShape(of: value)
    applied = value
    return value
  }

  private func value(of cell: LeafCell, at path: [ByteString], in whole: Value) -> Value {
    whole.at(path) ?? cell.declaration.missingValue
  }
}

extension RecordCell {
  /// The fields of this record and of those inside it, in the order of their declaration.
  var leaves: [RecordChange.Leaf] {
    fields.flatMap { field -> [RecordChange.Leaf] in
      switch field.cell {
      case let inner as RecordCell: inner.leaves.map { ($0.cell, [field.name] + $0.path) }
      case let leaf as LeafCell: [(leaf, [field.name])]
      default: []
      }
    }
  }

  /// Raises unless it is a record with no other fields than this one.
  func checkShape(of value: Value) throws(Failure) {
    guard let given = Self.record(value) else {
      throw Failure.wrongType(TypeMismatch(path: Path(), expected: .record, found: value), of: self)
    }
    for (name, inner) in given.fields {
      guard let cell = fields.first(where: { $0.name == name })?.cell else { throw unknown(name) }
      if let record = cell as? RecordCell { try record.checkShape(of: inner) }
    }
  }
}
