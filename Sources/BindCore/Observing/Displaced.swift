/// What a target held before conditional bindings took it.
enum Displaced {
  case value(Value)
  /// What was made around the target goes with it, as far as that cell and where nothing else is in there.
  case nothing(asFarAs: Cell)

  /// That of a place in the target; nil where it cannot be told. In what held nothing there was no place.
  func part(of place: Cell, in target: Cell) -> Displaced? {
    guard place !== target, let outer = place.outerCell else { return self }
    guard case .value(let around)? = part(of: outer, in: target) else { return part(of: outer, in: target) }
    if around.isNil, outer is ElementCell { return .nothing(asFarAs: outer) }
    guard let step = place.step(in: around) else { return nil }
    if let value = around[step] { return .value(value) }
    // A field that a record does not have is nil.
    if case (.record, .field) = (around, step) { return .value(.nil) }
    return nil
  }

  /// With that at a place in the target.
  func replacing(_ place: Cell, in target: Cell, by part: Displaced) -> Displaced {
    guard case .value(let whole) = self else { return self }
    switch part {
    case .value(let value): return .value(place.replace(in: whole, of: target, by: value))
    case .nothing(let outermost):
      return place.takeOut(of: whole, in: target, asFarAs: outermost).map { .value($0) } ?? part
    }
  }

  /// With what was written at a place in the target, which stands. Nil does not where there was nothing.
  func keeping(_ written: Value, at place: Cell, in target: Cell) -> Displaced {
    if case .value(let whole) = self { return .value(place.replace(in: whole, of: target, by: written)) }
    return written.isNil ? self : .value(place.add(written, to: .nil, of: target))
  }
}
