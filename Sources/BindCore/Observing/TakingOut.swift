/// How a place goes that was made in what held nothing, with what was made around it.
struct TakingOut {
  /// What is to be written, from the inside out. The container itself, where nothing is left in it, has no value.
  private(set) var writes: [(cell: Cell, value: Value?)] = []
  /// The element of a list that has to stay, since others stand behind it.
  private(set) var staying: Cell?

  /// - Parameters:
  ///   - whole: what the container holds.
  ///   - outermost: what is around that was there before.
  ///   - isKept: what was made around the place stays, though nothing is left in it.
  ///   - isLeft: that element of the list, with its index, waits for one behind it, and goes with that.
  init(
    _ place: Cell, of whole: Value, in container: Cell, asFarAs outermost: Cell,
    isKept: (Cell) -> Bool = { _ in false }, isLeft: (Cell, Value, Int) -> Bool = { _, _, _ in false }
  ) {
    var place = place
    while place !== container {
      guard let outer = place.outerCell else { return }
      let around = outer.value(in: whole, of: container) ?? .nil
      guard let step = place.step(in: around) else { return }
      var isLast = around.isNil
      var rest: Value?
      switch (around, step) {
      case (.record(let record), .field):
        if around[step] != nil { writes.append((place, .nil)) }
        isLast = record.count == (around[step] == nil ? 0 : 1)
      case (.list(let elements), .index(let index)):
        if index < elements.count {
          staying = place
          return
        }
        var count = min(elements.count, index - 1)
        while count > 0, isLeft(outer, elements[count - 1], count) { count -= 1 }
        isLast = count == 0
        if count < elements.count { rest = .list(Array(elements.prefix(count))) }
      // An empty one may be either.
      case (.list(let elements), .field): isLast = elements.isEmpty
      case (.record(let record), .index): isLast = record.count == 0
      default: break
      }
      guard isLast, place !== outermost, !isKept(outer) else {
        if let rest { writes.append((outer, rest)) }
        return
      }
      place = outer
    }
    writes.append((container, nil))
  }
}
