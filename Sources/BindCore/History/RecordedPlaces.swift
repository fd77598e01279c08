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

  /// What a cell is to hold when a change is taken back or made again: what the others have written to other places stands.
  func value(of cell: LeafCell, from: Value, to value: Value) -> Value {
    guard let places = places[ObjectIdentifier(cell)] else { return value }
    var result = ((try? cell.peek()) ?? nil) ?? from
    for place in places {
      let wanted = place.value(in: value, of: cell)
      if place.value(in: from, of: cell) == wanted { continue }
      result = place.replace(in: result, of: cell, by: wanted ?? .nil)
      // An element comes and goes with its list.
      if place.value(in: result, of: cell) != wanted { return value }
    }
    return result
  }

  mutating func removeAll() { self = RecordedPlaces() }
}
