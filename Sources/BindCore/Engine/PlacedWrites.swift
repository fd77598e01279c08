/// Which event has written which place of a cell last, where a callback has written parts of its value.
struct PlacedWrites {
  /// What there is besides one event for all of it.
  private final class Parts {
    /// Held: nothing else may have their identity.
    var places: [Cell] = []
    var causes: [ObjectIdentifier: CauseID] = [:]
    /// What the whole has left as it was, is of these.
    var earlier: Earlier?
    /// The event that has written a place or something in it last, where that is worked out.
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
        for cell in way(to: known) { around.insert(ObjectIdentifier(cell)) }
        if isOneOfTwo(known) { haveOneOfTwo = true } else { haveOthers = true }
      }
      countOfKnown = places.count
      if around.contains(ObjectIdentifier(place)) { return true }
      if isOneOfTwo(place) ? haveOthers : haveOneOfTwo { return true }
      return way(to: place).contains { causes[ObjectIdentifier($0)] != nil }
    }

    /// An index and a key may lead to one element, and so with a place that makes what is missing around it.
    private func isOneOfTwo(_ place: Cell) -> Bool {
      place.createsHops || way(to: place).contains { $0 is KeyedCell }
    }

    private func way(to place: Cell) -> some Sequence<Cell> { sequence(first: place) { $0.outerCell } }
  }

  /// What was written before all of it was, or a place around what was, and the value then.
  private final class Earlier {
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

  /// More are not told apart: each costs a copy of what is changed in place.
  private static let limit = 8

  /// What has written all of it, before any of the places.
  private(set) var whole = CauseID.none
  private var parts: Parts?

  init() {}
  init(whole cause: CauseID) { whole = cause }

  var places: [Cell] { parts?.places ?? [] }
  private var earlier: Earlier? { parts?.earlier }
  private var resolved: [ObjectIdentifier: CauseID] { parts?.resolved ?? [:] }
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
    if !keepEarlier(than: value()) { parts = nil }
  }

  private mutating func keepEarlier(than value: Value?) -> Bool {
    guard earlier?.count ?? 0 < Self.limit, let value else { return false }
    let made = Parts()
    made.earlier = Earlier(self, value)
    parts = made
    return true
  }

  /// To be changed: what shares it is left alone.
  private mutating func ownParts() -> Parts {
    if isKnownUniquelyReferenced(&parts), let parts { return parts }
    let own = parts?.copy ?? Parts()
    parts = own
    return own
  }

  /// - Parameter value: before; nil where it is not known.
  mutating func note(_ place: Cell, _ cause: CauseID, over value: @autoclosure () -> Value?) {
    if whole != .none || parts != nil { keepEarlier(before: place, value) }
    note(place, cause)
  }

  /// What is inside the place may have been written before, and be left as it was.
  @inline(never)
  private mutating func keepEarlier(before place: Cell, _ value: () -> Value?) {
    if let value = value(), mayLeaveSomething(at: place, of: value) { beginAnew(over: value) }
  }

  private func mayLeaveSomething(at place: Cell, of value: Value) -> Bool {
    guard let present = place.value(in: value), !present.isScalar else { return false }
    return whole != .none || parts?.mayMeet(place) ?? false
  }

  private mutating func beginAnew(over value: Value) { if keepEarlier(than: value) { whole = .none } }

  private mutating func note(_ place: Cell, _ cause: CauseID) {
    let parts = ownParts()
    if parts.causes.updateValue(cause, forKey: ObjectIdentifier(place)) == nil { parts.places.append(place) }
  }

  /// Without those that leave their place as it is. Where what is around it was written too, something else may have come there between.
  func changes(from old: Value, to new: Value) -> PlacedWrites {
    if places.count < 2 || whole != .none || earlier != nil { return self }
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
    var value = value
    if let before = later.earlier {
      add(before.writes, over: value)
      value = before.value
    }
    if later.whole != .none {
      noteWhole(later.whole, over: value)
    } else if let value, later.earlier != nil || later.places.contains(where: { mayLeaveSomething(at: $0, of: value) })
    {
      beginAnew(over: value)
    }
    for place in later.places { if let cause = later.cause(noted: place) { note(place, cause) } }
  }

  /// One event has written all of them, and nothing else.
  var haveOneCause: Bool {
    guard whole == .none, let parts, let cause = parts.causes.values.first else { return whole == .none }
    return parts.causes.values.allSatisfy { $0 == cause } && parts.resolved.values.allSatisfy { $0 == cause }
  }

  /// Of what was written there, in it or around it last, as the leaf is to hold the value; nil where only places elsewhere were.
  func cause(of place: Cell, in value: Value, of leaf: LeafCell) -> CauseID? {
    facts(\.newest, of: [place], in: value, of: leaf, among: causes(in: value, of: leaf))[0].cause
  }

  /// Of each place its event, and what stands there. One value after the other: each is looked through once for where its elements are.
  private func facts(
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
