/// What a target held before conditional bindings took it.
enum Displaced {
  case value(Value)
  /// What was made around the target goes with it, as far as that cell and where nothing else is in there.
  case nothing(asFarAs: Cell)
  /// It was not there to be taken: what it holds when it returns is told then.
  case away

  var isAway: Bool { if case .away = self { true } else { false } }

  /// That of a place in the target. In what held nothing there was no place.
  func part(of place: Cell, in target: Cell) -> Displaced {
    guard place !== target, let outer = place.outerCell else { return self }
    let part = part(of: outer, in: target)
    guard case .value(let around) = part else { return part }
    guard let step = place.step(in: around) else { return .away }
    if let value = around[step], !value.isNil { return .value(value) }
    // A field of a model is there, and holds nil.
    return place is LeafCell || place is RecordCell ? .value(.nil) : .nothing(asFarAs: place)
  }

  /// With that at a place in the target.
  func replacing(_ place: Cell, in target: Cell, by part: Displaced) -> Displaced {
    guard case .value(let whole) = self else { return self }
    switch part {
    case .away: return self
    case .value(let value): return .value(place.replace(in: whole, of: target, by: value))
    case .nothing(let outermost):
      guard let last = TakingOut(place, of: whole, in: target, asFarAs: outermost).writes.last else { return self }
      return last.value.map { .value(last.cell.replace(in: whole, of: target, by: $0)) } ?? part
    }
  }

  /// With what was written at a place in the target, which stands. Nil does not where there was nothing.
  func keeping(_ written: Value, at place: Cell, in target: Cell) -> Displaced {
    switch self {
    case .away: self
    case .nothing: written.isNil ? self : .value(place.add(written, to: .nil, of: target))
    case .value(let whole):
      .value(
        written.isNil
          ? place.replace(in: whole, of: target, by: written) : place.add(written, to: whole, of: target))
    }
  }
}
