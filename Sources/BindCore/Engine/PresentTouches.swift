import BindGraph

/// What was touched since the last wave: to be told whatever else is written there, and although that comes to nothing.
struct PresentTouches {
  private var places: [ObjectIdentifier: CauseID] = [:]
  /// What is around them.
  private var around: [ObjectIdentifier: CauseID] = [:]
  /// What had written a source before it was touched.
  private var writers: [ObjectIdentifier: CauseID] = [:]
  private var wave: UInt32 = 0

  mutating func add(_ place: Cell, _ cause: CauseID, in wave: UInt32) {
    begin(wave)
    places[ObjectIdentifier(place)] = cause
    var outer = place.outerCell
    while let cell = outer {
      around[ObjectIdentifier(cell)] = cause
      outer = cell.outerCell
    }
  }

  mutating func noteWriter(_ writer: CauseID, of leaf: LeafCell, in wave: UInt32) {
    begin(wave)
    writers[ObjectIdentifier(leaf)] = writer
  }

  private mutating func begin(_ wave: UInt32) {
    if self.wave != wave { (places, around, writers) = ([:], [:], [:]) }
    self.wave = wave
  }

  /// The last write of the source, where it was touched after that, in that wave or just before it.
  func writer(of leaf: LeafCell, in wave: UInt32) -> CauseID? {
    wave &- self.wave > 1 ? nil : writers[ObjectIdentifier(leaf)]
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
  func noteTouch(of place: Cell, _ cause: CauseID) {
    touches.add(place, cause, in: graph.wave)
    if let leaf = place as? LeafCell, causes[leaf.writtenBy]?.kind != .touch {
      touches.noteWriter(leaf.writtenBy, of: leaf, in: graph.wave)
    }
  }
}
