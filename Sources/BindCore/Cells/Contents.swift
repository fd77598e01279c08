/// What a cell holds or has held: a value or none, which is not the value nil.
struct Contents {
  let value: Value?

  /// Those of a place in it. What holds nothing has no places.
  func part(of place: Cell, in whole: Cell) -> Contents? {
    guard let value else { return self }
    return place.value(in: value, of: whole).map { Contents(value: $0) }
  }

  /// With that at a place in it; where the place had nothing, what was made around it goes too if nothing else is in there.
  func replacing(_ place: Cell, in whole: Cell, by part: Contents) -> Contents {
    guard let value else { return self }
    guard let new = part.value else { return Contents(value: place.takeOut(of: value, in: whole)) }
    return Contents(value: place.replace(in: value, of: whole, by: new))
  }

  /// The same with what was written at a place in it, which stands. Nil does not where there was nothing.
  func keeping(_ written: Value, at place: Cell, in whole: Cell) -> Contents {
    if let value { return Contents(value: place.replace(in: value, of: whole, by: written)) }
    return written.isNil ? self : Contents(value: place.add(written, to: .nil, of: whole))
  }
}
