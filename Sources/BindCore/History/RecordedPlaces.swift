/// What a history keeps the changes of: whole cells, and places in cells.
struct RecordedPlaces {
  /// By the cell that they are in; of a cell that is not here the whole counts.
  private var places: [ObjectIdentifier: [Cell]] = [:]
  private var whole: Set<ObjectIdentifier> = []

  /// - Parameter cell: the leaf itself, or what is a place in it or a view of one.
  mutating func include(_ cell: Cell, in leaf: LeafCell) {
    let (place, key) = (cell.bindingTarget, ObjectIdentifier(leaf))
    if place === leaf || whole.contains(key) {
      whole.insert(key)
      places[key] = nil
    } else {
      places[key, default: []].append(place)
    }
  }

  /// Whether the change is one of what is kept here.
  func counts(_ change: History.Change) -> Bool {
    guard let places = places[ObjectIdentifier(change.cell)] else { return true }
    return places.contains {
      $0.value(in: change.old, of: change.cell) != $0.value(in: change.new, of: change.cell)
    }
  }

  /// What a cell is to hold when a change is taken back or made again: what others have written to other places stands.
  /// - Parameter present: what it holds; a move takes back only what it knows of.
  func value(of cell: LeafCell, over present: Value, from: Value, to value: Value) -> Value {
    var result = present
    guard let places = places[ObjectIdentifier(cell)] else { return result.changed(from: from, to: value) }
    let changed = places.filter { $0.value(in: from, of: cell) != $0.value(in: value, of: cell) }
    // Elements go from the end and come from the front, so that none moves another one that is still to be found.
    let going = changed.filter { $0.value(in: value, of: cell) == nil }
      .sorted { Self.stands($1, before: $0, in: from, of: cell) }
    let coming = changed.filter { $0.value(in: value, of: cell) != nil }
      .sorted { Self.stands($0, before: $1, in: value, of: cell) }
    for place in going + coming { result = Self.restore(place, in: result, of: cell, from: from, asIn: value) }
    return result
  }

  private static func stands(_ one: Cell, before other: Cell, in whole: Value, of leaf: LeafCell) -> Bool {
    indices(of: one, in: whole, of: leaf).lexicographicallyPrecedes(indices(of: other, in: whole, of: leaf))
  }

  /// Those of the elements that it is in, from the outermost one inward; 0 for a field.
  private static func indices(of place: Cell, in whole: Value, of leaf: LeafCell) -> [Int] {
    guard place !== leaf, let outer = place.outerCell else { return [] }
    let step = outer.value(in: whole, of: leaf).flatMap { place.step(in: $0) }
    let index = if case .index(let index)? = step { index } else { 0 }
    return indices(of: outer, in: whole, of: leaf) + [index]
  }

  /// The place as `other` has it; what has gone around it comes back with it and goes again, and a list gets longer or
  /// shorter by its element.
  private static func restore(_ place: Cell, in result: Value, of leaf: LeafCell, from: Value, asIn other: Value)
    -> Value
  {
    guard let outer = place.outerCell else { return other }
    guard let around = outer.value(in: result, of: leaf), !around.isNil else {
      return outer === leaf ? other : restore(outer, in: result, of: leaf, from: from, asIn: other)
    }
    let wanted = place.value(in: other, of: leaf)
    // It was gone with what is around it, and goes with that again, unless others have written there.
    if wanted == nil, outer !== leaf, outer.value(in: other, of: leaf)?.isNil ?? true,
      outer.value(in: from, of: leaf) == around
    {
      return restore(outer, in: result, of: leaf, from: from, asIn: other)
    }
    guard case .list(var elements) = around else {
      return place.replace(in: result, of: leaf, by: wanted ?? .nil)
    }
    let present = place.step(in: around).flatMap { around[$0] == nil ? nil : $0 }
    let before = outer.value(in: other, of: leaf).flatMap { place.step(in: $0) }
    switch (present, wanted, before) {
    case (.index(let index)?, let wanted?, _): elements[index - 1] = wanted
    case (.index(let index)?, nil, _): elements.remove(at: index - 1)
    case (nil, let wanted?, .index(let index)?): elements.insert(wanted, at: min(index - 1, elements.count))
    default: return result
    }
    return outer.replace(in: result, of: leaf, by: .list(elements))
  }

  mutating func removeAll() { self = RecordedPlaces() }
}
