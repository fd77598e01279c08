/// What an observer's function makes of a whole record: worked out once for all fields, on the record of the moment in
/// which it is applied.
final class RecordChange {
  private let record: RecordCell
  let function: (Value) throws(Failure) -> Value
  private let leaves: [RecordCell.Leaf]
  /// What the callback had written before, and what the function made of that: as the callback itself sees it.
  private var earlier: [(path: [ByteString], value: Value)] = []
  private let given: Value
  /// What the fields take of that, in the order of `leaves`.
  private var seen: [Value] = []
  private var applied: [Value]?

  init(_ record: RecordCell, _ function: @escaping (Value) throws(Failure) -> Value) throws(Failure) {
    self.record = record
    self.function = function
    leaves = record.leaves
    let base = try record.peek() ?? .nil
    given = try record.engine.result(of: function, on: base)
  }

  /// - Returns: why a field does not take what the callback would see there; nil after all of it is held.
  func hold(in overlay: Overlay) throws(Failure) -> Diagnostic? {
    switch try record.engine.acceptance(ofTogether: record.parts(of: given)) {
    case .accepted(let values): seen = values
    case .refused(let diagnostic): return diagnostic
    }
    for (cell, path) in leaves {
      if let own = overlay.write(to: cell) as? CellWrite { earlier.append((path, try own.value() ?? .nil)) }
    }
    for (place, leaf) in leaves.enumerated() {
      let change: (Value) throws(Failure) -> Value = { [self] _ throws(Failure) in try result()[place] }
      _ = try leaf.cell.byHand(changing: change) { change throws(Failure) in
        record.engine.hold(change, in: leaf.cell, overlay, isAccepted: true)
        return .written
      }
    }
    return nil
  }

  private func result() throws(Failure) -> [Value] {
    if !record.engine.isFolding { return seen }
    if let applied { return applied }
    var base = try record.engine.committed { () throws(Failure) in try record.peek() } ?? .nil
    for (path, value) in earlier { base = base.setting(path[...], to: value) }
    switch try record.engine.acceptance(ofTogether: record.parts(of: function(base))) {
    case .refused(let diagnostic): throw .diagnostic(diagnostic)
    case .accepted(let values):
      applied = values
      return values
    }
  }
}

extension RecordCell {
  typealias Leaf = (cell: LeafCell, path: [ByteString])

  /// The fields of this record and of those inside it, in the order of their declaration.
  var leaves: [Leaf] {
    fields.flatMap { field -> [Leaf] in
      switch field.cell {
      case let inner as RecordCell: inner.leaves.map { ($0.cell, [field.name] + $0.path) }
      case let leaf as LeafCell: [(leaf, [field.name])]
      default: []
      }
    }
  }

  /// What these fields are given by a whole record: one that is missing takes its default.
  /// - Throws: unless it is a record with no other fields than this one.
  func parts(of value: Value) throws(Failure) -> [(cell: LeafCell, value: Value)] {
    guard let given = Self.record(value) else {
      throw Failure.wrongType(TypeMismatch(path: Path(), expected: .record, found: value), of: self)
    }
    let names = fields.map(\.name)
    for (name, _) in given.fields where !names.contains(name) { throw unknown(name) }
    var parts: [(cell: LeafCell, value: Value)] = []
    for (name, cell) in fields {
      switch cell {
      case let inner as RecordCell: parts += try inner.parts(of: given[name] ?? .record(Record()))
      case let leaf as LeafCell: parts.append((leaf, given[name] ?? leaf.declaration.missingValue))
      default: break
      }
    }
    return parts
  }
}
