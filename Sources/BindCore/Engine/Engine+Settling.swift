import BindGraph

// Bindings that write each other without end: what their wave has written is taken back, so that the state of the last whole
// wave stands (CONTRACT 11). What the engine itself has to say stands, and what was handed to a source is on its way.

/// What was there before the writes of a wave whose bindings have not settled yet. Invariant: empty unless some wait for their
/// turn or have it.
struct UnsettledPast {
  struct Entry {
    let leaf: LeafCell
    let value: Value?
    let event: CauseID
    let place: Site
  }

  /// Of a leaf that is written several times, the first counts.
  var leaves: [Entry] = []
  /// For what is no cell.
  var others: [() -> Void] = []
  /// For what cells remember.
  var memories: [() -> Void] = []

  var isEmpty: Bool { leaves.isEmpty && others.isEmpty && memories.isEmpty }

  mutating func removeAll() {
    leaves.removeAll(keepingCapacity: true)
    others.removeAll()
    memories.removeAll()
  }
}

extension Engine {
  /// What a leaf was before a write, where there are bindings.
  func keep(_ past: consuming UnsettledPast.Entry) { unsettledPast.leaves.append(past) }

  /// - Parameter takeBack: puts back what was there.
  func keepPast(takeBack: @escaping () -> Void) { unsettledPast.others.append(takeBack) }

  /// Something remembers what it has shown, and forgets that with the wave.
  /// - Parameter takeBack: after all cells are what they were.
  func keepMemory(takeBack: @escaping () -> Void) {
    if keepsPast || graph.isToSettle { unsettledPast.memories.append(takeBack) }
  }

  /// Something was written. No binding waits for its turn: none will go round for it.
  func forgetUnsettledIfQuiet() { if !graph.isToSettle { forgetUnsettled() } }

  /// What is let go of here may run code that writes, so it is taken out first; its room is used again.
  func forgetUnsettled() {
    if unsettledPast.isEmpty { return }
    var past = UnsettledPast()
    swap(&past, &unsettledPast)
    past.removeAll()
    if unsettledPast.isEmpty { swap(&past, &unsettledPast) }
  }

  /// The bindings of a wave have settled, or never will.
  func bindingsSettled(_ settlement: Settlement) {
    if settlement == .overrun { takeBackWave() } else { forgetUnsettled() }
  }

  private func takeBackWave() {
    let past = unsettledPast
    unsettledPast = UnsettledPast()
    ringCause = lastLoopCause
    noteRewrite()
    let outer = mode
    mode = .settling
    defer { mode = outer }
    for takeBack in past.others.reversed() { takeBack() }
    var known: Set<ObjectIdentifier> = []
    for entry in past.leaves where known.insert(ObjectIdentifier(entry.leaf)).inserted {
      entry.leaf.takeBack(to: entry.value, writtenBy: entry.event, at: entry.place)
    }
    for takeBack in past.memories.reversed() { takeBack() }
  }
}
