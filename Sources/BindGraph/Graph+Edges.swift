// Which edges stand, who is live, how deep a node is.

extension Graph {
  @inline(__always)
  func beginTracking(_ index: UInt32, _ generation: UInt32) {
    tracker.node = index
    tracker.generation = generation
    tracker.cursor = 0
    tracker.serial = nextSerial()
    tracker.hasNewInputs = false
  }

  /// The running evaluation has read `source`. A dependency that is read in the same place as last time costs one
  /// compare.
  @inline(__always)
  func track(_ source: UInt32) {
    let dependent = nodes[tracker.node]
    guard dependent.pointee.generation == tracker.generation else { return }
    let next = tracker.cursor == 0 ? dependent.pointee.firstInput : links[tracker.cursor].pointee.nextInput
    let link = links[next]
    let input = nodes[source]
    // Link 0 is never used and has no source.
    if link.pointee.source == source, link.pointee.sourceGeneration == input.pointee.generation {
      link.pointee.seen = input.pointee.version
      input.pointee.trackedIn = tracker.serial
      tracker.cursor = next
    } else {
      trackElsewhere(source, next)
    }
  }

  /// A read in another place than last time: `next` is the link that would have been the one.
  @inline(never)
  private func trackElsewhere(_ source: UInt32, _ next: UInt32) {
    let dependent = tracker.node
    if nodes[source].pointee.trackedIn == tracker.serial { return }
    nodes[source].pointee.trackedIn = tracker.serial
    let link = makeLink(source, dependent)
    links[link].pointee.seen = nodes[source].pointee.version
    links[link].pointee.nextInput = next
    if tracker.cursor == 0 {
      nodes[dependent].pointee.firstInput = link
    } else {
      links[tracker.cursor].pointee.nextInput = link
    }
    if next == 0 { nodes[dependent].pointee.lastInput = link }
    tracker.cursor = link
    tracker.hasNewInputs = true
    if isLiveDependent(dependent) { attach(link) }
  }

  /// The evaluation is over: what it did not read again is no input any more.
  @inline(__always)
  func endTracking() {
    let next =
      tracker.cursor == 0 ? nodes[tracker.node].pointee.firstInput : links[tracker.cursor].pointee.nextInput
    if next != 0 || tracker.hasNewInputs { endTrackingOfOthers() }
  }

  @inline(never)
  private func endTrackingOfOthers() {
    let dependent = tracker.node
    guard nodes[dependent].pointee.generation == tracker.generation else { return }
    let next =
      tracker.cursor == 0 ? nodes[dependent].pointee.firstInput : links[tracker.cursor].pointee.nextInput
    if next != 0 { removeInputs(of: dependent, after: tracker.cursor) }
    if next != 0 || tracker.hasNewInputs { updateDepth(of: dependent) }
  }

  /// Unlinks the inputs behind `link`; 0 is all of them.
  func removeInputs(of dependent: UInt32, after link: UInt32) {
    var next = link == 0 ? nodes[dependent].pointee.firstInput : links[link].pointee.nextInput
    if link == 0 {
      nodes[dependent].pointee.firstInput = 0
    } else {
      links[link].pointee.nextInput = 0
    }
    nodes[dependent].pointee.lastInput = link
    while next != 0 {
      let following = links[next].pointee.nextInput
      if links[next].pointee.isAttached { detach(next) }
      freeLink(next)
      next = following
    }
  }

  // MARK: Liveness

  @inline(__always)
  func isLiveDependent(_ index: UInt32) -> Bool {
    nodes[index].pointee.flags.contains(.observer) || nodes[index].pointee.firstDependent != 0
  }

  public func isLive(_ node: NodeID) -> Bool {
    guard let index = resolve(node) else { return false }
    return isLiveDependent(index)
  }

  /// Puts the link into its source's list. A derived source that was idle becomes live, and so do its inputs.
  func attach(_ link: UInt32) {
    insertDependent(link)
    while let index = liveStack.popLast() {
      var input = nodes[index].pointee.firstInput
      while input != 0 {
        if !links[input].pointee.isAttached, links[input].pointee.source != 0 { insertDependent(input) }
        input = links[input].pointee.nextInput
      }
      updateDepth(of: index)
      nodes[index].pointee.body?._withUnsafeGuaranteedRef { $0.livenessChanged(true, in: self) }
    }
  }

  private func insertDependent(_ link: UInt32) {
    let source = links[link].pointee.source
    let last = nodes[source].pointee.lastDependent
    links[link].pointee.isAttached = true
    links[link].pointee.previousDependent = last
    links[link].pointee.nextDependent = 0
    nodes[source].pointee.lastDependent = link
    if last != 0 {
      links[last].pointee.nextDependent = link
      return
    }
    nodes[source].pointee.firstDependent = link
    if nodes[source].pointee.flags.contains(.derived) {
      if let body = nodes[source].pointee.body { _ = body.retain() }
      if nodes[source].pointee.epoch != epoch { nodes[source].pointee.flags.insert(.maybe) }
      liveStack.append(source)
    } else if nodes[source].pointee.body != nil {
      liveStack.append(source)
    }
  }

  /// Takes the link out of its source's list. A derived source without dependents becomes idle, and so may its inputs.
  func detach(_ link: UInt32) {
    removeDependent(link)
    while let index = liveStack.popLast() {
      let flags = nodes[index].pointee.flags
      if flags.contains(.derived) {
        let isCurrent = flags.isDisjoint(with: [.maybe, .stale, .fresh])
        nodes[index].pointee.epoch = isCurrent ? epoch : 0
        nodes[index].pointee.flags.subtract([.maybe, .overlaid])
        var input = nodes[index].pointee.firstInput
        while input != 0 {
          if links[input].pointee.isAttached { removeDependent(input) }
          input = links[input].pointee.nextInput
        }
      }
      guard let body = nodes[index].pointee.body else { continue }
      body._withUnsafeGuaranteedRef { $0.livenessChanged(false, in: self) }
      if flags.contains(.derived) { pendingReleases.append(body) }
    }
    tidy()
  }

  private func removeDependent(_ link: UInt32) {
    let source = links[link].pointee.source
    let previous = links[link].pointee.previousDependent
    let next = links[link].pointee.nextDependent
    links[link].pointee.isAttached = false
    if previous == 0 {
      nodes[source].pointee.firstDependent = next
    } else {
      links[previous].pointee.nextDependent = next
    }
    if next == 0 {
      nodes[source].pointee.lastDependent = previous
    } else {
      links[next].pointee.previousDependent = previous
    }
    if nodes[source].pointee.firstDependent == 0 { liveStack.append(source) }
  }

  // MARK: Depth

  /// 1 + the greatest depth of an input; a change goes on to live dependents.
  func updateDepth(of index: UInt32) {
    depthStack.append(index)
    // A ring of settlers has no depths that fit: the budget ends it.
    var budget = nodeCount * 4 + 64
    while let next = depthStack.popLast() {
      budget -= 1
      if budget < 0 { return depthStack.removeAll() }
      var depth: UInt32 = 0
      var link = nodes[next].pointee.firstInput
      while link != 0 {
        let source = links[link].pointee.source
        if source != 0 { depth = max(depth, nodes[source].pointee.depth + 1) }
        link = links[link].pointee.nextInput
      }
      if nodes[next].pointee.target != 0 { raiseTarget(nodes[next].pointee.target, above: depth) }
      if depth == nodes[next].pointee.depth || nodes[next].pointee.firstInput == 0 { continue }
      nodes[next].pointee.depth = depth
      pushDependentsForDepth(of: next)
    }
  }

  private func raiseTarget(_ target: UInt32, above depth: UInt32) {
    guard nodes[target].pointee.depth <= depth else { return }
    nodes[target].pointee.depth = depth + 1
    pushDependentsForDepth(of: target)
  }

  private func pushDependentsForDepth(of index: UInt32) {
    var link = nodes[index].pointee.firstDependent
    while link != 0 {
      depthStack.append(links[link].pointee.dependent)
      link = links[link].pointee.nextDependent
    }
  }
}
