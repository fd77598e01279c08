// Settlers: bindings, which come before all observers of a wave until no end has anything to tell another.

extension Graph {
  /// The first delivery of a settler with the next wave, among the other settlers. False where the observer is no settler.
  public func settleInitially(_ observer: NodeID) -> Bool {
    guard let index = resolve(observer), nodes[index].pointee.flags.contains(.settler) else { return false }
    let isQueued = nodes[index].pointee.flags.contains(.queued)
    nodes[index].pointee.flags.insert(.stale)
    if !isQueued { enqueue(index, 0) }
    return true
  }

  /// It waits for its turn in this wave.
  public func isQueued(_ observer: NodeID) -> Bool {
    resolve(observer).map { nodes[$0].pointee.flags.contains(.queued) } ?? false
  }

  /// Another turn for the way of a link that runs, after all others of its group and before what follows from one of that. False where it has
  /// none among the others.
  /// - Parameter number: of several that are put off so the one with the lowest is next; those without one come last.
  public func settleAfterGroup(inOrder number: UInt32? = nil) -> Bool {
    guard let index = settlerToPutOff else { return false }
    let (group, order) = (groupWritten(by: index), nodes[index].pointee.order)
    let depth = max(group == 0 ? 0 : groups[group].reach, nodes[index].pointee.depth)
    let place = number.map { UInt64($0) << 31 | order & 0x7fff_ffff } ?? (order | 1 << 63)
    runAgain(at: Turn(.after, depth: depth, place, of: index))
    return true
  }

  /// The ways back of links that wait for their turn, and write what belongs to the group that the one that runs writes.
  public var waysBackWaiting: [NodeID] {
    let group = groupWritten(by: delivering)
    return settlers.entries.compactMap { turn in
      groupWritten(by: turn.node) == group && ties[turn.node]?.isBack ?? false ? id(turn.node) : nil
    }
  }

  /// The same of all groups, the first of many.
  public var waysBackOfAll: [NodeID] {
    settlers.entries.prefix(256).compactMap { ties[$0.node]?.isBack ?? false ? id($0.node) : nil }
  }

  /// While what is held is applied: bindings settle on what has been applied by now.
  public func settleBetweenCallbacks() { _ = runSettlers() }

  public var settlersWaiting: Int { settlers.entries.count }
  /// So many that to look at each for each of them would take too long.
  public var hasManySettlers: Bool { settlers.entries.count > 256 }

  /// The group that the way of a link writes that runs may have others: of one link alone it has two ends, what its way back makes of one, and what
  /// stands for both being there.
  public var hasWaysBeside: Bool { groups[groupWritten(by: delivering)].members.count > 4 }

  /// Another turn for the settler that runs, after those others, which wait: of several after them the one with the lowest number first. False where
  /// it has none.
  public func settle(after others: [NodeID], inOrder number: UInt32) -> Bool {
    guard let index = settlerToPutOff else { return false }
    let others = Set(others.compactMap(resolve))
    let turns = settlers.entries.filter { others.contains($0.node) }
    guard let last = turns.max() else { return false }
    let order = UInt64(number) << 31 | nodes[index].pointee.order & 0x7fff_ffff
    let depth = UInt32(truncatingIfNeeded: last.place >> 32)
    let again = Turn(.after, depth: max(depth, nodes[index].pointee.depth), order, of: index)
    if again < last { return false }
    runAgain(at: again)
    return true
  }

  private func groupWritten(by settler: UInt32) -> UInt32 { nodes[nodes[settler].pointee.target].pointee.group }

  /// Another turn for the settler that runs, before that other one and all as deep, if those come later: it looks at what the other one
  /// follows from. False where its own place is the later one.
  public func settle(before other: NodeID) -> Bool {
    guard let index = settlerToPutOff, let depth = resolve(other).map({ nodes[$0].pointee.depth }) else { return false }
    let turn = Turn(.before, depth: depth, nodes[index].pointee.order, of: index)
    if turn.place <= presentPlace { return false }
    runAgain(at: turn)
    return true
  }

  private var settlerToPutOff: UInt32? {
    let flags = nodes[delivering].pointee.flags
    return hasSettlersTurns && flags.contains(.settler) && !flags.contains(.queued) ? delivering : nil
  }

  private func runAgain(at turn: Turn) {
    nodes[turn.node].pointee.flags.formUnion([.queued, .stale])
    putOff(to: turn)
  }

  func putOff(to turn: Turn) {
    isPutOff = true
    enqueue(turn)
  }

  /// False when one of them has its turn again and again.
  @inline(never)
  func runSettlers() -> Bool {
    if !groupsToPart.isEmpty { partGroups() }
    hasSettlersTurns = true
    defer {
      hasSettlersTurns = false
      settledNodes.removeAll()
      (turnsTaken, goesRound) = (0, false)
      if !turnsRepeated.isEmpty { turnsRepeated = [:] }
      if !turnsAfterEvaluation.isEmpty { turnsAfterEvaluation = [] }
    }
    while let turn = settlers.removeNext() {
      if turnsTaken >= settlerCount, turnsRepeated[turn.node, default: 0] >= waveLimit {
        settlers.add(turn)
        giveUp(besides: turnsRepeated)
        return false
      }
      if !turnsAfterEvaluation.isEmpty { turnsAfterEvaluation.remove(turn.node) }
      runSettler(turn)
    }
    whenSettled?(.settled)
    return true
  }

  /// False if it is put off.
  @discardableResult
  func runSettler(_ turn: Turn) -> Bool {
    (presentPlace, isPutOff) = (turn.place, false)
    presentSettlers.append(turn.node)
    defer { presentSettlers.removeLast() }
    if comesLater(turn) {
      putOff(to: Turn(nodes[turn.node].pointee.order, of: turn.node))
    } else {
      run(turn.node)
      if hasMetEvaluation { comesAfterEvaluation(turn.node) }
    }
    (delivering, presentPlace) = (0, 0)
    if isPutOff { return false }
    turnsTaken += 1
    // Not each at most once: a ring, or ways of unequal length.
    if turnsTaken > settlerCount {
      turnsRepeated[turn.node, default: 0] += 1
      if turnsRepeated[turn.node, default: 0] > 4 { goesRound = true }
    }
    return true
  }

  /// What it looks at follows from more than it did when it was queued, and others have to have their turn before.
  private func comesLater(_ turn: Turn) -> Bool {
    let order = nodes[turn.node].pointee.order
    guard order > turn.place, let next = settlers.entries.first else { return false }
    return next.place < order
  }

  /// What the wave has written is taken back. All that saw some of it see once what stands then, but for those that have gone
  /// round: they would again. What they write besides is taken back too, as where their target had been written by others.
  private func giveUp(besides repeats: [UInt32: Int]) {
    givesUp = true
    defer { givesUp = false }
    dropSettlers()
    var rounds = 0
    repeat {
      whenSettled?(.overrun)
      var turns = settlerCount
      while turns > 0, let entry = settlers.removeNext() {
        if repeats[entry.node, default: 0] > waveLimit / 2 { drop(entry) } else if !runSettler(entry) { continue }
        turns -= 1
      }
      dropSettlers()
      rounds += 1
    } while keepsPast && rounds < waveLimit
    if keepsPast { whenSettled?(.overrun) }
    for index in repeats.keys.sorted() where repeats[index, default: 0] > waveLimit / 2 {
      nodes[index].pointee.body?._withUnsafeGuaranteedRef { $0.gaveUp(in: self) }
    }
    if keepsPast { whenSettled?(.settled) }
    dropSettlers()
  }

  func dropSettlers() {
    for entry in settlers.entries { drop(entry) }
    settlers.removeAll()
  }

  private func drop(_ entry: Turn) { nodes[entry.node].pointee.flags.subtract([.queued, .maybe, .stale]) }
}
