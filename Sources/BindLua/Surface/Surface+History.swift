import BindCore

/// `bh.history{limit=, cells=}`.
extension Surface {
  var historyFunctions: [Entry] {
    [
      Entry(
        "history",
        """
        (options?) -> history
        Undo and redo over transactions. Its cells can_undo and can_redo say what is possible.
        - limit: integer = 100. How many steps are kept.
        - cells: list = all models. The Refs whose changes are steps.
        > local history = bh.history { cells = { drawing } }
        > history:undo()
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(1)
        var limit = History.defaultLimit
        if let number = try options.number("limit") {
          guard let whole = Int(exactly: number), whole >= 1 else {
            throw .diagnostic(
              Diagnostic(.bindArgument, "bh.history: option 'limit': a whole number of steps from 1 expected"))
          }
          limit = whole
        }
        var cells: [Cell]?
        if let list = try options.list("cells") {
          var chosen: [Cell] = []
          for (index, element) in list.enumerated() {
            guard case .opaque(let opaque) = element, let cell = (opaque as? CellObject)?.cell else {
              throw .diagnostic(
                Diagnostic(
                  .bindArgument,
                  "bh.history: option 'cells': element \(index + 1): Ref expected, got \(element.typeName)"))
            }
            chosen.append(cell)
          }
          cells = chosen
        }
        let history = try History(of: cells, limit: limit, scope: try engine.openScope(for: "bh.history"))
        if cells == nil { for model in models.all { try history.include(model) } }
        call.reply(HistoryObject(history, surface: self))
      }
    ]
  }

  var historyMethods: [Entry] {
    [
      Entry(
        "undo",
        """
        () -> boolean?, err?
        Takes the last step back. False if there was none; nil and an error where a cell's own rules refuse what it held: the step stays. A cell keeps its first value: its steps begin there.
        """
      ) { call throws(Failure) in
        let history = try call.openHistory()
        try call.reply(moving: { try history.undo() })
      },
      Entry(
        "redo",
        """
        () -> boolean?, err?
        Makes the step that was taken back again. False if there was none; nil and an error where it is refused.
        """
      ) { call throws(Failure) in
        let history = try call.openHistory()
        try call.reply(moving: { try history.redo() })
      },
      Entry(
        "clear",
        """
        ()
        Forgets all steps; values stay.
        """
      ) { call throws(Failure) in try call.openHistory().clear() },
      Entry(
        "stop",
        """
        ()
        Ends it; values stay.
        """
      ) { call throws(Failure) in try call.receiver(HistoryObject.self).history.stop() },
      Entry("__close") { call throws(Failure) in try call.receiver(HistoryObject.self).history.stop() },
      Entry("__tostring") { call throws(Failure) in try call.reply(.string("history")) },
    ]
  }
}

extension Call {
  /// The receiver, whose scope must still be open; only `stop` may come later.
  fileprivate func openHistory() throws(Failure) -> History {
    let history = try receiver(HistoryObject.self).history
    if let failure = history.failureOfUse { throw failure }
    return history
  }

  /// What a cell's own rules refuse is an expected failure, as where it is written.
  fileprivate func reply(moving body: () throws -> Bool) throws(Failure) {
    do { try reply(.boolean(try body())) } catch {
      let failure = Engine.failure(error)
      guard case .diagnostic(let diagnostic) = failure, diagnostic.id == .bindInvalid else { throw failure }
      try replyFailure(failure)
    }
  }
}

final class HistoryObject: HostObject, @unchecked Sendable {
  fileprivate let history: History
  private unowned(unsafe) let surface: Surface

  init(_ history: History, surface: Surface) {
    self.history = history
    self.surface = surface
    super.init(kind: surface.kinds.history)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  override func resolve(path: ByteString) throws -> HostObject {
    if let failure = history.failureOfUse { throw surface.raisable(failure) }
    switch path.text {
    case "can_undo": return surface.object(history.canUndo)
    case "can_redo": return surface.object(history.canRedo)
    default:
      throw Diagnostic.unknownName(
        .bindPath, owner: "history", noun: "cell", name: path.text, known: ["can_undo", "can_redo"])
    }
  }
}
