import BindGraph

/// What bindings have in a leaf or a place in it, counted with each change, so that an end costs no more where there are many others.
struct PlacesHeld {
  /// One-way bindings have the cell itself, or places in it.
  fileprivate var held = 0
  /// They make it for places in it.
  fileprivate var makers = 0
  fileprivate var isEmpty: Bool { held == 0 && makers == 0 }
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
      }
    }
  }

  private func change(_ cell: Cell, _ body: (inout PlacesHeld) -> Void) {
    let id = ObjectIdentifier(cell)
    body(&placesHeld[id, default: PlacesHeld()])
    if placesHeld[id]?.isEmpty ?? true { placesHeld[id] = nil }
  }
}

extension Cell {
  private var placesHeld: PlacesHeld? { engine.placesHeld[ObjectIdentifier(self)] }

  /// Bindings have it, or places in it.
  var isHeld: Bool { (placesHeld?.held ?? 0) > 0 }

  /// They have that element of the list, by whatever way, or places in it.
  func isHeld(at index: Int) -> Bool {
    let step = Path.Step.index(index)
    if heldPlaces(step).contains(where: \.isHeld) { return true }
    guard !engine.listKeys.isEmpty, let element = ((try? peek()) ?? nil)?[step] else { return false }
    return engine.keyedCells(of: self, for: element).contains(where: \.isHeld)
  }

  /// How many one-way bindings have places in it that they make it for.
  var makerCount: Int { placesHeld?.makers ?? 0 }
}
