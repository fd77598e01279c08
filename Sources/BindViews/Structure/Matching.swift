import BindCore

/// Which view of a new tree stands where one of the old tree stood: by id, else by position and kind.
struct Matching {
  private var matches: [ObjectIdentifier: View] = [:]
  private var taken: Set<ObjectIdentifier> = []

  /// The new tree goes on with what a person has done in the old one.
  static func take(the old: View, by new: View) {
    var matching = Matching()
    // Ids first: what has one may stand anywhere.
    var named: [String: View] = [:]
    for view in old.flattened where view.hasOwnID { named[view.id] = view }
    for view in new.flattened where view.hasOwnID { matching.pair(named[view.id], view) }
    matching.pair([old], [new])
  }

  /// Views without an id: the n-th among those of one parent, if it is of the same kind.
  private mutating func pair(_ old: [View], _ new: [View]) {
    let nameless = old.filter { !$0.hasOwnID }
    var place = 0
    for view in new {
      if !view.hasOwnID {
        if place < nameless.count { pair(nameless[place], view) }
        place += 1
      }
      pair(matches[ObjectIdentifier(view)]?.children ?? [], view.children)
    }
  }

  private mutating func pair(_ old: View?, _ new: View) {
    guard let old, old.kind.role == new.kind.role, taken.insert(ObjectIdentifier(old)).inserted else { return }
    matches[ObjectIdentifier(new)] = old
    new.succeed(old)
  }
}

extension View {
  /// Stands in the place of a view that has ended.
  fileprivate func succeed(_ old: View) {
    presence = old.presence
    // What functions make inside comes later.
    if children.isEmpty, case .made = kind.content { inheritedTree = old.children.first ?? old.inheritedTree }
    // What presenters have not seen is nothing to compare with.
    predecessor = old.isSeen ? old : old.predecessor
    if presence.draft != nil { cell(named: "editing")?.commit(.boolean(true), cause: .none) }
    if presence.menu != nil { cell(named: "open")?.commit(.boolean(true), cause: .none) }
    guard let input = kind.input, inputBinding == nil, old.inputBinding == nil, givenInput == old.givenInput,
      let value = old.value(input), value != self.value(input)
    else { return goOn(with: old) }
    cell(named: input)?.commit(value, cause: .none)
    goOn(with: old)
  }

  private func goOn(with old: View) {
    guard let commits = old.commits else { return }
    self.commits = commits
    commits.move(to: self)
  }

  /// What is under way in a tree that has ended is called off, unless another view goes on with it.
  /// - Parameter spared: trees inside whose successors are still to be made.
  func dropCommits(sparing spared: [View] = []) {
    if spared.contains(where: { $0 === self }) { return }
    if let commits, commits.belongs(to: self) { commits.stop() }
    for child in children { child.dropCommits(sparing: spared) }
  }
}
