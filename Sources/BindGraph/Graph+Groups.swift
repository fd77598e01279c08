// Groups: cells whose values hang on one another both ways, over links or over a ring of bindings.
//
// A write of any of them may change all others. So whatever follows from one of them and settles too, as a binding does that delivers a
// derived value, has its turn when the ways inside the group have had theirs: it would see some of the group as it is and the rest as it
// was. Inside a group the order is that of its own depths, and what closes a ring deepens nothing.

/// One group.
struct Group {
  /// Sources, places in them, and what is derived between them. No settlers.
  var members: Set<UInt32> = []
  /// Where depths have settled every way inside the group is less deep, and whoever follows from a member outside is deeper. There is some
  /// room, so that a group that grows tells it seldom.
  var reach: UInt32 = 0
  /// Groups that its ways have followed from, if only at times, as when its validators were asked, since a settler has ended last.
  var followed: Set<UInt32> = []
  /// Bindings lead from a member to another.
  var hasBindings = false
  /// What links have held together that have ended since it was looked at.
  var lost: [[NodeID]] = []
  /// Something else has ended that may have held members together.
  var isScattered = false
}

/// What a way of a link holds together.
struct Tie {
  let members: [NodeID]
  let isBack: Bool
}

extension Graph {
  /// A way of a link holds these together until it ends, with all that is held together with one of them already.
  /// - Parameter isBack: what it holds together is held by the way forth too, or ends with it.
  func tie(_ members: [NodeID], by settler: UInt32, isBack: Bool) {
    ties[settler] = Tie(members: members, isBack: isBack)
    if !isBack { for index in members.compactMap(resolve) { tieCounts[index, default: 0] += 1 } }
    join(members)
  }

  private func join(_ members: [NodeID]) {
    merge(withContainers(members.compactMap(resolve)))
    spreadDepths()
  }

  /// And what new ones among them are places in: what is derived between them and a source.
  func withContainers(_ members: [UInt32]) -> [UInt32] {
    var all = members
    var known = Set(members)
    var next = 0
    while next < all.count {
      let index = all[next]
      next += 1
      if nodes[index].pointee.group != 0 { continue }
      for input in inputLinks(of: index).compactMap(inputOf)
      where nodes[input].pointee.flags.contains(.derived) && known.insert(input).inserted {
        all.append(input)
      }
    }
    return all
  }

  /// Whether it is held together with others.
  public func isGrouped(_ node: NodeID) -> Bool { resolve(node).map { nodes[$0].pointee.group != 0 } ?? false }

  func merge(_ members: [UInt32]) {
    var known: [UInt32] = []
    for index in members where nodes[index].pointee.group != 0 && !known.contains(nodes[index].pointee.group) {
      known.append(nodes[index].pointee.group)
    }
    let group = known.max { groups[$0].members.count < groups[$1].members.count } ?? makeGroup()
    let reach = known.map { groups[$0].reach }.max() ?? 0
    for other in known where other != group {
      let taken = groups[other]
      free(other, into: group)
      if taken.hasBindings { noteBinding(in: group) }
      if !taken.lost.isEmpty || taken.isScattered { lose(taken.lost, isScattered: taken.isScattered, from: group) }
      note(taken.followed.subtracting([group]), followedBy: group)
      for index in taken.members.sorted() { add(index, to: group) }
    }
    for index in members where nodes[index].pointee.group != group { add(index, to: group) }
    setReach(of: group, to: reach)
  }

  private func makeGroup() -> UInt32 {
    if let free = freeGroups.popLast() { return free }
    // No node is in group 0.
    if groups.isEmpty { groups.append(Group()) }
    groups.append(Group())
    return UInt32(groups.count - 1)
  }

  func free(_ group: UInt32, into other: UInt32 = 0) {
    groups[group] = Group()
    freeGroups.append(group)
    followingGroups.remove(group)
    groupsToPart.remove(group)
    for follower in followingGroups where groups[follower].followed.remove(group) != nil {
      if other != 0, follower != other { groups[follower].followed.insert(other) }
    }
  }

  /// Over others, if only at times.
  private func hasFollowedItself(_ group: UInt32) -> Bool {
    var seen = groups[group].followed
    var waiting = Array(seen)
    while let next = waiting.popLast() {
      for other in groups[next].followed {
        if other == group { return true }
        if seen.insert(other).inserted { waiting.append(other) }
      }
    }
    return false
  }

  func forgetFollowedGroups() {
    for group in followingGroups { groups[group].followed = [] }
    followingGroups = []
  }

  private func note(_ followed: Set<UInt32>, followedBy group: UInt32) {
    if followed.isEmpty { return }
    groups[group].followed.formUnion(followed)
    followingGroups.insert(group)
  }

  private func add(_ index: UInt32, to group: UInt32) {
    nodes[index].pointee.group = group
    groups[group].members.insert(index)
    if nodes[index].pointee.flags.contains(.derived) {
      nodes[index].pointee.settlingDepth = nodes[index].pointee.depth
      pushDepth(index)
    }
    tellReach(of: group, around: index)
    // What leads to it may be inside by now.
    for way in writers[index] ?? [] { pushDepth(way) }
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
    if nodes[index].pointee.firstDependent != 0 || writers[index] != nil { lose([], isScattered: true, from: group) }
    nodes[index].pointee.group = 0
    groups[group].members.remove(index)
    if groups[group].members.isEmpty { free(group) }
  }

  // MARK: Reach

  private func setReach(of group: UInt32, to reach: UInt32) {
    guard groups[group].reach < reach else { return }
    groups[group].reach = reach
    for member in groups[group].members.sorted() { tellReach(of: group, around: member) }
  }

  /// To what follows from the member, and to the records around it.
  private func tellReach(of group: UInt32, around member: UInt32) {
    pushDependentsForDepth(of: member)
    for other in changedTogether(member) where nodes[other].pointee.group != group {
      deepen(other, to: 0, groups[group].reach)
    }
  }

  /// The settler is one of the ways inside a group: it leads from a member to another.
  func isInside(_ settler: UInt32) -> Bool {
    if groups.isEmpty { return false }
    let flags = nodes[settler].pointee.flags
    if flags.contains(.linking) { return true }
    let group = nodes[nodes[settler].pointee.target].pointee.group
    return group != 0 && inputLinks(of: settler).contains { inputOf($0).map { nodes[$0].pointee.group } == group }
  }

  /// One of its ways is deeper than the group reaches: because there are more of them, or because what follows from the group leads
  /// back to it, and belongs to it. That is looked for where the first is not enough.
  func outgrow(_ group: UInt32, by settler: UInt32, isAgain: Bool) {
    note(groupsAsked(by: settler, of: group), followedBy: group)
    let between = isAgain || hasFollowedItself(group) ? nodesBetween(group) : []
    if between.isEmpty {
      setReach(of: group, to: nodes[settler].pointee.depth + 4 + UInt32(groups[group].members.count))
    } else {
      merge([groups[group].members.first ?? 0] + between)
      pushDepth(settler)
    }
  }
}

extension [Group] {
  subscript(group: UInt32) -> Group {
    _read { yield self[Int(group)] }
    _modify { yield &self[Int(group)] }
  }
}
