import BindCore

/// A loadable or job whose value a view shows without a `ui.async` around it: the view says itself how that value stands and
/// how old it is.
final class BoundValue {
  private(set) weak var loadable: Loadable?
  private let property: String

  /// - Returns: nil where what the view shows is not the value of exactly one loadable, as it is or mapped.
  init?(of kind: ViewKind, property: String, source: Cell) {
    guard property == kind.canonical ?? kind.input || (kind.role == .table && property == "rows"),
      let loadable = Self.loadable(behind: source)
    else { return nil }
    self.loadable = loadable
    self.property = property
  }

  /// Declared inputs only: what a computed value reads may change.
  private static func loadable(behind source: Cell) -> Loadable? {
    var found: Loadable?
    var stack = [source]
    while let cell = stack.popLast() {
      if let cell = cell as? LoadableCell {
        guard cell.word == "value", let loadable = cell.loadable, found == nil || found === loadable else { return nil }
        found = loadable
      } else if let derived = cell as? DerivedCell {
        stack += derived.inputs ?? []
      }
    }
    return found
  }

  /// While the view is on the stage: what changes without its property is news as well.
  func watch(for view: View) -> [Callback] {
    guard let loadable, !loadable.machine.isClosed, !view.isStopped else { return [] }
    return ["face", "stale", "updated_at", "error"].compactMap { word in
      let cell = loadable.cells.fields.first { $0.name.text == word }?.cell
      return cell?.observe(in: view.scope, initial: false) { [weak view, property] _, _, _ in
        guard let view else { return }
        view.stage?.changed(view, property: property)
      }
    }
  }
}

extension View {
  /// Why what it shows of a loadable is not there, or not the newest, in words; empty where all is well, and where something
  /// around it says so.
  var trouble: String {
    guard let loadable = unannounced else { return "" }
    let error = loadable.cells.value(of: "error")
    if error.isNil { return "" }
    let reason = PlainText.clean(error.reason)
    return (loadable.hasValue ? "out of date" : "failed") + (reason.isEmpty ? "" : ": " + reason)
  }

  /// The loadable that nothing around the view says anything of.
  var unannounced: Loadable? {
    guard let loadable = boundValue?.loadable, !loadable.machine.isClosed else { return nil }
    var outer = parent
    while let container = outer {
      if let content = container.structure as? LoadableContent, content.loadable === loadable { return nil }
      outer = container.parent
    }
    return loadable
  }
}
