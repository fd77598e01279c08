package import BindCore

/// `ui.each`: a view for each element of a list, made once and kept while its key is there.
package final class EachContent: Each, Structure {
  private unowned let view: View
  private let make: (Cell, Value) throws(Failure) -> View?
  /// One for each element; nil where nothing is shown for it.
  private var rows: [View?] = []

  package init(of view: View, _ keys: ListKeys, _ make: @escaping (Cell, Value) throws(Failure) -> View?) {
    self.view = view
    self.make = make
    super.init(of: keys, scope: view.scope)
  }

  @available(*, unavailable) override init(of keys: ListKeys, scope: Scope) { preconditionFailure("not inherited") }

  package override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    defer { arrange() }
    try super.receive(new, old: old, cause: cause)
  }

  /// A view that cannot stand there is left out, and said to.
  private func arrange() {
    guard !view.isStopped else { return }
    do throws(Failure) { try view.replaceChildren(with: rows.compactMap { $0 }) } catch {
      var shown = view.children.filter { !$0.isStopped }
      for case let row? in rows where row.parent !== view {
        do throws(Failure) {
          try view.replaceChildren(with: shown + [row])
          shown.append(row)
        } catch {
          report(Report(error, during: view.name))
        }
      }
    }
  }

  package override func inserted(_ element: Cell, key: Value, at place: Int) throws(Failure) {
    rows.insert(nil, at: place)
    guard let row = try engine.untracked({ () throws(Failure) in try make(element, key) }) else { return }
    rows[place] = row
    // What was written meanwhile may be refused: then it has ended.
    engine.registered(Registration { [weak self] in self?.leaveOut(row) })
  }

  private func leaveOut(_ row: View) {
    if let place = rows.firstIndex(where: { $0 === row }) { rows[place] = nil }
  }

  package override func removed(_ value: Value, key: Value, at place: Int) throws(Failure) { rows.remove(at: place) }

  package override func moved(_ element: Cell, key: Value, from: Int, to: Int) throws(Failure) {
    rows.insert(rows.remove(at: from), at: to)
  }
}
