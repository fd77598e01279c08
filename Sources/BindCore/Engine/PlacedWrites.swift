/// Which event has written which place of a cell last, where a callback has written parts of its value.
struct PlacedWrites {
  /// What there is besides one event for all of it.
  private final class Parts {
    /// Held: nothing else may have their identity.
    var places: [Cell] = []
    var causes: [ObjectIdentifier: CauseID] = [:]
    /// What the whole has left as it was, is of these.
    var earlier: Earlier?
    /// Places with the event that has written them or something in them last, where that is worked out; what is in them has its own.
    var resolved: [(place: Cell, cause: CauseID)] = []

    var copy: Parts {
      let copy = Parts()
      (copy.places, copy.causes, copy.earlier, copy.resolved) = (places, causes, earlier, resolved)
      return copy
    }
  }

  /// What was written before all of it was, and the value then.
  private final class Earlier {
    let writes: PlacedWrites
    let value: Value
    let count: Int
    /// Of its places, once it has been asked for.
    private var tree: PlacedCauses.Tree?

    init(_ writes: PlacedWrites, _ value: Value) {
      (self.writes, self.value, count) = (writes, value, (writes.parts?.earlier?.count ?? 0) + 1)
    }

    func tree(of leaf: LeafCell) -> PlacedCauses.Tree? {
      if tree == nil { tree = writes.treeIfAny(in: value, of: leaf) }
      return tree
    }
  }

  /// More are not told apart: each costs a copy of what is changed in place.
  private static let limit = 8

  /// What has written all of it, before any of the places.
  private(set) var whole = CauseID.none
  private var parts: Parts?

  init() {}
  init(whole cause: CauseID) { whole = cause }

  var places: [Cell] { parts?.places ?? [] }
  private var earlier: Earlier? { parts?.earlier }
  private var resolved: [(place: Cell, cause: CauseID)] { parts?.resolved ?? [] }
  private func cause(noted place: Cell) -> CauseID? { parts?.causes[ObjectIdentifier(place)] }

  /// The event of the whole counts for every place.
  var isEmpty: Bool { parts == nil }
  /// What has written something of it last.
  var last: CauseID { parts?.causes.values.reduce(whole) { $0.index > $1.index ? $0 : $1 } ?? whole }

  /// - Parameter value: before; nil where it is not known.
  @inline(__always)
  mutating func noteWhole(_ cause: CauseID, over value: @autoclosure () -> Value?) {
    if whole != .none || parts != nil { keepEarlier(before: cause, value) }
    whole = cause
  }

  @inline(never)
  private mutating func keepEarlier(before cause: CauseID, _ value: () -> Value?) {
    if places.isEmpty, cause == whole { return }
    var made: Parts?
    if earlier?.count ?? 0 < Self.limit, let value = value() {
      made = Parts()
      made?.earlier = Earlier(self, value)
    }
    parts = made
  }

  /// To be changed: what shares it is left alone.
  private mutating func ownParts() -> Parts {
    if isKnownUniquelyReferenced(&parts), let parts { return parts }
    let own = parts?.copy ?? Parts()
    parts = own
    return own
  }

  mutating func note(_ place: Cell, _ cause: CauseID) {
    let parts = ownParts()
    if parts.causes.updateValue(cause, forKey: ObjectIdentifier(place)) == nil { parts.places.append(place) }
  }

  /// Without those that leave their place as it is. Where what is around it was written too, something else may have come there between.
  func changes(from old: Value, to new: Value) -> PlacedWrites {
    if places.count < 2 || whole != .none { return self }
    // One list after the other: each is looked through once for where its elements stand.
    let before = values(in: old)
    let after = values(in: new)
    var changes = PlacedWrites()
    for (index, place) in places.enumerated() where before[index] != after[index] || isInsideAnother(place) {
      if let cause = cause(noted: place) { changes.note(place, cause) }
    }
    return changes.isEmpty ? self : changes
  }

  private func isInsideAnother(_ place: Cell) -> Bool {
    var outer = place.outerCell
    while let present = outer {
      if cause(noted: present) != nil { return true }
      outer = present.outerCell
    }
    return false
  }

  private func values(in whole: Value) -> [Value?] {
    places.map { place in
      place.learnPlaces(in: whole)
      return place.value(in: whole)
    }
  }

  /// What is written later.
  /// - Parameter value: before that; nil where it is not known.
  mutating func add(_ later: PlacedWrites, over value: Value?) {
    if later.whole != .none { noteWhole(later.whole, over: value) }
    if let before = later.earlier { ownParts().earlier = before }
    for place in later.places { if let cause = later.cause(noted: place) { note(place, cause) } }
  }

  /// One event has written all of them, and nothing else.
  var haveOneCause: Bool {
    whole == .none && (parts?.causes.values.allSatisfy { $0 == parts?.causes.values.first } ?? true)
  }

  /// Of what was written there, in it or around it last, as the leaf is to hold the value; nil where only places elsewhere were.
  func cause(of place: Cell, in value: Value, of leaf: LeafCell) -> CauseID? {
    cause(of: place, in: value, of: leaf, \.newest, among: treeIfAny(in: value, of: leaf))
  }

  private func cause(
    of place: Cell, in value: Value, of leaf: LeafCell, _ kind: KeyPath<PlacedCauses, CauseID?>,
    among tree: PlacedCauses.Tree?
  ) -> CauseID? {
    if let tree, let steps = place.steps(in: value, of: leaf),
      let cause = PlacedCauses(tree: tree)[steps][keyPath: kind]
    {
      return cause
    }
    if let earlier, place.value(in: earlier.value, of: leaf) == place.value(in: value, of: leaf),
      let cause = earlier.writes.cause(of: place, in: earlier.value, of: leaf, kind, among: earlier.tree(of: leaf))
    {
      return cause
    }
    return whole == .none ? nil : whole
  }

  private func treeIfAny(in value: Value, of leaf: LeafCell) -> PlacedCauses.Tree? {
    places.isEmpty ? nil : tree(in: value, of: leaf)
  }

  /// With what was written before the whole, and was left as it was by that: also of the places that somebody looks at.
  func resolving(in value: Value, of leaf: LeafCell) -> PlacedWrites {
    if earlier == nil { return self }
    let tree = treeIfAny(in: value, of: leaf)
    var all = PlacedWrites(whole: whole)
    var layer: PlacedWrites? = self
    while let present = layer {
      for place in present.places where all.cause(noted: place) == nil {
        if let cause = cause(of: place, in: value, of: leaf, \.written, among: tree) { all.note(place, cause) }
      }
      layer = present.earlier?.writes
    }
    for place in all.places + leaf.liveElements {
      if let cause = cause(of: place, in: value, of: leaf, \.newest, among: tree) {
        all.ownParts().resolved.append((place, cause))
      }
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
    PlacedCauses(tree: tree(in: value, of: leaf), around: whole == .none ? nil : whole)
  }

  private func tree(in value: Value, of leaf: LeafCell) -> PlacedCauses.Tree {
    let root = PlacedCauses.Tree()
    forEachPlace(in: value, of: leaf) { _, cause, steps in if let steps { root.note(cause, at: steps) } }
    for (place, cause) in resolved {
      if let steps = place.steps(in: value, of: leaf) { root.note(cause, ofAllAt: steps) }
    }
    return root
  }
}
