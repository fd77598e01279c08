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
  func value(of cell: LeafCell, from: Value, to value: Value) -> Value {
    guard let places = places[ObjectIdentifier(cell)] else { return value }
    var result = ((try? cell.peek()) ?? nil) ?? from
    for place in places where place.value(in: from, of: cell) != place.value(in: value, of: cell) {
      result = Self.restore(place, in: result, of: cell, from: from, asIn: value)
    }
    return result
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
