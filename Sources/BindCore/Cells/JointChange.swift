import BindGraph

/// What functions of an observer's make of several fields together: worked out once for all of them, on what they hold in the moment in
/// which it is applied.
final class JointChange {
  /// What one function makes of one field.
  struct Part {
    let cell: LeafCell
    let function: (Value) throws(Failure) -> Value
  }

  private let engine: Engine
  private let cells: [LeafCell]
  /// What all of it makes of what the fields hold.
  private let function: (_ bases: [Value]) throws(Failure) -> [(cell: LeafCell, value: Value)]
  /// Functions of single fields.
  private var parts: [Part] = []
  private let places: [ObjectIdentifier: Int]
  /// What the callback had written there before; nil where nothing.
  private var earlier: [Value?] = []
  /// As the callback itself sees it.
  private var seen: [Value] = []
  private var applied: [Value]?

  private init(
    of cells: [LeafCell], in engine: Engine,
    _ function: @escaping (_ bases: [Value]) throws(Failure) -> [(cell: LeafCell, value: Value)]
  ) {
    (self.cells, self.engine, self.function) = (cells, engine, function)
    places = Dictionary(cells.enumerated().map { (ObjectIdentifier($1), $0) }) { $1 }
  }

  convenience init(_ record: RecordCell, _ change: @escaping (Value) throws(Failure) -> Value) {
    let engine = record.engine
    self.init(of: record.leaves, in: engine) { bases throws(Failure) in
      var bases = bases[...]
      return try record.parts(of: engine.result(of: change, on: record.whole(of: &bases)))
    }
  }

  convenience init(_ parts: [Part], in engine: Engine) {
    self.init(of: parts.map(\.cell), in: engine) { bases throws(Failure) in
      var results: [(cell: LeafCell, value: Value)] = []
      for (part, base) in zip(parts, bases) {
        results.append((part.cell, try engine.result(of: part.function, on: base)))
      }
      return results
    }
    self.parts = parts
  }

  /// - Parameter joint: what is written with it already, and was not judged yet.
  /// - Returns: why a field does not take what the callback would see there; nil after all of it is held.
  func hold(in overlay: Overlay, with joint: JointCheck? = nil) throws(Failure) -> Diagnostic? {
    for cell in cells {
      let own = try engine.unaccounted { () throws(Failure) in try (overlay.write(to: cell) as? CellWrite)?.value() }
      earlier.append(own)
    }
    let bases = zip(cells, earlier).map { $1 ?? $0.stored ?? .nil }
    let beside = joint?.entries ?? []
    let all = try beside.map { ($0.cell, $0.given) } + function(bases)
    switch try engine.acceptance(ofTogether: all, over: joint) {
    case .refused(let diagnostic): return diagnostic
    case .accepted(let values):
      for (entry, value) in zip(beside, values) where value != entry.given { try entry.cell.putAccepted(value) }
      seen = Array(values.dropFirst(beside.count))
    }
    for (place, cell) in cells.enumerated() {
      let change: (Value) throws(Failure) -> Value = { [self] base throws(Failure) in try value(of: place, on: base) }
      _ = try cell.byHand(changing: change) { change throws(Failure) in
        try cell.hold(CellWrite.Change(body: change, joint: self), in: overlay)
        return .written
      }
      if !parts.isEmpty { try cell.noteHeld(parts[place].function, known: (bases[place], seen[place])) }
    }
    return nil
  }

  /// - Parameter base: what it holds before this.
  private func value(of place: Int, on base: Value) throws(Failure) -> Value {
    if !engine.isFolding { return seen[place] }
    if let applied { return applied[place] }
    var bases: [Value] = []
    for (other, cell) in cells.enumerated() {
      let own = other == place ? base : try (engine.overlay?.write(to: cell) as? CellWrite)?.value(before: self)
      bases.append(own ?? earlier[other] ?? cell.stored ?? .nil)
    }
    switch try engine.acceptance(ofTogether: function(bases)) {
    case .refused(let diagnostic): throw .diagnostic(diagnostic)
    case .accepted(let values):
      applied = values
      return values[place]
    }
  }
}

extension RecordCell {
  /// The fields of this record and of those inside it, in the order of their declaration.
  var leaves: [LeafCell] {
    fields.flatMap { field -> [LeafCell] in
      switch field.cell {
      case let inner as RecordCell: inner.leaves
      case let leaf as LeafCell: [leaf]
      default: []
      }
    }
  }

  /// The record whose `leaves` hold the first of these values, which are taken.
  func whole(of values: inout ArraySlice<Value>) throws(Failure) -> Value {
    var record: [Record.Field] = []
    for (name, cell) in fields {
      let value: Value?
      switch cell {
      case let inner as RecordCell: value = try inner.whole(of: &values)
      case is LeafCell: value = values.popFirst()
      default: value = try cell.get()
      }
      if let value, !value.isNil { record.append((name, value)) }
    }
    return .record(Record(record))
  }

  /// What these fields are given by a whole record: one that is missing takes its default.
  /// - Throws: unless it is a record with no other fields than this one.
  func parts(of value: Value) throws(Failure) -> [(cell: LeafCell, value: Value)] {
    guard let given = Self.record(value) else {
      throw Failure.wrongType(TypeMismatch(path: Path(), expected: .record, found: value), of: self)
    }
    for (name, _) in given.fields where !has(name) { throw unknown(name) }
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
