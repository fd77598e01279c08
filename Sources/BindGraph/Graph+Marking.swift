// Push: what a change makes stale, and which observers wait because of it.

/// An observer among others that wait for their turn: by depth, then in order of registration.
struct QueueEntry {
  var key: UInt64
  var node: UInt32
}

extension Graph {
  /// The owner has stored a new value: marks what depends on it. No callback runs. Of several changes in one wave that an observer
  /// is told of together the newest is the cause, so that is known of each value too.
  public func changed(_ source: NodeID, cause: UInt32) { change(source, cause) }

  /// The value is to be told although it is what it was: the cause only of what nothing else has changed.
  public func touched(_ source: NodeID, cause: UInt32) {
    guard let index = resolve(source) else { return }
    noteCause(cause)
    hasSeveralCauses = true
    change(index, cause, newest: 0)
  }

  /// The derived node follows from what was changed by that cause, whatever else its input was changed by.
  public func attribute(_ node: NodeID, to cause: UInt32) {
    guard let index = resolve(node) else { return }
    noteCause(cause)
    hasSeveralCauses = true
    attributions[index] = cause
  }

  @inline(__always)
  private func noteCause(_ cause: UInt32) { if cause != lastChange { noteFurtherCause(cause) } }

  @inline(never)
  private func noteFurtherCause(_ cause: UInt32) {
    if lastChange != 0 { hasSeveralCauses = true }
    oldestChange = lastChange == 0 ? cause : min(oldestChange, cause)
    lastChange = cause
  }

  @inline(__always)
  func change(_ source: NodeID, _ cause: UInt32) {
    guard let index = resolve(source) else { return }
    nodes[index].pointee.follow(cause)
    noteCause(cause)
    change(index, cause, newest: cause)
  }

  @inline(__always)
  private func change(_ index: UInt32, _ cause: UInt32, newest: UInt32) {
    nodes[index].pointee.version &+= 1
    epoch &+= 1
    if nodes[index].pointee.firstDependent != 0 { mark(from: index, cause, newest: newest) }
    if rings != 0 { ringsChanged(cause) }
  }

  /// What the derived node holds counts no more: it is evaluated when it is asked for next. Of its dependents only idle
  /// ones hear of that, or those that are in doubt already.
  public func forget(_ node: NodeID) {
    guard let index = resolve(node), nodes[index].pointee.flags.contains(.derived) else { return }
    nodes[index].pointee.flags.insert(.fresh)
    epoch &+= 1
  }

  /// - Parameters:
  ///   - newest: the cause for observers that wait already, if theirs is older.
  ///   - flag: of observers that depend on it.
  @inline(__always)
  func mark(from source: UInt32, _ cause: UInt32, newest: UInt32, as flag: NodeFlags = .stale) {
    var marking = beginMarking(cause, newest: newest)
    markDependents(of: source, flag, &marking)
    endMarking(marking)
    if marking.found != 0 { markFurther(marking.found, cause) }
  }

  /// How far marking has come, and where: nothing is made meanwhile, so nothing moves.
  private struct Marking {
    let nodes: UnsafeMutablePointer<Node>
    let links: UnsafeMutablePointer<Link>
    let list: UnsafeMutablePointer<UInt32>
    let cause: UInt32
    let newest: UInt32
    /// Derived nodes in `markStack` that were not marked.
    var found: Int
    /// Behind the last observer in `queue`, and that one's place in the order.
    var queueEnd: UnsafeMutablePointer<UInt32>
    var lastKey: UInt64
  }

  /// Makes room: no derived node is found twice, and no observer waits twice.
  @inline(__always)
  private func beginMarking(_ cause: UInt32, newest: UInt32) -> Marking {
    markStack.reserve(Int(nodes.count))
    queue.reserve(queue.count &+ observerCount)
    return Marking(
      nodes: nodes.base, links: links.base, list: markStack.base, cause: cause, newest: newest, found: 0,
      queueEnd: queue.element(queue.count), lastKey: lastKey)
  }

  @inline(__always)
  private func endMarking(_ marking: Marking) {
    queue.extend(to: marking.queueEnd - queue.base)
    lastKey = marking.lastKey
  }

  /// Marks what depends on the nodes that were found, and so on. What is found first is passed on first: so the queue is
  /// nearly always in order as it is filled.
  @inline(never)
  private func markFurther(_ count: Int, _ cause: UInt32) {
    var marking = beginMarking(cause, newest: 0)
    marking.found = count
    var next = 0
    while next < marking.found {
      markDependents(of: marking.list[next], .maybe, &marking)
      next += 1
    }
    endMarking(marking)
  }

  @inline(__always)
  private func markDependents(of source: UInt32, _ flag: NodeFlags, _ marking: inout Marking) {
    var link = marking.nodes[Int(source)].firstDependent
    while link != 0 {
      let edge = marking.links + Int(link)
      let dependent = edge.pointee.dependent
      let node = marking.nodes + Int(dependent)
      let flags = node.pointee.flags
      if !flags.contains(.observer) {
        // A direct input has changed, but whether it still counts is proved by its version: equal waves may follow.
        node.pointee.flags = flags.union(.maybe)
        marking.list[marking.found] = dependent
        if flags.isDisjoint(with: .marks) { marking.found &+= 1 }
      } else if flags.isDisjoint(with: [.queued, .paused, .settler]) {
        node.pointee.flags = flags.union(flag).union(.queued)
        node.pointee.cause = marking.cause
        let key = node.pointee.order
        if key < marking.lastKey { isQueueSorted = false }
        marking.lastKey = key
        marking.queueEnd.pointee = dependent
        marking.queueEnd += 1
      } else {
        node.pointee.flags = flags.union(flag)
        if !flags.contains(.queued) {
          enqueue(dependent, marking.cause)
        } else if flag == .stale {
          // Of what is derived it is told when that has been worked out.
          node.pointee.follow(marking.newest)
        }
      }
      link = edge.pointee.nextDependent
    }
  }

  /// The source is again as it was at that version: who has seen it so has nothing new to see. What settles runs all the
  /// same, since its other end may have been written meanwhile.
  public func takeBack(_ source: NodeID, to version: UInt32) {
    guard let index = resolve(source) else { return }
    let present = nodes[index].pointee.version
    var link = nodes[index].pointee.firstDependent
    while link != 0 {
      let edge = links[link]
      let node = nodes[edge.pointee.dependent]
      let flags = node.pointee.flags
      link = edge.pointee.nextDependent
      guard flags.isDisjoint(with: [.settler, .paused, .awaitsInitial]) else { continue }
      if flags.contains(.direct) {
        // It notes no version but that with which it has begun: what it waits for has come since the last wave, and from
        // here if it has no other input.
        let hasBegunLater = Int32(bitPattern: edge.pointee.seen &- version) > 0
        if !hasBegunLater, edge.pointee.nextInput == 0, links[node.pointee.firstInput] == edge {
          node.pointee.flags.remove(.stale)
        }
      } else if edge.pointee.seen == version {
        edge.pointee.seen = present
        // Its other inputs are looked at.
        if flags.contains(.stale) { node.pointee.flags = flags.subtracting(.stale).union(.maybe) }
      }
    }
  }

  /// What was written has come back before the settlers run: `hasReturned` tells it to them.
  public func noteReturn(of source: NodeID) {
    if returned.wave != wave { returned = (wave, [:]) }
    returned.versions[source] = version(of: source)
  }

  /// Nothing has changed the source since it came back with what was written last.
  public func hasReturned(_ source: NodeID) -> Bool {
    guard wave &- returned.wave <= 1, let version = returned.versions[source] else { return false }
    return version == self.version(of: source)
  }

  /// Goes up with each change of the node; nil when it has ended.
  public func version(of node: NodeID) -> UInt32? { resolve(node).map { nodes[$0].pointee.version } }

  /// A node has ended: what is derived from it is stale, and so is an effect if the node was derived.
  func markEnd(of source: UInt32, isDerived: Bool) {
    markStack.reserve(Int(nodes.count))
    var found = 0
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
        markStack[found] = dependent
        if flags.isDisjoint(with: .marks) { found += 1 }
        nodes[dependent].pointee.flags.insert(.maybe)
      }
      link = next
    }
    if found != 0 { markFurther(found, 0) }
  }

  /// The link stays where it is in its dependent's inputs, without a source.
  func noteEnd(_ link: UInt32, countsAsChange: Bool) {
    links[link].pointee.origin = .none
    links[link].pointee.seen = countsAsChange ? 1 : 0
  }

  /// One observer by itself, whatever it is.
  @inline(never)
  func enqueue(_ index: UInt32, _ cause: UInt32) {
    let node = nodes[index]
    node.pointee.cause = cause
    if node.pointee.flags.contains(.paused) {
      node.pointee.flags.insert(.missed)
      node.pointee.body?._withUnsafeGuaranteedRef { $0.missed(cause: cause) }
      return
    }
    node.pointee.flags.insert(.queued)
    guard node.pointee.flags.contains(.settler) else {
      if node.pointee.order < lastKey { isQueueSorted = false }
      lastKey = node.pointee.order
      queue.append(index)
      return
    }
    enqueue(Turn(node.pointee.order, of: index))
    hasMore = true
  }
}
