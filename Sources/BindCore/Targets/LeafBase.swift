import BindGraph

/// What a leaf holds as if there were no conditional bindings onto it or places in it (CONTRACT 49): what comes back where they end.
///
/// Lives from the first of them that writes there to the end of the last one. What they write changes nothing here, and what anybody else
/// writes does, but for the places that they have at the time.
final class LeafBase {
  unowned let leaf: LeafCell
  /// nil is no value. Of a list, nil is the element that only they have made, with others behind it.
  private(set) var value: Value?
  /// Elements of a list have moved, with what such bindings had written there.
  private(set) var hasMoved = false
  /// Elements that only such bindings have made have stayed behind an end.
  private(set) var hasGaps = false
  /// What is changed is not yet what it is to hold.
  private var isInside = false
  /// What is written by hand is told by itself: a commit of the leaf says nothing more.
  var isTold = false
  /// What it was before is kept for what has not settled yet.
  private var keptIn: UInt64 = 0
  /// How many of them there are, and of those that need it for a moment.
  var users = 0

  convenience init(of leaf: LeafCell) {
    self.init(of: leaf, holding: (leaf as? SourceCell).map(\.comingNow) ?? leaf.engine.present(in: leaf))
  }

  init(of leaf: LeafCell, holding value: Value?) { (self.leaf, self.value) = (leaf, value) }

  // MARK: What is there

  /// A source has told nothing, and what it is made of may be anything.
  private var isUnknown: Bool { value == nil && !leaf.mayBeVacant }

  /// The outermost of what is not there of the way to the place; nil where the place is there.
  func outermostMissing(_ place: Cell) -> Cell? {
    var missing: Cell?
    var place = place
    while !holds(place) {
      missing = place
      guard place !== leaf, let outer = place.outerCell else { break }
      place = outer
    }
    return missing
  }

  private func holds(_ place: Cell) -> Bool {
    guard let value else { return false }
    return place === leaf || !(place.value(in: value, of: leaf)?.isNil ?? true)
  }

  /// nil where it has no such place, or nothing is there.
  func part(at place: Cell) -> Value? {
    guard let value, let part = place.value(in: value, of: leaf) else { return nil }
    return part.isNil && place !== leaf ? nil : part
  }

  /// Only conditional bindings have made that element of the list.
  func isMissing(_ index: Int, in list: Cell) -> Bool {
    guard case .list(let elements)? = part(at: list), index <= elements.count else { return true }
    return elements[index - 1].isNil
  }

  // MARK: What is written

  /// The leaf holds another value by others than conditional bindings.
  func follow(_ write: HandWrite) {
    keeping(write.held.map(\.target)) {
      if write.isGiven {
        put(write.new, at: write.place, otherwise: write.steps)
      } else {
        change(write.place, from: write.old, to: write.new, otherwise: write.steps)
      }
    }
    if !hasMoved, write.hasMoved { noteMoved(true) }
  }

  /// What is changed inside, but for those places, the outer ones first.
  func keeping(_ places: [Cell], _ body: () -> Void) {
    let (before, kept) = (value, places.map { (place: $0, part: part(at: $0)) })
    isInside = true
    body()
    isInside = false
    let whole = kept.reduce(value) { whole, kept in
      whole.map { kept.place.keeping(kept.part, in: $0, of: leaf) }
    }
    value = before
    if whole != before { set(whole) }
  }

  func noteMoved(_ isSo: Bool) {
    keepPast()
    hasMoved = isSo
  }

  func noteGaps(_ isSo: Bool) {
    keepPast()
    hasGaps = isSo
  }

  /// It is about to change, and is what it is now if the wave is none.
  private func keepPast() {
    let engine = leaf.engine
    guard engine.isAmongBindings || engine.graph.isToSettle, keptIn != engine.pastNumber else { return }
    keptIn = engine.pastNumber
    engine.keepPast { [self, value, hasMoved, hasGaps] in
      (self.value, self.hasMoved, self.hasGaps) = (value, hasMoved, hasGaps)
      if leaf.isRecorded { engine.recordTakenBack(leaf, to: value) }
    }
  }

  /// What the leaf is to hold where that is known of the places that such bindings have alone.
  /// - Parameters:
  ///   - present: what it holds.
  ///   - held: the places, the outer ones first.
  func gathered(from present: Value, besides held: [Cell]) -> Value? {
    if hasMoved { noteMoved(false) }
    if let whole = value { set(whole.withoutGaps(besides: held.compactMap { $0.steps(in: present, of: leaf)?[...] })) }
    if hasGaps { noteGaps(value?.hasGaps ?? false) }
    return value.map { Self.shown($0, over: present, in: leaf, besides: held) }
  }

  /// The same for any such value of the leaf.
  static func shown(_ value: Value, over present: Value, in leaf: LeafCell, besides held: [Cell]) -> Value {
    held.reduce(value.filled(from: present)) { whole, place in
      guard let part = place.part(in: present, of: leaf),
        let steps = place.steps(in: whole, of: leaf, orAs: place.steps(in: present, of: leaf))
      else { return whole }
      return whole.making(part, at: steps[...], over: present)
    }
  }

  /// The leaf has that at the place for its own.
  /// - Parameter otherwise: where that stands in the leaf, if not as in here.
  func put(_ part: Value?, at place: Cell, otherwise: [Path.Step]? = nil) {
    if place === leaf { return set(part) }
    if isUnknown { return }
    guard let part, !part.isNil else { return set(value.map { place.keeping(nil, in: $0, of: leaf) }) }
    let known = otherwise ?? place.steps(in: leaf.stored ?? .nil, of: leaf)
    guard let steps = place.steps(in: value ?? .nil, of: leaf, orAs: known) ?? known else { return }
    set((value ?? .nil).making(part, at: steps[...]))
  }

  /// The same with the change from one value of the place to another one.
  func change(_ place: Cell, from old: Value?, to new: Value?, otherwise: [Path.Step]? = nil) {
    if isUnknown, old != nil { return }
    put(Value.carried(part(at: place), from: old, to: new), at: place, otherwise: otherwise)
  }

  /// Elements there that are nobody's go.
  func closeGaps(in place: Cell) {
    if let part = part(at: place), part.hasGaps { put(part.withoutGaps, at: place) }
  }

  /// Those elements of the list go, the last first.
  func remove(_ indices: [Int], from list: Cell) {
    guard case .list(var elements)? = part(at: list) else { return }
    for index in indices where index <= elements.count { elements.remove(at: index - 1) }
    put(.list(elements), at: list)
  }

  /// A history leads the one value to the other one, in a source only where bindings have something: the rest is written.
  /// - Parameter held: those places, the outer ones first.
  func move(_ held: [Cell], _ change: (Value) -> Value) {
    guard let value else { return }
    let moved = change(value)
    if leaf.followsHands || held.contains(where: { $0 === leaf }) { return set(moved) }
    for place in held { put(place.part(in: moved, of: leaf), at: place) }
  }

  func set(_ new: Value?) {
    if isInside { return value = new }
    keepPast()
    let old = value
    value = new
    if leaf.isRecorded, leaf.followsHands { leaf.recordChange(from: old, to: new) }
  }
}

extension Cell {
  /// Where the place stands in that value of the leaf, or would stand where what is around it is missing there.
  /// - Parameter otherwise: where it stands in another one. An element by its key is where that stands, or nowhere.
  fileprivate func steps(in whole: Value, of leaf: LeafCell, orAs otherwise: [Path.Step]?) -> [Path.Step]? {
    if let known = steps(in: whole, of: leaf) { return known }
    guard let keyed = outward.first(where: { $0 is KeyedCell || $0 === leaf }), keyed !== leaf else { return otherwise }
    guard keyed !== self, let own = keyed.steps(in: whole, of: leaf) else { return nil }
    return otherwise.map { own + $0.dropFirst(own.count) }
  }

  func part(in whole: Value?, of leaf: LeafCell) -> Value? {
    whole.flatMap { value(in: $0, of: leaf) }
  }

  /// The value with that at this place, or without anything there, if what is around it is there.
  func keeping(_ part: Value?, in whole: Value, of container: Cell) -> Value {
    guard let outerCell, let around = outerCell.value(in: whole, of: container), !around.isNil,
      let step = step(in: around), around[step] != part
    else { return whole }
    if around[step] == nil, part?.isNil ?? true { return whole }
    return add(part ?? .nil, to: whole, of: container)
  }
}
