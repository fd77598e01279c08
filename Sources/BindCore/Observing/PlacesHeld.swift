import BindGraph

/// What bindings have in a leaf or a place in it, counted with each change, so that an end costs no more where there are many others.
struct PlacesHeld {
  /// One-way bindings have the cell itself, or places in it.
  fileprivate var held = 0
  /// They make it for places in it.
  fileprivate var makers = 0
  /// Conditional ones have made it for places in it; what comes back to those takes it away.
  fileprivate var made = 0
  /// Of a list, by place.
  fileprivate var leftOvers: [ObjectIdentifier: LeftOver] = [:]
  /// How many there are in it.
  fileprivate var left = 0

  fileprivate var isEmpty: Bool { held == 0 && makers == 0 && made == 0 && leftOvers.isEmpty && left == 0 }
}

/// What one target counts for in what it is in.
struct PlaceHeld {
  /// The target and what it is in, as far as the leaf; empty where it is no place, or nobody has it any more.
  private(set) var path: [Cell]
  private var share = Share()

  struct Share: Equatable {
    var isHeld = false
    /// How many of the cells around the target it makes where they are missing.
    var makes = 0
    /// How many of them were made for it.
    var made = 0
  }

  init(_ target: Cell, in leaf: LeafCell?) { path = leaf.map { [target] + target.cellsAround(asFarAs: $0) } ?? [] }

  mutating func count(_ new: Share, in engine: Engine) {
    if new == share { return }
    engine.count(new, insteadOf: share, along: path)
    share = new
  }

  /// Who has the target makes that around it.
  func makes(_ cell: Cell) -> Bool { path.dropFirst().prefix(share.makes).contains { $0 === cell } }

  /// Nobody has the target any more.
  mutating func end(in engine: Engine) {
    count(Share(), in: engine)
    for cell in path { engine.forgetLeftOvers(in: cell) }
    path = []
  }
}

extension Engine {
  fileprivate func count(_ new: PlaceHeld.Share, insteadOf old: PlaceHeld.Share, along path: [Cell]) {
    for (depth, cell) in path.enumerated() {
      change(cell) { counts in
        counts.held += (new.isHeld ? 1 : 0) - (old.isHeld ? 1 : 0)
        if depth == 0 { return }
        counts.makers += (depth <= new.makes ? 1 : 0) - (depth <= old.makes ? 1 : 0)
        counts.made += (depth <= new.made ? 1 : 0) - (depth <= old.made ? 1 : 0)
      }
    }
  }

  private func change(_ cell: Cell, _ body: (inout PlacesHeld) -> Void) {
    let id = ObjectIdentifier(cell)
    body(&placesHeld[id, default: PlacesHeld()])
    if placesHeld[id]?.isEmpty ?? true { placesHeld[id] = nil }
  }

  /// That the element has to stay for now, or no longer.
  func note(_ leftOver: LeftOver?, at element: Cell) {
    let before = element.kept
    if leftOver == nil, before == nil { return }
    put(leftOver, at: element)
    if graph.isToSettle { keepPast { [self] in put(before, at: element) } }
  }

  private func put(_ leftOver: LeftOver?, at element: Cell) {
    let more = (leftOver == nil ? 0 : 1) - (element.kept == nil ? 0 : 1)
    guard let list = element.outerCell else { return }
    change(list) { $0.leftOvers[ObjectIdentifier(element)] = leftOver }
    var around: Cell? = list
    while let cell = around {
      change(cell) { $0.left += more }
      around = cell is LeafCell ? nil : cell.outerCell
    }
  }

  /// A binding has the place again, with what it covers there.
  func forgetLeftOvers(coveredAt place: Cell) {
    note(nil, at: place)
    for leftOver in place.keptInside { note(nil, at: leftOver.element) }
  }

  /// What that place was given by hand is there for itself from now on: also where the same was left in it, or around it.
  func letLeftOversStay(at place: Cell) {
    guard deliveringBinding == nil, let leaf = place.settledLeaf, !leaf.keptInside.isEmpty else { return }
    if mode == .deferred { return withCommit { [self] in letLeftOversStay(at: place, in: leaf) } }
    letLeftOversStay(at: place, in: leaf)
  }

  private func letLeftOversStay(at place: Cell, in leaf: LeafCell) {
    guard let whole = leaf.stored, let given = place.steps(in: whole, of: leaf) else { return }
    for leftOver in leaf.keptInside {
      guard let steps = leftOver.element.steps(in: whole, of: leaf) else { continue }
      if steps.starts(with: given) || given.starts(with: steps) { note(nil, at: leftOver.element) }
    }
  }

  /// Nobody has an element of the list any more that others wait for.
  func forgetLeftOvers(in list: Cell) {
    guard let counts = placesHeld[ObjectIdentifier(list)], counts.held == 0 else { return }
    for leftOver in counts.leftOvers.values { note(nil, at: leftOver.element) }
  }
}

extension Cell {
  private var placesHeld: PlacesHeld? { engine.placesHeld[ObjectIdentifier(self)] }

  /// Bindings have it, or places in it.
  var isHeld: Bool { (placesHeld?.held ?? 0) > 0 }

  /// How many one-way bindings have places in it that they make it for.
  var makerCount: Int { placesHeld?.makers ?? 0 }

  /// Only conditional bindings have made it.
  var isMadeByBindings: Bool { (placesHeld?.made ?? 0) > 0 || leftOver != nil }

  /// It goes with that one: it is that, or inside.
  func isReached(_ outermost: Cell) -> Bool { self === outermost || isInside(outermost) }

  /// What it holds was left there, if that is so.
  var leftOver: LeftOver? {
    guard let kept, kept.isStanding else { return nil }
    return kept
  }

  fileprivate var kept: LeftOver? { outerCell?.placesHeld?.leftOvers[ObjectIdentifier(self)] }

  /// Something was left in it, which may have changed since.
  var hasLeftOvers: Bool { (placesHeld?.left ?? 0) > 0 }

  /// Those in it.
  var leftOversInside: [LeftOver] { keptInside.filter(\.isStanding) }

  fileprivate var keptInside: [LeftOver] {
    guard hasLeftOvers, let placesHeld else { return [] }
    return placesHeld.leftOvers.values + innerCells.flatMap(\.keptInside)
  }

  /// Of a list that holds that value at the place.
  func holdsLeftOver(_ value: Value, at index: Int) -> Bool {
    guard placesHeld?.leftOvers.isEmpty == false, let leftOver = heldPlace(.index(index))?.leftOver else {
      return false
    }
    return leftOver.value == value
  }
}
