extension Cell {
  /// What the elements of a list and the values of a map are declared to be: none of them is nil.
  final var shapeOfPlaces: (type: FieldType, isOptional: Bool)? {
    switch shape?.type {
    case .list(.any), .map(.any): nil
    case .list(let type), .map(let type): (type, false)
    default: nil
    }
  }

  final var isMap: Bool { if case .map? = shape?.type { true } else { false } }

  /// What does not stand at that step of a value of it is a key that is not there, and no field that is nil.
  func isKey(_ step: Path.Step, in value: Value) -> Bool {
    if isMap { return true }
    guard let leaf = settledLeaf, let coded = leaf.declaration.coded, let stored = leaf.stored,
      let steps = steps(in: stored, of: leaf)
    else { return false }
    return coded.isKey(replace(in: stored, of: leaf, by: value), steps + [step])
  }

  /// What it holds while `container`, which it is a place in, holds `whole`; nil where it has no place there.
  func value(in whole: Value, of container: Cell) -> Value? {
    if self === container { return whole }
    guard let around = outerCell?.value(in: whole, of: container), let step = step(in: around) else { return nil }
    return around[step]
  }

  /// The way from the container, which holds that value, to this place in it; nil where there is none.
  func steps(in whole: Value, of container: Cell) -> [Path.Step]? {
    if self === container { return [] }
    guard let outerCell, let around = outerCell.value(in: whole, of: container), let step = step(in: around),
      let steps = outerCell.steps(in: whole, of: container)
    else { return nil }
    return steps + [step]
  }

  /// Where the lists stand around it in which the container holds it: those that come before others are made before them.
  func indices(in container: Cell) -> [Int] {
    guard self !== container, let outerCell else { return [] }
    guard case .index(let index)? = step(in: .nil) else { return outerCell.indices(in: container) }
    return outerCell.indices(in: container) + [index]
  }

  /// The same for the leaf around it; a field that the record or map around it does not have is nil.
  func standing(in whole: Value) -> Value? {
    if let value = value(in: whole) { return value }
    guard let outerCell, let around = outerCell.value(in: whole), case .field? = step(in: around) else { return nil }
    switch around {
    case .record: return .nil
    case .list(let elements): return elements.isEmpty ? .nil : nil
    default: return nil
    }
  }

  /// Where keyed elements stand in that value of the leaf is known from now on: for whoever asks for many places.
  func learnPlaces(in whole: Value) {
    if self is LeafCell { return }
    outerCell?.learnPlaces(in: whole)
    if let element = self as? KeyedCell { element.learnPlaces(ofList: element.keys.list.value(in: whole)) }
  }

  /// That value of `container` with another one at this place in it; as it was where there is no such place.
  func replace(in whole: Value, of container: Cell, by value: Value) -> Value {
    if self === container { return value }
    guard let outerCell, let around = outerCell.value(in: whole, of: container), let step = step(in: around) else {
      return whole
    }
    // A list gets neither longer nor shorter.
    if case .index = step, around[step] == nil || value.isNil { return whole }
    guard let changed = try? around.replacing(step, name: name, by: value) else { return whole }
    return outerCell.replace(in: whole, of: container, by: changed)
  }

  /// The same where nothing but such places is to stand in the container: what is missing around this one is made.
  /// - Parameter whole: those that are there already.
  func add(_ value: Value, to whole: Value, of container: Cell) -> Value {
    if self === container { return value }
    guard let outerCell else { return whole }
    let around = outerCell.value(in: whole, of: container) ?? .nil
    guard let step = step(in: around) else { return whole }
    let made = around.isNil ? Value.container(for: step) : around
    guard let changed = try? made.replacing(step, name: name, by: value) else { return whole }
    return outerCell.add(changed, to: whole, of: container)
  }

  /// What it is a part of, counted with itself.
  var levels: Int {
    var count = 1
    var place = self
    while let outer = place.outerCell { (place, count) = (outer, count + 1) }
    return count
  }

  /// Itself, and one after the other what it is a part of.
  var outward: some Sequence<Cell> { sequence(first: self) { $0.outerCell } }

  /// Whether it is a part of the other one.
  func isInside(_ container: Cell) -> Bool {
    var outer = outerCell
    while let present = outer {
      if present === container { return true }
      outer = present.outerCell
    }
    return false
  }

  /// The ways to the two part at a field, a key of a map or an index: whatever one of them becomes, the other one stays.
  func isApart(from place: Cell) -> Bool {
    var (own, other) = (bindingTarget, place.bindingTarget)
    let deeper = own.levels - other.levels
    if deeper > 0 { for _ in 0..<deeper { own = own.outerCell ?? own } }
    if deeper < 0 { for _ in deeper..<0 { other = other.outerCell ?? other } }
    var inside: (Cell, Cell)?
    while own !== other, let outer = own.outerCell, let around = other.outerCell {
      defer { inside = (own, other) }
      if outer === around {
        if let element = own as? KeyedCell, let another = other as? KeyedCell {
          // Other elements, where neither is written as a whole nor given another key.
          guard element.keys === another.keys, element.key != another.key, let inside else { return false }
          return ![inside.0, inside.1].contains { $0.step(in: .nil) == .field(ByteString(element.keys.name)) }
        }
        guard let step = own.step(in: .nil), let otherStep = other.step(in: .nil) else { return false }
        // With another key the element is another one.
        if let element = outer as? KeyedCell, [step, otherStep].contains(.field(ByteString(element.keys.name))) {
          return false
        }
        return step != otherStep
      }
      (own, other) = (outer, around)
    }
    return false
  }

  /// The same place as it is held by whoever makes what is missing around it, or does not.
  func twins(at step: Path.Step, in outer: Cell) -> [Cell] {
    (createsHops ? outer.bindingTarget : outer.creatingHops).heldPlaces(step).filter { $0 !== self }
  }

  /// The places in it that somebody holds, and those in them.
  func forEachPlace(_ body: (Cell) -> Void) {
    for place in innerCells {
      body(place)
      place.forEachPlace(body)
    }
  }

  /// What the default of the cell around it has at this place; nil where that has no such place.
  var placeDefault: Value { settledLeaf.flatMap { value(in: $0.declaration.defaultValue) } ?? .nil }

  /// Other cells for what stands at this place now: an element by its index and by its keys, and the places in it.
  var aliases: [Cell] {
    // A field of a model, and what fields make up, stands there once.
    if self is LeafCell || self is RecordCell { return [] }
    guard let outerCell, let whole = (try? outerCell.peek()) ?? nil, let step = step(in: whole) else { return [] }
    let around = [outerCell] + outerCell.aliases
    var all = around.compactMap { $0.heldPlace(step) }
    if case .index = step, let element = whole[step] {
      for list in around { all += engine.keyedCells(of: list, for: element) }
    }
    return all.filter { $0 !== self }
  }
}
