package import BindCore

/// The one place where input arrives: keys of a terminal, events of a page, steps of a test.
///
/// Each event is a turn of its own. What a person may not do raises, and changes nothing.
/// Isolation: confined to its engine's thread.
package final class Input {
  let stage: Stage
  let engine: Engine
  package var clock: any WorldClock
  /// Where the person is.
  package private(set) weak var focus: Presence?

  package init(_ stage: Stage, engine: Engine, clock: any WorldClock) {
    self.stage = stage
    self.engine = engine
    self.clock = clock
  }

  /// The view that has the focus, while it is there.
  package var focused: View? {
    guard let focus else { return nil }
    return stage.views.first { $0.presence === focus && $0.isVisible }
  }

  /// Where Tab goes, in order. A dialog that is open comes before everything else.
  package var focusOrder: [View] {
    let inside = stage.openDialog?.flattened ?? stage.views
    return inside.filter { $0.canBeUsed }
  }

  /// - Throws: `bind.argument` for what the view cannot do or must not do now; `bind.read_only`.
  package func send(_ event: InputEvent, to view: View) throws(Failure) {
    try check(event, view)
    if case .focus = event { return try moveFocus(to: view) }
    switch event {
    case .focus: break
    case .press: try press(view)
    case .type(let keys):
      if view.isTextField {
        try moveFocus(to: view)
        view.type(keys)
      } else if view.kind.role == .select || view.kind.role == .list {
        if let value = view.choice(typing: keys, at: clock.now) { try propose(value, at: view) }
      } else if keys == " " || keys == "\n" {
        try press(view)
      } else {
        throw Self.cannot(view, "be typed into")
      }
    case .input(let value):
      _ = view.takeDraft()
      view.closeMenu()
      try propose(value, at: view)
    case .accept:
      switch view.kind.role {
      case .dialog: try answer(view, "on_accept")
      case .select where view.menuPlace != nil: try press(view)
      default: try endEditing(view)
      }
    case .dismiss:
      if view.kind.role == .dialog { return try answer(view, "on_dismiss") }
      if !view.closeMenu() { _ = view.takeDraft() }
    case .step(let count): try step(view, count)
    }
  }

  func check(_ event: InputEvent, _ view: View) throws(Failure) {
    guard !view.isStopped, view.stage === stage, view.isVisible else { throw Self.refused(view, "is not shown") }
    guard view.isEnabled else { throw Self.refused(view, "is disabled") }
    if let dialog = stage.openDialog, !dialog.holds(view) {
      throw Self.refused(view, "waits for the dialog \"\(dialog.words("title"))\"")
    }
    guard view.kind.isControl || view.kind.role == .dialog else { throw Self.cannot(view, "be used") }
    switch event {
    case .focus, .dismiss: break
    default:
      if view.isTrue("read_only") {
        throw .diagnostic(
          Diagnostic(.bindReadOnly, "\(view.name) is read-only: what it shows is derived"))
      }
    }
  }

  static func refused(_ view: View, _ why: String) -> Failure {
    .diagnostic(Diagnostic(.bindArgument, "\(view.name) \(why)"))
  }

  private static func cannot(_ view: View, _ what: String) -> Failure { refused(view, "cannot \(what)") }

  // MARK: Focus

  func moveFocus(to view: View) throws(Failure) {
    guard focus !== view.presence else { return }
    let left = focused
    focus = view.presence
    if let left {
      left.closeMenu()
      try endEditing(left)
      left.presence.restingCaret = nil
    }
  }

  /// What is typed is taken.
  private func endEditing(_ view: View) throws(Failure) {
    if let typed = view.takeDraft() { try propose(typed, at: view) }
  }

  // MARK: Changes

  private func press(_ view: View) throws(Failure) {
    switch view.kind.role {
    case .button: try confirmed(view, .boolean(true)) { [self] in perform(view) }
    case .toggle: try propose(.boolean(!view.isTrue("value")), at: view)
    case .dialog: try answer(view, "on_accept")
    case .textField, .textArea: try moveFocus(to: view)
    case .select: try pressChoice(view)
    default: throw Self.cannot(view, "be pressed")
    }
  }

  /// The choices are shown; where they are, the one that the person is at is taken.
  private func pressChoice(_ view: View) throws(Failure) {
    guard let place = view.menuPlace else {
      try moveFocus(to: view)
      return view.openMenu()
    }
    let choices = view.choices
    view.closeMenu()
    guard place < choices.count, choices[place].value != view.value("value") else { return }
    try propose(choices[place].value, at: view)
  }

  private func step(_ view: View, _ count: Int) throws(Failure) {
    if [.select, .list, .table].contains(view.kind.role) {
      if view.choices.isEmpty { throw Self.refused(view, "has no choices") }
      if let value = view.choice(by: count) { try propose(value, at: view) }
      return
    }
    guard view.kind.role == .stepper || view.kind.role == .slider, let value = view.value("value")?.asNumber else {
      throw Self.cannot(view, "be stepped")
    }
    let low = view.value("min")?.asNumber ?? -.infinity
    let high = view.value("max")?.asNumber ?? .infinity
    var step = view.value("step")?.asNumber ?? (high - low) / 20
    // What is bound takes whole numbers only.
    if view.inputBinding?.source.shape?.type == .integer { step = max(1, step.rounded()) }
    // By whole steps from where the scale begins, so that errors of rounding do not add up.
    let origin = low.isFinite ? low : 0
    let next = origin + (((value - origin) / step).rounded() + Double(count)) * step
    try propose(.number(min(max(next, low), high)), at: view)
  }

  /// A person wants the control to have this value.
  private func propose(_ value: Value, at view: View) throws(Failure) {
    guard let input = view.kind.input, let cell = view.cell(named: input) else { throw Self.cannot(view, "be set") }
    if let reason = view.limit(on: value) { return view.stands(.invalid, .diagnostic(reason)) }
    if case .refused(let diagnostic) = try cell.accept(value) { return view.stands(.invalid, .diagnostic(diagnostic)) }
    try confirmed(view, value) { [self] () throws(Failure) in
      try turn(view) { () throws(Failure) in
        if view.actions["commit"] != nil {
          let commits = view.commits ?? CommitLine(view)
          view.commits = commits
          if let refusal = try commits.begin(value, clock: clock) {
            view.stands(.invalid, .diagnostic(refusal))
          }
        } else {
          if view.inputBinding?.status ?? .ok == .ok { view.stands(.ok) }
          _ = try cell.write(value)
        }
      }
    }
  }

  /// What a button does.
  private func perform(_ view: View) {
    guard let action = view.actions["on_press"] else { return }
    var hasEnded = false
    let run = action.run([]) { [weak view] result in
      hasEnded = true
      guard let view else { return }
      view.tell([("pending", .boolean(false))])
      if case .failure(let failure) = result {
        view.scope.report(Report(failure, during: "on_press of \(view.name)"))
      }
    }
    if !hasEnded, run != nil { view.tell([("pending", .boolean(true))]) }
  }

  func turn(_ view: View, _ body: () throws(Failure) -> Void) throws(Failure) {
    do { try engine.turn(.view, label: view.name) { try body() } } catch { throw Engine.failure(error) }
  }

  // MARK: Dialogs

  /// Asks first, where the view says so: before the answer nothing is shown and nothing is sent.
  private func confirmed(
    _ view: View, _ value: Value, _ body: @escaping () throws(Failure) -> Void
  ) throws(Failure) {
    guard let question = view.question(for: value) else { return try body() }
    try stage.ask(question, for: view) { [weak view] answer in
      guard answer, let view, !view.isStopped else { return }
      do throws(Failure) { try body() } catch { view.scope.report(Report(error, during: view.name)) }
    }
  }

  private func answer(_ dialog: View, _ word: String) throws(Failure) {
    if let question = stage.question(of: dialog) { return question.answer(word == "on_accept") }
    try turn(dialog) { () throws(Failure) in _ = try dialog.property("open").write(.boolean(false)) }
    guard let action = dialog.actions[word] else { return }
    _ = action.run([]) { [weak dialog] result in
      if let dialog, case .failure(let failure) = result {
        dialog.scope.report(Report(failure, during: "\(word) of \(dialog.name)"))
      }
    }
  }
}

extension View {
  /// A person can go there.
  var canBeUsed: Bool {
    kind.isControl && isVisible && isEnabled && (kind.role != .table || value("rows") != .list([]))
  }

  func holds(_ view: View) -> Bool {
    var present: View? = view
    while let inner = present {
      if inner === self { return true }
      present = inner.parent
    }
    return false
  }

  /// Why the control's own limits refuse a value.
  fileprivate func limit(on value: Value) -> Diagnostic? {
    func refusal(_ reason: String) -> Diagnostic {
      var diagnostic = Diagnostic(.bindInvalid, "\(name): \(value) was refused: \(reason)")
      diagnostic.reason = reason
      return diagnostic
    }
    switch kind.role {
    case .slider, .stepper:
      guard let number = value.asNumber else { return refusal("a number is expected") }
      if let low = self.value("min")?.asNumber, number < low {
        return refusal("the minimum is \(PlainText.short(low))")
      }
      if let high = self.value("max")?.asNumber, number > high {
        return refusal("the maximum is \(PlainText.short(high))")
      }
      return nil
    case .select, .list:
      let choices = choices
      return choices.contains { $0.value == value } || (kind.role == .list && value.isNil)
        ? nil : refusal("it is none of the choices")
    case .table:
      return value == .integer(0) || choices.contains { $0.value == value } ? nil : refusal("there is no such row")
    default: return nil
    }
  }

  /// What can be chosen, with its words: of a table its rows by number.
  package var choices: [(value: Value, words: String)] {
    if kind.role == .table {
      guard case .list(let rows)? = value("rows") else { return [] }
      return rows.indices.map { (.integer(Int64($0) + 1), "") }
    }
    guard case .list(let elements)? = value(kind.role == .list ? "items" : "options") else { return [] }
    return elements.map { element in
      guard case .record(let fields) = element, let value = fields["value"] else { return (element, element.words) }
      return (value, (fields["label"] ?? value).words)
    }
  }

  /// What is asked before the value is taken; nil if nothing is.
  fileprivate func question(for value: Value) -> String? {
    switch self.value("confirm") {
    case .string(let question)?: return question.text
    case .record(let questions)?: return questions[value.isTruthy ? "on" : "off"].map(\.words)
    default: return nil
    }
  }
}

extension Value {
  var asNumber: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: nil
    }
  }
}
