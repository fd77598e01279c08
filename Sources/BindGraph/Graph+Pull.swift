/// A node on its way to being current.
struct PullFrame {
  var node: UInt32
  var generation: UInt32
  /// The input that is being looked at; 0 before the first.
  var link: UInt32
  /// The epoch in which its inputs are being looked at.
  var epoch: UInt32
  /// One of the inputs up to `link` differs from what the node has seen.
  var hasChangedInput: Bool
  var stage: Stage

  enum Stage {
    /// Bringing known inputs up to date and comparing versions.
    case proving
    /// The body is suspended and will be called again.
    case suspended
  }
}

extension Graph {
  /// How deep drivers may nest before all known inputs are brought up to date ahead of the body. Below it an input that
  /// the body does not read any more is not evaluated in vain; above it nothing nests.
  static var nestingLimit: Int { 16 }

  /// A body that can be suspended should be: whatever it newly reads would nest.
  public var nestsDeep: Bool { nesting > Self.nestingLimit }

  @inline(__always)
  func needsWork(_ index: UInt32) -> Bool {
    let node = nodes[index]
    if !node.pointee.flags.isDisjoint(with: [.fresh, .maybe, .stale]) { return true }
    return node.pointee.flags.contains(.derived) && node.pointee.firstDependent == 0 && node.pointee.epoch != epoch
  }

  /// Makes a derived node current. Explicit stack: a chain of any depth does not nest.
  @inline(never)
  func pull(_ root: UInt32) {
    if nodes[root].pointee.flags.contains(.evaluating) { return }
    let base = pullStack.count
    let outerTracker = tracker
    nesting += 1
    push(root)
    while pullStack.count > base { advance(pullStack.count - 1) }
    nesting -= 1
    tracker = outerTracker
    tidy()
  }

  private func push(_ index: UInt32) {
    pullStack.append(
      PullFrame(
        node: index, generation: nodes[index].pointee.generation, link: 0, epoch: epoch, hasChangedInput: false,
        stage: .proving))
  }

  /// One step of the topmost frame: the next input that is not current, or the node itself.
  @inline(__always)
  private func advance(_ top: Int) {
    let frame = pullStack.element(top)
    let index = frame.pointee.node
    let node = nodes[index]
    guard node.pointee.generation == frame.pointee.generation else {
      if frame.pointee.stage == .suspended {  // ended while it waited
        suspendedTrackers.removeLast()
        leaveEvaluation(index)
      }
      return pullStack.removeLast()
    }
    if frame.pointee.stage == .suspended { return evaluate(top, resuming: true) }
    let flags = node.pointee.flags
    guard needsWork(index) else { return pullStack.removeLast() }
    if frame.pointee.epoch != epoch {  // a body has changed a source: what was proved may not hold any more
      frame.pointee.epoch = epoch
      frame.pointee.link = 0
      frame.pointee.hasChangedInput = false
    }
    // Unless all must be proved, the walk ends at the first input that has changed: the body decides whether it still needs
    // the others. A declared node knows its inputs before its first evaluation; a tracked one has none yet.
    let provesAll = !flags.contains(.tracked) || nestsDeep
    var link = frame.pointee.link == 0 ? node.pointee.firstInput : frame.pointee.link
    while link != 0 {
      let edge = links[link]
      let source = edge.pointee.source
      let input = nodes[source]
      if input.pointee.generation != edge.pointee.sourceGeneration {
        if source != 0 || edge.pointee.seen != 0 { frame.pointee.hasChangedInput = true }
      } else {
        if input.pointee.flags.contains(.evaluating) {
          frame.pointee.hasChangedInput = true
        } else if input.pointee.flags.contains(.derived), needsWork(source) {
          frame.pointee.link = link
          return push(source)
        } else if input.pointee.version != edge.pointee.seen {
          frame.pointee.hasChangedInput = true
        }
      }
      if frame.pointee.hasChangedInput, !provesAll { break }
      link = edge.pointee.nextInput
    }
    if frame.pointee.hasChangedInput || !flags.isDisjoint(with: [.stale, .fresh]) {
      evaluate(top, resuming: false)
    } else {
      becomeCurrent(index)
      pullStack.removeLast()
    }
  }

  private func becomeCurrent(_ index: UInt32) {
    nodes[index].pointee.flags.subtract([.maybe, .stale])
    nodes[index].pointee.epoch = epoch
  }

  private func evaluate(_ top: Int, resuming: Bool) {
    let index = pullStack[top].node
    let generation = pullStack[top].generation
    let isTracked = nodes[index].pointee.flags.contains(.tracked)
    if resuming {
      tracker = suspendedTrackers.popLast() ?? Tracker()
    } else {
      nodes[index].pointee.flags.insert(.evaluating)
      evaluatingNodes.append(index)
      if isTracked {
        beginTracking(index, generation)
      } else {
        tracker.node = 0
        noteSeen(index)
      }
    }
    guard let body = nodes[index].pointee.body else {
      tracker.node = 0
      return finishEvaluation(index, generation, changed: true)
    }
    demanded = 0
    let outcome = body._withUnsafeGuaranteedRef { $0.evaluate(in: self) }
    if outcome == .suspended, demanded != 0 { return suspend(top) }
    if isTracked { endTracking() }
    tracker.node = 0
    finishEvaluation(index, generation, changed: outcome == .changed)
  }

  /// The body waits for the node that it demanded.
  private func suspend(_ top: Int) {
    suspendedTrackers.append(tracker)
    pullStack.element(top).pointee.stage = .suspended
    let needed = demanded
    demanded = 0
    tracker.node = 0
    push(needed)
  }

  @inline(__always)
  private func finishEvaluation(_ index: UInt32, _ generation: UInt32, changed: Bool) {
    pullStack.removeLast()
    leaveEvaluation(index)
    let node = nodes[index]
    guard node.pointee.generation == generation else { return }
    node.pointee.flags.subtract([.evaluating, .fresh, .stale, .maybe])
    if changed { node.pointee.version &+= 1 }
    if !node.pointee.flags.isDisjoint(with: [.ring, .meetsRing]) { settleRing(index) }
    node.pointee.epoch = epoch
  }

  @inline(__always)
  private func leaveEvaluation(_ index: UInt32) {
    if evaluatingNodes.last == index {
      evaluatingNodes.removeLast()
    } else if let place = evaluatingNodes.elements.lastIndex(of: index) {
      evaluatingNodes.remove(at: place)
    }
  }

  /// A declared node has looked at all its inputs, and at which of them have ended.
  @inline(__always)
  func noteSeen(_ index: UInt32) {
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      if let source = inputOf(link) {
        links[link].pointee.seen = nodes[source].pointee.version
        if !nodes[source].pointee.flags.isDisjoint(with: [.ring, .evaluating]) { inheritRing(index, from: source) }
      } else {
        noteEnd(link, countsAsChange: false)
      }
      link = links[link].pointee.nextInput
    }
  }
}
