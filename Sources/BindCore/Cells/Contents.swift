/// What a cell holds or has held: a value or none, which is not the value nil.
struct Contents {
  let value: Value?

  /// Those of a place in it. What holds nothing has no places.
  func part(of place: Cell, in whole: Cell) -> Contents? {
    guard let value else { return self }
    return place.value(in: value, of: whole).map { Contents(value: $0) }
  }
}
