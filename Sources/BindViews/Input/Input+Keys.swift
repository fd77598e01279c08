package import BindCore

/// What a key does, by where the person is.
extension Input {
  /// - Throws: `bind.argument` for a key that nothing takes.
  package func send(_ key: Key) throws(Failure) {
    switch key {
    case .tab: try moveFocus(by: 1)
    case .backTab: try moveFocus(by: -1)
    default:
      if let view = shortcut(for: key) { return try follow(view) }
      try send(key, at: try taker(of: key))
    }
  }

  /// The control that has the key as its own. Letters are the focused control's where that one takes letters.
  private func shortcut(for key: Key) -> View? {
    guard case .character(let character) = key else { return nil }
    if let focused, focused.isTextField || focused.kind.role == .select || focused.kind.role == .list { return nil }
    return focusOrder.first { $0.value("key") == .string(ByteString(String(character))) }
  }

  private func follow(_ view: View) throws(Failure) {
    switch view.kind.role {
    case .button, .toggle: try send(.press, to: view)
    default: try send(.focus, to: view)
    }
  }

  /// Where the key goes: an open question comes before everything else.
  private func taker(of key: Key) throws(Failure) -> View {
    let dialog = stage.openDialog
    if let focused, dialog?.holds(focused) ?? true { return focused }
    if let dialog { return dialog }
    throw .diagnostic(
      Diagnostic(
        .bindArgument, "nothing has the focus that could take a key", notes: ["Tab goes to the first control"]))
  }

  private func moveFocus(by step: Int) throws(Failure) {
    let order = focusOrder
    guard !order.isEmpty else {
      throw .diagnostic(Diagnostic(.bindArgument, "there is nothing that the focus could go to"))
    }
    let place = focused.flatMap { present in order.firstIndex { $0 === present } }
    let next = place.map { ($0 + step + order.count) % order.count } ?? (step > 0 ? 0 : order.count - 1)
    try send(.focus, to: order[next])
  }

  private func send(_ key: Key, at view: View) throws(Failure) {
    switch (key, view.kind.role) {
    case (.character(let character), _) where view.isTextField: try send(.type(String(character)), to: view)
    case (.space, _) where view.isTextField: try send(.type(" "), to: view)
    case (.backspace, _) where view.isTextField: try send(.type("\u{8}"), to: view)
    case (.delete, _) where view.isTextField: try edit(view) { $0.deleteForward() }
    case (_, _) where view.isTextField && key.caretMove(in: view) != nil:
      if let move = key.caretMove(in: view) { try edit(view) { $0.moveCaret(move) } }
    case (.enter, .textArea): try send(.type("\n"), to: view)
    case (.enter, .textField), (.enter, .dialog): try send(.accept, to: view)
    case (.escape, .dialog): try send(.dismiss, to: view)
    case (.escape, _):
      // From inside a dialog it leaves the dialog, unless there is typed text to drop or a list to close.
      if let dialog = stage.openDialog, dialog.holds(view), view.presence.draft == nil, view.menuPlace == nil {
        try send(.dismiss, to: dialog)
      } else {
        try send(.dismiss, to: view)
      }
    case (.enter, .button), (.space, .button), (.enter, .toggle), (.space, .toggle): try send(.press, to: view)
    case (.up, .slider), (.right, .slider), (.up, .stepper), (.right, .stepper): try send(.step(1), to: view)
    case (.down, .slider), (.left, .slider), (.down, .stepper), (.left, .stepper): try send(.step(-1), to: view)
    case (.enter, .select), (.space, .select): try send(.press, to: view)
    case (.character(let character), .select), (.character(let character), .list):
      try send(.type(String(character)), to: view)
    case (.down, .select), (.right, .select), (.down, .list), (.right, .list), (.down, .table):
      try send(.step(1), to: view)
    case (.up, .select), (.left, .select), (.up, .list), (.left, .list), (.up, .table): try send(.step(-1), to: view)
    case (.pageDown, .select), (.pageDown, .list), (.pageDown, .table): try send(.step(Self.page), to: view)
    case (.pageUp, .select), (.pageUp, .list), (.pageUp, .table): try send(.step(-Self.page), to: view)
    // The ends hold.
    case (.home, .select), (.home, .list), (.home, .table), (.home, .slider): try send(.step(-Self.farthest), to: view)
    case (.end, .select), (.end, .list), (.end, .table), (.end, .slider): try send(.step(Self.farthest), to: view)
    case (.pageDown, .scroll): try scroll(by: Int64(Self.page), view)
    case (.pageUp, .scroll): try scroll(by: Int64(-Self.page), view)
    case (.home, .scroll): try scroll(by: Int64(-Self.farthest), view)
    case (.right, .tabs), (.down, .tabs): try turnTab(by: 1, at: view)
    case (.left, .tabs), (.up, .tabs): try turnTab(by: -1, at: view)
    case (.down, .scroll): try scroll(by: 1, view)
    case (.up, .scroll): try scroll(by: -1, view)
    default: throw Self.refused(view, "does not take that key")
    }
  }

  /// Rows of a page.
  private static let page = 10
  private static let farthest = 1_000_000

  /// What a person does in a text, where that is allowed.
  private func edit(_ view: View, _ body: (View) -> Void) throws(Failure) {
    try check(.type(""), view)
    try moveFocus(to: view)
    body(view)
  }

  private func scroll(by step: Int64, _ view: View) throws(Failure) {
    guard case .integer(let lines)? = view.value("value") else { return }
    try send(.input(.integer(max(0, lines + step))), to: view)
  }

  private func turnTab(by step: Int, at view: View) throws(Failure) {
    guard case .integer(let number)? = view.value("value") else { return }
    let next = min(max(Int(number) + step, 1), max(view.children.count, 1))
    if next != Int(number) { try send(.input(.integer(Int64(next))), to: view) }
  }
}

extension Key {
  /// In one line up and down lead nowhere.
  fileprivate func caretMove(in view: View) -> CaretMove? {
    switch self {
    case .left: .left
    case .right: .right
    case .home: .home
    case .end: .end
    case .up where view.kind.role == .textArea: .up
    case .down where view.kind.role == .textArea: .down
    default: nil
    }
  }
}
