// Which edges stand, and who is live.

extension Graph {
  @inline(__always)
  func beginTracking(_ index: UInt32, _ node: UnsafeMutablePointer<Node>) {
    tracker.node = index
    tracker.generation = node.pointee.generation
    tracker.cursor = 0
    tracker.next = node.pointee.firstInput
    tracker.cause = 0
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
      if hasSeveralCauses, link.pointee.seen != input.pointee.version {
        tracker.cause = max(tracker.cause, input.pointee.cause)
      }
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
    if hasSettlersTurns {
      let generation = nodes[source].pointee.generation
      if settleAhead(of: source), needsWork(source) { pull(source) }
      guard tracker.node != 0, nodes[source].pointee.generation == generation else { return .current }
    }
    let dependent = tracker.node
    nodes[source].pointee.trackedIn = tracker.serial
    // What is read for the first time, or in another order, counts as well if it was changed.
    if hasSeveralCauses, nodes[source].pointee.cause >= oldestChange {
      tracker.cause = max(tracker.cause, nodes[source].pointee.cause)
    }
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
    if inputOf(link) == source, needsWork(source) {
      pull(source)
      if inputOf(link) == source { links[link].pointee.seen = nodes[source].pointee.version }
    }
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
}
