/// How a place goes that was made in what held nothing, with what was made around it.
struct TakingOut {
  struct Write {
    let cell: Cell
    /// nil is no value: so it is with the container where nothing is left in it.
    let value: Value?
    /// The indices of those elements of a list that go, the last first.
    var gone: [Int] = []
  }

  /// The element of a list stays, since bindings have others behind it.
  private(set) var stays = false
  /// What is to be written, from the inside out.
  private(set) var writes: [Write] = []

  /// - Parameters:
  ///   - whole: what the container holds.
  ///   - outermost: what is around that was there before.
  ///   - isKept: what was made around the place stays, though nothing is left in it.
  ///   - isHeld: bindings have that element of the list, and those before it have to stay.
  ///   - isMissing: that element has only had to stay.
  init(
    _ place: Cell, of whole: Value, in container: Cell, asFarAs outermost: Cell, isKept: (Cell) -> Bool,
    isHeld: (_ list: Cell, _ index: Int) -> Bool, isMissing: (_ list: Cell, _ index: Int) -> Bool
  ) {
    var place = place
    while place !== container {
      guard let outer = place.outerCell else { return }
      let around = outer.value(in: whole, of: container) ?? .nil
      guard let step = place.step(in: around) else { return }
      var isLast = around.isNil
      var rest: Write?
      switch (around, step) {
      case (.record(let record), .field):
        if around[step] != nil { writes.append(Write(cell: place, value: .nil)) }
        isLast = record.count == (around[step] == nil ? 0 : 1)
      case (.list(var elements), .index(let index)):
        var gone: [Int] = []
        for other in (1...max(elements.count, 1)).reversed() where other <= elements.count {
          if other != index, isHeld(outer, other) { break }
          if other == index || isMissing(outer, other) { gone.append(other) }
        }
        for index in gone { elements.remove(at: index - 1) }
        isLast = elements.isEmpty
        stays = gone.isEmpty && !elements.isEmpty
        if !gone.isEmpty { rest = Write(cell: outer, value: .list(elements), gone: gone) }
      // An empty one may be either.
      case (.list(let elements), .field): isLast = elements.isEmpty
      case (.record(let record), .index): isLast = record.count == 0
      default: break
      }
      guard isLast, place !== outermost, !isKept(outer) else {
        if let rest { writes.append(rest) }
        return
      }
      place = outer
    }
    writes = [Write(cell: container, value: nil)]
  }
}
