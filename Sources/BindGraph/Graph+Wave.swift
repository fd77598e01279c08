// Waves: who runs, in which order, until all is quiet.

extension Graph {
  // MARK: Waves

  /// `changed`, then `flush`.
  public func commit(_ source: NodeID, cause: UInt32) -> Settlement {
    guard let index = resolve(source), !isFlushing, !hasFurtherWork, tracker.node == 0, queue.isEmpty, rings == 0 else {
      return commitAmongOthers(source, cause)
    }
    let node = nodes[index]
    let link = links[node.pointee.firstDependent]
    let dependent = link.pointee.dependent
    let observer = nodes[dependent]
    let flags = observer.pointee.flags
    // Link 0 and node 0 are never used and have no flags.
    guard link.pointee.nextDependent == 0, !flags.isDisjoint(with: [.direct, .tracked]),
      flags.intersection([.observer, .settler, .paused, .awaitsInitial]) == .observer
    else {
      return commitAmongOthers(source, cause)
    }
    // A wave of one delivery: there is nothing to mark, to queue and to order.
    node.pointee.version &+= 1
    epoch &+= 1
    runsWaves = true
    lastWave &+= 1
    observer.pointee.cause = cause
    if flags.contains(.tracked) { return runAlone(dependent, observer, cause) }
    observer.pointee.flags = flags.subtracting(.delivered)
    // An observer has a body until its end.
    tell(observer.pointee.body.unsafelyUnwrapped, dependent, cause)
    return endWaveOfOne()
  }

  /// An effect that is the only one of its wave.
  @inline(never)
  private func runAlone(_ index: UInt32, _ node: UnsafeMutablePointer<Node>, _ cause: UInt32) -> Settlement {
    node.pointee.flags = node.pointee.flags.subtracting(.delivered)
    beginTracking(index, node)
    tell(node.pointee.body.unsafelyUnwrapped, index, cause)
    endTracking()
    return endWaveOfOne()
  }

  @inline(__always)
  private func endWaveOfOne() -> Settlement {
    delivering = 0
    if !queue.isEmpty || hasFurtherWork { return endWave() }
    endFlush()
    return .settled
  }

  /// What was delivered first has left something.
  @inline(never)
  private func endWave() -> Settlement {
    if !queue.isEmpty { runQueue() }
    var settlement = Settlement.settled
    if hasFurtherWork { settlement = runFurtherWaves(endsPlainOne: true) }
    endFlush()
    return settlement
  }

  @inline(never)
  private func commitAmongOthers(_ source: NodeID, _ cause: UInt32) -> Settlement {
    change(source, cause)
    return runWaves()
  }

  /// Takes `action` at the end of the present wave or, outside of waves, with the next flush; after what was taken before.
  public func hold(_ action: HeldAction) {
    held.append(action)
    hasMore = true
  }

  /// What is queued meanwhile waits for the next flush.
  public func gather(_ body: () -> Void) {
    let outer = runsWaves
    runsWaves = true
    body()
    runsWaves = outer
  }

  /// Runs waves until all is quiet.
  public func flush() -> Settlement { runWaves() }

  @inline(__always)
  private func runWaves() -> Settlement {
    if isFlushing || hasFurtherWork || tracker.node != 0 { return runAllKindsOfWaves() }
    if queue.isEmpty {
      forgetCauses()
      return .settled
    }
    // Observers alone, and mostly that was all.
    runsWaves = true
    lastWave &+= 1
    runQueue()
    var settlement = Settlement.settled
    if hasFurtherWork { settlement = runFurtherWaves(endsPlainOne: true) }
    endFlush()
    return settlement
  }

  @inline(never)
  private func runAllKindsOfWaves() -> Settlement {
    if isFlushing { return .running }
    if queue.isEmpty, !hasFurtherWork {
      forgetCauses()
      return .settled
    }
    runsWaves = true
    let outerTracker = tracker
    tracker.node = 0
    lastWave &+= 1
    let settlement = runFurtherWaves(endsPlainOne: false)
    restore(outerTracker)
    endFlush()
    if keepsPast { whenSettled?(.settled) }
    return settlement
  }

  @inline(__always)
  private func endFlush() {
    runsWaves = false
    presentCause = 0
    forgetCauses()
    tidy()
  }

  @inline(__always)
  private func forgetCauses() {
    lastChange = 0
    if hasSeveralCauses { forgetSeveralCauses() }
  }

  @inline(never)
  private func forgetSeveralCauses() {
    hasSeveralCauses = false
    if !attributions.isEmpty { attributions.removeAll(keepingCapacity: true) }
  }

  /// The wave has settlers, or has left something: whatever else belongs to it, and the waves that follow.
  @inline(never)
  private func runFurtherWaves(endsPlainOne: Bool) -> Settlement {
    var waves = 1
    var isCutOff = !endsPlainOne && !runWave()
    while true {
      if !beginnings.isEmpty { runBeginnings(isCutOff: isCutOff) }
      if !initials.isEmpty { runInitials() }
      runsLong = 2 * waves >= waveLimit
      // What scripts have written stays unapplied then: the sources are as the last whole wave left them.
      if !held.isEmpty, waves >= waveLimit { isCutOff = true }
      if isCutOff {
        cutOff(runsOn: waves < 2 * waveLimit)
      } else if !held.isEmpty {
        // Nothing follows any more from what was changed before.
        if queue.isEmpty, settlers.isEmpty { forgetCauses() }
        applyHeld()
      }
      if keepsPast, settlers.isEmpty { whenSettled?(.settled) }
      hasMore = !settlers.isEmpty || !initials.isEmpty || !beginnings.isEmpty || !held.isEmpty
      if queue.isEmpty, !hasFurtherWork {
        runsLong = false
        if !isCutOff { return .settled }
        pullMarked()
        if held.isEmpty { return .overrun }
      }
      waves += 1
      lastWave &+= 1
      if !runWave() { isCutOff = true }
    }
  }

  /// Settlers first, then observers. False when settlers go round without end.
  private func runWave() -> Bool {
    let isSettled = settlers.isEmpty || runSettlers()
    if !isSettled { hasSettlersInRing = true }
    runQueue()
    return isSettled
  }

  /// The observers, by depth and registration.
  @inline(__always)
  private func runQueue() {
    if !isQueueSorted { sortQueue() }
    var next = 0
    while next < queue.count {
      run(queue[next])
      next += 1
    }
    delivering = 0
    queue.removeAll()
    lastKey = 0
  }

  @inline(never)
  private func sortQueue() {
    sortWork.reserve(queue.count)
    for index in queue.elements { sortWork.append(QueueEntry(key: nodes[index].pointee.order, node: index)) }
    var entries = sortWork.elements
    entries.sort { $0.key < $1.key }
    for place in 0..<queue.count { queue[place] = sortWork[place].node }
    sortWork.removeAll()
    isQueueSorted = true
  }

  @inline(__always)
  func run(_ index: UInt32) {
    let node = nodes[index]
    let flags = node.pointee.flags
    if flags.intersection([.stale, .paused, .awaitsInitial]) == .stale {
      deliver(index, node)
    } else {
      runIfChanged(index)
    }
  }

  /// An observer of something derived, or one that does not take part, or has ended.
  @inline(never)
  private func runIfChanged(_ index: UInt32) {
    delivering = 0
    let generation = nodes[index].pointee.generation
    let flags = nodes[index].pointee.flags
    guard flags.contains(.observer) else { return }
    nodes[index].pointee.flags.remove(.queued)
    if flags.contains(.awaitsInitial) { return }
    if flags.contains(.paused) {
      nodes[index].pointee.flags.insert(.missed)
      nodes[index].pointee.body?._withUnsafeGuaranteedRef { $0.missed(cause: nodes[index].pointee.cause) }
    } else if flags.contains(.stale) || (!flags.contains(.direct) && prove(index)) {
      if nodes[index].pointee.generation == generation { deliver(index, nodes[index]) }
    } else {
      nodes[index].pointee.flags.remove(.maybe)
    }
  }

  /// Whether an input of the observer really differs from what it saw last.
  private func prove(_ index: UInt32) -> Bool {
    let generation = nodes[index].pointee.generation
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      let source = links[link].pointee.source
      if source != 0, needsWork(source) {
        pull(source)
        guard nodes[index].pointee.generation == generation else { return false }
      }
      if links[link].pointee.source == 0 {
        if links[link].pointee.seen != 0 { return true }
      } else if nodes[source].pointee.version != links[link].pointee.seen {
        return true
      }
      link = links[link].pointee.nextInput
    }
    return false
  }

  /// Runs the callback. It does not nest: whatever it changes waits for the flush that is under way.
  ///
  /// Nothing is tracked here but by the callback of an effect.
  @inline(__always)
  private func deliver(_ index: UInt32, _ node: UnsafeMutablePointer<Node>) {
    // An observer has a body until its end.
    let body = node.pointee.body.unsafelyUnwrapped
    let flags = node.pointee.flags
    node.pointee.flags = flags.subtracting(.delivered)
    if flags.contains(.tracked) {
      if hasSeveralCauses { followKnownInputs(of: index) }
      beginTracking(index, node)
      tell(body, index, node.pointee.cause)
      endTracking()
    } else if flags.contains(.direct) || lookAtInputs(of: index) {
      tell(body, index, nodes[index].pointee.cause)
    }
  }

  /// Who calls it sets `delivering` back, before any other body runs.
  @inline(__always)
  private func tell(_ body: Unmanaged<Reaction>, _ index: UInt32, _ cause: UInt32) {
    delivering = index
    presentCause = cause
    body._withUnsafeGuaranteedRef { $0.deliver(in: self) }
  }

  /// Brings every declared input up to date: one that stayed marked would hide the next change. False if the observer was
  /// ended meanwhile.
  @inline(__always)
  func lookAtInputs(of index: UInt32) -> Bool {
    var newest: UInt32 = 0
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      if nodes[links[link].pointee.source].pointee.flags.isDisjoint(with: .marks) || pullInput(link, of: index) {
        let edge = links[link]
        let source = nodes[edge.pointee.source]
        if hasSeveralCauses, edge.pointee.seen != source.pointee.version { newest = max(newest, source.pointee.cause) }
        edge.pointee.seen = source.pointee.version
        link = edge.pointee.nextInput
      } else {
        return false
      }
    }
    if newest != 0 { follow(newest, index) }
    return true
  }

  /// The newest change of what the observer looks at, in place of that of what has marked it: that may have changed nothing there.
  @inline(never)
  private func follow(_ newest: UInt32, _ index: UInt32) {
    if newest >= oldestChange, nodes[index].pointee.cause != 0 { nodes[index].pointee.cause = newest }
  }

  /// The same for an effect, whose body is not to find evaluated what it may not read any more: of what is known without that.
  @inline(never)
  private func followKnownInputs(of index: UInt32) {
    var newest: UInt32 = 0
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      if let source = inputOf(link), links[link].pointee.seen != nodes[source].pointee.version {
        newest = max(newest, nodes[source].pointee.cause)
      }
      link = links[link].pointee.nextInput
    }
    if newest != 0 { follow(newest, index) }
  }

  /// The same inside a callback, which goes on.
  func lookAtInputsInside(of index: UInt32) -> Bool {
    let outer = delivering
    defer { delivering = outer }
    return lookAtInputs(of: index)
  }

  @inline(never)
  private func pullInput(_ link: UInt32, of index: UInt32) -> Bool {
    let generation = nodes[index].pointee.generation
    delivering = 0
    pull(links[link].pointee.source)
    return nodes[index].pointee.generation == generation
  }

  private func applyHeld() {
    let actions = held
    held = []
    for action in actions { action.apply(in: self) }
  }

  /// Too many waves: what scripts have written goes, what the engine itself has to say stands and is told.
  /// - Parameter runsOn: false when that has had its waves too: it is stored, and nobody runs for it.
  private func cutOff(runsOn: Bool) {
    repeat {
      let actions = held
      held = []
      for action in actions { action.cutOff(in: self) }
      if !runsOn { dropMarked() }
    } while !runsOn && !held.isEmpty
  }

  /// Every mark goes that only this flush could have cleared.
  private func dropMarked() {
    for index in queue.elements { nodes[index].pointee.flags.subtract([.queued, .maybe, .stale]) }
    queue.removeAll()
    dropSettlers()
    whenSettled?(.settled)
    isQueueSorted = true
    lastKey = 0
    runInitials()
  }

  /// A derived node that stays marked would hide the next change from its observers.
  private func pullMarked() {
    var index: UInt32 = 1
    while index < nodes.count {
      let node = nodes[index]
      if node.pointee.flags.contains(.derived), node.pointee.firstDependent != 0, needsWork(index) { pull(index) }
      index += 1
    }
  }

  // MARK: First deliveries and pauses

  /// The first delivery of an observer, or the first run of an effect: now, or after the present wave.
  ///
  /// Once, however often it is asked for; a change of the same wave is delivered with it. A paused observer gets it when it
  /// goes on.
  @discardableResult
  public func deliverInitially(_ observer: NodeID) -> Settlement {
    guard let index = resolve(observer), nodes[index].pointee.flags.contains(.observer) else { return .settled }
    if isFlushing || hasFurtherWork || tracker.node != 0 || !queue.isEmpty {
      return deliverAmongOthers(observer, index)
    }
    // A wave of one first delivery: there is nothing to queue.
    runsWaves = true
    lastWave &+= 1
    deliverNow(index)
    var settlement = Settlement.settled
    if hasFurtherWork || !queue.isEmpty { settlement = runFurtherWaves(endsPlainOne: true) }
    endFlush()
    if keepsPast { whenSettled?(.settled) }
    return settlement
  }

  @inline(never)
  private func deliverAmongOthers(_ observer: NodeID, _ index: UInt32) -> Settlement {
    if !nodes[index].pointee.flags.contains(.awaitsInitial) {
      nodes[index].pointee.flags.insert(.awaitsInitial)
      initials.append(observer)
      hasMore = true
    }
    return flush()
  }

  /// The first delivery with the next wave: in it where that has changed what it looks at, else after it, before what is held. None where that
  /// wave goes round.
  public func deliverWithWave(_ observer: NodeID) {
    guard let index = resolve(observer) else { return }
    nodes[index].pointee.flags.insert(.begins)
    beginnings.append(observer)
    hasMore = true
  }

  private func runBeginnings(isCutOff: Bool) {
    let observers = beginnings
    beginnings.removeAll(keepingCapacity: true)
    for observer in observers {
      guard let index = resolve(observer), nodes[index].pointee.flags.contains(.begins) else { continue }
      nodes[index].pointee.flags.remove(.begins)
      if !isCutOff { deliverNow(index) }
    }
  }

  /// The first delivery that is asked for comes no more by itself. False where none is.
  public func putOffInitial(_ observer: NodeID) -> Bool {
    guard let index = resolve(observer), nodes[index].pointee.flags.contains(.awaitsInitial) else { return false }
    nodes[index].pointee.flags.remove(.awaitsInitial)
    return true
  }

  private func runInitials() {
    var next = 0
    while next < initials.count {
      if let index = resolve(initials[next]), nodes[index].pointee.flags.contains(.awaitsInitial) { deliverNow(index) }
      next += 1
    }
    initials.removeAll(keepingCapacity: true)
  }

  private func deliverNow(_ index: UInt32) {
    let generation = nodes[index].pointee.generation
    nodes[index].pointee.cause = 0
    nodes[index].pointee.flags.remove(.awaitsInitial)
    if nodes[index].pointee.flags.contains(.paused) {
      nodes[index].pointee.flags.formUnion([.missed, .stale])
      return
    }
    if !nodes[index].pointee.flags.contains(.tracked) { _ = prove(index) }
    if nodes[index].pointee.generation == generation { deliver(index, nodes[index]) }
    delivering = 0
  }

  /// The observer whose callback runs.
  public var currentObserver: NodeID { delivering == 0 ? .none : id(delivering) }

  /// An observer's callback runs.
  @inlinable public var isDelivering: Bool { delivering != 0 }

  /// The newest change that the observer whose callback runs is told of.
  @inlinable public var currentCause: UInt32 { presentCause }

  /// Of an observer what it is told, or was last; of a value what has changed it last. 0 where that is not known.
  public func cause(of node: NodeID) -> UInt32 {
    resolve(node).map { nodes[$0].pointee.cause } ?? 0
  }

  /// What the observer looks at is as it knows it: what is on its way to it is no change.
  public func acknowledge(_ observer: NodeID) {
    guard let index = resolve(observer), lookAtInputsInside(of: index) else { return }
    nodes[index].pointee.flags.subtract([.stale, .maybe])
  }

  /// What a paused observer missed is no change for it.
  public func forgetMissed(_ observer: NodeID) {
    if let index = resolve(observer) { nodes[index].pointee.flags.remove(.missed) }
  }

  /// A paused observer is not called; what it missed is delivered once when it goes on.
  @discardableResult
  public func setPaused(_ observer: NodeID, _ isPaused: Bool) -> Settlement {
    guard let index = resolve(observer) else { return .settled }
    if isPaused {
      nodes[index].pointee.flags.insert(.paused)
      return .settled
    }
    let missed = nodes[index].pointee.flags.contains(.missed)
    nodes[index].pointee.flags.subtract([.paused, .missed])
    guard missed else { return .settled }
    enqueue(index, nodes[index].pointee.cause)
    if nodes[index].pointee.flags.contains(.direct) { noteBeginning(of: index) }
    return flush()
  }

  /// What it waits for has not come in this wave alone: `takeBack` takes nothing from it.
  private func noteBeginning(of index: UInt32) {
    let link = nodes[index].pointee.firstInput
    let source = links[link].pointee.source
    if source != 0 { links[link].pointee.seen = nodes[source].pointee.version &+ 1 }
  }
}
