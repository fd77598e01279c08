import BindGraph

/// What was touched since the last wave: to be told whatever else is written there, and although that comes to nothing.
struct PresentTouches {
  private var places: [ObjectIdentifier: CauseID] = [:]
  /// What is around them.
  private var around: [ObjectIdentifier: CauseID] = [:]
  private var wave: UInt32 = 0

  mutating func add(_ place: Cell, _ cause: CauseID, in wave: UInt32) {
    if self.wave != wave { (places, around) = ([:], [:]) }
    self.wave = wave
    places[ObjectIdentifier(place)] = cause
    var outer = place.outerCell
    while let cell = outer {
      around[ObjectIdentifier(cell)] = cause
      outer = cell.outerCell
    }
  }

  /// Of the touch of that place, of one in it or of what it is in, in that wave or just before it.
  func cause(of place: Cell, in wave: UInt32) -> CauseID? {
    if places.isEmpty || wave &- self.wave > 1 { return nil }
    if let cause = around[ObjectIdentifier(place)] { return cause }
    var outer: Cell? = place
    while let cell = outer {
      if let cause = places[ObjectIdentifier(cell)] { return cause }
      outer = cell.outerCell
    }
    return nil
  }
}

extension Engine {
  func noteTouch(of place: Cell, _ cause: CauseID) { touches.add(place, cause, in: graph.wave) }
}
