import BindGraph

/// `bh.each`: the changes of a keyed list as operations, with a scope for each element.
///
/// An element's scope is made once, kept over moves and changes, and closed when the element is removed. What the
/// callbacks write is held: an edit of the list gives a second, consistent set of operations.
open class Each: Observer {
  private let keys: ListKeys
  private let items: Scope
  @exclusivity(unchecked) private var present: [Item] = []
  /// What they hold: the list that was delivered last.
  @exclusivity(unchecked) private var elements: [Value] = []
  /// `ListKeys.lastRenewal` of their keys.
  @exclusivity(unchecked) private var renewal = 0
  /// `Graph.epoch` when the list was so.
  @exclusivity(unchecked) private var presentIn: UInt32 = 0
  @exclusivity(unchecked) private var check: LeafCell.ListCheck?
  /// Of what it does with operations, over its runs.
  @exclusivity(unchecked) private var errorsInARow = 0

  /// A class: a change of the list moves references only.
  private final class Item {
    let key: ListKeys.Key
    let keyValue: Value
    let scope: Scope
    let cell: KeyedCell

    init(_ key: ListKeys.Key, _ keyValue: Value, in scope: Scope, _ cell: KeyedCell) {
      self.key = key
      self.keyValue = keyValue
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
  override init(of: Cell, settles: Bool, raising: Cell?, way: LinkWay, scope: Scope) {
    preconditionFailure("not inherited")
  }

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
      func look() throws(Failure) { _ = try engine.runPure { () throws(Failure) in try keys.keys(of: elements) } }
      // A function may look at the list too: at the one that is written.
      guard keys.isFunction, let leaf = keys.leaf else { return try look() }
      try engine.seeing([(leaf, whole)]) { _ throws(Failure) in try look() }
    }
    start()
  }

  /// What a change replaces: the elements between those that both lists have at their ends.
  private struct Replaced {
    let head: Int
    let items: [Item]
    let values: [Value]
    /// `Graph.epoch` when they stood so.
    let epoch: UInt32
  }

  open override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    let next: [Value]
    switch new {
    case .list(let list): next = list
    case .nil, .null: next = []
    case .record(let record) where record.isEmpty: next = []
    default:
      throw .diagnostic(Diagnostic(.bindType, "\(title): list expected, got \(new.typeName)"))
    }
    let (keyValues, newKeys) = try engine.runPure { () throws(Failure) in try keys.keys(of: next) }
    // Keys that were all made anew are compared.
    let (head, tail) = keys.lastRenewal == renewal ? elements.sharedEnds(with: next) : (0, 0)
    let (going, coming) = (head..<(elements.count - tail), head..<(next.count - tail))
    let replaced = Replaced(
      head: head, items: Array(present[going]), values: Array(elements[going]), epoch: presentIn)
    let diff = keyedDiff(from: replaced.items.map(\.key), to: Array(newKeys[coming])) {
      replaced.values[$0] == next[head + $1]
    }
    var items: [Item] = []
    items.reserveCapacity(coming.count)
    for (place, old) in zip(coming, diff.olds) {
      items.append(
        old >= 0 ? replaced.items[old] : try makeItem(newKeys[place], keyValues[place], next[place], at: place))
    }
    renewal = keys.lastRenewal
    presentIn = engine.graph.epoch
    elements = next
    present.replaceSubrange(going, with: items)
    guard !diff.steps.isEmpty else { return }
    // A callback may stop it.
    for step in diff.steps where !isStopped { perform(step, replaced, next) }
    // All that belongs to one change is told: afterwards the elements stand as the list has them.
    if !isStopped { suspend(after: errorsInARow) }
  }

  private func makeItem(
    _ key: ListKeys.Key, _ keyValue: Value, _ value: Value, at place: Int
  ) throws(Failure) -> Item {
    // An element is there whatever becomes of what is written meanwhile.
    let scope = Scope(name: "\(keys.name) \(keyValue)", in: items, joins: false, engine: engine)
    let item = Item(key, keyValue, in: scope, try keys.cell(for: keyValue, standing: (value, place)))
    items.adopt(scope)
    return item
  }

  private func perform(_ step: ListStep, _ replaced: Replaced, _ elements: [Value]) {
    let head = replaced.head
    switch step {
    case .remove(let place, let old):
      let (item, value) = (replaced.items[old], replaced.values[old])
      attempt(in: scope) { () throws(Failure) in try removed(value, key: item.keyValue, at: head + place) }
      item.scope.close()
      item.cell.keep(value, from: head + place, in: replaced.epoch)
    case .insert(let place, let new):
      let item = present[head + new]
      attempt(in: item.scope) { () throws(Failure) in
        try inserted(item.cell, key: item.keyValue, at: head + place)
      }
    case .move(let from, let to, let new):
      let item = present[head + new]
      attempt(in: item.scope) { () throws(Failure) in
        try moved(item.cell, key: item.keyValue, from: head + from, to: head + to)
      }
    case .update(_, let old, let new):
      let item = present[head + new]
      attempt(in: item.scope) { () throws(Failure) in
        try updated(item.cell, elements[head + new], replaced.values[old])
      }
    }
  }

  /// One callback that raises drops its own writes and stops no other.
  private func attempt(in scope: Scope, _ body: () throws(Failure) -> Void) {
    guard !isStopped else { return }
    let outer = engine.scope
    engine.scope = scope
    defer { engine.scope = outer }
    do {
      try engine.part { if scope === self.scope { try body() } else { try scope.cleaningUp(body) } }
      errorsInARow = 0
    } catch {
      errorsInARow += 1
      note(Engine.failure(error), trail: engine.trail(of: engine.cause))
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
    (present, elements) = ([], [])
    keys.forget()
    super.didStop()
  }
}
