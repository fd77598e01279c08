// Which edges stand, who is live, how deep a node is.

extension Graph {
  @inline(__always)
  func beginTracking(_ index: UInt32, _ node: UnsafeMutablePointer<Node>) {
    tracker.node = index
    tracker.generation = node.pointee.generation
    tracker.cursor = 0
    tracker.next = node.pointee.firstInput
    lastSerial &+= 1
    tracker.serial = lastSerial
  }

  /// Goes back to a tracker that was put aside; its node may have ended since.
  @inline(__always)
  func restore(_ outer: Tracker) {
    tracker = outer
    if outer.node != 0, nodes[outer.node].pointee.generation != outer.generation { tracker = Tracker() }
  }

  /// The running evaluation has read `source`. A dependency that is read in the same place as last time costs one
  /// compare.
  /// - Returns: `current`, so that to read ends with the call of what finds another place.
  @inline(__always)
  func track(_ source: NodeID) -> ReadOutcome {
    let input = nodes[source.index]
    if input.pointee.trackedIn == tracker.serial { return .current }
    let next = tracker.next
    let link = links[next]
    // Link 0 is never used and has no source.
    if link.pointee.origin == source {
      link.pointee.seen = input.pointee.version
      input.pointee.trackedIn = tracker.serial
      tracker.cursor = next
      tracker.next = link.pointee.nextInput
      return .current
    }
    return trackElsewhere(source.index)
  }

  /// A read in another place than last time.
  @inline(never)
  private func trackElsewhere(_ source: UInt32) -> ReadOutcome {
    let dependent = tracker.node
    nodes[source].pointee.trackedIn = tracker.serial
    let link = makeLink(source, dependent)
    links[link].pointee.seen = nodes[source].pointee.version
    links[link].pointee.nextInput = tracker.next
    if tracker.cursor == 0 {
      nodes[dependent].pointee.firstInput = link
    } else {
      links[tracker.cursor].pointee.nextInput = link
    }
    if tracker.next == 0 { nodes[dependent].pointee.lastInput = link }
    tracker.cursor = link
    tracker.hasNewInputs = true
    guard isLiveDependent(dependent) else { return .current }
    let wasStale = nodes[dependent].pointee.flags.contains(.stale)
    attach(link)
    catchUp(link, source, wasStale: wasStale)
    if inputOf(link) == source, needsWork(source) { pull(source) }
    return .current
  }

  /// A source that has told its value only because it came alive has told it to this very read: that is no change for the
  /// dependent, whose other inputs still have to prove one.
  private func catchUp(_ link: UInt32, _ source: UInt32, wasStale: Bool) {
    guard inputOf(link) == source, !nodes[source].pointee.flags.contains(.derived),
      links[link].pointee.seen != nodes[source].pointee.version
    else { return }
    links[link].pointee.seen = nodes[source].pointee.version
    let dependent = nodes[links[link].pointee.dependent]
    if !wasStale, dependent.pointee.flags.contains(.stale) {
      dependent.pointee.flags.remove(.stale)
      dependent.pointee.flags.insert(.maybe)
    }
  }

  /// A tracked evaluation is over: what it did not read again is no input any more.
  @inline(__always)
  func endTracking() {
    if tracker.next != 0 || tracker.hasNewInputs { endTrackingOfOthers() }
    tracker.node = 0
  }

  @inline(never)
  private func endTrackingOfOthers() {
    let dependent = tracker.node
    tracker.hasNewInputs = false
    if tracker.next != 0 { removeInputs(of: dependent, after: tracker.cursor) }
    if hasLostInput(dependent) { nodes[dependent].pointee.flags.insert(.lostInput) }
    updateDepth(of: dependent)
  }

  /// What was made by the evaluation, read and given up again: nobody will hear of its changes.
  private func hasLostInput(_ dependent: UInt32) -> Bool {
    if isLiveDependent(dependent) { return false }
    var link = nodes[dependent].pointee.firstInput
    while link != 0 {
      if inputOf(link) == nil { return true }
      link = links[link].pointee.nextInput
    }
    return false
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

  /// The link's source, unless that has ended.
  @inline(__always)
  func inputOf(_ link: UInt32) -> UInt32? {
    let edge = links[link]
    let source = edge.pointee.source
    return nodes[source].pointee.generation == edge.pointee.origin.generation ? source : nil
  }

  /// Puts the link into its source's list. A derived source that was idle becomes live, and so do its inputs.
  func attach(_ link: UInt32) {
    insertDependent(link)
    if !liveStack.isEmpty { becomeLive() }
  }

  @inline(never)
  private func becomeLive() {
    let first = notices.count
    while let index = liveStack.popLast() {
      notices.append(Notice(node: index, generation: nodes[index].pointee.generation))
      var input = nodes[index].pointee.firstInput
      while input != 0 {
        if !links[input].pointee.isAttached, inputOf(input) != nil { insertDependent(input) }
        input = links[input].pointee.nextInput
      }
    }
    // From the inputs up, so that each finds the depth of those below it.
    var place = notices.count
    while place > first {
      place -= 1
      let index = notices[place].node
      updateDepth(of: index)
      if nodes[index].pointee.flags.contains(.maybe) { markStack.append(index) }
    }
    spreadDoubt()
    tellLiveness()
  }

  /// What depends on a node that came alive marked is marked too, or the mark would hide the next change. Whoever attached the
  /// uppermost brings it up to date.
  private func spreadDoubt() {
    while let index = markStack.popLast() {
      var link = nodes[index].pointee.firstDependent
      while link != 0 {
        let dependent = nodes[links[link].pointee.dependent]
        if dependent.pointee.flags.contains(.derived),
          dependent.pointee.flags.isDisjoint(with: [.maybe, .stale, .fresh, .evaluating])
        {
          dependent.pointee.flags.insert(.maybe)
          markStack.append(links[link].pointee.dependent)
        }
        link = links[link].pointee.nextDependent
      }
    }
  }

  /// Tells bodies what has become of their nodes, once all edges stand: a body may make and end nodes.
  private func tellLiveness() {
    if isTelling { return }  // the loop further out takes these along
    isTelling = true
    let outerTracker = tracker
    var next = 0
    while next < notices.count {
      let notice = notices[next]
      next += 1
      let node = nodes[notice.node]
      guard node.pointee.generation == notice.generation, let body = node.pointee.body else { continue }
      let isLive = node.pointee.firstDependent != 0
      if isLive == node.pointee.flags.contains(.toldLive) { continue }
      node.pointee.flags.formSymmetricDifference(.toldLive)
      tracker.node = 0
      body._withUnsafeGuaranteedRef { $0.livenessChanged(isLive, in: self) }
    }
    notices.removeAll()
    restore(outerTracker)
    isTelling = false
  }

  private func insertDependent(_ link: UInt32) {
    let source = links[link].pointee.source
    let last = nodes[source].pointee.lastDependent
    attachments &+= 1
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
    } else if let body = nodes[source].pointee.body {
      if nodes[source].pointee.flags.contains(.kept) { _ = body.retain() }
      liveStack.append(source)
    }
  }

  /// Takes the link out of its source's list. A derived source without dependents becomes idle, and so may its inputs.
  func detach(_ link: UInt32) {
    removeDependent(link)
    if !liveStack.isEmpty { becomeIdle() }
  }

  @inline(never)
  private func becomeIdle() {
    while let index = liveStack.popLast() {
      let flags = nodes[index].pointee.flags
      notices.append(Notice(node: index, generation: nodes[index].pointee.generation))
      guard flags.contains(.derived) else {
        if flags.contains(.kept) { letGo(of: index) }
        continue
      }
      let isCurrent = flags.isDisjoint(with: [.maybe, .stale, .fresh])
      nodes[index].pointee.epoch = isCurrent ? epoch : 0
      nodes[index].pointee.flags.subtract([.maybe, .overlaid])
      var input = nodes[index].pointee.firstInput
      while input != 0 {
        if links[input].pointee.isAttached { removeDependent(input) }
        input = links[input].pointee.nextInput
      }
      letGo(of: index)
    }
    tellLiveness()
  }

  private func letGo(of index: UInt32) {
    guard let body = nodes[index].pointee.body else { return }
    pendingReleases.append(body)
    hasEnds = true
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
    if nodes[source].pointee.firstDependent == 0, nodes[source].pointee.body != nil { liveStack.append(source) }
  }

  // MARK: Depth

  /// 1 + the greatest depth of an input; a change goes on to live dependents.
  ///
  /// The least old depth first: along every edge that stood before, an input has its new depth before the dependent looks,
  /// so each node is worked out once, however many ways lead to it.
  func updateDepth(of index: UInt32) {
    let node = nodes[index]
    if node.pointee.firstDependent == 0, node.pointee.target == 0 {
      // Nobody's depth comes from it.
      if node.pointee.flags.contains(.observer) {
        let settles = node.pointee.flags.contains(.settler) && !groups.isEmpty
        node.pointee.depth = settles ? settlingDepthByInputs(of: node) : depthByInputs(of: node)
      } else if node.pointee.flags.contains(.derived) {
        setDepth(of: node, to: depthByInputs(of: node))
      }
    } else {
      spreadDepth(of: index)
    }
  }

  @inline(__always)
  private func depthByInputs(of node: UnsafeMutablePointer<Node>) -> UInt32 {
    var depth: UInt32 = 1
    var link = node.pointee.firstInput
    while link != 0 {
      if let source = inputOf(link) { depth = max(depth, nodes[source].pointee.depth + 1) }
      link = links[link].pointee.nextInput
    }
    return depth
  }

  @inline(__always)
  private func setDepth(of node: UnsafeMutablePointer<Node>, to depth: UInt32) {
    // What a tracked one has read before it may read again.
    let before = node.pointee.flags.contains(.tracked) && settlerCount > 0 ? node.pointee.settlingDepth : 0
    let settlingDepth = groups.isEmpty ? depth : settlingDepthByInputs(of: node)
    node.pointee.depth = depth
    node.pointee.settlingDepth = max(before, settlingDepth)
  }

  @inline(never)
  private func spreadDepth(of index: UInt32) {
    pushDepth(index)
    spreadDepths()
  }

  /// To all that waits for it, and on.
  func spreadDepths() {
    // A ring of settlers has no depths that fit: each raises its target and its group once, whatever else there is in the graph.
    var raised = Raised()
    while let next = popDepth() {
      let node = nodes[next]
      let flags = node.pointee.flags
      let depth = depthByInputs(of: node)
      if flags.contains(.settler) {
        setDepthOfSettler(next, node, depth, &raised)
      } else if flags.contains(.observer) {
        node.pointee.depth = depth
      } else if flags.contains(.derived) {
        let before = node.pointee.order
        setDepth(of: node, to: depth)
        if node.pointee.order != before { pushDependentsForDepth(of: next) }
      }
    }
  }

  private struct Raised {
    var targets: Set<UInt32> = []
    var groups: Set<UInt32> = []
  }

  private func setDepthOfSettler(
    _ index: UInt32, _ node: UnsafeMutablePointer<Node>, _ depth: UInt32, _ raised: inout Raised
  ) {
    let settlingDepth = groups.isEmpty ? depth : settlingDepthByInputs(of: node)
    node.pointee.depth = settlingDepth
    guard node.pointee.target != 0 else { return }
    let target = nodes[node.pointee.target]
    if node.pointee.flags.contains(.linking), exceedsReach(index), raised.groups.insert(index).inserted {
      extend(target.pointee.group, to: settlingDepth)
    }
    if node.pointee.flags.contains(.returning) { return }
    let isTooHigh = target.pointee.depth <= depth || target.pointee.settlingDepth <= settlingDepth
    if isTooHigh, raised.targets.insert(index).inserted {
      raise(node.pointee.target, to: depth + 1, settlingDepth + 1)
    }
  }

  /// A settler's target, and what is changed with it.
  private func raise(_ target: UInt32, to depth: UInt32, _ settlingDepth: UInt32) {
    deepen(target, to: depth, settlingDepth)
    for other in nodes[target].pointee.body?._withUnsafeGuaranteedRef({ $0.nodesChangedTogether }) ?? [] {
      if let index = resolve(other) { deepen(index, to: depth, settlingDepth) }
    }
  }

  /// A source that follows a settler is that deep at least.
  func deepen(_ source: UInt32, to depth: UInt32, _ settlingDepth: UInt32) {
    let node = nodes[source]
    if node.pointee.flags.contains(.derived) { return }
    let (oldDepth, oldSettlingDepth) = (node.pointee.depth, node.pointee.settlingDepth)
    if oldDepth >= depth, oldSettlingDepth >= settlingDepth { return }
    node.pointee.depth = max(oldDepth, depth)
    node.pointee.settlingDepth = max(oldSettlingDepth, settlingDepth)
    pushDependentsForDepth(of: source)
  }

  func pushDependentsForDepth(of index: UInt32) {
    var link = nodes[index].pointee.firstDependent
    while link != 0 {
      pushDepth(links[link].pointee.dependent)
      link = links[link].pointee.nextDependent
    }
  }

  func pushDepth(_ index: UInt32) {
    let isObserver = nodes[index].pointee.flags.contains(.observer)
    let depth = isObserver ? nodes[index].pointee.depth : nodes[index].pointee.settlingDepth
    depthWork.append(UInt64(depth) << 32 | UInt64(index))
    var place = depthWork.count - 1
    while place > 0 {
      let parent = (place - 1) / 2
      if depthWork[parent] <= depthWork[place] { return }
      depthWork.swapAt(parent, place)
      place = parent
    }
  }

  private func popDepth() -> UInt32? {
    guard depthWork.count > 0 else { return nil }
    depthWork.swapAt(0, depthWork.count - 1)
    let least = depthWork.popLast()
    var place = 0
    while true {
      var child = place * 2 + 1
      if child >= depthWork.count { break }
      if child + 1 < depthWork.count, depthWork[child + 1] < depthWork[child] { child += 1 }
      if depthWork[place] <= depthWork[child] { break }
      depthWork.swapAt(place, child)
      place = child
    }
    return least.map { UInt32(truncatingIfNeeded: $0) }
  }
}
