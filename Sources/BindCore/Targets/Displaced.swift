/// What a target holds without the conditional binding that has it.
enum Displaced {
  case value(Value)
  /// What was made around the target goes with it, as far as that cell and where nothing else is in there.
  case nothing(asFarAs: Cell)

  func isSame(as other: Displaced?) -> Bool {
    switch (self, other) {
    case (.value(let one), .value(let other)?): one == other
    case (.nothing(let one), .nothing(let other)?): one === other
    default: false
    }
  }

  /// With what was written at a place in the target, which stands. Nil does not where there was nothing.
  func keeping(_ written: Value, at place: Cell, in target: Cell) -> Displaced {
    switch self {
    case .nothing: written.isNil ? self : .value(place.add(written, to: .nil, of: target))
    case .value(let whole):
      .value(
        written.isNil
          ? place.replace(in: whole, of: target, by: written) : place.add(written, to: whole, of: target))
    }
  }
}
