import BindCore

/// What happened on a stage since presenters looked: collected as it comes, told as what differs in the end.
struct StageNews {
  /// Another tree is shown.
  var isNewTree = false
  /// Trees whose place another one took before anybody had looked, as warnings.
  var unseen: [Diagnostic] = []
  /// The dialogs as presenters saw them; nil while they are the same.
  var dialogsBefore: [View]?
  /// Properties that changed, a bit for each position; a view that has ended is hidden, if nothing takes its place.
  private var touched: [ObjectIdentifier: (view: View, bits: UInt64, hasEnded: Bool)] = [:]
  /// Views whose children are others now, with those that presenters saw.
  private var childrenBefore: [ObjectIdentifier: (view: View, children: [View])] = [:]

  var isEmpty: Bool { dialogsBefore == nil && touched.isEmpty && childrenBefore.isEmpty }

  mutating func changed(_ view: View, _ position: Int) {
    touched[ObjectIdentifier(view), default: (view, 0, false)].bits |= 1 << UInt64(position)
  }

  mutating func ended(_ view: View) { touched[ObjectIdentifier(view), default: (view, 0, false)].hasEnded = true }

  mutating func rearranged(_ view: View) {
    guard view.isSeen, childrenBefore[ObjectIdentifier(view)] == nil else { return }
    childrenBefore[ObjectIdentifier(view)] = (view, view.children)
  }

  /// It is shown no more. What was seen of it last is still asked for by the view that takes its place.
  mutating func forget(_ view: View) {
    if let gone = touched.removeValue(forKey: ObjectIdentifier(view)) { view.unseenChanges |= gone.bits }
    if let before = childrenBefore.removeValue(forKey: ObjectIdentifier(view)) { view.seenChildren = before.children }
  }

  // MARK: What differs

  func changes(on stage: Stage) -> [Stage.Change] {
    var removed: [Stage.Change] = []
    var others: [ObjectIdentifier: Stage.Change] = [:]

    func note(_ view: View, _ what: Stage.Change.What, _ properties: [String] = []) {
      var change = others[ObjectIdentifier(view)] ?? Stage.Change(view: view, what: what)
      if case .properties = change.what, change.properties.isEmpty {
        change = Stage.Change(view: view, what: what, properties: change.properties)
      }
      for name in properties where !change.properties.contains(name) { change.properties.append(name) }
      others[ObjectIdentifier(view)] = change
    }

    func compare(_ old: [View], _ new: [View], in parent: View?) {
      let before = Dictionary(old.map { ($0.presence.number, $0) }) { first, _ in first }
      let now = Set(new.map(\.presence.number))
      for view in old where !now.contains(view.presence.number) {
        removed.append(Stage.Change(view: view, what: .removed(parent: parent)))
      }
      let kept = keyedDiff(from: old.map(\.presence.number), to: new.map(\.presence.number)) { _, _ in true }.steps
      var moved: Set<Int> = []
      for case .move(_, _, let place) in kept { moved.insert(place) }
      for (place, view) in new.enumerated() {
        guard let match = before[view.presence.number] else {
          note(view, .inserted)
          continue
        }
        if moved.contains(place) { note(view, .moved) }
        if match !== view {
          let names = view.differences(from: match)
          if !names.isEmpty { note(view, .properties, names) }
          compare(match.seenChildren ?? match.children, view.children, in: view)
        }
      }
    }

    for (view, children) in childrenBefore.values where view.stage === stage && view.isSeen {
      compare(children, view.children, in: view)
    }
    if let dialogsBefore { compare(dialogsBefore, stage.dialogs, in: nil) }
    for (view, bits, hasEnded) in touched.values where view.stage === stage && view.isSeen {
      let hidden = hasEnded ? view.kind.position(of: "visible").map { UInt64(1) << UInt64($0) } ?? 0 : 0
      note(view, .properties, view.names(of: bits | hidden))
    }
    _ = stage.views
    return removed + others.values.sorted { $0.view.order < $1.view.order }
  }
}

extension View {
  fileprivate func names(of bits: UInt64) -> [String] {
    kind.properties.enumerated().filter { bits >> UInt64($0.offset) & 1 == 1 }.map(\.element.name)
  }

  fileprivate func differences(from old: View) -> [String] {
    kind.properties.enumerated().filter { place, _ in
      value(at: place) != old.value(at: place) || old.unseenChanges >> UInt64(place) & 1 == 1
    }.map(\.element.name)
  }
}
