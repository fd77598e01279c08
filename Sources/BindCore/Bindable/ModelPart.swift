/// A part of a Swift model. Other cells may show the same part, what it is a part of or what is in it.
protocol ModelPart: LeafCell {
  /// The claims on other cells of the model that have something in common with the place, which is this cell or lies in it.
  func claimsElsewhere(on place: Cell) -> [TargetClaims]
}

extension ExposedCell: ModelPart {
  func claimsElsewhere(on place: Cell) -> [TargetClaims] {
    var found: [TargetClaims] = []
    bindable.forEachMirror { other in
      guard other !== self, isSamePart(as: other) || isWithin(other) || other.isWithin(self) else { return }
      if hasCommon(place, with: other, of: other) { found += engine.claimsAround(other) }
      found += engine.claimsInside(other).filter { hasCommon(place, with: $0.target, of: other) }
    }
    return found
  }

  private func isSamePart(as other: ExposedCell) -> Bool { field.part == other.field.part }

  private func isWithin(_ other: ExposedCell) -> Bool {
    guard let own = field.extent, let around = other.field.extent, !own.isEmpty else { return false }
    return own.clamped(to: around) == own
  }

  /// Whether a write to the one place changes the other one.
  private func hasCommon(_ place: Cell, with otherPlace: Cell, of other: ExposedCell) -> Bool {
    if isSamePart(as: other) {
      guard let whole = stored, let steps = place.steps(in: whole, of: self),
        let others = otherPlace.steps(in: whole, of: other)
      else { return place === self || otherPlace === other }
      return steps.starts(with: others) || others.starts(with: steps)
    }
    return place === self && other.isWithin(self) || otherPlace === other && isWithin(other)
      || changes(at: place, showAt: otherPlace, of: other) || other.changes(at: otherPlace, showAt: place, of: self)
  }

  /// The names of a record tell nothing of the properties behind them: so other values are put there, in a copy. Both parts are
  /// stored in the model, so that nothing runs that the model's author wrote but the decoding.
  private func changes(at place: Cell, showAt otherPlace: Cell, of other: ExposedCell) -> Bool {
    guard let model = bindable.stored, let put = field.writing?.put else { return false }
    let whole = field.read(model)
    let shown = otherPlace.value(in: other.field.read(model), of: other)
    return (place.value(in: whole, of: self) ?? .nil).variants.contains { variant in
      let changed = place.replace(in: whole, of: self, by: variant)
      var copy = model
      guard changed != whole, put(&copy, changed) else { return false }
      return otherPlace.value(in: other.field.read(copy), of: other) != shown
    }
  }
}

extension Cell {
  /// The way from the container, which holds that value, to this place in it; nil where there is none.
  fileprivate func steps(in whole: Value, of container: Cell) -> [Path.Step]? {
    if self === container { return [] }
    guard let outerCell, let around = outerCell.value(in: whole, of: container), let step = step(in: around),
      let steps = outerCell.steps(in: whole, of: container)
    else { return nil }
    return steps + [step]
  }
}
