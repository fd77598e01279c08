// Loops: which settlers lead back to what they follow from, and over what.

extension Graph {
  /// Nodes outside the group that follow from it, and from which it follows; and the groups that it follows from.
  func nodesBetween(_ group: UInt32) -> (nodes: [UInt32], followed: Set<UInt32>) {
    let members = groups[group].members
    // What is less deep follows from none of them.
    let least = members.filter { nodes[$0].pointee.firstDependent != 0 }.map { nodes[$0].pointee.settlingDepth }.min()
    guard let least else { return ([], []) }
    var opened: Set<UInt32> = []
    let starts = members.flatMap { origins(of: $0) }.filter { nodes[$0].pointee.group != group }
    let found = walkUp(from: starts) { [self] index in
      let other = nodes[index].pointee.group
      if other == group { return nil }
      if depthToFollow(index, in: 0) <= least { return [] }
      guard other != 0, opened.insert(other).inserted else { return origins(of: index) }
      // All of another group follow from one another.
      return origins(of: index) + groups[other].members.filter { $0 != index }
        + groups[other].followed.compactMap { groups[$0].members.first }
    }
    return (found.filter { nodes[$0].pointee.group != group }, opened)
  }

  /// Whether the settler leads back to what it follows from. Then all on the way are a group, and it deepens its target no more.
  func closesLoop(_ settler: UInt32) -> Bool {
    let target = nodes[settler].pointee.target
    let changed = [target] + changedTogether(target)
    let least = nodes[target].pointee.depth
    let starts = inputLinks(of: settler).compactMap(inputOf)
    let way = walkUp(from: starts) { [self] index in
      if changed.contains(index) { return nil }
      return nodes[index].pointee.depth <= least ? [] : origins(of: index, besides: .closing)
    }
    if way.isEmpty { return false }
    nodes[settler].pointee.flags.insert(.closing)
    merge([target] + way)
    groups[nodes[target].pointee.group].closing.append(settler)
    return true
  }

  /// A settler has ended that may have been part of a loop: what has closed one looks whether it still does.
  func reopenLoops(through settler: UInt32) {
    let group = nodes[nodes[settler].pointee.target].pointee.group
    guard group != 0, !groups[group].closing.isEmpty else { return }
    let closing = groups[group].closing
    groups[group].closing = []
    for other in closing where other != settler && nodes[other].pointee.flags.contains(.settler) {
      nodes[other].pointee.flags.remove(.closing)
      pushDepth(other)
    }
    spreadDepths()
  }

  /// From what the node follows: its inputs, or those of the settlers that change it.
  private func origins(of index: UInt32, besides left: NodeFlags = []) -> [UInt32] {
    let flags = nodes[index].pointee.flags
    if flags.contains(.derived) { return inputLinks(of: index).compactMap(inputOf) }
    let settlers = ([index] + changedTogether(index)).flatMap { writers[$0] ?? [] }
    return settlers.filter { nodes[$0].pointee.flags.isDisjoint(with: left) }
      .flatMap { inputLinks(of: $0).compactMap(inputOf) }
  }

  /// The goals from which a way leads to where the walk begins, and the nodes on all such ways, in order.
  /// - Parameter origins: of a node; nil for a goal.
  private func walkUp(from starts: [UInt32], _ origins: (UInt32) -> [UInt32]?) -> [UInt32] {
    var leadsTo: [UInt32: [UInt32]] = [:]
    var goals: [UInt32] = []
    var seen = Set(starts)
    var waiting = starts
    while let next = waiting.popLast() {
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
