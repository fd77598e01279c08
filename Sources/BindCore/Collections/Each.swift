/// `bh.each`: the changes of a keyed list as operations, with a scope for each element.
///
/// An element's scope is made once, kept over moves and changes, and closed when the element is removed. What the
/// callbacks write is held: an edit of the list gives a second, consistent set of operations.
open class Each: Observer {
  private let keys: ListKeys
  private let items: Scope
  private var present: [Item] = []
  private var check: LeafCell.ListCheck?

  private struct Item {
    let key: ListKeys.Key
    let keyValue: Value
    var value: Value
    let scope: Scope
    let cell: KeyedCell
  }

  package init(of keys: ListKeys, scope: Scope) {
    self.keys = keys
    items = Scope(name: "each of \(keys.list.name)", in: scope, engine: scope.engine)
    super.init(of: keys.list, scope: scope)
  }

  @available(*, unavailable)
  override init(of: Cell, settles: Bool, raising: LeafCell?, scope: Scope) { preconditionFailure("not inherited") }

  open override var title: String { "each of \(keys.list.name)" }

  // What a subclass does with an operation. Places are counted from 0. Runs in the element's scope; a removal in that of
  // the list, before the element's scope is closed.

  open func inserted(_ element: Cell, key: Value, at place: Int) throws(Failure) {}
  open func removed(_ value: Value, key: Value, at place: Int) throws(Failure) {}
  open func moved(_ element: Cell, key: Value, from: Int, to: Int) throws(Failure) {}
  open func updated(_ element: Cell, _ new: Value, _ old: Value) throws(Failure) {}

  /// From now on a write that gives the list two elements with one key is refused where it is made.
  /// - Throws: `bind.key` if it has them already.
  package final func begin() throws(Failure) {
    if case .list(let elements)? = try input.peek() { _ = try keys.keys(of: elements) }
    check = leaf?.addCheck { [keys, weak input] whole throws(Failure) in
      let list = (input as? ElementCell).map { $0.value(in: whole) } ?? whole
      if case .list(let elements)? = list { _ = try keys.keys(of: elements) }
    }
    start()
  }

  /// What holds the list, itself or around it; nil for a list that is derived.
  private var leaf: LeafCell? { input is LeafCell || input is ElementCell ? input.settledLeaf : nil }

  open override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    let elements: [Value]
    switch new {
    case .list(let list): elements = list
    case .nil, .null: elements = []
    case .record(let record) where record.isEmpty: elements = []
    default:
      throw .diagnostic(Diagnostic(.bindType, "\(title): list expected, got \(new.typeName)"))
    }
    let (values, newKeys) = try engine.runPure { () throws(Failure) in try keys.keys(of: elements) }
    let before = present
    let steps = keyedDiff(from: before.map(\.key), to: newKeys) { before[$0].value == elements[$1] }
    guard !steps.isEmpty else { return }
    var known: [ListKeys.Key: Item] = [:]
    known.reserveCapacity(before.count)
    for item in before { known[item.key] = item }
    present = []
    present.reserveCapacity(elements.count)
    for (place, key) in newKeys.enumerated() {
      if var item = known[key] {
        item.value = elements[place]
        present.append(item)
      } else {
        present.append(
          Item(
            key: key, keyValue: values[place], value: elements[place],
            scope: Scope(name: "\(keys.name) \(values[place])", in: items, engine: engine),
            cell: try keys.cell(for: values[place])))
      }
    }
    for step in steps { perform(step, before) }
  }

  private func perform(_ step: ListStep, _ before: [Item]) {
    switch step {
    case .remove(let place, let old):
      let item = before[old]
      attempt(in: scope) { () throws(Failure) in try removed(item.value, key: item.keyValue, at: place) }
      item.scope.close()
    case .insert(let place, let new):
      let item = present[new]
      attempt(in: item.scope) { () throws(Failure) in try inserted(item.cell, key: item.keyValue, at: place) }
    case .move(let from, let to, let new):
      let item = present[new]
      attempt(in: item.scope) { () throws(Failure) in
        try moved(item.cell, key: item.keyValue, from: from, to: to)
      }
    case .update(_, let old, let new):
      let item = present[new]
      attempt(in: item.scope) { () throws(Failure) in try updated(item.cell, item.value, before[old].value) }
    }
  }

  /// One callback that raises drops its own writes and stops no other.
  private func attempt(in scope: Scope, _ body: () throws(Failure) -> Void) {
    guard !isStopped else { return }
    let outer = engine.scope
    engine.scope = scope
    defer { engine.scope = outer }
    do {
      try engine.transaction { try body() }
    } catch {
      report(Report(error, during: title))
    }
  }

  open override func didStop() {
    if let check { leaf?.removeCheck(check) }
    check = nil
    items.close()
    present = []
    super.didStop()
  }
}
