// What is left of a group when one of its ways has ended.
//
// To be held together for nothing does harm to one thing alone: a binding between cells that nothing else holds together would have its turn before
// the ways of its source. And ways end in numbers, as when a view closes. So groups are only noted then, and those with bindings are parted before
// the next settlers have their turns.

extension Graph {
  /// A way inside the group has ended.
  func loosen(_ group: UInt32) {
    if group == 0 { return }
    groups[group].isLoose = true
    if groups[group].hasBindings { groupsToPart.insert(group) }
  }

  /// A binding leads from a member to another.
  func noteBinding(in group: UInt32) {
    if groups[group].hasBindings { return }
    groups[group].hasBindings = true
    if groups[group].isLoose { groupsToPart.insert(group) }
  }

  /// A link's way has ended, or any settler's target.
  func loosenTies(of settler: UInt32) {
    if isInside(settler) { loosen(nodes[nodes[settler].pointee.target].pointee.group) }
    for tied in (ties.removeValue(forKey: settler) ?? []).compactMap(resolve) { loosen(nodes[tied].pointee.group) }
  }

  /// What held nothing but its own ends together does so no more. Cost: in proportion to the groups that have lost a way.
  @inline(never)
  func partGroups() {
    forgetFollowedGroups()
    while let group = groupsToPart.min() {
      groupsToPart.remove(group)
      part(groups[group].members.sorted(), of: group)
    }
    spreadDepths()
  }

  private func part(_ members: [UInt32], of group: UInt32) {
    for index in members { nodes[index].pointee.group = 0 }
    free(group)
    let ways = members.flatMap { writers[$0] ?? [] }
    for way in ways {
      if let tied = ties[way] { merge(withContainers(tied.compactMap(resolve))) }
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
        let around = nodes[index].pointee.body?._withUnsafeGuaranteedRef { $0.nodesAround } ?? []
        let whole = around.compactMap(resolve).first { nodes[$0].pointee.group != 0 }
        guard let whole else { return false }
        merge(withContainers([whole, index]))
        return true
      }
    } while alone.count < wereLeft
  }
}
