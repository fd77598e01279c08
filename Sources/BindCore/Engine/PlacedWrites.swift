/// Which event has written which place of a cell last, where a callback has written parts of its value.
struct PlacedWrites {
  /// What has written all of it, before any of the places.
  private(set) var whole = CauseID.none
  /// Held: nothing else may have their identity.
  private(set) var places: [Cell] = []
  private var causes: [ObjectIdentifier: CauseID] = [:]

  init() {}
  init(whole cause: CauseID) { whole = cause }

  var isEmpty: Bool { places.isEmpty }
  /// What has written something of it last.
  var last: CauseID { causes.values.reduce(whole) { $0.index > $1.index ? $0 : $1 } }

  @inline(__always)
  mutating func noteWhole(_ cause: CauseID) {
    whole = cause
    if !places.isEmpty { (places, causes) = ([], [:]) }
  }

  /// - Parameter place: nil: all of it.
  mutating func note(_ place: Cell?, _ cause: CauseID) {
    guard let place else { return noteWhole(cause) }
    if causes.updateValue(cause, forKey: ObjectIdentifier(place)) == nil { places.append(place) }
  }

  /// Without those that leave their place as it is.
  func changes(from old: Value, to new: Value) -> PlacedWrites {
    if places.count < 2 { return self }
    var changes = PlacedWrites(whole: whole)
    for place in places {
      guard let cause = causes[ObjectIdentifier(place)], place.value(in: old) != place.value(in: new) else { continue }
      changes.note(place, cause)
    }
    return changes.isEmpty ? self : changes
  }

  /// What is written later.
  mutating func add(_ later: PlacedWrites) {
    if later.whole != .none { noteWhole(later.whole) }
    for place in later.places { if let cause = later.causes[ObjectIdentifier(place)] { note(place, cause) } }
  }

  /// One event has written all of them, and nothing else.
  var haveOneCause: Bool { whole == .none && causes.values.allSatisfy { $0 == causes.values.first } }

  /// Of what was written there, in it or around it last, as the leaf is to hold the value; nil where only places elsewhere were.
  func cause(of place: Cell, in value: Value, of leaf: LeafCell) -> CauseID? {
    guard let steps = place.steps(in: value, of: leaf) else { return whole == .none ? nil : whole }
    return causes(in: value, of: leaf)[steps].newest
  }

  /// With the way from the leaf, which is to hold the value.
  func forEachPlace(in value: Value, of leaf: LeafCell, _ body: (Cell, CauseID, _ steps: [Path.Step]?) -> Void) {
    for place in places {
      guard let cause = causes[ObjectIdentifier(place)] else { continue }
      place.learnPlaces(in: value)
      body(place, cause, place.steps(in: value, of: leaf))
    }
  }

  /// By where they stand in the value of the leaf.
  func causes(in value: Value, of leaf: LeafCell) -> PlacedCauses {
    let root = PlacedCauses.Tree()
    forEachPlace(in: value, of: leaf) { _, cause, steps in if let steps { root.add(cause, at: steps) } }
    return PlacedCauses(tree: root, around: whole == .none ? nil : whole)
  }
}

/// The same of what stands at one place, as seen from there.
struct PlacedCauses {
  final class Tree {
    /// The newest one here and further inside.
    private(set) var newest: CauseID?
    fileprivate private(set) var here: CauseID?
    fileprivate private(set) var inside: [Path.Step: Tree] = [:]

    func add(_ cause: CauseID, at steps: [Path.Step]) {
      var place = self
      place.newest = CauseID.newest(place.newest, cause)
      for step in steps {
        let next = place.inside[step] ?? Tree()
        place.inside[step] = next
        next.newest = CauseID.newest(next.newest, cause)
        place = next
      }
      place.here = CauseID.newest(place.here, cause)
    }
  }

  private var tree: Tree?
  /// What has written something around it.
  private var around: CauseID?

  init(tree: Tree? = nil, around: CauseID? = nil) { (self.tree, self.around) = (tree, around) }

  var isEmpty: Bool { tree == nil && around == nil }

  /// What the place has been written by, with all of it or a part.
  var newest: CauseID? { CauseID.newest(around, tree?.newest) }

  subscript(step: Path.Step) -> PlacedCauses {
    if isEmpty { return self }
    return PlacedCauses(tree: tree?.inside[step], around: CauseID.newest(around, tree?.here))
  }

  subscript(steps: [Path.Step]) -> PlacedCauses { steps.reduce(self) { $0[$1] } }
}
