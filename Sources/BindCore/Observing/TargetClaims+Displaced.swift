// What a target held before conditional bindings took it, and how it gets that back (CONTRACT 49).

extension TargetClaims {
  /// What the target holds, as if there were no conditional bindings; nil where it only takes, or cannot go back to holding
  /// nothing.
  func uncovered() throws(Failure) -> Displaced? {
    for outer in around {
      if holder == nil, let whole = outer.displaced, !whole.isAway { return whole.part(of: target, in: outer.target) }
    }
    guard target.settledLeaf?.isReadable ?? true else { return nil }
    guard let value = try target.present else {
      return target.mayBeVacant ? .nothing(asFarAs: leaf ?? target) : nil
    }
    let held = leavingOutConditional(value)
    guard let leaf else { return held }
    var outermost = target
    switch held {
    case .nothing(let cell): outermost = cell
    case .value(.nil): break
    default: return held
    }
    // What is around it and is not there either, or was made by such bindings alone.
    let whole = try leaf.peek() ?? .nil
    while outermost !== leaf, let outer = outermost.outerCell,
      outer !== leaf && outer.value(in: whole, of: leaf)?.isNil ?? true || outer.isMadeByBindings
    {
      outermost = outer
    }
    return .nothing(asFarAs: outermost)
  }

  /// That value of the target without what conditional bindings have in it or have left there.
  private func leavingOutConditional(_ value: Value) -> Displaced {
    if let leftOver = target.leftOver { return .nothing(asFarAs: leftOver.outermost) }
    var parts = inside.compactMap { inner in inner.displaced.map { (place: inner.target, part: $0) } }
    parts += target.leftOversInside.map { ($0.element, .nothing(asFarAs: $0.outermost)) }
    let indices = parts.map { $0.place.indices(in: target) }
    return parts.indices.sorted { indices[$1].lexicographicallyPrecedes(indices[$0]) }.reduce(.value(value)) {
      $0.replacing(parts[$1].place, in: target, by: parts[$1].part)
    }
  }

  /// The cell for the target that the place is in, by whatever way; the place itself where it is the target, or around it; nil where it is
  /// elsewhere.
  func container(of place: Cell) -> Cell? {
    if place.isInside(target) { return target }
    if place === target || target.isInside(place) { return place }
    guard let leaf, place.settledLeaf === leaf, let whole = (try? leaf.peek()) ?? nil,
      let own = target.steps(in: whole, of: leaf), let steps = place.steps(in: whole, of: leaf)
    else { return nil }
    if own.starts(with: steps) { return place }
    guard steps.starts(with: own) else { return nil }
    return (own.count..<steps.count).reduce(place) { inner, _ in inner.outerCell ?? inner }
  }

  /// The target is that place, or it is in the target, by whatever way.
  func holds(_ place: Cell) -> Bool { place === target || container(of: place).map { $0 !== place } ?? false }

  // MARK: Giving back

  /// In what holds both: the outer one, of a list the first one, and the older one.
  func comesBefore(_ other: TargetClaims, in container: Cell) -> Bool {
    let depths = (target.levels, other.target.levels)
    if depths.0 != depths.1 { return depths.0 < depths.1 }
    let indices = (target.indices(in: container), other.target.indices(in: container))
    return indices.0 == indices.1 ? number < other.number : indices.0.lexicographicallyPrecedes(indices.1)
  }

  func isAbove(_ binding: Binding) -> Bool { highest?.outranks(binding) ?? false }

  /// Who writes the target makes what is missing around it, and has done so.
  private var isThereAnyway: Bool {
    guard let highest, highest.target.createsHops else { return false }
    return !target.isDetached
  }

  /// Those of the places in the target that higher bindings have, with what they hold: of a list the first ones first.
  private func higher(than binding: Binding) throws(Failure) -> [(claims: TargetClaims, present: Value)] {
    if inside.isEmpty { return [] }
    var all: [(claims: TargetClaims, present: Value)] = []
    for inner in inside where inner.isAbove(binding) && inner.isHeld {
      if let present = try inner.target.peek() { all.append((inner, present)) }
    }
    if all.count < 2 { return all }
    let indices = all.map { $0.claims.target.indices(in: target) }
    return all.indices.sorted { indices[$0].lexicographicallyPrecedes(indices[$1]) }.map { all[$0] }
  }

  /// The value without what higher bindings have in it: there stands what they wrote.
  func leavingOut(_ value: Value, for binding: Binding) throws(Failure) -> Value {
    var value = value
    for (inner, present) in try higher(than: binding) {
      value =
        inner.isThereAnyway
        ? inner.target.add(present, to: value, of: target)
        : inner.target.replace(in: value, of: target, by: present)
    }
    return value
  }

  /// What higher bindings have in the target, and nothing else; nil where they have nothing, or only what stands behind others in a list.
  private func leavingOnlyHigher(than binding: Binding) throws(Failure) -> Value? {
    var value = Value.nil
    for (inner, present) in try higher(than: binding) where !inner.target.isDetached {
      value = inner.target.add(present, to: value, of: target)
    }
    return value.isNil ? nil : value
  }

  /// The target holds again what it held before, or nothing, unless higher bindings have something in it.
  /// - Parameter write: writes a value to the target, or to what is around it.
  /// - Returns: what has to stay for now.
  func giveBack(
    _ before: Displaced, for binding: Binding, _ write: (Value, Cell) throws(Failure) -> Void
  ) throws(Failure) -> LeftOver? {
    switch before {
    case .away: return nil
    case .value(let value):
      try write(leavingOut(value, for: binding), target)
      return nil
    case .nothing(let outermost):
      if let higher = try leavingOnlyHigher(than: binding) {
        try write(higher, target)
        return nil
      }
      return try takeOut(asFarAs: outermost, for: binding, write)
    }
  }

  /// There was nothing before. What is in the target goes with it, whoever has that.
  private func takeOut(
    asFarAs outermost: Cell, for binding: Binding, _ write: (Value, Cell) throws(Failure) -> Void
  ) throws(Failure) -> LeftOver? {
    let around = leaf ?? target
    guard let whole = try around.peek() else { return nil }
    let out = TakingOut(
      target, of: whole, in: around, asFarAs: outermost,
      isKept: { [inside] cell in cell.makerCount > inside.count { $0.places.makes(cell) } },
      isLeft: { list, value, index in list.holdsLeftOver(value, at: index) })
    if let last = out.writes.last, last.value == nil {
      try binding.vacate(last.cell)
      return nil
    }
    for (cell, value) in out.writes { if let value { try write(value, cell) } }
    guard let element = out.staying, let value = try element.peek() else { return nil }
    return LeftOver(element: element, value: value, outermost: outermost)
  }

  /// The body gives back something in what was left there, which is no write by hand.
  func keepingLeftOvers(_ body: () throws(Failure) -> Void) throws(Failure) {
    // An element that stays may be reached by its key too.
    let around = leaf?.hasLeftOvers ?? false ? places.path.flatMap { [$0] + $0.aliases } : []
    let kept = around.compactMap(\.leftOver)
    try body()
    for var leftOver in kept {
      guard let value = try leftOver.element.present, value != leftOver.value else { continue }
      leftOver.value = value
      target.engine.note(value.isNil ? nil : leftOver, at: leftOver.element)
    }
  }

  /// Who takes a place in an element that has only had to stay finds it empty.
  func emptyLeftOvers(for binding: Binding) throws(Failure) {
    guard binding.target.createsHops else { return }
    var place = target
    while let outer = place.outerCell, !(place is LeafCell) {
      if var left = outer.leftOver, let step = place.step(in: left.value) {
        left.value = .container(for: step)
        _ = try binding.write(left.value, to: outer)
        target.engine.note(left, at: outer)
      }
      place = outer
    }
  }
}

extension Cell {
  /// What it is a place in, from the inside out, as far as that one.
  func cellsAround(asFarAs container: Cell) -> [Cell] {
    var all: [Cell] = []
    var place = self
    while place !== container, let outer = place.outerCell {
      all.append(outer)
      place = outer
    }
    return all
  }
}

extension Cell {
  /// What stands there, and not what it held last before it went.
  var present: Value? {
    get throws(Failure) {
      let value = try peek()
      return value != nil && isDetached ? .nil : value
    }
  }
}
