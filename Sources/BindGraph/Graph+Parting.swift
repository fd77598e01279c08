// What is left of a group when one of its ways has ended.
//
// To be held together for nothing does harm to one thing alone: a binding between cells that nothing else holds together would have its turn
// before the ways of its source. And ways end in numbers, as when a view closes. So it is only noted then, and groups with bindings are
// looked at before the next settlers have their turns.

extension Graph {
  /// So many links may end before all of the group is looked at.
  private static var lostLimit: Int { 64 }

  /// Something in the group has ended.
  /// - Parameters:
  ///   - lost: what links have held together.
  ///   - isScattered: that may be anything.
  func lose(_ lost: [[NodeID]], isScattered: Bool, from group: UInt32) {
    if group == 0 { return }
    groups[group].lost += lost
    if isScattered || groups[group].lost.count > Self.lostLimit {
      (groups[group].lost, groups[group].isScattered) = ([], true)
    }
    if groups[group].hasBindings { groupsToPart.insert(group) }
  }

  /// A binding leads from a member to another.
  func noteBinding(in group: UInt32) {
    if groups[group].hasBindings { return }
    groups[group].hasBindings = true
    if groups[group].isScattered || !groups[group].lost.isEmpty { groupsToPart.insert(group) }
  }

  /// The settler has ended.
  func untie(_ settler: UInt32) {
    guard let tie = ties.removeValue(forKey: settler), !tie.isBack else { return }
    let present = tie.members.compactMap(resolve)
    for index in present {
      let count = tieCounts[index, default: 1] - 1
      tieCounts[index] = count == 0 ? nil : count
    }
    if let one = present.first(where: { nodes[$0].pointee.group != 0 }) {
      lose([tie.members], isScattered: false, from: nodes[one].pointee.group)
    }
  }

  /// What held nothing but its own ends together does so no more. Cost: in proportion to those ends, or to a group that may have fallen apart.
  @inline(never)
  func partGroups() {
    forgetFollowedGroups()
    while !groupsToPart.isEmpty {
      let parted = groupsToPart.sorted()
      groupsToPart = []
      for group in parted where !groups[group].members.isEmpty { part(group) }
    }
    spreadDepths()
  }

  private func part(_ group: UInt32) {
    let (lost, isScattered) = (groups[group].lost, groups[group].isScattered)
    (groups[group].lost, groups[group].isScattered) = ([], false)
    if isScattered || !dropEnds(of: group, that: lost) {
      partAll(of: group)
    } else if groups[group].members.isEmpty {
      free(group)
    }
  }

  /// What nothing holds in the group any more leaves it.
  /// - Returns: false where what stays of what the links have held together may not belong together.
  private func dropEnds(of group: UInt32, that lost: [[NodeID]]) -> Bool {
    // Of links that have met in what leaves.
    var parts: [(staying: Set<UInt32>, ends: Set<UInt32>)] = []
    for tied in lost {
      guard var part = looked(at: tied, group) else { return false }
      for other in parts where !other.ends.isDisjoint(with: part.ends) {
        part.staying.formUnion(other.staying)
        part.ends.formUnion(other.ends)
      }
      parts.removeAll { !$0.ends.isDisjoint(with: part.ends) }
      parts.append(part)
    }
    if parts.contains(where: { $0.staying.count > 1 || !$0.staying.isDisjoint(with: $0.ends) }) { return false }
    for index in parts.flatMap({ $0.ends.sorted() }) {
      nodes[index].pointee.group = 0
      groups[group].members.remove(index)
      pushDependentsForDepth(of: index)
      for way in writers[index] ?? [] { pushDepth(way) }
    }
    return true
  }

  /// What a link has held together: what something else holds in the group, and what nothing does. Nil where more has to be looked at.
  private func looked(at tied: [NodeID], _ group: UInt32) -> (staying: Set<UInt32>, ends: Set<UInt32>)? {
    var staying: Set<UInt32> = []
    var ends: Set<UInt32> = []
    for index in tied.compactMap(resolve) where nodes[index].pointee.group == group {
      if tieCounts[index] != nil {
        staying.insert(index)
      } else if let whole = whole(around: index) {
        staying.insert(whole)
      } else if leadsInside(index, group) {
        return nil
      } else {
        ends.insert(index)
      }
    }
    return (staying, ends)
  }

  /// Some way of the group begins or ends there.
  private func leadsInside(_ index: UInt32, _ group: UInt32) -> Bool {
    if ([index] + changedTogether(index)).contains(where: { closers[$0] != nil }) { return true }
    if (writers[index] ?? []).contains(where: isInside) { return true }
    var link = nodes[index].pointee.firstDependent
    while link != 0 {
      let dependent = links[link].pointee.dependent
      let flags = nodes[dependent].pointee.flags
      if flags.contains(.settler)
        ? isInside(dependent) : !flags.contains(.observer) && nodes[dependent].pointee.group == group
      {
        return true
      }
      link = links[link].pointee.nextDependent
    }
    return false
  }

  private func partAll(of group: UInt32) {
    let members = groups[group].members.sorted()
    for index in members { nodes[index].pointee.group = 0 }
    free(group)
    let ways = members.flatMap { writers[$0] ?? [] }
    for way in ways {
      if let tie = ties[way] { merge(withContainers(tie.members.compactMap(resolve))) }
      // Those that have lost a part are looked for anew: `forgetTarget`.
      if let between = loops[way] { merge([nodes[way].pointee.target] + between) }
    }
    placeAgain(members)
    for index in members { pushDependentsForDepth(of: index) }
    for way in ways { pushDepth(way) }
  }

  /// What is a part of a member is one.
  private func placeAgain(_ members: [UInt32]) {
    var alone = members.filter { nodes[$0].pointee.group == 0 }
    var wereLeft = 0
    repeat {
      wereLeft = alone.count
      alone.removeAll { index in
        guard let whole = whole(around: index) else { return false }
        merge(withContainers([whole, index]))
        return true
      }
    } while alone.count < wereLeft
  }

  /// The nearest member of a group that the node is a part of.
  private func whole(around index: UInt32) -> UInt32? {
    let around = nodes[index].pointee.body?._withUnsafeGuaranteedRef { $0.nodesAround } ?? []
    return around.compactMap(resolve).first { nodes[$0].pointee.group != 0 }
  }
}
