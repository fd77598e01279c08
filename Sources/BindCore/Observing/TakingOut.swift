/// How a place goes that was made in what held nothing, with what was made around it.
struct TakingOut {
  /// What is to be written, from the inside out. The container itself, where nothing is left in it, has no value.
  private(set) var writes: [(cell: Cell, value: Value?)] = []
  /// The element of a list that has to stay, since others stand behind it.
  private(set) var staying: Cell?

  /// - Parameters:
  ///   - whole: what the container holds.
  ///   - outermost: what is around that was there before.
  ///   - isAmongOthers: what others hold keeps what was made around that, and elements go that waited for this one.
  init(
    _ place: Cell, of whole: Value, in container: Cell, asFarAs outermost: Cell, isAmongOthers: Bool = false
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
        while isAmongOthers, count > 0, outer.holdsLeftOver(elements[count - 1], at: count) { count -= 1 }
        isLast = count == 0
        if count < elements.count { rest = .list(Array(elements.prefix(count))) }
      // An empty one may be either.
      case (.list(let elements), .field): isLast = elements.isEmpty
      case (.record(let record), .index): isLast = record.count == 0
      default: break
      }
      guard isLast, place !== outermost, !(isAmongOthers && outer.isHeldUp) else {
        if let rest { writes.append((outer, rest)) }
        return
      }
      place = outer
    }
    writes.append((container, nil))
  }
}
