import BindGraph

/// Something whose handle has the cells `status`, `error` and `input`.
package protocol StatusCells: AnyObject {
  func statusCell(named name: String) -> Cell?
}

extension Binding: StatusCells {}

/// The cells `status`, `error` and `input` of a binding's handle, each made when it is first asked for.
package final class BindingStatusCells {
  private var status: Binding.Status = .ok
  private var error: Value = .nil
  private var input: Value = .nil
  private var made: [String: LeafCell] = [:]
  /// What ran when they became what they are.
  private var cause = CauseID.none

  package init() {}

  package func set(_ new: Binding.Status, _ failure: Value?, input refused: Value?, in engine: Engine) {
    if new == .ok, status == .ok, input.isNil { return }
    (status, error, input) = (new, failure ?? .nil, refused ?? .nil)
    cause = engine.cause
    // Also what a cell holds already: something else may be on its way to it.
    let changes = Binding.statusCellNames.compactMap { name in made[name].map { (cell: $0, value: value(of: name)) } }
    if changes.isEmpty { return }
    // Whoever observes the ends as well sees them and the status agree.
    if engine.graph.isSettling || engine.isBetweenWaves { return store(changes, in: engine) }
    engine.announceLater(changes, kind: .write, during: "status of a binding")
  }

  /// In the wave that settles now, or is the next one, and it stands also where that is taken back.
  private func store(_ changes: [(cell: LeafCell, value: Value)], in engine: Engine) {
    for (cell, value) in changes where cell.stored != value {
      cell.noteRewrite()
      cell.commit(value, cause: engine.causes.record(.write, parent: engine.cause, target: cell.nameNumber))
    }
  }

  /// The binding has ended. Objects in what these tell stand in cells from now on, which are among those that a handle holds.
  package func end(of title: String, in engine: Engine) {
    if error.holdsObjects, cell(named: "error", of: title, in: engine) != nil { error = .nil }
    if input.holdsObjects, cell(named: "input", of: title, in: engine) != nil { input = .nil }
  }

  package var cells: [Cell] { Binding.statusCellNames.compactMap { made[$0] } }

  package func cell(named name: String, of title: String, in engine: Engine) -> Cell? {
    guard Binding.statusCellNames.contains(name) else { return nil }
    if let cell = made[name] { return cell }
    let cell = StatusCell(value(of: name), declaration: .any(.nil), name: "\(title).\(name)", engine: engine)
    made[name] = cell
    if cause != .none {
      engine.noteOrigin(of: cell, engine.causes.record(.write, parent: cause, target: cell.nameNumber))
    }
    return cell
  }

  private func value(of name: String) -> Value {
    switch name {
    case "status": .string(ByteString(status.rawValue))
    case "error": error
    default: input
    }
  }
}
