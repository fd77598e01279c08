import BindGraph

/// The places that one transaction touches, each once, in the order of the first touch; its cause is that of the last.
struct TouchedPlaces {
  private(set) var all: [(place: Cell, cause: CauseID)] = []
  private var positions: [ObjectIdentifier: Int] = [:]

  mutating func add(_ place: Cell, _ cause: CauseID) {
    if let position = positions[ObjectIdentifier(place)] { return all[position].cause = cause }
    positions[ObjectIdentifier(place)] = all.count
    all.append((place, cause))
  }

  mutating func add(_ later: TouchedPlaces) { for (place, cause) in later.all { add(place, cause) } }
}

/// A touch of one place in what a leaf holds, or of the leaf. It tells that place, what is in it and what is around it, by
/// whatever path somebody holds them, and none of their neighbours.
struct PlaceTouch {
  private let place: Cell
  private let cause: CauseID

  init(_ place: Cell, cause: CauseID) {
    self.place = place
    self.cause = cause
  }

  /// Marks what has the same value in both wholes: what the same commit changes is told of that. Before it is stored, so that
  /// what follows from a place that stays as it is has the touch as its cause.
  func tell(in leaf: LeafCell, from old: Value?, to new: Value?) {
    let isAlone = old == new
    var way = [place]
    while let cell = way.last, cell !== leaf, let outer = cell.outerCell { way.append(outer) }
    // All that stands at one place, from the leaf on.
    var cells: [Cell] = [leaf]
    var present = new
    func past(of cell: Cell) -> Value? {
      if cell === leaf || isAlone { return isAlone ? present : old }
      guard let old else { return nil }
      cell.learnPlaces(in: old)
      return cell.standing(in: old)
    }
    for inner in way.dropLast().reversed() {
      for cell in cells where past(of: cell) == present { mark(cell) }
      guard let whole = present, let step = Self.step(of: inner, in: whole),
        let value = Self.value(at: step, in: whole, isMap: cells.contains(where: \.isMap))
      else { return }
      var next = cells.flatMap { $0.heldPlaces(step) }
      if case .index = step {
        for list in cells { next += leaf.engine.keyedCells(of: list, for: value) }
      }
      if !next.contains(where: { $0 === inner }) { next.append(inner) }
      (cells, present) = (next, value)
    }
    for cell in cells { tell(cell, from: past(of: cell), to: present) }
  }

  /// With all that is in it.
  private func tell(_ cell: Cell, from old: Value?, to new: Value?) {
    let isSame = old == new
    if isSame { mark(cell) }
    let inner = cell.innerCells
    guard let new, !inner.isEmpty else { return }
    // Those of one list after those of the other: where keys stand is known of the list that was asked last.
    let steps = inner.map { Self.step(of: $0, in: new) }
    let before = isSame ? steps : inner.map { place in old.flatMap { Self.step(of: place, in: $0) } }
    for (place, (step, past)) in zip(inner, zip(steps, before)) {
      guard let step, let value = Self.value(at: step, in: new, isMap: cell.isMap) else { continue }
      if isSame {
        tell(place, from: value, to: value)
      } else {
        tell(place, from: past.flatMap { old?[$0] }, to: value)
      }
    }
  }

  private static func step(of place: Cell, in whole: Value) -> Path.Step? {
    (place as? KeyedCell)?.learnPlaces(ofList: whole)
    return place.step(in: whole)
  }

  /// A field that a record does not have is nil; nil for what is not there.
  private static func value(at step: Path.Step, in whole: Value, isMap: Bool) -> Value? {
    if let value = whole[step] { return value }
    switch (whole, step) {
    case (.record, .field): return isMap ? nil : .nil
    case (.list(let elements), .field): return elements.isEmpty && !isMap ? .nil : nil
    default: return nil
    }
  }

  private func mark(_ cell: Cell) {
    let engine = cell.engine
    engine.noteTouch(of: cell, cause)
    if let leaf = cell as? LeafCell { return leaf.announceTouch(cause) }
    // What is derived without a write of its own tells that of what it follows from.
    if !(cell is InnerCell) { engine.noteOrigin(of: cell, cause) }
    if cell.node != .none { engine.graph.touched(cell.node, cause: cause.index) }
  }
}

extension Cell {
  /// - Throws: what a write raises, where this place has gone or what it is a place in.
  final func checkPresence() throws(Failure) {
    guard try engine.unaccounted({ () throws(Failure) in isDetached }) else { return }
    var way: [Cell] = [self]
    while let outer = way[way.count - 1].outerCell { way.append(outer) }
    for cell in way.reversed() {
      switch cell {
      case let place as ElementCell: try place.checkPlace()
      case let place as KeyedCell: if place.isDetached { throw place.removed }
      case let place as InnerCell: try place.checkPlace()
      default: break
      }
    }
  }
}
