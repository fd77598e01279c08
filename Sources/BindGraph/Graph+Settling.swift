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

  /// Another turn for the settler that runs, after all others that wait and what they change. Several such keep the order of all settlers.
  public func settleAfterOthers() {
    let index = delivering
    guard index != 0, nodes[index].pointee.flags.isDisjoint(with: .queued) else { return }
    nodes[index].pointee.flags.formUnion([.queued, .stale])
    settlers.add(QueueEntry(key: nodes[index].pointee.order | QueueEntry.afterOthers, node: index))
  }

  /// Another turn for the settler that runs, before that other one and all as deep, if those come later: it looks at what the other one
  /// follows from. False where its own place is the later one.
  public func settle(before other: NodeID) -> Bool {
    let index = delivering
    guard index != 0, let depth = resolve(other).map({ nodes[$0].pointee.depth }), UInt64(depth) << 32 > presentKey,
      nodes[index].pointee.flags.contains(.settler), nodes[index].pointee.flags.isDisjoint(with: .queued)
    else { return false }
    nodes[index].pointee.flags.formUnion([.queued, .stale])
    settlers.add(QueueEntry(key: UInt64(depth) << 32, node: index))
    return true
  }

  /// False when one of them has its turn again and again.
  @inline(never)
  func runSettlers() -> Bool {
    hasSettlersTurns = true
    defer { hasSettlersTurns = false }
    var settled = 0
    var repeats: [UInt32: Int] = [:]
    while let entry = settlers.removeNext() {
      settled += 1
      if settled > settlerCount {  // not each at most once: a ring, or ways of unequal length
        repeats[entry.node, default: 0] += 1
        if repeats[entry.node, default: 0] > waveLimit {
          settlers.add(entry)
          giveUp(besides: repeats)
          return false
        }
      }
      runSettler(entry)
    }
    whenSettled?(.settled)
    return true
  }

  private func runSettler(_ entry: QueueEntry) {
    presentKey = entry.key
    if isDeeperNow(entry) {
      settlers.add(QueueEntry(key: nodes[entry.node].pointee.order, node: entry.node))
    } else {
      run(entry.node)
    }
    delivering = 0
  }

  /// What it looks at follows from more than it did when it was queued, and others have to have their turn before.
  private func isDeeperNow(_ entry: QueueEntry) -> Bool {
    if comesLater(entry) { return true }
    let node = nodes[entry.node]
    guard node.pointee.flags.isDisjoint(with: [.direct, .paused, .awaitsInitial]) else { return false }
    let generation = node.pointee.generation
    var link = node.pointee.firstInput
    while link != 0 {
      let source = links[link].pointee.source
      if source != 0, needsWork(source) {
        pull(source)
        guard nodes[entry.node].pointee.generation == generation else { return false }
      }
      link = links[link].pointee.nextInput
    }
    return comesLater(entry)
  }

  private func comesLater(_ entry: QueueEntry) -> Bool {
    let order = nodes[entry.node].pointee.order
    guard order > entry.key, let next = settlers.entries.first else { return false }
    return next.key < order
  }

  /// What the wave has written is taken back. All that saw some of it see once what stands then, but for those that have gone
  /// round: they would again. What they write besides is taken back too, as where their target had been written by others.
  private func giveUp(besides repeats: [UInt32: Int]) {
    dropSettlers()
    var rounds = 0
    repeat {
      whenSettled?(.overrun)
      var turns = settlerCount
      while turns > 0, let entry = settlers.removeNext() {
        turns -= 1
        if repeats[entry.node, default: 0] > waveLimit / 2 { drop(entry) } else { runSettler(entry) }
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

  private func drop(_ entry: QueueEntry) { nodes[entry.node].pointee.flags.subtract([.queued, .maybe, .stale]) }
}
