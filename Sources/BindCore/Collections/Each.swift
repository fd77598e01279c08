import BindGraph

/// `bh.each`: the changes of a keyed list as operations, with a scope for each element.
///
/// An element's scope is made once, kept over moves and changes, and closed when the element is removed. What the
/// callbacks write is held: an edit of the list gives a second, consistent set of operations.
open class Each: Observer {
  private let keys: ListKeys
  private let items: Scope
  @exclusivity(unchecked) private var present: [Item] = []
  /// `Graph.epoch` when the list was so.
  @exclusivity(unchecked) private var presentIn: UInt32 = 0
  @exclusivity(unchecked) private var check: LeafCell.ListCheck?
  /// Of what it does with operations, over its runs.
  @exclusivity(unchecked) private var errorsInARow = 0

  /// A class: a change of the list moves references only.
  private final class Item {
    let key: ListKeys.Key
    let keyValue: Value
    @exclusivity(unchecked) var value: Value
    let scope: Scope
    let cell: KeyedCell

    init(_ key: ListKeys.Key, _ keyValue: Value, _ value: Value, in scope: Scope, _ cell: KeyedCell) {
      self.key = key
      self.keyValue = keyValue
      self.value = value
      self.scope = scope
      self.cell = cell
    }
  }

  package init(of keys: ListKeys, scope: Scope) {
    self.keys = keys
    items = Scope(name: "each of \(keys.list.name)", in: scope, engine: scope.engine)
    super.init(of: keys.list, scope: scope)
  }

  @available(*, unavailable)
  override init(of: Cell, settles: Bool, raising: Cell?, scope: Scope) { preconditionFailure("not inherited") }

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
    let engine = engine
    if case .list(let elements)? = try input.peek() {
      _ = try engine.runPure { () throws(Failure) in try keys.keys(of: elements) }
    }
    check = keys.leaf?.addCheck { [keys, weak input] whole throws(Failure) in
      guard case .list(let elements)? = input?.value(in: whole) else { return }
      _ = try engine.runPure { () throws(Failure) in try keys.keys(of: elements) }
    }
    start()
  }

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
    let (before, beforeIn) = (present, presentIn)
    presentIn = engine.graph.epoch
    let diff = keyedDiff(from: before.map(\.key), to: newKeys) { before[$0].value == elements[$1] }
    guard !diff.steps.isEmpty else { return }
    var next: [Item] = []
    next.reserveCapacity(elements.count)
    for (place, old) in diff.olds.enumerated() {
      next.append(old >= 0 ? before[old] : try makeItem(newKeys[place], values[place], elements[place]))
    }
    present = next
    // A callback may stop it.
    for step in diff.steps where !isStopped { perform(step, before, in: beforeIn, elements) }
    // All that belongs to one change is told: afterwards the elements stand as the list has them.
    if !isStopped { suspend(after: errorsInARow) }
  }

  private func makeItem(_ key: ListKeys.Key, _ keyValue: Value, _ value: Value) throws(Failure) -> Item {
    let scope = Scope(name: "\(keys.name) \(keyValue)", in: items, engine: engine)
    return Item(key, keyValue, value, in: scope, try keys.cell(for: keyValue))
  }

  private func perform(_ step: ListStep, _ before: [Item], in epoch: UInt32, _ elements: [Value]) {
    switch step {
    case .remove(let place, let old):
      let item = before[old]
      attempt(in: scope) { () throws(Failure) in try removed(item.value, key: item.keyValue, at: place) }
      item.scope.close()
      item.cell.keep(item.value, from: place, in: epoch)
    case .insert(let place, let new):
      let item = present[new]
      attempt(in: item.scope) { () throws(Failure) in try inserted(item.cell, key: item.keyValue, at: place) }
    case .move(let from, let to, let new):
      let item = present[new]
      attempt(in: item.scope) { () throws(Failure) in
        try moved(item.cell, key: item.keyValue, from: from, to: to)
      }
    case .update(_, _, let new):
      let item = present[new]
      let old = item.value
      item.value = elements[new]
      attempt(in: item.scope) { () throws(Failure) in try updated(item.cell, item.value, old) }
    }
  }

  /// One callback that raises drops its own writes and stops no other.
  private func attempt(in scope: Scope, _ body: () throws(Failure) -> Void) {
    guard !isStopped else { return }
    let outer = engine.scope
    engine.scope = scope
    defer { engine.scope = outer }
    do {
      try engine.part { try body() }
      errorsInARow = 0
    } catch {
      errorsInARow += 1
      note(Engine.failure(error))
    }
  }

  // While it hears of nothing, elements are told by themselves what they held.
  open override func pauseChanged() { if isPaused { keys.follow() } }
  open override func suspensionChanged() { if isSuspended { keys.follow() } }

  open override func willResume() { errorsInARow = 0 }

  open override func didStop() {
    if let check { keys.leaf?.removeCheck(check) }
    check = nil
    items.close()
    present = []
    super.didStop()
  }
}
