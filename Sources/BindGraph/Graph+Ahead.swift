// What settles ahead: a function reads for the first time what a settler has still to write in this wave.
//
// Depths order settlers by what functions have read before. What is read for the first time may follow from settlers that wait for later
// turns. Those have them inside the read: the function goes on with what has settled, and is not run again for it.

extension Graph {
  /// Settlers that wait and lead up to the node have their turns now, but for those that follow themselves from what runs.
  /// - Returns: false if the node has ended meanwhile.
  @inline(never)
  func settleAhead(of index: UInt32) -> Bool {
    guard isToBeWritten(index) else { return true }
    let generation = nodes[index].pointee.generation
    let work = { [self] in
      var turnsLeft = settlerCount
      repeat {
        let ahead = settlersAhead(of: index)
        let hadTurn = runSettlers(among: ahead, atMost: &turnsLeft)
        if !hadTurn { return }
      } while turnsLeft > 0 && nodes[index].pointee.generation == generation
    }
    let workAside = { [self] in if let aside { aside(work) } else { work() } }
    // Where there is no room it is read as it is, and looked at once more.
    if levelsAhead >= Self.deepNesting, let nest { _ = nest(workAside) } else { workAside() }
    return nodes[index].pointee.generation == generation
  }

  /// Some settler that waits may lead up to it.
  private func isToBeWritten(_ index: UInt32) -> Bool {
    guard let next = settlers.entries.first else { return false }
    return mayFollow(index, from: next)
  }

  /// Whether it may be deeper than what has its turn then. Of idle nodes nobody keeps the depth.
  private func mayFollow(_ index: UInt32, from next: Turn) -> Bool {
    let node = nodes[index]
    if node.pointee.flags.contains(.derived), node.pointee.firstDependent == 0 { return true }
    return UInt64(depthToFollow(index, in: 0)) << 32 > next.place
  }

  /// The settlers that lead up to the node, waiting or not, as far as some that wait may lead up to them.
  private func settlersAhead(of index: UInt32) -> Set<UInt32> {
    guard let next = settlers.entries.first else { return [] }
    var all: Set<UInt32> = []
    let afterPresent = walkUp(from: [index]) { [self] index in
      let flags = nodes[index].pointee.flags
      if flags.contains(.evaluating) || presentSettlers.contains(index) { return nil }
      if flags.contains(.settler) {
        all.insert(index)
        return inputLinks(of: index).compactMap(inputOf)
      }
      if !mayFollow(index, from: next) { return [] }
      if flags.contains(.derived) { return inputLinks(of: index).compactMap(inputOf) }
      return ([index] + changedTogether(index)).flatMap { writers[$0] ?? [] }
    }
    return all.subtracting(afterPresent)
  }

  /// - Returns: whether one of them has waited.
  private func runSettlers(among ahead: Set<UInt32>, atMost turnsLeft: inout Int) -> Bool {
    if !settlers.entries.contains(where: { ahead.contains($0.node) }) { return false }
    let outer = (tracker, framesOutside, delivering, presentPlace, presentCause, isPutOff)
    tracker.node = 0
    framesOutside = pullStack.count
    levelsAhead += 1
    for frame in pullStack.elements where isEvaluated(frame) { nodes[frame.node].pointee.flags.insert(.settledAhead) }
    while turnsLeft > 0, let turn = settlers.removeNext(among: ahead) {
      if runSettler(turn) { turnsLeft -= 1 }
    }
    levelsAhead -= 1
    (_, framesOutside, delivering, presentPlace, presentCause, isPutOff) = outer
    restore(outer.0)
    return true
  }

  /// At the end of an evaluation that others have settled ahead of. What it has read may be no longer so, and whoever has read it meanwhile has
  /// read what it was: all of them look once more, and run again only for what has changed.
  @inline(never)
  func lookAgain(at index: UInt32) {
    nodes[index].pointee.flags.remove(.settledAhead)
    if isLiveDependent(index) { nodes[index].pointee.flags.insert(.maybe) } else { nodes[index].pointee.epoch = 0 }
    mark(from: index, presentCause, as: .maybe)
  }

  /// It is being evaluated, further out than those that settle ahead, which see what it was. What it is at first waits for itself then.
  func isEvaluatedOutside(_ index: UInt32) -> Bool {
    !nodes[index].pointee.flags.contains(.fresh)
      && pullStack.elements.prefix(framesOutside).contains { $0.node == index }
  }
}
