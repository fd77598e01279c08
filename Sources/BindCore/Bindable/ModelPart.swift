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

  /// The same place in other cells of the model, as far as they show it.
  func placesElsewhere(of place: Cell) -> [(cell: ExposedCell, place: Cell)] {
    var found: [(cell: ExposedCell, place: Cell)] = []
    bindable.forEachMirror { other in
      guard other !== self, let steps = steps(to: place, in: other) else { return }
      found.append((other, (try? other.at(Path(steps))) ?? other))
    }
    return found
  }

  private func steps(to place: Cell, in other: ExposedCell) -> [Path.Step]? {
    if isSamePart(as: other) { return stored.flatMap { place.steps(in: $0, of: self) } ?? [] }
    if place === self, other.isWithin(self) { return [] }
    guard isWithin(other) || other.isWithin(self) else { return nil }
    // What each of the other values changes there, and all of them together.
    var way: [Path.Step]?
    forEachVariant(of: place) { model, copy, part, variant in
      let (before, after) = (other.field.read(model), other.field.read(copy))
      guard let steps = before.way(to: part, thatBecomes: variant, in: after) else { return }
      way = way.map { $0.commonStart(with: steps) } ?? steps
    }
    return way
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

  private func changes(at place: Cell, showAt otherPlace: Cell, of other: ExposedCell) -> Bool {
    var areShown = false
    forEachVariant(of: place) { model, copy, _, _ in
      if areShown { return }
      let (before, after) = (other.field.read(model), other.field.read(copy))
      areShown = otherPlace.value(in: before, of: other) != otherPlace.value(in: after, of: other)
    }
    return areShown
  }

  /// The names of a record tell nothing of the properties behind them: so other values are put there, in a copy. Both parts are
  /// stored in the model, so that nothing runs that the model's author wrote but the decoding.
  private func forEachVariant(
    of place: Cell, _ body: (_ model: Model, _ copy: Model, _ part: Value, _ variant: Value) -> Void
  ) {
    guard let model = bindable.stored, let put = field.writing?.put else { return }
    let whole = field.read(model)
    let part = place.value(in: whole, of: self) ?? .nil
    for variant in part.variants {
      let changed = place.replace(in: whole, of: self, by: variant)
      var copy = model
      if changed != whole, put(&copy, changed) { body(model, copy, part, variant) }
    }
  }
}

extension Value {
  /// The way to the part of it that is another one in the other value: to the whole of that, or to all that differs; nil where
  /// nothing does.
  fileprivate func way(to part: Value, thatBecomes other: Value, in whole: Value) -> [Path.Step]? {
    if self == whole { return nil }
    if self == part, whole == other { return [] }
    let steps: [Path.Step]
    switch (self, whole) {
    case (.record(let before), .record(let after)):
      steps = Set((before.fields + after.fields).map(\.name)).map { .field($0) }
    case (.list(let before), .list(let after)) where before.count == after.count:
      steps = before.indices.map { .index($0 + 1) }
    default: return []
    }
    let ways = steps.compactMap { step in
      (self[step] ?? .nil).way(to: part, thatBecomes: other, in: whole[step] ?? .nil).map { [step] + $0 }
    }
    return ways.dropFirst().reduce(ways.first) { $0?.commonStart(with: $1) }
  }
}

extension [Path.Step] {
  fileprivate func commonStart(with other: [Path.Step]) -> [Path.Step] {
    Array(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}
