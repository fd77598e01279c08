extension PlacedWrites {
  /// What there is besides one event for all of it.
  final class Parts {
    /// Held: nothing else may have their identity.
    var places: [Cell] = []
    var causes: [ObjectIdentifier: CauseID] = [:]
    /// What the whole has left as it was, is of these.
    var earlier: Earlier?
    /// The event that has written a place or something in it last, where that is worked out: just before a commit, which makes and frees no place
    /// until it has told them.
    var resolved: [ObjectIdentifier: CauseID] = [:]
    /// The first of the places, and what is around them.
    private var around: Set<ObjectIdentifier> = []
    private var countOfKnown = 0
    private var haveOneOfTwo = false
    private var haveOthers = false

    var copy: Parts {
      let copy = Parts()
      (copy.places, copy.causes, copy.earlier, copy.resolved) = (places, causes, earlier, resolved)
      return copy
    }

    /// It was written, or something around it or inside; or that cannot be ruled out, since it may be reached in two ways.
    /// Cost: of all that is asked together, that of the places.
    func mayMeet(_ place: Cell) -> Bool {
      for known in places[countOfKnown...] {
        for cell in known.outward { around.insert(ObjectIdentifier(cell)) }
        if isOneOfTwo(known) { haveOneOfTwo = true } else { haveOthers = true }
      }
      countOfKnown = places.count
      if around.contains(ObjectIdentifier(place)) { return true }
      if isOneOfTwo(place) ? haveOthers : haveOneOfTwo { return true }
      return place.outward.contains { causes[ObjectIdentifier($0)] != nil }
    }

    /// An index and a key may lead to one element, and so with a place that makes what is missing around it.
    private func isOneOfTwo(_ place: Cell) -> Bool {
      place.createsHops || place.outward.contains { $0 is KeyedCell }
    }
  }

  /// What was written before all of it was, or a place around what was, and the value then.
  final class Earlier {
    let writes: PlacedWrites
    let value: Value
    let count: Int
    /// Of its places, once they have been asked for.
    private var causes: PlacedCauses?

    init(_ writes: PlacedWrites, _ value: Value) {
      (self.writes, self.value, count) = (writes, value, (writes.parts?.earlier?.count ?? 0) + 1)
    }

    func facts(
      _ kind: KeyPath<PlacedCauses, CauseID?>, of places: [Cell], in leaf: LeafCell
    ) -> [(cause: CauseID?, value: Value?)] {
      let causes = causes ?? writes.causes(in: value, of: leaf)
      self.causes = causes
      return writes.facts(kind, of: places, in: value, of: leaf, among: causes)
    }
  }
}
