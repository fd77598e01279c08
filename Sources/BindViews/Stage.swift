package import BindCore

/// The shown view tree, and what changed in it since a presenter last looked: one list for each turn.
///
/// Isolation: confined to its engine's thread.
package final class Stage {
  private let engine: Engine
  package private(set) var root: View?
  package private(set) var title = ""
  /// The shown tree in tree order: a view, then what is inside it.
  package private(set) var views: [View] = []
  private var observers: [Callback] = []
  /// Which properties changed, a bit for each position, by the view's order.
  private var changed: [Int: UInt64] = [:]
  /// A new tree was shown since the last look.
  private var isNew = false
  private var lastNumber = 0

  package init(engine: Engine) { self.engine = engine }

  /// For ids of views that have none.
  package func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Whether a shown tree keeps the script alive.
  package var isShowing: Bool { root.map { !$0.isStopped } ?? false }

  /// Shows a tree in place of the one before. Undone when the running transaction fails.
  /// - Throws: `ui.duplicate_id`; `bind.argument` for a part of a tree; `bind.disposed`.
  package func show(_ view: View, title: String) throws(Failure) {
    try view.checkAlive()
    if let outer = view.parent, !outer.isStopped {
      throw .diagnostic(Diagnostic(.bindArgument, "bh.show: \(view.name) is inside \(outer.name); show the whole tree"))
    }
    let parts = view.flattened
    var ids: [String: View] = [:]
    for part in parts {
      if let other = ids.updateValue(part, forKey: part.id) {
        throw .diagnostic(
          Diagnostic(
            .uiDuplicateID, "bh.show: two views have the id '\(part.id)'",
            notes: ["they are \(other.name) and \(part.name)"]))
      }
    }
    let before = ShownBefore(self, root: root, title: self.title, changed: changed, isNew: isNew)
    install(view, parts, title: title)
    changed = [:]
    isNew = true
    engine.registered(before)
  }

  private func install(_ view: View?, _ parts: [View], title: String) {
    for observer in observers { observer.stop() }
    observers = []
    for part in views { part.stage = nil }
    root = view
    self.title = title
    views = parts
    for (order, part) in parts.enumerated() {
      part.stage = self
      part.order = order
      for (position, cell) in part.liveProperties { watch(cell, position, of: part) }
    }
  }

  fileprivate func restore(_ view: View?, title: String, changed: [Int: UInt64], isNew: Bool) {
    install(view, view?.flattened ?? [], title: title)
    self.changed = changed
    self.isNew = isNew
  }

  func watch(_ cell: LeafCell, _ position: Int, of view: View) {
    observers.append(
      cell.observe(in: view.scope, initial: false) { [weak self, weak view] _, _, _ in
        if let self, let view, view.stage === self { self.changed[view.order, default: 0] |= 1 << UInt64(position) }
      })
  }

  /// The whole of a view went with its scope: as if it were hidden.
  func ended(_ view: View) {
    if let visible = view.kind.position(of: "visible") { changed[view.order, default: 0] |= 1 << UInt64(visible) }
  }

  /// What a presenter has to draw.
  package enum Look {
    case nothing
    case newTree
    /// In tree order.
    case changes([Change])
  }

  package struct Change {
    package let view: View
    /// In the order of the kind's table.
    package let properties: [String]
  }

  /// What changed since the last call; forgets it.
  package func takeChanges() -> Look {
    defer {
      changed.removeAll(keepingCapacity: true)
      isNew = false
    }
    if root == nil { return .nothing }
    if isNew { return .newTree }
    if changed.isEmpty { return .nothing }
    return .changes(
      changed.sorted { $0.key < $1.key }.map { order, bits in
        let view = views[order]
        let names = view.kind.properties.enumerated().filter { bits >> UInt64($0.offset) & 1 == 1 }.map(\.element.name)
        return Change(view: view, properties: names)
      })
  }
}

/// What was shown before a `show`, for the case that its transaction fails.
private final class ShownBefore: ScopeItem {
  var scopeIndex = -1
  private weak var stage: Stage?
  private let root: View?
  private let title: String
  private let changed: [Int: UInt64]
  private let isNew: Bool

  init(_ stage: Stage, root: View?, title: String, changed: [Int: UInt64], isNew: Bool) {
    self.stage = stage
    self.root = root
    self.title = title
    self.changed = changed
    self.isNew = isNew
  }

  func stop() { stage?.restore(root, title: title, changed: changed, isNew: isNew) }
}

extension View {
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
}
