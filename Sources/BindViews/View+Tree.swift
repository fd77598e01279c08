import BindCore

// Where a view stands among others, and whether it can be seen and used there.

extension View {
  /// Whether it, and everything around it, is visible and alive.
  package var isVisible: Bool {
    var inner: View?
    var view: View? = self
    while let present = view {
      if present.isStopped || !present.isTrue("visible") { return false }
      if present.kind.role == .dialog, !present.isTrue("open") { return false }
      if let inner, present.kind.role == .tabs, present.selectedTab !== inner { return false }
      inner = present
      view = present.parent
    }
    return true
  }

  /// It is part of what that stage shows.
  package func isShown(on stage: Stage) -> Bool { self.stage === stage }

  /// Whether it, and everything around it, is enabled.
  package var isEnabled: Bool {
    var view: View? = self
    while let present = view {
      if !present.isTrue("enabled") { return false }
      view = present.parent
    }
    return true
  }

  /// The outermost view around it whose content is made by functions: what lives in its scope outlives every new content.
  var outermostMaker: View? {
    var found: View?
    var view = parent
    while let present = view {
      if case .made = present.kind.content { found = present }
      view = present.parent
    }
    return found
  }

  /// Of tabs: the one that is shown.
  package var selectedTab: View? {
    guard case .integer(let number)? = value("value"), number >= 1, number <= children.count else {
      return children.first
    }
    return children[Int(number) - 1]
  }

  /// The name it is read out with: its `a11y`, its label or its title.
  package var accessibleName: String {
    for property in ["a11y", "label", "title", "alt"] {
      let words = words(property)
      if !words.isEmpty { return words }
    }
    return ""
  }

  /// The view and everything inside it, in tree order. Cost: linear; the depth is limited where views are made.
  package var flattened: [View] {
    var parts: [View] = []
    func add(_ view: View) {
      parts.append(view)
      for child in view.children { add(child) }
    }
    add(self)
    return parts
  }

  /// It and all inside it, as places in `Stage.views`.
  package var range: Range<Int> {
    var last = self
    while let child = last.children.last { last = child }
    return order..<(last.order + 1)
  }

  /// Puts other views inside a view whose content is made by functions.
  /// - Throws: `bind.argument` for a view that has another place; `bind.disposed`; `ui.duplicate_id`. Nothing has changed
  ///   then.
  func replaceChildren(with new: [View]) throws(Failure) {
    let kept = Set(children.map { ObjectIdentifier($0) })
    let wanted = Set(new.map { ObjectIdentifier($0) })
    let added = new.filter { !kept.contains(ObjectIdentifier($0)) }
    let removed = children.filter { !wanted.contains(ObjectIdentifier($0)) }
    if added.isEmpty, removed.isEmpty, zip(children, new).allSatisfy({ $0 === $1 }) { return }
    let level = level + 1
    for view in added {
      try view.checkFree(for: name)
      try View.checkDepth(level + view.depth, for: name)
    }
    try stage?.checkIDs(of: added, without: removed, for: name)
    stage?.willRearrange(self)
    for view in removed {
      stage?.unmount(view)
      view.parent = nil
    }
    children = new
    for view in added { view.parent = self }
    for view in added { stage?.mount(view) }
  }
}
