// What must hold whenever nothing runs.

extension Graph {
  /// Walks every node and every link; a broken invariant is a precondition failure. For tests: cost grows with the graph.
  ///
  /// Call it outside any callback: invariants are suspended while a wave or an evaluation is under way.
  public func checkInvariants() {
    precondition(!isFlushing && !isEvaluating && nesting == 0, "invariants are suspended while something runs")
    precondition(pullStack.isEmpty && suspendedTrackers.isEmpty && markStack.isEmpty, "work is left over")
    precondition(liveStack.isEmpty && depthWork.isEmpty && notices.isEmpty && !isTelling, "work is left over")
    precondition(pendingFrees.isEmpty && pendingReleases.isEmpty, "an end was not carried out")
    precondition(tracker.node == 0 && currentObserver == .none && !isDelivering, "something still seems to run")
    var usedNodes = 0
    var observers = 0
    var usedLinks = 0
    var groupedNodes = 0
    for index in 1..<max(nodes.count, 1) where nodes[index].pointee.flags.contains(.used) {
      usedNodes += 1
      if nodes[index].pointee.flags.contains(.observer) { observers += 1 }
      usedLinks += checkInputs(of: index)
      checkDependents(of: index)
      checkMarks(of: index)
      checkGroup(of: index)
      if !nodes[index].pointee.flags.contains(.settler), nodes[index].pointee.group != 0 { groupedNodes += 1 }
      if let body = nodes[index].pointee.body {
        precondition(body._withUnsafeGuaranteedRef { $0.node } == id(index), "a body knows its node")
      }
    }
    precondition(groups.map(\.members.count).reduce(0, +) == groupedNodes, "a group has no members that have ended")
    checkSettling()
    precondition(usedNodes == nodeCount && observers == observerCount && usedLinks == linkCount, "the counts are true")
  }

  /// Every input of a live node is attached, and of an idle one none. Depth is greater than that of every input.
  private func checkInputs(of index: UInt32) -> Int {
    let isLive = isLiveDependent(index)
    var count = 0
    var last: UInt32 = 0
    for link in inputLinks(of: index) {
      count += 1
      last = link
      let edge = links[link].pointee
      precondition(edge.dependent == index, "a link knows its dependent")
      guard let source = inputOf(link) else {
        precondition(!edge.isAttached, "a link without a source is in nobody's list")
        continue
      }
      precondition(edge.isAttached == isLive, "exactly the inputs of a live node are attached")
      if isLive {
        precondition(
          nodes[index].pointee.depth > nodes[source].pointee.depth || settlerCount > 0, "depth grows along edges")
      }
    }
    precondition(nodes[index].pointee.lastInput == last, "the last input is the last")
    return count
  }

  /// Nothing is left of the turns of settlers, and every tie is that of a link that stands.
  private func checkSettling() {
    precondition(presentSettlers.isEmpty && levelsAhead == 0, "a settler still seems to run")
    precondition(
      heldBack.isEmpty && turnsAfterEvaluation.isEmpty && !hasMetEvaluation, "nothing waits for an evaluation")
    precondition(turnsTaken == 0 && turnsRepeated.isEmpty && !goesRound, "the turns of a wave are forgotten with it")
    precondition(settledNodes.isEmpty && !givesUp, "what was known of a wave is forgotten with it")
    precondition(ties.keys.allSatisfy { nodes[$0].pointee.flags.contains(.linking) }, "only links tie")
    var counts: [UInt32: Int] = [:]
    for tie in ties.values where !tie.isBack {
      for index in tie.members.compactMap(resolve) { counts[index, default: 0] += 1 }
    }
    precondition(counts == tieCounts, "the ties are counted")
    for group in groups.indices where !groups[group].lost.isEmpty || groups[group].isScattered {
      precondition(
        groupsToPart.contains(UInt32(group)) == groups[group].hasBindings, "what has lost something is parted")
    }
  }

  /// A member and its group know each other.
  private func checkGroup(of index: UInt32) {
    let node = nodes[index].pointee
    precondition(
      node.flags.contains(.observer) || node.settlingDepth >= node.depth, "it settles no earlier than its inputs")
    if node.flags.contains(.settler) || node.group == 0 { return }
    precondition(groups[node.group].members.contains(index), "a group knows its members")
  }

  private func checkDependents(of index: UInt32) {
    var previous: UInt32 = 0
    for link in dependentLinks(of: index) {
      let edge = links[link].pointee
      precondition(edge.isAttached && edge.source == index, "a dependents' list holds attached links of its node")
      precondition(
        edge.origin == id(index), "an attached link names a node that is there")
      precondition(edge.previousDependent == previous, "the list is linked both ways")
      precondition(isLiveDependent(edge.dependent), "only live nodes are in a dependents' list")
      previous = link
    }
    precondition(nodes[index].pointee.lastDependent == previous, "the last dependent is the last")
  }

  /// A mark is passed on: whatever depends on a node that may be stale is marked too, or waits in the queue, or is paused.
  /// Without one, every input is as it was seen.
  private func checkMarks(of index: UInt32) {
    let flags = nodes[index].pointee.flags
    precondition(
      flags.isDisjoint(with: [.evaluating, .settledAhead, .begins]), "nothing runs, and nothing is to begin")
    guard flags.contains(.derived), isLiveDependent(index) else { return }
    if flags.isDisjoint(with: [.maybe, .stale, .fresh]) {
      for link in inputLinks(of: index) {
        guard let source = inputOf(link) else { continue }
        precondition(
          links[link].pointee.seen == nodes[source].pointee.version || flags.contains(.ring),
          "a current node has seen its inputs, unless one of them depends on it")
      }
    } else {
      for link in dependentLinks(of: index) {
        let dependent = nodes[links[link].pointee.dependent].pointee.flags
        precondition(
          !dependent.isDisjoint(with: [.maybe, .stale, .fresh, .queued, .paused, .awaitsInitial]), "a mark is passed on"
        )
      }
    }
  }
}
