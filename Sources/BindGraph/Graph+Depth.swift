// How deep a node is: 1 + the greatest depth of an input, or of the settler that writes it.
//
// Among settlers the depth is another one where cells are held together in a group (`Graph+Groups`): all ways inside a group come before
// what follows from one of its cells outside. Observers keep to the plain depth, since they come after all that settles.

extension Graph {
  /// No node is deeper, whatever goes round.
  private static var deepest: UInt32 { 1 << 30 }

  /// How often one spread raises one target, or extends one group, before it lets be: what goes round and is not found to do so has no
  /// depths that fit.
  private static var raiseLimit: Int { 16 }

  /// A change goes on to live dependents.
  ///
  /// The least old depth first: along every edge that stood before, an input has its new depth before the dependent looks,
  /// so each node is worked out once, however many ways lead to it.
  func updateDepth(of index: UInt32) {
    let node = nodes[index]
    let flags = node.pointee.flags
    if node.pointee.firstDependent != 0 || flags.contains(.settler) {
      spreadDepth(of: index)
    } else if flags.contains(.observer) {
      node.pointee.depth = depthByInputs(of: node)
    } else if flags.contains(.derived) {
      // Nobody's depth comes from it.
      setDepth(of: node, to: depthByInputs(of: node))
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
    let settlingDepth = groups.isEmpty ? depth : settlingDepthByInputs(of: node, in: node.pointee.group)
    node.pointee.depth = depth
    node.pointee.settlingDepth = settlingDepth
  }

  private func settlingDepthByInputs(of node: UnsafeMutablePointer<Node>, in group: UInt32) -> UInt32 {
    var depth: UInt32 = 1
    var link = node.pointee.firstInput
    while link != 0 {
      if let source = inputOf(link) { depth = max(depth, depthToFollow(source, in: group) + 1) }
      link = links[link].pointee.nextInput
    }
    return depth
  }

  /// What has to be exceeded by whoever follows from the node in settling.
  func depthToFollow(_ source: UInt32, in group: UInt32) -> UInt32 {
    let own = nodes[source].pointee.group
    let depth = nodes[source].pointee.settlingDepth
    return own == 0 || own == group ? depth : max(depth, groups[own].reach)
  }

  // MARK: Spreading

  /// What one spread has done.
  struct Spread {
    var raised: [UInt32: Int] = [:]
    var extended: [UInt32: Int] = [:]
  }

  @inline(never)
  private func spreadDepth(of index: UInt32) {
    pushDepth(index)
    spreadDepths()
  }

  /// To all that waits for it, and on.
  func spreadDepths() {
    var spread = Spread()
    while let next = popDepth() {
      let node = nodes[next]
      let flags = node.pointee.flags
      let depth = depthByInputs(of: node)
      if flags.contains(.settler) {
        setDepth(ofSettler: next, depth, &spread)
      } else if flags.contains(.observer) {
        node.pointee.depth = depth
      } else if flags.contains(.derived) {
        let before = node.pointee.order
        setDepth(of: node, to: depth)
        if node.pointee.order != before { pushDependentsForDepth(of: next) }
      }
    }
  }

  private func setDepth(ofSettler index: UInt32, _ depth: UInt32, _ spread: inout Spread) {
    let node = nodes[index]
    let target = node.pointee.target
    let group = isInside(index) ? nodes[target].pointee.group : 0
    let settlingDepth = groups.isEmpty ? depth : settlingDepthByInputs(of: node, in: group)
    let isNew = node.pointee.depth == 0
    node.pointee.depth = settlingDepth
    if settlingDepth >= Self.deepest || target == 0 { return }
    if group != 0, !node.pointee.flags.contains(.linking) { noteBinding(in: group) }
    if group != 0, settlingDepth >= groups[group].reach {
      let times = spread.extended[group, default: 0]
      spread.extended[group] = times + 1
      if times < Self.raiseLimit { outgrow(group, by: index, isAgain: times > 0) }
    }
    if node.pointee.flags.contains(.closing) { return }
    guard nodes[target].pointee.depth <= depth || nodes[target].pointee.settlingDepth <= settlingDepth else { return }
    let times = spread.raised[index, default: 0]
    if times == Self.raiseLimit || times > 0 && closesLoop(index) { return }
    if isNew, closesLoop(index, within: 64) { return }
    spread.raised[index] = times + 1
    raise(target, to: depth + 1, settlingDepth + 1)
  }

  /// A settler's target, and what is changed with it.
  private func raise(_ target: UInt32, to depth: UInt32, _ settlingDepth: UInt32) {
    deepen(target, to: depth, settlingDepth)
    for other in changedTogether(target) { deepen(other, to: depth, settlingDepth) }
  }

  /// A source that follows from a settler is that deep at least.
  func deepen(_ source: UInt32, to depth: UInt32, _ settlingDepth: UInt32) {
    let node = nodes[source]
    guard node.pointee.flags.isDisjoint(with: [.derived, .observer]) else { return }
    let (oldDepth, oldSettlingDepth) = (node.pointee.depth, node.pointee.settlingDepth)
    if oldDepth >= depth, oldSettlingDepth >= settlingDepth { return }
    node.pointee.depth = max(oldDepth, depth)
    node.pointee.settlingDepth = max(oldSettlingDepth, settlingDepth)
    pushDependentsForDepth(of: source)
  }

  func changedTogether(_ source: UInt32) -> [UInt32] {
    guard let body = nodes[source].pointee.body else { return [] }
    return body._withUnsafeGuaranteedRef { $0.nodesChangedTogether }.compactMap(resolve)
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
