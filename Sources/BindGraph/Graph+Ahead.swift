// What settles ahead: a function reads for the first time what a settler has still to write in this wave.
//
// Depths order settlers by what functions have read before. What is read for the first time may follow from settlers that wait for later
// turns. Those have them inside the read: the function goes on with what has settled, and is not run again for it.

/// Nodes to which nothing leads that waits for its turn, and so nothing will, as long as nothing comes to wait that was not looked at, and none of
/// them reads anything new.
struct SettledNodes {
  private(set) var nodes: Set<UInt32> = []
  /// What leads to them from less deep was not looked at.
  private(set) var place: UInt64 = 0

  var isEmpty: Bool { nodes.isEmpty }
  func contains(_ index: UInt32) -> Bool { nodes.contains(index) }

  mutating func add(_ more: Set<UInt32>, from place: UInt64) {
    nodes.formUnion(more)
    self.place = max(self.place, place)
  }

  mutating func removeAll() {
    if isEmpty { return }
    nodes.removeAll(keepingCapacity: true)
    place = 0
  }
}

extension Graph {
  /// Settlers that wait and lead up to the node have their turns now, but for those that follow themselves from what runs, or are held back.
  /// - Returns: false if the node has ended meanwhile.
  @inline(never)
  func settleAhead(of index: UInt32) -> Bool {
    if !isToSettle(aheadOf: index) { return true }
    let generation = nodes[index].pointee.generation
    let work = { [self] in settle(aheadOf: index) }
    let workAside = { [self] in if let aside { aside(work) } else { work() } }
    // Where there is no room it is read as it is, and looked at once more.
    if levelsAhead >= Self.deepNesting, let nest { _ = nest(workAside) } else { workAside() }
    return nodes[index].pointee.generation == generation
  }

  /// The same, for what is about to read the node untracked.
  public func settleAhead(of node: NodeID) {
    if hasSettlersTurns, let index = resolve(node) { _ = settleAhead(of: index) }
  }

  /// Inside, no settler has its turn ahead that writes one of the nodes, and none that follows from such a one.
  public func settlingAhead(besides written: [NodeID], _ work: () -> Void) {
    let outer = heldBack
    for node in written { if let index = resolve(node) { heldBack.formUnion(writers[index] ?? []) } }
    work()
    heldBack = outer
  }

  private func isToSettle(aheadOf index: UInt32) -> Bool {
    guard !givesUp, !goesRound, let next = settlers.entries.first else { return false }
    return mayFollow(index, from: next) && !settledNodes.contains(index)
  }

  private func settle(aheadOf index: UInt32) {
    let generation = nodes[index].pointee.generation
    var turnsLeft = settlerCount
    while nodes[index].pointee.generation == generation, runSettlers(aheadOf: index, atMost: &turnsLeft) {}
  }

  /// Whether it may be deeper than what has its turn then. Of idle nodes nobody keeps the depth.
  private func mayFollow(_ index: UInt32, from next: Turn) -> Bool {
    let node = nodes[index]
    if node.pointee.flags.contains(.derived), node.pointee.firstDependent == 0 { return true }
    // A way of a group may have its turn after all others of that.
    let last: UInt64 = node.pointee.group == 0 ? 0 : UInt64(UInt32.max)
    return UInt64(depthToFollow(index, in: 0)) << 32 | last >= next.place
  }

  /// - Returns: whether one of them has waited. What leads up to the node may be something else by now.
  private func runSettlers(aheadOf index: UInt32, atMost turnsLeft: inout Int) -> Bool {
    let ahead = settlersAhead(of: index)
    var waiting = settlers.entries.filter { ahead.contains($0.node) }
    if waiting.isEmpty { return false }
    let outer = (tracker, delivering, presentPlace, presentCause, isPutOff)
    let (outerFrames, outerMeeting) = (framesBelow, hasMetEvaluation)
    tracker.node = 0
    levelsAhead += 1
    (framesBelow, hasMetEvaluation) = (pullStack.count, false)
    for frame in pullStack.elements where isEvaluated(frame) { nodes[frame.node].pointee.flags.insert(.settledAhead) }
    while turnsLeft > 0, !waiting.isEmpty {
      run(waiting.sorted(), &turnsLeft)
      waiting = settlers.entries.filter { ahead.contains($0.node) && !turnsAfterEvaluation.contains($0.node) }
    }
    levelsAhead -= 1
    (framesBelow, hasMetEvaluation) = (outerFrames, outerMeeting)
    (_, delivering, presentPlace, presentCause, isPutOff) = outer
    restore(outer.0)
    return turnsLeft > 0
  }

  /// In this order, as long as no other one comes to wait.
  private func run(_ turns: [Turn], _ turnsLeft: inout Int) {
    let additions = settlers.additions
    for turn in turns where turnsLeft > 0 && settlers.additions == additions {
      // One that has had its turn inside another one waits no more.
      if settlers.remove(turn), runSettler(turn) { turnsLeft -= 1 }
    }
  }

  /// The settlers that lead up to the node, waiting or not, as far as some that wait may lead up to them.
  private func settlersAhead(of index: UInt32) -> Set<UInt32> {
    guard let next = settlers.entries.first else { return [] }
    var ahead: Set<UInt32> = []
    var seen: Set<UInt32> = []
    var isOneWaiting = false
    let afterPresent = walkUp(from: [index]) { [self] index in
      let flags = nodes[index].pointee.flags
      if flags.contains(.evaluating) || presentSettlers.contains(index) || heldBack.contains(index)
        || turnsAfterEvaluation.contains(index)
      {
        isOneWaiting = true
        return nil
      }
      if flags.contains(.settler) {
        ahead.insert(index)
        if flags.contains(.queued) { isOneWaiting = true }
      } else if settledNodes.contains(index) || !mayFollow(index, from: next) {
        return []
      }
      seen.insert(index)
      if !flags.isDisjoint(with: [.settler, .derived]) { return inputLinks(of: index).compactMap(inputOf) }
      return ([index] + changedTogether(index)).flatMap { writers[$0] ?? [] }
    }
    if !isOneWaiting { settledNodes.add(seen, from: next.place) }
    return ahead.subtracting(afterPresent)
  }

  /// Whether the node is being evaluated, and waits for what has its turn ahead: its value is not known yet, but it is no part of a ring.
  func isEvaluatedBelow(_ index: UInt32) -> Bool {
    levelsAhead > 0 && pullStack.elements[..<framesBelow].contains { $0.node == index && isEvaluated($0) }
  }

  /// Such a node is asked for. Only what has begun since then goes round.
  func meetEvaluation(of index: UInt32) {
    hasMetEvaluation = true
    let begun = pullStack.elements[framesBelow...].filter(isEvaluated).map(\.node)
    for node in begun { nodes[node].pointee.flags.insert(.meetsRing) }
    evaluationPath = ([index] + begun + [index]).map(id)
    if tracker.node != 0 { _ = track(id(followed(index, closesRing: true))) }
  }

  /// The settler that has had its turn has asked for such a node: what it has made of that counts for nothing.
  func comesAfterEvaluation(_ index: UInt32) {
    hasMetEvaluation = false
    let node = nodes[index]
    guard node.pointee.flags.contains(.settler) else { return }
    node.pointee.flags.insert(.stale)
    turnsAfterEvaluation.insert(index)
    settledNodes.removeAll()
    if !node.pointee.flags.contains(.queued) {
      node.pointee.flags.insert(.queued)
      putOff(to: Turn(node.pointee.order, of: index))
    }
  }

  /// A settler comes to wait for its turn.
  func enqueue(_ turn: Turn) {
    settlers.add(turn)
    if turn.place < settledNodes.place { settledNodes.removeAll() }
  }

  /// At the end of an evaluation that others have settled ahead of. What it has read may be no longer so, and whoever has read it meanwhile has
  /// read what it was: all of them look once more, and run again only for what has changed.
  @inline(never)
  func lookAgain(at index: UInt32) {
    nodes[index].pointee.flags.remove(.settledAhead)
    if !turnsAfterEvaluation.isEmpty { turnsAfterEvaluation.removeAll() }
    if isLiveDependent(index) { nodes[index].pointee.flags.insert(.maybe) } else { nodes[index].pointee.epoch = 0 }
    // Who has had no turn yet is told what has changed by then.
    mark(from: index, presentCause == 0 ? lastChange : presentCause, newest: 0, as: .maybe)
    if rings != 0 { ringsChanged(presentCause) }
  }
}
