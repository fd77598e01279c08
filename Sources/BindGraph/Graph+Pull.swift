/// A node on its way to being current.
struct PullFrame {
  var node: UInt32
  var generation: UInt32
  /// The input that is being looked at; 0 before the first.
  var link: UInt32
  /// The node's own tracker while its body is suspended.
  var tracker: Tracker
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

  @inline(__always)
  func needsWork(_ index: UInt32) -> Bool {
    let node = nodes[index]
    if !node.pointee.flags.isDisjoint(with: [.fresh, .maybe, .stale]) { return true }
    return node.pointee.flags.contains(.derived) && node.pointee.firstDependent == 0 && node.pointee.epoch != epoch
  }

  /// Makes a derived node current. Explicit stack: a chain of any depth does not nest.
  func pull(_ root: UInt32) {
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
        node: index, generation: nodes[index].pointee.generation, link: 0, tracker: Tracker(), stage: .proving))
  }

  /// One step of the topmost frame.
  private func advance(_ top: Int) {
    let frame = pullStack[top]
    let index = frame.node
    guard nodes[index].pointee.generation == frame.generation else {
      pullStack.removeLast()
      return
    }
    if frame.stage == .suspended { return evaluate(top, resuming: true) }
    if !needsWork(index) {
      pullStack.removeLast()
      return
    }
    if nodes[index].pointee.flags.contains(.fresh) {
      // A declared node knows its inputs before its first evaluation; a tracked one has none yet.
      if let input = nextUnprovenInput(top, all: true) { return push(input) }
      return evaluate(top, resuming: false)
    }
    let isDeep = nesting > Self.nestingLimit
    let provesAll = isDeep || !nodes[index].pointee.flags.contains(.tracked)
    if let input = nextUnprovenInput(top, all: provesAll) { return push(input) }
    if nodes[index].pointee.flags.contains(.stale) || hasChangedInput(index) {
      evaluate(top, resuming: false)
    } else {
      becomeCurrent(index)
      pullStack.removeLast()
    }
  }

  /// The next input that is not current. Unless `all`, the walk ends at the first input that has changed: the body decides
  /// whether it still needs the others.
  private func nextUnprovenInput(_ top: Int, all: Bool) -> UInt32? {
    let index = pullStack[top].node
    var link = pullStack[top].link
    if link == 0 { link = nodes[index].pointee.firstInput }
    while link != 0 {
      let source = links[link].pointee.source
      pullStack[top].link = link
      if source != 0 {
        let flags = nodes[source].pointee.flags
        if flags.contains(.derived), !flags.contains(.evaluating), needsWork(source) { return source }
        if !all, nodes[source].pointee.version != links[link].pointee.seen { return nil }
      } else if !all {
        return nil
      }
      link = links[link].pointee.nextInput
    }
    return nil
  }

  func hasChangedInput(_ index: UInt32) -> Bool {
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      let source = links[link].pointee.source
      if source == 0 || nodes[source].pointee.version != links[link].pointee.seen { return true }
      if nodes[source].pointee.flags.contains(.evaluating) { return true }
      link = links[link].pointee.nextInput
    }
    return false
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
      tracker = pullStack[top].tracker
    } else {
      nodes[index].pointee.flags.insert(.evaluating)
      evaluatingNodes.append(index)
      if isTracked {
        tracker = Tracker(node: index, generation: generation, cursor: 0, serial: nextSerial())
      } else {
        tracker = Tracker()
        noteSeen(index)
      }
    }
    guard let body = nodes[index].pointee.body else {
      finishEvaluation(index, generation, changed: true)
      return
    }
    demanded = 0
    let outcome = body._withUnsafeGuaranteedRef { $0.evaluate(in: self) }
    if outcome == .suspended, demanded != 0 {
      pullStack[top].tracker = tracker
      pullStack[top].stage = .suspended
      let needed = demanded
      demanded = 0
      tracker = Tracker()
      push(needed)
      return
    }
    if isTracked { endTracking() }
    tracker = Tracker()
    finishEvaluation(index, generation, changed: outcome == .changed)
  }

  private func finishEvaluation(_ index: UInt32, _ generation: UInt32, changed: Bool) {
    pullStack.removeLast()
    if evaluatingNodes.last == index {
      evaluatingNodes.removeLast()
    } else {
      if let place = evaluatingNodes.elements.lastIndex(of: index) { evaluatingNodes.remove(at: place) }
    }
    guard nodes[index].pointee.generation == generation else { return }
    nodes[index].pointee.flags.subtract([.evaluating, .fresh, .stale, .maybe])
    if changed { nodes[index].pointee.version &+= 1 }
    nodes[index].pointee.epoch = epoch
  }

  /// A declared node has looked at all its inputs.
  @inline(__always)
  func noteSeen(_ index: UInt32) {
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      let source = links[link].pointee.source
      if source != 0 { links[link].pointee.seen = nodes[source].pointee.version }
      link = links[link].pointee.nextInput
    }
  }

  /// From the node around to itself.
  func notePath(to index: UInt32) {
    let start = evaluatingNodes.elements.lastIndex(of: index) ?? 0
    evaluationPath = evaluatingNodes.elements[start...].map(id) + [id(index)]
  }
}
