/// The settlers that wait for their turn: the one with the lowest key is next, however many there are and in whatever order
/// they came.
struct SettlerHeap {
  /// None comes before the one at half its place.
  private(set) var entries: [Turn] = []
  /// How often one was added.
  private(set) var additions = 0

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ entry: Turn) {
    additions += 1
    entries.append(entry)
    rise(from: entries.count - 1, entry)
  }

  /// Out of turn. Cost: a look at each that waits. False if it does not wait.
  mutating func remove(_ entry: Turn) -> Bool {
    guard let place = entries.firstIndex(of: entry), let last = entries.popLast() else { return false }
    if place == entries.count { return true }
    sink(from: place, last)
    rise(from: place, entries[place])
    return true
  }

  mutating func removeNext() -> Turn? {
    guard let last = entries.popLast() else { return nil }
    guard let next = entries.first else { return last }
    sink(from: 0, last)
    return next
  }

  private mutating func rise(from place: Int, _ entry: Turn) {
    var place = place
    while place > 0 {
      let parent = (place - 1) / 2
      guard entry < entries[parent] else { break }
      entries[place] = entries[parent]
      place = parent
    }
    entries[place] = entry
  }

  private mutating func sink(from place: Int, _ entry: Turn) {
    var place = place
    while true {
      var child = 2 * place + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1] < entries[child] { child += 1 }
      guard entries[child] < entry else { break }
      entries[place] = entries[child]
      place = child
    }
    entries[place] = entry
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
