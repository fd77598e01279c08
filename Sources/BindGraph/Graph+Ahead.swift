// What settles ahead: a function reads for the first time what a settler has still to write in this wave.
//
// Depths order settlers by what functions have read before. What is read for the first time may hang on settlers that wait for later turns: those
// have them inside the read, so that the function goes on with what has settled, and is not run again for it.

extension Graph {
  /// Settlers that wait and lead up to the node have their turns now, but for those that follow themselves from what runs.
  /// - Returns: false if the node has ended meanwhile.
  @inline(never)
  func settleAhead(of index: UInt32) -> Bool {
    guard isToBeWritten(index), levelsAhead < Self.nestingLimit else { return true }
    let generation = nodes[index].pointee.generation
    let work = { [self] in
      var turnsLeft = settlerCount
      repeat {
        let ahead = settlersAhead(of: index)
        let hadTurn = runSettlers(among: ahead, atMost: &turnsLeft)
        if !hadTurn { return }
      } while turnsLeft > 0 && nodes[index].pointee.generation == generation
    }
    if let aside { aside(work) } else { work() }
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

  /// - Returns: whether one of them waited.
  private func runSettlers(among ahead: Set<UInt32>, atMost turnsLeft: inout Int) -> Bool {
    if !settlers.entries.contains(where: { ahead.contains($0.node) }) { return false }
    let outer = (tracker, framesOutside, delivering, presentPlace, presentCause, isPutOff)
    tracker.node = 0
    framesOutside = pullStack.count
    levelsAhead += 1
    let marks = liftMarks()
    while turnsLeft > 0, let turn = settlers.removeNext(among: ahead) {
      if runSettler(turn) { turnsLeft -= 1 }
    }
    putBack(marks)
    levelsAhead -= 1
    (_, framesOutside, delivering, presentPlace, presentCause, isPutOff) = outer
    restore(outer.0)
    return true
  }

  /// What is being evaluated has no marks while others settle, so that a new one tells of a change.
  private func liftMarks() -> [NodeFlags] {
    pullStack.elements.map { frame in
      let flags = nodes[frame.node].pointee.flags
      if flags.contains(.evaluating) { nodes[frame.node].pointee.flags.subtract(.marks) }
      return flags.intersection(.marks)
    }
  }

  private func putBack(_ marks: [NodeFlags]) {
    for (frame, marks) in zip(pullStack.elements, marks) where isEvaluated(frame) {
      if !nodes[frame.node].pointee.flags.isDisjoint(with: .marks) { nodes[frame.node].pointee.flags.insert(.changedMeanwhile) }
      nodes[frame.node].pointee.flags.formUnion(marks)
    }
  }

  /// At the end of an evaluation that others have settled ahead of: whoever has read the node meanwhile hears of the change; and what it has
  /// read itself may be no longer so.
  @inline(never)
  func tellSettledAhead(_ index: UInt32, changed: Bool) {
    let flags = nodes[index].pointee.flags
    nodes[index].pointee.flags.subtract([.readOutside, .changedMeanwhile])
    if flags.contains(.changedMeanwhile) {
      if isLiveDependent(index) { nodes[index].pointee.flags.insert(.maybe) } else { nodes[index].pointee.epoch = 0 }
    }
    if changed || flags.contains(.changedMeanwhile) { mark(from: index, presentCause, as: .maybe) }
  }

  /// What is read is being evaluated, further out than those that settle ahead: they see what it was, and hear of it when it is done.
  func readsOutside(_ index: UInt32) -> Bool {
    guard framesOutside > 0, !nodes[index].pointee.flags.contains(.fresh),
      pullStack.elements.prefix(framesOutside).contains(where: { $0.node == index })
    else { return false }
    nodes[index].pointee.flags.insert(.readOutside)
    return true
  }
}
