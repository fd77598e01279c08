// Groups: the cells that links hold together, as one tree of two-way edges.
//
// A write of any of them may change all others, over the links between them. What follows from one of them and settles too, as a
// binding does that delivers a derived value, has its turn when the ways inside the group have had theirs: it would see some of the group
// as it is and the rest as it was. Observers keep the order of their own depth, since they come after all that settles.

/// One group.
struct Group {
  /// Sources, places in them, and what the links between them ask for. No settlers.
  var members: Set<UInt32> = []
  /// Every way between the members is less deep among settlers, and whoever follows from one of them outside is. Greater than it must be,
  /// so that a group that grows tells it seldom.
  var reach: UInt32 = 0
}

extension Graph {
  /// Links hold these together from now on, with what they are places in, and with all that is held together with one of them already. They
  /// stay so when the links have ended, as what was made deeper stays deep.
  public func join(_ members: [NodeID]) {
    let found = withDerivedInputs(members.compactMap(resolve))
    var known: [UInt32] = []
    for index in found where nodes[index].pointee.group != 0 && !known.contains(nodes[index].pointee.group) {
      known.append(nodes[index].pointee.group)
    }
    let group = known.max { groups[$0].members.count < groups[$1].members.count } ?? makeGroup()
    let reach = known.map { groups[$0].reach }.max() ?? 0
    for other in known where other != group {
      let taken = groups[other].members
      free(other)
      for index in taken { add(index, to: group) }
    }
    for index in found where nodes[index].pointee.group != group { add(index, to: group) }
    if groups[group].reach < reach { extend(group, to: reach) }
    spreadDepths()
  }

  private func withDerivedInputs(_ members: [UInt32]) -> [UInt32] {
    var all = members
    var next = 0
    while next < all.count {
      for input in inputLinks(of: all[next]).compactMap(inputOf) {
        if nodes[input].pointee.flags.contains(.derived), !all.contains(input) { all.append(input) }
      }
      next += 1
    }
    return all
  }

  private func makeGroup() -> UInt32 {
    if let free = freeGroups.popLast() { return free }
    // No node is in group 0.
    if groups.isEmpty { groups.append(Group()) }
    groups.append(Group())
    return UInt32(groups.count - 1)
  }

  private func free(_ group: UInt32) {
    groups[group] = Group()
    freeGroups.append(group)
  }

  private func add(_ index: UInt32, to group: UInt32) {
    nodes[index].pointee.group = group
    groups[group].members.insert(index)
    if nodes[index].pointee.flags.contains(.derived) {
      nodes[index].pointee.settlingDepth = nodes[index].pointee.depth
      pushDepth(index)
    }
    pushDependentsForDepth(of: index)
  }

  /// A new source is part of what it is a part of, or else, as a record around some members, follows from them.
  func place(_ index: UInt32, within around: [NodeID], changedWith others: [NodeID]) {
    let others = others.compactMap(resolve)
    let wholes = around.compactMap(resolve).filter { nodes[$0].pointee.group != 0 }
    nodes[index].pointee.depth = others.map { nodes[$0].pointee.depth }.max() ?? 0
    nodes[index].pointee.settlingDepth =
      others.map { wholes.isEmpty ? depthToFollow($0, in: 0) : nodes[$0].pointee.settlingDepth }.max() ?? 0
    if let whole = wholes.first { join([id(whole), id(index)]) }
  }

  /// The node has ended.
  func leaveGroup(_ index: UInt32) {
    let group = nodes[index].pointee.group
    nodes[index].pointee.group = 0
    groups[group].members.remove(index)
    if groups[group].members.isEmpty { free(group) }
  }

  // MARK: Depth

  /// As the depth, but that of a group counts to those outside it.
  func settlingDepthByInputs(of node: UnsafeMutablePointer<Node>) -> UInt32 {
    let flags = node.pointee.flags
    let isInside = flags.isDisjoint(with: .settler)
    let group = isInside ? node.pointee.group : flags.contains(.linking) ? nodes[node.pointee.target].pointee.group : 0
    var depth: UInt32 = 1
    var link = node.pointee.firstInput
    while link != 0 {
      if let source = inputOf(link) { depth = max(depth, depthToFollow(source, in: group) + 1) }
      link = links[link].pointee.nextInput
    }
    return depth
  }

  /// What a settler has to be deeper than that follows from the node.
  private func depthToFollow(_ source: UInt32, in group: UInt32) -> UInt32 {
    let own = nodes[source].pointee.group
    let depth = nodes[source].pointee.settlingDepth
    return own == 0 || own == group ? depth : max(depth, groups[own].reach)
  }

  /// One of the ways inside the group is deeper than those outside are told. What the way back asks besides counts, unless it follows from the
  /// group itself.
  func exceedsReach(_ settler: UInt32) -> Bool {
    let group = nodes[nodes[settler].pointee.target].pointee.group
    guard group != 0, nodes[settler].pointee.depth >= groups[group].reach else { return false }
    return !nodes[settler].pointee.flags.contains(.returning) || !asksWhatFollows(settler, from: group)
  }

  private func asksWhatFollows(_ settler: UInt32, from group: UInt32) -> Bool {
    var waiting = inputLinks(of: settler).compactMap(inputOf)
    var seen = Set(waiting)
    while let next = waiting.popLast() {
      for input in inputLinks(of: next).compactMap(inputOf) {
        if nodes[input].pointee.group == group {
          if nodes[next].pointee.group != group { return true }
        } else if nodes[input].pointee.flags.contains(.derived), seen.insert(input).inserted {
          waiting.append(input)
        }
      }
    }
    return false
  }

  func extend(_ group: UInt32, to reach: UInt32) {
    let members = groups[group].members
    let reach = reach + UInt32(members.count)
    groups[group].reach = reach
    for member in members {
      pushDependentsForDepth(of: member)
      for other in nodes[member].pointee.body?._withUnsafeGuaranteedRef({ $0.nodesChangedTogether }) ?? [] {
        if let index = resolve(other), nodes[index].pointee.group != group { deepen(index, to: 0, reach) }
      }
    }
  }
}

extension [Group] {
  subscript(group: UInt32) -> Group {
    get { self[Int(group)] }
    _modify { yield &self[Int(group)] }
  }
}
