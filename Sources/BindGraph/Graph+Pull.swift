/// A node on its way to being current.
///
/// The node may end meanwhile. Its place goes to no other while there are frames, and has no flags.
struct PullFrame {
  var node: UInt32
  /// The input that is being looked at; 0 behind the last. `suspended` while its body waits for another node and will be called
  /// again, which looks at no input any more.
  var link: UInt32
  /// The epoch in which its inputs are being looked at.
  var epoch: UInt32
  /// The newest change of the declared inputs that were looked at.
  var cause: UInt32 = 0

  static let suspended = UInt32.max
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
    // A tracked body decides whether it still needs the inputs behind one that has changed. A declared node knows its inputs
    // before its first evaluation.
    let evaluatedAtFirstChange: NodeFlags = nestsDeep ? [] : .tracked
    var frame = push(root, nodes[root])
    var hasChanged = false
    while true {
      let index = frame.pointee.node
      let node = nodes[index]
      if hasChanged, !node.pointee.flags.isDisjoint(with: evaluatedAtFirstChange) {
        hasChanged = begin(index, node)
      } else {
        hasChanged = advance(frame, evaluatedAtFirstChange)
      }
      guard let top = topToGoOn(above: base, &hasChanged) else { break }
      frame = top
    }
    nesting -= 1
    restore(outerTracker)
    tidy()
  }

  @inline(__always)
  private func push(_ index: UInt32, _ node: UnsafeMutablePointer<Node>) -> UnsafeMutablePointer<PullFrame> {
    pullStack.append(PullFrame(node: index, link: node.pointee.firstInput, epoch: epoch))
  }

  /// The topmost frame that is not done: an input that it waited for has become current.
  /// - Parameter hasChanged: what became current last has changed; false afterwards if the frame has not waited for that.
  @inline(__always)
  private func topToGoOn(above base: Int, _ hasChanged: inout Bool) -> UnsafeMutablePointer<PullFrame>? {
    while pullStack.count > base {
      let frame = pullStack.element(pullStack.count &- 1)
      if frame.pointee.link == PullFrame.suspended {
        resume(frame)
      } else if !needsWork(frame.pointee.node) {
        pullStack.removeLast()
      } else {
        if frame.pointee.epoch != epoch {  // a body has changed a source: what was proved may not hold any more
          frame.pointee.epoch = epoch
          frame.pointee.link = nodes[frame.pointee.node].pointee.firstInput
          hasChanged = false
        }
        return frame
      }
      hasChanged = false
    }
    return nil
  }

  /// Looks at the inputs of the topmost frame's node, from its link on. One that is not current is pushed and looked at
  /// instead, down to a node whose inputs all are; that one becomes current.
  /// - Parameter evaluatedAtFirstChange: a node with that flag is evaluated as soon as one input has changed.
  /// - Returns: whether what became current has changed.
  @inline(__always)
  private func advance(_ top: UnsafeMutablePointer<PullFrame>, _ evaluatedAtFirstChange: NodeFlags) -> Bool {
    var frame = top
    var index = frame.pointee.node
    var node = nodes[index]
    var link = frame.pointee.link
    descent: while true {
      let flags = node.pointee.flags
      while link != 0 {
        let edge = links[link]
        let input = nodes[edge.pointee.source]
        let inputFlags = input.pointee.flags
        let state: InputState
        if !edge.pointee.isAttached {
          state = look(at: link, of: index)
          // What an attached link names is there, and live.
        } else if !inputFlags.isDisjoint(with: NodeFlags.marks.union(.evaluating)) {
          state = inputFlags.contains(.evaluating) ? look(at: link, of: index) : .unknown
        } else if input.pointee.version == edge.pointee.seen {
          state = .same
        } else {
          state = .changed
          if !flags.contains(.tracked) {
            edge.pointee.seen = input.pointee.version
            if hasSeveralCauses { follow(input.pointee.cause, in: frame) }
          }
        }
        switch state {
        case .same: break
        case .changed:
          if !flags.isDisjoint(with: evaluatedAtFirstChange) { return begin(index, node) }
          // Remembered where it outlives the frame: a body may come round to this node before its frame goes on.
          node.pointee.flags.insert(.stale)
        case .unknown:
          frame.pointee.link = link
          index = edge.pointee.source
          node = input
          link = input.pointee.firstInput
          frame = push(index, node)
          continue descent
        }
        link = edge.pointee.nextInput
      }
      if !node.pointee.flags.isDisjoint(with: [.stale, .fresh]) { return begin(index, node) }
      node.pointee.flags = flags.subtracting(.maybe)
      node.pointee.epoch = epoch
      pullStack.removeLast()
      return false
    }
  }

  private enum InputState { case same, changed, unknown }

  /// At an input that is not current, or has ended, or that of an idle node. A declared node has then seen it.
  @inline(never)
  private func look(at link: UInt32, of index: UInt32) -> InputState {
    let edge = links[link]
    let source = edge.pointee.source
    let input = nodes[source]
    let isDeclared = !nodes[index].pointee.flags.contains(.tracked)
    if input.pointee.generation != edge.pointee.origin.generation {
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
    node.pointee.flags = flags.union(.evaluating)
    if flags.contains(.tracked) {
      beginTracking(index, node)
      return evaluate(index, node, isTracked: true)
    }
    if hasRings { inheritRings(index) }
    return evaluate(index, node, isTracked: false)
  }

  /// The topmost frame, whose body was suspended.
  @inline(never)
  private func resume(_ top: UnsafeMutablePointer<PullFrame>) {
    restore(suspendedTrackers.popLast() ?? Tracker())
    if isEvaluated(top.pointee) {
      _ = evaluate(top.pointee.node, nodes[top.pointee.node], isTracked: true)
    } else {
      tracker.node = 0
      pullStack.removeLast()
    }
  }

  /// Runs the body, whose inputs are current as far as they are known.
  /// - Returns: as `advance`.
  @inline(__always)
  private func evaluate(_ index: UInt32, _ node: UnsafeMutablePointer<Node>, isTracked: Bool) -> Bool {
    // A derived node has a body until its end.
    let body = node.pointee.body.unsafelyUnwrapped
    demanded = 0
    let outcome = body._withUnsafeGuaranteedRef { $0.evaluate(in: self) }
    if outcome == .suspended, demanded != 0 {
      suspend()
      return false
    }
    var cause = tracker.cause
    if isTracked { endTracking() } else { cause = pullStack.element(pullStack.count &- 1).pointee.cause }
    finishEvaluation(index, changed: outcome == .changed, cause)
    return outcome == .changed
  }

  /// The body waits for the node that it demanded.
  @inline(never)
  private func suspend() {
    suspendedTrackers.append(tracker)
    pullStack.element(pullStack.count - 1).pointee.link = PullFrame.suspended
    let needed = demanded
    demanded = 0
    tracker.node = 0
    _ = push(needed, nodes[needed])
  }

  /// What is worked out has that as one of its causes, or the one that it was given (`attribute`).
  @inline(never)
  private func follow(_ cause: UInt32, in frame: UnsafeMutablePointer<PullFrame>) {
    let known = attributions.isEmpty ? nil : attributions[frame.pointee.node]
    frame.pointee.cause = known ?? max(frame.pointee.cause, cause)
  }

  @inline(__always)
  private func finishEvaluation(_ index: UInt32, changed: Bool, _ cause: UInt32) {
    pullStack.removeLast()
    let node = nodes[index]
    let flags = node.pointee.flags
    guard flags.contains(.evaluating) else { return }  // it has ended
    node.pointee.flags = flags.subtracting(NodeFlags.marks.union(.evaluating))
    if changed {
      node.pointee.version &+= 1
      node.pointee.cause = cause
    }
    node.pointee.epoch = epoch
    if !flags.isDisjoint(with: [.ring, .meetsRing, .lostInput, .settledAhead]) { settle(index) }
  }

  /// What was part of a ring, or may be not current for longer than this.
  @inline(never)
  private func settle(_ index: UInt32) {
    settleRing(index)
    if nodes[index].pointee.flags.contains(.settledAhead) { lookAgain(at: index) }
    guard nodes[index].pointee.flags.contains(.lostInput) else { return }
    nodes[index].pointee.flags.remove(.lostInput)
    nodes[index].pointee.epoch = 0
  }
}
