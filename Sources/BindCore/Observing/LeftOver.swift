import BindGraph

/// An element of a list that a conditional binding has made and let go, while others of them hold elements behind it: it goes with the last of
/// those, unless it was written by hand since.
struct LeftOver {
  let element: Cell
  let value: Value
  /// What was made around it goes with it that far.
  let outermost: Cell

  /// It is as it was left.
  var isStanding: Bool { (try? element.peek()) == value && !element.isHeld }
  fileprivate var isAwaited: Bool { element.outerCell?.isHeld ?? false }
}

extension Cell {
  /// Bindings have it, or places in it.
  var isHeld: Bool { claimsOnPlaces.contains { $0.isHeld && $0.target.isReached(self) } }

  /// One-way bindings have places in it that they make it for.
  var isHeldUp: Bool { claimsOnPlaces.contains { $0.isMaking && $0.target.isInside(self) } }

  /// Only conditional bindings have made it.
  var isMadeByBindings: Bool {
    claimsOnPlaces.contains { $0.hasMade(self) }
      || leftOvers.contains { isReached($0.outermost) && $0.element.isReached(self) && $0.isStanding }
  }

  /// It goes with that one: it is that, or inside.
  func isReached(_ outermost: Cell) -> Bool { self === outermost || isInside(outermost) }

  /// Those of the whole cell that it is in.
  var leftOvers: [LeftOver] { settledLeaf.flatMap { engine.leftOvers[ObjectIdentifier($0)] } ?? [] }

  /// What it holds was left there, if that is so.
  var leftOver: LeftOver? { leftOvers.first { $0.element === self && $0.isStanding } }

  /// Of a list that holds that value at the place.
  func holdsLeftOver(_ value: Value, at index: Int) -> Bool {
    leftOvers.contains { $0.value == value && $0.element === heldPlace(.index(index)) && $0.isStanding }
  }

  private var claimsOnPlaces: some Sequence<TargetClaims> {
    (settledLeaf.flatMap { engine.claimsOnPlaces[ObjectIdentifier($0)] } ?? [:]).values
  }
}

extension Engine {
  /// What that place was given by hand is there for itself from now on: also where the same was left in it, or around it.
  func letLeftOversStay(at place: Cell) {
    guard deliveringBinding == nil, let leaf = place.settledLeaf, leftOvers[ObjectIdentifier(leaf)] != nil else {
      return
    }
    if mode == .deferred { return withCommit { [self] in letLeftOversStay(at: place, in: leaf) } }
    letLeftOversStay(at: place, in: leaf)
  }

  private func letLeftOversStay(at place: Cell, in leaf: LeafCell) {
    guard let whole = leaf.stored, let given = place.steps(in: whole, of: leaf) else { return }
    leftOvers[ObjectIdentifier(leaf)]?.removeAll { leftOver in
      guard let steps = leftOver.element.steps(in: whole, of: leaf) else { return true }
      return steps.starts(with: given) || given.starts(with: steps)
    }
  }

  /// Something was given back in the leaf.
  /// - Parameter element: what has to stay for now.
  func noteLeftOver(_ element: Cell?, asFarAs outermost: Cell, in leaf: LeafCell) {
    let id = ObjectIdentifier(leaf)
    let before = leftOvers[id]
    if before == nil, element == nil { return }
    var all = before ?? []
    if let element, let value = (try? element.peek()) ?? nil {
      all.removeAll { $0.element === element }
      all.append(LeftOver(element: element, value: value, outermost: outermost))
    }
    all.removeAll { !$0.isStanding || !$0.isAwaited }
    leftOvers[id] = all.isEmpty ? nil : all
    if graph.isToSettle { keepPast { [self] in leftOvers[id] = before } }
  }
}
