/// The settlers that wait for their turn: the one with the lowest key is next, however many there are and in whatever order
/// they came.
struct SettlerHeap {
  /// None comes before the one at half its place.
  private(set) var entries: [Turn] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ entry: Turn) {
    var place = entries.count
    entries.append(entry)
    while place > 0 {
      let parent = (place - 1) / 2
      guard entry < entries[parent] else { break }
      entries[place] = entries[parent]
      place = parent
    }
    entries[place] = entry
  }

  /// The next of certain settlers. Cost: a look at each that waits.
  mutating func removeNext(among nodes: Set<UInt32>) -> Turn? {
    guard let next = entries.filter({ nodes.contains($0.node) }).min() else { return nil }
    let others = entries.filter { $0 != next }
    entries.removeAll(keepingCapacity: true)
    for entry in others { add(entry) }
    return next
  }

  mutating func removeNext() -> Turn? {
    guard let last = entries.popLast() else { return nil }
    guard let next = entries.first else { return last }
    var place = 0
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < last else { break }
      entries[place] = entries[child]
      place = child
    }
    entries[place] = last
    return next
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
