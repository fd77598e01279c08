/// An observer waiting for its turn: by depth, then in order of registration.
struct QueueEntry {
  var key: UInt64
  var node: UInt32
  var generation: UInt32
}

extension Graph {
  // MARK: Changes

  /// The owner has stored a new value: marks what depends on it. No callback runs.
  public func changed(_ source: NodeID, cause: UInt32) {
    guard let index = resolve(source) else { return }
    nodes[index].pointee.version &+= 1
    epoch &+= 1
    if nodes[index].pointee.firstDependent != 0 { mark(from: index, cause) }
    if rings != 0 { ringsChanged(cause) }
  }

  func mark(from source: UInt32, _ cause: UInt32) {
    markDependents(of: source, cause, [.stale])
    while let next = markStack.popLast() { markDependents(of: next, cause, [.maybe]) }
  }

  @inline(__always)
  private func markDependents(of source: UInt32, _ cause: UInt32, _ flag: NodeFlags) {
    var link = nodes[source].pointee.firstDependent
    while link != 0 {
      let dependent = links[link].pointee.dependent
      let node = nodes[dependent]
      let flags = node.pointee.flags
      if flags.contains(.observer) {
        node.pointee.flags = flags.union(flag).union(.queued)
        if flags.isDisjoint(with: [.queued, .paused, .settler]) {
          node.pointee.cause = cause
          append(dependent)
        } else if !flags.contains(.queued) {
          node.pointee.flags.remove(.queued)
          enqueue(dependent, cause)
        }
      } else {
        // A direct input has changed, but whether it still counts is proved by its version: equal waves may follow.
        if flags.isDisjoint(with: [.maybe, .stale, .fresh]) { markStack.append(dependent) }
        node.pointee.flags.insert(.maybe)
      }
      link = links[link].pointee.nextDependent
    }
  }

  /// A node has ended: what is derived from it is stale, and so is an effect if the node was derived.
  func markEnd(of source: UInt32, isDerived: Bool) {
    var link = nodes[source].pointee.firstDependent
    nodes[source].pointee.firstDependent = 0
    nodes[source].pointee.lastDependent = 0
    while link != 0 {
      let next = links[link].pointee.nextDependent
      let dependent = links[link].pointee.dependent
      let flags = nodes[dependent].pointee.flags
      let isObserver = flags.contains(.observer)
      let counts = !isObserver || (isDerived && flags.contains(.tracked))
      links[link].pointee.isAttached = false
      noteEnd(link, countsAsChange: counts)
      if counts, isObserver {
        nodes[dependent].pointee.flags.insert(.stale)
        if !flags.contains(.queued) { enqueue(dependent, 0) }
      } else if counts {
        if flags.isDisjoint(with: [.maybe, .stale, .fresh]) { markStack.append(dependent) }
        nodes[dependent].pointee.flags.insert(.maybe)
      }
      link = next
    }
    while let next = markStack.popLast() { markDependents(of: next, 0, [.maybe]) }
  }

  /// The link stays where it is in its dependent's inputs, without a source.
  func noteEnd(_ link: UInt32, countsAsChange: Bool) {
    links[link].pointee.source = 0
    links[link].pointee.sourceGeneration = 0
    links[link].pointee.seen = countsAsChange ? 1 : 0
  }

  @inline(__always)
  private func append(_ index: UInt32) {
    let node = nodes[index]
    let key = UInt64(node.pointee.depth) << 32 | UInt64(node.pointee.sequence)
    if let last = queue.last, last.key > key { isQueueSorted = false }
    queue.append(QueueEntry(key: key, node: index, generation: node.pointee.generation))
  }

  @inline(never)
  private func enqueue(_ index: UInt32, _ cause: UInt32) {
    let node = nodes[index]
    if node.pointee.flags.contains(.paused) {
      node.pointee.flags.insert(.missed)
      return
    }
    node.pointee.flags.insert(.queued)
    node.pointee.cause = cause
    guard node.pointee.flags.contains(.settler) else { return append(index) }
    insertSettler(
      QueueEntry(
        key: UInt64(node.pointee.depth) << 32 | UInt64(node.pointee.sequence), node: index,
        generation: node.pointee.generation))
  }

  /// Deepest first, so that the next one is the last.
  private func insertSettler(_ entry: QueueEntry) {
    var place = settlers.count
    while place > 0, settlers[place - 1].key < entry.key { place -= 1 }
    settlers.insert(entry, at: place)
  }

  /// Takes `action` at the end of the present wave, after what was taken before.
  public func hold(_ action: HeldAction) { held.append(action) }

  /// `changed`, then `flush`.
  public func commit(_ source: NodeID, cause: UInt32) -> Settlement {
    changed(source, cause: cause)
    return flush()
  }

  // MARK: Waves

  /// Runs waves until all is quiet.
  public func flush() -> Settlement {
    if isFlushing { return .running }
    if queue.isEmpty, settlers.isEmpty, held.isEmpty, initials.isEmpty { return .settled }
    isFlushing = true
    let outerTracker = tracker
    var waves = 0
    var settlement = Settlement.settled
    while true {
      waves += 1
      wave &+= 1
      var isWithinLimit = runWave()
      if isWithinLimit, !initials.isEmpty { runInitials() }
      // What is held stays unapplied then: the sources are as the last whole wave left them.
      if !held.isEmpty, waves >= waveLimit { isWithinLimit = false }
      guard isWithinLimit else {
        dropPending()
        settlement = .overrun
        break
      }
      if !held.isEmpty { applyHeld() }
      if queue.isEmpty, settlers.isEmpty, initials.isEmpty, held.isEmpty { break }
    }
    isFlushing = false
    currentObserver = .none
    tracker = outerTracker
    tidy()
    return settlement
  }

  /// Settlers first, then observers. False when settlers go round without end.
  private func runWave() -> Bool {
    if !settlers.isEmpty, !runSettlers() { return false }
    if !isQueueSorted {
      var entries = queue.elements
      entries.sort { $0.key < $1.key }
      isQueueSorted = true
    }
    var next = 0
    while next < queue.count {
      run(queue[next])
      next += 1
    }
    queue.removeAll()
    return true
  }

  /// False when one of them has its turn again and again.
  @inline(never)
  private func runSettlers() -> Bool {
    var settled = 0
    var repeats: [UInt32: Int] = [:]
    while let entry = settlers.popLast() {
      settled += 1
      if settled > settlerCount {  // not each at most once: a ring, or ways of unequal length
        repeats[entry.node, default: 0] += 1
        if repeats[entry.node, default: 0] > waveLimit { return false }
      }
      run(entry)
    }
    return true
  }

  @inline(__always)
  private func run(_ entry: QueueEntry) {
    let index = entry.node
    let node = nodes[index]
    guard node.pointee.generation == entry.generation else { return }
    let flags = node.pointee.flags
    if flags.contains(.stale), flags.isDisjoint(with: [.paused, .awaitsInitial]) { return deliver(index) }
    node.pointee.flags.remove(.queued)
    if flags.contains(.awaitsInitial) { return }
    if flags.contains(.paused) {
      node.pointee.flags.insert(.missed)
    } else if prove(index) {
      if nodes[index].pointee.generation == entry.generation { deliver(index) }
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
  private func deliver(_ index: UInt32) {
    let node = nodes[index]
    guard let body = node.pointee.body else { return }
    let generation = node.pointee.generation
    let flags = node.pointee.flags
    node.pointee.flags = flags.subtracting([.queued, .maybe, .stale])
    if flags.contains(.tracked) {
      beginTracking(index, generation)
      currentObserver = NodeID(index: index, generation: generation)
      isDelivering = true
      body._withUnsafeGuaranteedRef { $0.deliver(in: self) }
      isDelivering = false
      endTracking()
    } else {
      tracker.node = 0
      guard lookAtInputs(of: index, generation) else { return }
      currentObserver = NodeID(index: index, generation: generation)
      isDelivering = true
      body._withUnsafeGuaranteedRef { $0.deliver(in: self) }
      isDelivering = false
    }
    tracker.node = 0
  }

  /// Brings every declared input up to date: one that stayed marked would hide the next change. False if the observer was
  /// ended meanwhile.
  @inline(__always)
  func lookAtInputs(of index: UInt32, _ generation: UInt32) -> Bool {
    var link = nodes[index].pointee.firstInput
    while link != 0 {
      var source = links[link].pointee.source
      if source != 0 {
        if needsWork(source) {
          pull(source)
          guard nodes[index].pointee.generation == generation else { return false }
          source = links[link].pointee.source
        }
        if source != 0 { links[link].pointee.seen = nodes[source].pointee.version }
      }
      link = links[link].pointee.nextInput
    }
    return true
  }

  private func applyHeld() {
    let actions = held
    held = []
    for action in actions { action.apply(in: self) }
  }

  /// Too many waves: nothing pending is kept, and every mark that only this flush could have cleared goes.
  private func dropPending() {
    held.removeAll()
    for entry in Array(queue.elements) + settlers where nodes[entry.node].pointee.generation == entry.generation {
      nodes[entry.node].pointee.flags.subtract([.queued, .maybe, .stale])
    }
    queue.removeAll()
    settlers.removeAll(keepingCapacity: true)
    isQueueSorted = true
    runInitials()
    held.removeAll()
    pullMarked()
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
    if !nodes[index].pointee.flags.contains(.awaitsInitial) {
      nodes[index].pointee.flags.insert(.awaitsInitial)
      initials.append(observer)
    }
    return flush()
  }

  private func runInitials() {
    var next = 0
    while next < initials.count {
      deliverNow(initials[next])
      next += 1
    }
    initials.removeAll(keepingCapacity: true)
  }

  private func deliverNow(_ observer: NodeID) {
    guard let index = resolve(observer) else { return }
    nodes[index].pointee.cause = 0
    nodes[index].pointee.flags.remove(.awaitsInitial)
    if nodes[index].pointee.flags.contains(.paused) {
      nodes[index].pointee.flags.formUnion([.missed, .stale])
      return
    }
    if !nodes[index].pointee.flags.contains(.tracked) { _ = prove(index) }
    if resolve(observer) != nil { deliver(index) }
  }

  /// The cause that queued the observer whose callback runs.
  public var currentCause: UInt32 { nodes[currentObserver.index].pointee.cause }

  /// The cause that queued the observer last.
  public func cause(of observer: NodeID) -> UInt32 {
    resolve(observer).map { nodes[$0].pointee.cause } ?? 0
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
    return flush()
  }
}
