package import BindCore

/// The shown view tree, and what changed in it since a presenter last looked: one list for each turn.
package final class Stage {
  private let engine: Engine
  package private(set) var root: View?
  package private(set) var title = ""
  private var observers: [Callback] = []
  private var changed: Set<ObjectIdentifier> = []
  private var lastNumber = 0
  /// A new tree was shown since the last look.
  private var isNew = false

  package init(engine: Engine) { self.engine = engine }

  /// For ids of views that have none.
  package func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Shows a tree in place of the one before.
  /// - Throws: `ui.duplicate_id` when two views of it have one id.
  package func show(_ view: View, title: String) throws(Failure) {
    var ids: Set<String> = []
    for part in view.flattened where !ids.insert(part.id).inserted {
      throw .diagnostic(Diagnostic(.uiDuplicateID, "bh.show: two views have the id '\(part.id)'"))
    }
    for observer in observers { observer.stop() }
    observers = []
    root = view
    self.title = title
    isNew = true
    for part in view.flattened {
      for cell in part.properties {
        observers.append(
          cell.observe(in: part.scope, initial: false) { [weak self, weak part] _, _, _ in
            if let part { self?.changed.insert(ObjectIdentifier(part)) }
          })
      }
    }
  }

  /// Whether a shown tree keeps the script alive.
  package var isShowing: Bool { root.map { !$0.isStopped } ?? false }

  package enum Look {
    case nothing
    case newTree
    /// In tree order.
    case changes([View])
  }

  /// What a presenter has to draw; forgets it.
  package func look() -> Look {
    defer {
      changed.removeAll(keepingCapacity: true)
      isNew = false
    }
    guard let root else { return .nothing }
    if isNew { return .newTree }
    if changed.isEmpty { return .nothing }
    return .changes(root.flattened.filter { changed.contains(ObjectIdentifier($0)) })
  }
}

extension View {
  /// The view and everything inside it, in tree order.
  package var flattened: [View] { [self] + children.flatMap(\.flattened) }
}
