// Loops: which settlers lead back to what they follow from, and over what.

extension Graph {
  /// Nodes outside the group that follow from it, and from which it follows.
  func nodesBetween(_ group: UInt32) -> [UInt32] {
    let members = groups[group].members
    // What is less deep follows from none of them.
    let least = members.filter { nodes[$0].pointee.firstDependent != 0 }.map { nodes[$0].pointee.settlingDepth }.min()
    guard let least else { return [] }
    var opened: Set<UInt32> = []
    let starts = Set(origins(ofAll: members)).filter { nodes[$0].pointee.group != group }
    return walkUp(from: starts.sorted()) { [self] index in
      let other = nodes[index].pointee.group
      if other == group { return nil }
      if depthToFollow(index, in: 0) <= least { return [] }
      guard other != 0 else { return origins(of: index) }
      // All of another group follow from one another.
      guard opened.insert(other).inserted else { return [] }
      return origins(ofAll: groups[other].members) + groups[other].followed.compactMap { groups[$0].members.first }
    }.filter { nodes[$0].pointee.group != group }
  }

  /// The other groups that the settler follows from, itself or over what is derived.
  func groupsAsked(by settler: UInt32, of group: UInt32) -> Set<UInt32> {
    var found: Set<UInt32> = []
    var waiting = inputLinks(of: settler).compactMap(inputOf)
    var seen = Set(waiting)
    while let next = waiting.popLast() {
      let other = nodes[next].pointee.group
      if other != 0, other != group {
        found.insert(other)
      } else {
        for input in inputLinks(of: next).compactMap(inputOf) where seen.insert(input).inserted {
          waiting.append(input)
        }
      }
    }
    return found
  }

  /// Whether the settler leads back to what it follows from. Then all on the way are a group, and it deepens its target no more.
  /// - Parameter limit: where more nodes are to be looked at it is not said to, as long as there is another occasion.
  func closesLoop(_ settler: UInt32, within limit: Int = .max) -> Bool {
    let target = nodes[settler].pointee.target
    let changed = [target] + changedTogether(target)
    guard changed.contains(where: { nodes[$0].pointee.firstDependent != 0 }) else { return false }
    let least = nodes[target].pointee.depth
    let way = walkUp(from: inputLinks(of: settler).compactMap(inputOf), within: limit) { [self] index in
      if changed.contains(index) { return nil }
      return nodes[index].pointee.depth <= least ? [] : origins(of: index, besides: .closing)
    }
    if way.isEmpty { return false }
    nodes[settler].pointee.flags.insert(.closing)
    merge([target] + way)
    // Whoever else writes the target is no part of the loop.
    let between = way.filter { !changed.contains($0) }
    loops[settler] = between
    for node in between { closers[node, default: []].insert(settler) }
    return true
  }

  /// The settler or its target has ended: it closes no loop any more, and those that were closed over its target may be none.
  func forgetTarget(of settler: UInt32, isWayOfLink: Bool) {
    let target = nodes[settler].pointee.target
    guard target != 0 else { return }
    if !isWayOfLink, isInside(settler) { lose([], isScattered: true, from: nodes[target].pointee.group) }
    nodes[settler].pointee.target = 0
    writers[target]?.removeAll { $0 == settler }
    if writers[target]?.isEmpty ?? false { writers[target] = nil }
    forgetFollowedGroups()
    reopen(settler)
    if nodes[settler].pointee.flags.contains(.closing) { return }
    for closer in ([target] + changedTogether(target)).flatMap({ closers[$0] ?? [] }) {
      reopen(closer)
      nodes[closer].pointee.flags.remove(.closing)
      pushDepth(closer)
    }
    spreadDepths()
  }

  private func reopen(_ closer: UInt32) {
    for node in loops.removeValue(forKey: closer) ?? [] {
      closers[node]?.remove(closer)
      if closers[node]?.isEmpty ?? false { closers[node] = nil }
    }
  }

  /// From what the node follows: its inputs, or those of the settlers that change it.
  private func origins(of index: UInt32, besides left: NodeFlags = []) -> [UInt32] {
    origins(ofAll: [index], besides: left)
  }

  private func origins(ofAll indices: some Sequence<UInt32>, besides left: NodeFlags = []) -> [UInt32] {
    var all: [UInt32] = []
    var changed: Set<UInt32> = []
    for index in indices {
      if nodes[index].pointee.flags.contains(.derived) {
        all += inputLinks(of: index).compactMap(inputOf)
      } else {
        changed.insert(index)
        changed.formUnion(changedTogether(index))
      }
    }
    for source in changed {
      for settler in writers[source] ?? [] where nodes[settler].pointee.flags.isDisjoint(with: left) {
        all += inputLinks(of: settler).compactMap(inputOf)
      }
    }
    return all
  }

  /// The goals from which a way leads to where the walk begins, and the nodes on all such ways, in order.
  /// - Parameters:
  ///   - limit: none is found where more nodes are to be looked at.
  ///   - origins: of a node; nil for a goal.
  func walkUp(
    from starts: [UInt32], within limit: Int = .max, _ origins: (UInt32) -> [UInt32]?
  ) -> [UInt32] {
    var leadsTo: [UInt32: [UInt32]] = [:]
    var goals: [UInt32] = []
    var seen = Set(starts)
    var waiting = starts
    while let next = waiting.popLast() {
      if seen.count > limit { return [] }
      guard let before = origins(next) else {
        goals.append(next)
        continue
      }
      for origin in before {
        leadsTo[origin, default: []].append(next)
        if seen.insert(origin).inserted { waiting.append(origin) }
      }
    }
    var found = Set(goals)
    while let next = goals.popLast() {
      for later in leadsTo[next] ?? [] where found.insert(later).inserted { goals.append(later) }
    }
    return found.sorted()
  }
}
