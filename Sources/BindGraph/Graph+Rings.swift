// Rings: derived nodes that read themselves, over others or not.
//
// A ring of edges would hold itself alive and have no depth. So the read that closes a ring, and every tracked read of a
// node that is part of one, is an edge to `rings` instead: a source that changes with every other source. Whoever stands
// in a ring is looked at again whenever anything changes, and finds its true inputs once the ring is broken.
//
// Invariant: the edges never form a ring. Declared ones alone cannot, since an input is there before its dependent; and
// a tracked one into a node that is part of a ring is never made.

extension Graph {
  /// The body that runs is part of the ring that was found last.
  public var isInLastRing: Bool { tracker.node != 0 && evaluationPath.contains { $0.index == tracker.node } }

  /// A read of what is being evaluated or was part of a ring; nil if it must be brought up to date first.
  @inline(never)
  func readInRing(_ index: UInt32) -> ReadOutcome? {
    if nodes[index].pointee.flags.contains(.evaluating) {
      if isEvaluatedBelow(index) { meetEvaluation(of: index) } else { noteRing(to: index) }
      return .cycle
    }
    if needsWork(index) { return nil }
    if tracker.node != 0 { trackRing(index) }
    return .current
  }

  /// The body that runs has read a node that is being evaluated: all that were begun since then are part of a ring.
  func noteRing(to index: UInt32) {
    markRing(from: index)
    evaluationPath = ring(from: index).map(id) + [id(index)]
    if tracker.node != 0 { _ = track(id(followed(index, closesRing: true))) }
  }

  /// Marks the nodes whose evaluation was begun since that of `index`.
  func markRing(from index: UInt32) {
    for frame in frames(after: index) where isEvaluated(frame) { nodes[frame.node].pointee.flags.insert(.meetsRing) }
  }

  /// The nodes from `index` to the one that is evaluated now, each of which waits for the next one, whether it has been begun or has only
  /// its inputs looked at. Each is there once: what leads back to one that waits already is no part.
  private func ring(from index: UInt32) -> [UInt32] {
    var members = [index]
    var places = [index: 0]
    for frame in frames(after: index) where nodes[frame.node].pointee.flags.contains(.derived) {
      if let place = places[frame.node] {
        for member in members[(place + 1)...] { places[member] = nil }
        members.removeSubrange((place + 1)...)
      } else {
        places[frame.node] = members.count
        members.append(frame.node)
      }
    }
    return members
  }

  private func frames(after index: UInt32) -> Slice<UnsafeMutableBufferPointer<PullFrame>> {
    let frames = pullStack.elements
    let begun = frames.lastIndex { $0.node == index && isEvaluated($0) }
    return frames[(begun.map { $0 + 1 } ?? 0)...]
  }

  /// An input of a declared node is being evaluated, or part of a ring: so is the node, whether it reads that one or not.
  @inline(never)
  func inheritRing(_ index: UInt32, from source: UInt32) {
    if nodes[source].pointee.flags.contains(.evaluating) { markRing(from: source) }
    nodes[index].pointee.flags.insert(.meetsRing)
  }

  /// A declared node is about to be evaluated.
  @inline(never)
  func inheritRings(_ index: UInt32) {
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      if let source = inputOf(link), nodes[source].pointee.flags.contains(.ring) { inheritRing(index, from: source) }
      link = links[link].pointee.nextInput
    }
  }

  /// What becomes the input of the running body when it has read `source`.
  @inline(never)
  func followed(_ source: UInt32, closesRing: Bool = false) -> UInt32 {
    guard closesRing || nodes[source].pointee.flags.contains(.ring),
      nodes[tracker.node].pointee.flags.contains(.derived)
    else { return source }
    if rings == 0 { rings = makeUncounted() }
    return rings
  }

  /// The running body has read a part of a ring.
  @inline(never)
  func trackRing(_ source: UInt32) { _ = track(id(followed(source))) }

  /// Some source has changed.
  @inline(never)
  func ringsChanged(_ cause: UInt32) {
    nodes[rings].pointee.version &+= 1
    if nodes[rings].pointee.firstDependent != 0 { mark(from: rings, cause, newest: 0) }
  }

  /// At the end of an evaluation. To have become part of a ring is a change, so that declared dependents know it too.
  @inline(never)
  func settleRing(_ index: UInt32) {
    let flags = nodes[index].pointee.flags
    let isPart = flags.contains(.meetsRing)
    if isPart, !flags.contains(.ring) { nodes[index].pointee.version &+= 1 }
    nodes[index].pointee.flags.subtract([.ring, .meetsRing])
    if isPart {
      nodes[index].pointee.flags.insert(.ring)
      hasRings = true
    }
  }
}
