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
    let changes = Binding.statusCellNames.compactMap { name in made[name].map { (cell: $0, value: value(of: name)) } }
    if changes.isEmpty { return }
    engine.announceStanding(changes, kind: .write, during: "status of a binding")
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

extension Engine {
  /// How something stands whose ends settle: whoever observes those as well sees them and this agree. In the wave that settles now, or is the next one,
  /// it stands also where that is taken back.
  package func announceStanding(
    _ changes: [(cell: LeafCell, value: Value)], kind: CauseKind, during name: @autoclosure () -> String
  ) {
    guard graph.isSettling || isBetweenWaves else {
      // To what a cell holds already something else may be on its way.
      let news = changes.filter { !isAtRest || $0.cell.stored != $0.value }
      return news.isEmpty ? () : announceLater(news, kind: kind, during: name())
    }
    for (cell, value) in changes where cell.stored != value {
      cell.noteRewrite()
      cell.commit(value, cause: causes.record(kind, parent: cause, target: cell.nameNumber))
    }
  }
}
