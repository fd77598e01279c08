// What of it counts where, as the leaf is to hold a value.

extension PlacedWrites {
  /// Of what was written there, in it or around it last, as the leaf is to hold the value; nil where only places elsewhere were.
  func cause(of place: Cell, in value: Value, of leaf: LeafCell) -> CauseID? {
    facts(\.newest, of: [place], in: value, of: leaf, among: causes(in: value, of: leaf))[0].cause
  }

  /// Of each place its event, and what stands there. One value after the other: each is looked through once for where its elements are.
  func facts(
    _ kind: KeyPath<PlacedCauses, CauseID?>, of places: [Cell], in value: Value, of leaf: LeafCell,
    among causes: PlacedCauses
  ) -> [(cause: CauseID?, value: Value?)] {
    let here = places.map { place in
      place.learnPlaces(in: value)
      let known = place.steps(in: value, of: leaf).map { causes[$0] } ?? PlacedCauses(around: causes.around)
      return (known, value: place.value(in: value, of: leaf))
    }
    let before = earlier?.facts(kind, of: places, in: leaf)
    return here.enumerated().map { index, here in
      let (known, value) = here
      if let own = known.inner[keyPath: kind] { return (own, value) }
      let around = known[keyPath: kind]
      // Without anything around it that was written since, it is what it was.
      guard let before = before?[index], around == nil || before.value == value else { return (around, value) }
      return (before.cause, value)
    }
  }

  /// With what was written before the whole, and was left as it was by that: also of the places that somebody looks at.
  func resolving(in value: Value, of leaf: LeafCell) -> PlacedWrites {
    if earlier == nil { return self }
    let causes = causes(in: value, of: leaf)
    var noted: [Cell] = []
    var known: Set<ObjectIdentifier> = []
    var layer: PlacedWrites? = self
    while let present = layer {
      noted += present.places.filter { known.insert(ObjectIdentifier($0)).inserted }
      layer = present.earlier?.writes
    }
    let whole = facts(\.written, of: [leaf], in: value, of: leaf, among: causes)[0].cause
    var all = PlacedWrites(whole: whole ?? .none)
    for (place, fact) in zip(noted, facts(\.written, of: noted, in: value, of: leaf, among: causes)) {
      if let cause = fact.cause { all.note(place, cause) }
    }
    let held = noted + leaf.allInnerCells
    let parts = all.ownParts()
    for (place, fact) in zip(held, facts(\.newest, of: held, in: value, of: leaf, among: causes)) {
      if let cause = fact.cause { parts.resolved[ObjectIdentifier(place)] = cause }
    }
    return all
  }

  /// With the way from the leaf, which is to hold the value: what counts is told later.
  func forEachPlace(in value: Value, of leaf: LeafCell, _ body: (Cell, CauseID, _ steps: [Path.Step]?) -> Void) {
    var all: [(place: Cell, cause: CauseID, steps: [Path.Step]?)] = []
    for place in places {
      guard let cause = cause(noted: place) else { continue }
      place.learnPlaces(in: value)
      all.append((place, cause, place.steps(in: value, of: leaf)))
    }
    all.sort { one, other in
      let depths = (one.steps?.count ?? 0, other.steps?.count ?? 0)
      return !resolved.isEmpty && depths.0 != depths.1 ? depths.0 < depths.1 : one.cause.index < other.cause.index
    }
    for one in all { body(one.place, one.cause, one.steps) }
  }

  /// By where they stand in the value of the leaf.
  func causes(in value: Value, of leaf: LeafCell) -> PlacedCauses {
    PlacedCauses(
      tree: places.isEmpty ? nil : tree(in: value, of: leaf), around: whole == .none ? nil : whole, known: resolved)
  }

  private func tree(in value: Value, of leaf: LeafCell) -> PlacedCauses.Tree {
    let root = PlacedCauses.Tree()
    forEachPlace(in: value, of: leaf) { _, cause, steps in if let steps { root.note(cause, at: steps) } }
    return root
  }
}
