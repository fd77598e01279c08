import BindGraph

/// What functions of an observer's make of several fields together: worked out once for all of them, on what they hold in the moment in
/// which it is applied.
final class JointChange: HeldOperation {
  /// What one function makes of one field.
  struct Part {
    let cell: LeafCell
    let function: (Value) throws(Failure) -> Value
  }

  private let engine: Engine
  private let cells: [LeafCell]
  /// What all of it makes of what the fields hold.
  private let function: (_ bases: [Value]) throws(Failure) -> [(cell: LeafCell, value: Value)]
  /// Where the truth of the fields is elsewhere: the functions are held there too, and are told of each time what they were given and what
  /// became of it.
  private let holdElsewhere: () throws(Failure) -> Learning
  private var learn: Learning?
  /// Those of the fields that bindings write too.
  private var byHand: [(place: Int, line: LineByHand, write: HandWrite)] = []
  private var origins: [CellOrigin] = []

  private typealias Learning = (_ bases: [Value], _ results: [Value]) throws(Failure) -> Void

  private init(
    of cells: [LeafCell], in engine: Engine, elsewhere holdElsewhere: @escaping () throws(Failure) -> Learning,
    _ function: @escaping (_ bases: [Value]) throws(Failure) -> [(cell: LeafCell, value: Value)]
  ) {
    (self.cells, self.engine, self.holdElsewhere, self.function) = (cells, engine, holdElsewhere, function)
  }

  convenience init(_ record: RecordCell, _ change: @escaping (Value) throws(Failure) -> Value) {
    let engine = record.engine
    func whole(_ bases: [Value]) throws(Failure) -> Value {
      var bases = bases[...]
      return try record.whole(of: &bases)
    }
    self.init(of: record.leaves, in: engine) { () throws(Failure) in
      let known = try record.holdElsewhere(change)
      return { bases, results throws(Failure) in known?.learn(try whole(bases), results) }
    } _: { bases throws(Failure) in
      try record.parts(of: engine.result(of: change, on: whole(bases)))
    }
  }

  convenience init(_ parts: [Part], in engine: Engine) {
    self.init(of: parts.map(\.cell), in: engine) { () throws(Failure) in
      var known: [StateWrite.Known?] = []
      for part in parts { known.append(try part.cell.holdElsewhere(part.function)) }
      return { bases, results in
        for (place, known) in known.enumerated() { known?.learn(bases[place], [results[place]]) }
      }
    } _: { bases throws(Failure) in
      var results: [(cell: LeafCell, value: Value)] = []
      for (part, base) in zip(parts, bases) {
        results.append((part.cell, try engine.result(of: part.function, on: base)))
      }
      return results
    }
  }

  override var target: AnyObject { cells[0] }

  /// - Parameter joint: what is written with it already, and was not judged yet.
  /// - Returns: why a field does not take what the callback would see there; nil after all of it is held.
  func hold(in overlay: Overlay, with joint: JointCheck? = nil) throws(Failure) -> Diagnostic? {
    overlay.bringUpToDate(in: engine)
    let bases = try bases(in: overlay)
    let beside = joint?.entries ?? []
    let all = try beside.map { ($0.cell, $0.given) } + function(bases)
    switch try engine.acceptance(ofTogether: all, over: joint) {
    case .refused(let diagnostic):
      guard engine.mayDiffer(from: cells) else { return diagnostic }
      // What is set beside them has nothing to wait for.
      if let refusal = try put(beside, over: joint) { return refusal }
      learn = try holdElsewhere()
      hold(bases, over: bases, in: overlay)
    case .accepted(let values):
      try putAccepted(values, for: beside)
      let results = Array(values.dropFirst(beside.count))
      learn = try holdElsewhere()
      try learn?(bases, results)
      hold(results, over: bases, in: overlay)
    }
    return nil
  }

  /// In place of what they were given, which is held already.
  private func putAccepted(_ values: [Value], for entries: [JointCheck.Entry]) throws(Failure) {
    for (entry, value) in zip(entries, values) where value != entry.given { try entry.cell.putAccepted(value) }
  }

  /// - Returns: why a field does not take its value, if one does not.
  private func put(_ entries: [JointCheck.Entry], over joint: JointCheck?) throws(Failure) -> Diagnostic? {
    switch try engine.acceptance(ofTogether: entries.map { ($0.cell, $0.given) }, over: joint) {
    case .refused(let diagnostic): return diagnostic
    case .accepted(let values):
      try putAccepted(values, for: entries)
      return nil
    }
  }

  /// - Parameter results: what the callback sees.
  private func hold(_ results: [Value], over bases: [Value], in overlay: Overlay) {
    for (place, cell) in cells.enumerated() where cell.isBound {
      if let line = engine.lineByHand(to: cell) { byHand.append((place, line, line.begin())) }
    }
    look(from: bases, to: results)
    if !cells.isEmpty { overlay.append(self, isPerformed: true) }
    origins = zip(cells, results).map { cell, value in engine.holdPart(value, of: cell, in: overlay) }
    for (_, line, _) in byHand {
      line.noteOwnEnds()
      engine.tell(of: line)
    }
  }

  private func bases(in overlay: Overlay) throws(Failure) -> [Value] {
    var bases: [Value] = []
    for cell in cells { bases.append(try overlay.value(of: cell) ?? .nil) }
    return bases
  }

  private func look(from bases: [Value], to results: [Value]) {
    for (place, line, write) in byHand { line.look(at: write, from: bases[place], to: results[place]) }
  }

  override func perform(in overlay: Overlay, _ engine: Engine, isApplied: Bool) throws(Failure) {
    let bases = try bases(in: overlay)
    switch try engine.acceptance(ofTogether: function(bases)) {
    case .refused(let diagnostic): if isApplied { throw .diagnostic(diagnostic) }
    case .accepted(let values):
      try learn?(bases, values)
      look(from: bases, to: values)
      for (place, cell) in cells.enumerated() {
        overlay.cellWrite(to: cell)?.put(values[place], by: isApplied ? origins[place] : nil)
      }
    }
  }

  override func failed(_ failure: Failure, in overlay: Overlay) {
    for cell in cells { overlay.cellWrite(to: cell)?.fail(failure) }
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
