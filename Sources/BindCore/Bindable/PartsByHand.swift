/// What one line writes by hand to a bindable of which one-way bindings write parts.
final class PartsByHand<Model> {
  private let parts: [(cell: ExposedCell<Model>, line: LineByHand)]
  private let engine: Engine

  /// nil where there is nothing to warn of.
  init?(_ bindable: Bindable<Model>) {
    engine = bindable.engine
    if engine.claims.isEmpty { return nil }
    var parts: [(cell: ExposedCell<Model>, line: LineByHand)] = []
    bindable.forEachMirror { cell in
      if cell.isBound, let line = cell.engine.lineByHand(to: cell) { parts.append((cell, line)) }
    }
    if parts.isEmpty { return nil }
    self.parts = parts
  }

  /// What the parts are of a model. One that is an object is changed in place: they are read before.
  func values(in model: Model) -> [Value] { parts.map { $0.cell.part(of: model) } }

  /// The line makes the ones of the others.
  func look(from old: [Value]?, to new: [Value]) {
    for (index, part) in parts.enumerated() { part.line.look(from: old?[index], to: new[index]) }
  }

  /// The function, which is watched where it is applied.
  func looking(at change: @escaping (inout Model) -> Void) -> (inout Model) -> Void {
    { model in
      let before = self.values(in: model)
      change(&model)
      self.look(from: before, to: self.values(in: model))
    }
  }

  /// If what was written is committed, and really differs.
  func tell() {
    for part in parts {
      part.line.noteOwnEnds()
      engine.tell(of: part.line)
    }
  }
}

extension Bindable {
  /// What scripts and Refs see of this value may be bound.
  var partsByHand: PartsByHand<Value>? { hasMirrors ? PartsByHand(self) : nil }

  /// Written by hand and at once, where somebody has a part of it, or something in one, on a condition, which that may end: both are one.
  var isOneWithItsEnds: Bool {
    if engine.bases.isEmpty { return false }
    var isSo = false
    forEachMirror { if $0.isBound, $0.isOneWithItsEnds { isSo = true } }
    return isSo
  }

  /// A value is about to be stored, or held.
  func byHand(writing new: Value, over old: Value?) -> PartsByHand<Value>? {
    guard let parts = partsByHand else { return nil }
    parts.look(from: old.map(parts.values), to: parts.values(in: new))
    return parts
  }
}
