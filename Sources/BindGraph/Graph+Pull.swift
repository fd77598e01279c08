/// A node on its way to being current.
struct PullFrame {
  var node: UInt32
  /// 0 while its body waits for another node and will be called again.
  var generation: UInt32
  /// The input that is being looked at; 0 behind the last.
  var link: UInt32
  /// The epoch in which its inputs are being looked at.
  var epoch: UInt32
  /// The generation meanwhile.
  var suspendedGeneration: UInt32
}

extension Graph {
  /// How deep drivers may nest before all known inputs are brought up to date ahead of the body. Below it an input that
  /// the body does not read any more is not evaluated in vain; above it nothing nests.
  @usableFromInline static var nestingLimit: Int { 16 }

  /// From here on a driver asks for room on the stack: `nest`.
  static var deepNesting: Int { 8 }

  /// A body that can be suspended should be: whatever it newly reads would nest.
  @inlinable public var nestsDeep: Bool { nesting > Self.nestingLimit }

  @inline(__always)
  func needsWork(_ index: UInt32) -> Bool {
    let node = nodes[index]
    if !node.pointee.flags.isDisjoint(with: .marks) { return true }
    return node.pointee.flags.contains(.derived) && node.pointee.firstDependent == 0 && node.pointee.epoch != epoch
  }

  /// Makes a derived node current. Explicit stack: a chain of any depth does not nest.
  @inline(never)
  func pull(_ root: UInt32) {
    if nodes[root].pointee.flags.contains(.evaluating) { return }
    let base = pullStack.count
    let outerTracker = tracker
    tracker.node = 0
    nesting += 1
    push(root, nodes[root])
    var index = root
    var link = nodes[root].pointee.firstInput
    var isProved = false
    while true {
      var hasChanged = advance(index, link, isProved: isProved)
      guard let top = topToGoOn(above: base, &hasChanged) else { break }
      index = top.pointee.node
      link = top.pointee.link
      isProved = hasChanged && evaluatesAtFirstChange(nodes[index].pointee.flags)
    }
    nesting -= 1
    restore(outerTracker)
    tidy()
  }

  @inline(__always)
  private func push(_ index: UInt32, _ node: UnsafeMutablePointer<Node>) {
    pullStack.append(
      PullFrame(
        node: index, generation: node.pointee.generation, link: node.pointee.firstInput, epoch: epoch,
        suspendedGeneration: 0))
  }

  /// The topmost frame that is not done: an input that it waited for has become current.
  /// - Parameter hasChanged: what became current last has changed; false afterwards if the frame has not waited for that.
  @inline(__always)
  private func topToGoOn(above base: Int, _ hasChanged: inout Bool) -> UnsafeMutablePointer<PullFrame>? {
    while pullStack.count > base {
      let frame = pullStack.element(pullStack.count &- 1)
      let node = nodes[frame.pointee.node]
      if node.pointee.generation != frame.pointee.generation {
        resume()
      } else if !needsWork(frame.pointee.node) {
        pullStack.removeLast()
      } else {
        if frame.pointee.epoch != epoch {  // a body has changed a source: what was proved may not hold any more
          frame.pointee.epoch = epoch
          frame.pointee.link = node.pointee.firstInput
          hasChanged = false
        }
        return frame
      }
      hasChanged = false
    }
    return nil
  }

  /// Looks at the inputs of the topmost frame's node, from `link` on. One that is not current is pushed and looked at
  /// instead, down to a node whose inputs all are; that one becomes current.
  /// - Parameter isProved: the first node is to be evaluated, whatever its inputs from there on are.
  /// - Returns: whether what became current has changed.
  @inline(__always)
  private func advance(_ first: UInt32, _ firstLink: UInt32, isProved: Bool) -> Bool {
    var index = first
    var node = nodes[first]
    if isProved { return begin(index, node) }
    var link = firstLink
    descent: while true {
      let flags = node.pointee.flags
      let isTracked = flags.contains(.tracked)
      var hasChangedInput = !flags.isDisjoint(with: [.stale, .fresh])
      walk: while link != 0 {
        let edge = links[link]
        let input = nodes[edge.pointee.source]
        let inputFlags = input.pointee.flags
        let state: InputState
        if !edge.pointee.isAttached || inputFlags.contains(.evaluating) {
          state = look(at: link, of: index)
          // What an attached link names is there, and live.
        } else if !inputFlags.isDisjoint(with: .marks) {
          state = .unknown
        } else if input.pointee.version == edge.pointee.seen {
          state = .same
        } else {
          state = .changed
          if !isTracked { edge.pointee.seen = input.pointee.version }
        }
        switch state {
        case .same: break
        case .changed:
          hasChangedInput = true
          if evaluatesAtFirstChange(flags) { break walk }
        case .unknown:
          // Remembered where it outlives the frame: a body may come round to this node before its frame goes on.
          if hasChangedInput { node.pointee.flags.insert(.stale) }
          pullStack.element(pullStack.count &- 1).pointee.link = link
          index = edge.pointee.source
          node = input
          link = input.pointee.firstInput
          push(index, node)
          continue descent
        }
        link = edge.pointee.nextInput
      }
      if hasChangedInput { return begin(index, node) }
      node.pointee.flags = flags.subtracting([.maybe, .stale])
      node.pointee.epoch = epoch
      pullStack.removeLast()
      return false
    }
  }

  /// A tracked body decides whether it still needs the inputs behind one that has changed. A declared node knows its inputs
  /// before its first evaluation.
  @inline(__always)
  private func evaluatesAtFirstChange(_ flags: NodeFlags) -> Bool { flags.contains(.tracked) && !nestsDeep }

  private enum InputState { case same, changed, unknown }

  /// At an input that is not current, or has ended, or that of an idle node. A declared node has then seen it.
  @inline(never)
  private func look(at link: UInt32, of index: UInt32) -> InputState {
    let edge = links[link]
    let source = edge.pointee.source
    let input = nodes[source]
    let isDeclared = !nodes[index].pointee.flags.contains(.tracked)
    if input.pointee.generation != edge.pointee.sourceGeneration {
      let isChanged = source != 0 || edge.pointee.seen != 0
      if isDeclared { noteEnd(link, countsAsChange: false) }
      return isChanged ? .changed : .same
    }
    if input.pointee.flags.contains(.evaluating) {
      if isDeclared {
        edge.pointee.seen = input.pointee.version
        inheritRing(index, from: source)
      }
      return .changed
    }
    if input.pointee.flags.contains(.derived), needsWork(source) { return .unknown }
    if input.pointee.version == edge.pointee.seen { return .same }
    if isDeclared { edge.pointee.seen = input.pointee.version }
    return .changed
  }

  /// - Returns: as `advance`.
  @inline(__always)
  private func begin(_ index: UInt32, _ node: UnsafeMutablePointer<Node>) -> Bool {
    let flags = node.pointee.flags
    let generation = node.pointee.generation
    node.pointee.flags = flags.union(.evaluating)
    if flags.contains(.tracked) {
      beginTracking(index, generation)
      return evaluate(index, generation, isTracked: true)
    }
    if hasRings { inheritRings(index) }
    return evaluate(index, generation, isTracked: false)
  }

  /// A frame whose node has ended, or whose body was suspended.
  @inline(never)
  private func resume() {
    let top = pullStack.element(pullStack.count - 1)
    if top.pointee.generation == 0 {
      restore(suspendedTrackers.popLast() ?? Tracker())
      if nodes[top.pointee.node].pointee.generation == top.pointee.suspendedGeneration {
        top.pointee.generation = top.pointee.suspendedGeneration
        _ = evaluate(top.pointee.node, top.pointee.generation, isTracked: true)
        return
      }
      tracker.node = 0
    }
    pullStack.removeLast()
  }

  /// Runs the body, whose inputs are current as far as they are known.
  /// - Returns: as `advance`.
  @inline(__always)
  private func evaluate(_ index: UInt32, _ generation: UInt32, isTracked: Bool) -> Bool {
    // A derived node has a body until its end.
    let body = nodes[index].pointee.body.unsafelyUnwrapped
    demanded = 0
    let outcome = body._withUnsafeGuaranteedRef { $0.evaluate(in: self) }
    if outcome == .suspended, demanded != 0 {
      suspend()
      return false
    }
    if isTracked, tracker.node != 0 { endTracking() }
    finishEvaluation(index, generation, changed: outcome == .changed)
    return outcome == .changed
  }

  /// The body waits for the node that it demanded.
  @inline(never)
  private func suspend() {
    suspendedTrackers.append(tracker)
    let top = pullStack.element(pullStack.count - 1)
    top.pointee.suspendedGeneration = top.pointee.generation
    top.pointee.generation = 0
    let needed = demanded
    demanded = 0
    tracker.node = 0
    push(needed, nodes[needed])
  }

  @inline(__always)
  private func finishEvaluation(_ index: UInt32, _ generation: UInt32, changed: Bool) {
    pullStack.removeLast()
    let node = nodes[index]
    guard node.pointee.generation == generation else { return }
    let flags = node.pointee.flags
    node.pointee.flags = flags.subtracting(NodeFlags.marks.union(.evaluating))
    if changed { node.pointee.version &+= 1 }
    node.pointee.epoch = epoch
    if !flags.isDisjoint(with: [.ring, .meetsRing, .lostInput]) { settle(index) }
  }

  /// What was part of a ring, or is not current for longer than this.
  @inline(never)
  private func settle(_ index: UInt32) {
    settleRing(index)
    guard nodes[index].pointee.flags.contains(.lostInput) else { return }
    nodes[index].pointee.flags.remove(.lostInput)
    nodes[index].pointee.epoch = 0
  }
}
