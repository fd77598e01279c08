/// What a leaf holds without conditional bindings, and how that follows what is written to the leaf (CONTRACT 49).
struct BaseValue {
  unowned let leaf: LeafCell
  /// nil is no value. Of a list, nil is the element that only such bindings have made, with others behind it.
  var value: Value?
  /// Elements of a list have moved, with what such bindings had written there.
  var hasMoved = false
  /// Elements that only such bindings have made have stayed behind an end.
  var hasGaps = false

  init(of leaf: LeafCell, holding value: Value?) { (self.leaf, self.value) = (leaf, value) }

  func isSame(as other: BaseValue) -> Bool {
    value == other.value && hasMoved == other.hasMoved && hasGaps == other.hasGaps
  }

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

  // MARK: What is written

  /// The leaf holds another value by others than conditional bindings.
  mutating func follow(_ write: HandWrite) {
    keeping(write.held.map(\.target)) { base in
      if write.isGiven {
        base.put(write.new, at: write.place, otherwise: write.steps)
      } else {
        base.change(write.place, from: write.old, to: write.new, otherwise: write.steps)
      }
    }
    if write.hasMoved { hasMoved = true }
  }

  /// What is changed inside, but for those places, the outer ones first.
  mutating func keeping(_ places: [Cell], _ body: (inout BaseValue) -> Void) {
    keeping(places.map { ($0, part(at: $0)) }, body)
  }

  /// The same where it is known what stands at those places.
  mutating func keeping(_ kept: [(place: Cell, part: Value?)], _ body: (inout BaseValue) -> Void) {
    body(&self)
    value = kept.reduce(value) { whole, kept in
      whole.map { kept.place.keeping(kept.part, in: $0, of: leaf) }
    }
  }

  /// The leaf has that at the place for its own.
  /// - Parameter otherwise: where that stands in the leaf, if not as in here.
  mutating func put(_ part: Value?, at place: Cell, otherwise: [Path.Step]? = nil) {
    if place === leaf { return value = part }
    if isUnknown { return }
    guard let part, !part.isNil else { return value = value.map { place.keeping(nil, in: $0, of: leaf) } }
    let known = otherwise ?? place.steps(in: present ?? .nil, of: leaf)
    guard let steps = place.steps(in: value ?? .nil, of: leaf, orAs: known) ?? free(known, for: place) else { return }
    value = (value ?? .nil).making(part, at: steps[...])
  }

  /// What the leaf holds, with what is under way.
  private var present: Value? { (leaf as? SourceCell)?.coming ?? leaf.stored }

  /// Where an element by its key stands that only conditional bindings have made: nothing is there for that.
  private func free(_ known: [Path.Step]?, for place: Cell) -> [Path.Step]? {
    guard let known, let (levels, _) = place.keyedAround(asFarAs: leaf) else { return nil }
    let around = known.dropLast(levels).reduce(value ?? .nil) { $0[$1] ?? .nil }
    return around.isNil ? known : nil
  }

  /// The same with the change from one value of the place to another one.
  mutating func change(_ place: Cell, from old: Value?, to new: Value?, otherwise: [Path.Step]? = nil) {
    if isUnknown, old != nil { return }
    put(Value.carried(part(at: place), from: old, to: new), at: place, otherwise: otherwise)
  }

  /// Elements there that are nobody's go.
  mutating func closeGaps(in place: Cell) {
    if let part = part(at: place), part.hasGaps { put(part.withoutGaps, at: place) }
  }

  /// Those elements of the list go, the last first.
  mutating func remove(_ indices: [Int], from list: Cell) {
    guard case .list(var elements)? = part(at: list) else { return }
    for index in indices where index <= elements.count { elements.remove(at: index - 1) }
    put(.list(elements), at: list)
  }

  /// A history leads it a step back or on.
  mutating func move(_ change: (Value) -> Value) { value = value.map(change) }

  /// Elements that were theirs alone who have let go are no more, but for those that stand before those places in the present value.
  mutating func gather(besides held: [Cell], in present: Value) {
    hasMoved = false
    value = value?.withoutGaps(besides: held.compactMap { $0.steps(in: present, of: leaf)?[...] })
    hasGaps = hasGaps && value?.hasGaps ?? false
  }
}

extension Cell {
  /// Where the place stands in that value of the leaf, or would stand where what is around it is missing there.
  /// - Parameter otherwise: where it stands in another one. An element by its key is where that stands, or nowhere.
  func steps(in whole: Value, of leaf: LeafCell, orAs otherwise: [Path.Step]?) -> [Path.Step]? {
    if let known = steps(in: whole, of: leaf) { return known }
    guard let (_, keyed) = keyedAround(asFarAs: leaf) else { return otherwise }
    guard keyed !== self, let own = keyed.steps(in: whole, of: leaf) else { return nil }
    return otherwise.map { own + $0.dropFirst(own.count) }
  }

  /// The innermost element by its key that it is, or is a place in, and how far out that is.
  func keyedAround(asFarAs leaf: LeafCell) -> (levels: Int, cell: Cell)? {
    for case let (levels, cell) in outward.enumerated() {
      if cell === leaf { return nil }
      if cell is KeyedCell { return (levels, cell) }
    }
    return nil
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
