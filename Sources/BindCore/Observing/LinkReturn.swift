import BindGraph

/// The way back of a link: runs after the way forth, so that the source wins when both ends have changed.
final class LinkReturn: Observer {
  unowned(unsafe) let link: Link
  private let verdict: VerdictCell
  /// The wave in which it has let all other links settle before it took old input.
  private var waitedIn: UInt32 = 0
  /// The same for those whose input was written before its own. What its functions have said until then may have changed.
  private var queuedIn: UInt32 = 0

  init(_ verdict: VerdictCell, of link: Link, scope: Scope) {
    self.link = link
    self.verdict = verdict
    super.init(
      of: verdict, settles: true, raising: link.source.settledTarget ?? link.source,
      way: .back(tying: verdict.nodesToLink(to: link.target)), scope: scope)
  }

  // Said here, because the compiler warns of the trap that it makes for an initialiser that is not inherited.
  @available(*, unavailable) override init(of: Cell, settles: Bool, raising: Cell?, way: LinkWay, scope: Scope) {
    preconditionFailure("not inherited")
  }

  override var title: String { link.title }
  override var writeMode: WriteMode { .settling }

  override func run(cause: CauseID) throws(Failure) {
    if link.hasUnreadInput, waitsForOlderInput() { return queuedIn = engine.graph.wave }
    try super.run(cause: cause)
  }

  /// Of inputs of several links that belong together the one that was written first has the first turn.
  private func waitsForOlderInput() -> Bool {
    let graph = engine.graph
    if queuedIn == graph.wave || graph.settlersWaiting == 0 || !graph.hasWaysBeside { return false }
    let number = link.inputNumber
    if graph.hasManySettlers { return graph.settleAfterGroup(inOrder: number) }
    let older = graph.waysBackWaiting.filter { other in
      guard let way = graph.body(of: other) as? LinkReturn else { return false }
      return way.link.hasUnreadInput && way.link.inputNumber < number
    }
    return !older.isEmpty && graph.settle(after: older, inOrder: number)
  }

  override func receive(_ new: Value, old: Value?, cause: CauseID) throws(Failure) {
    guard case .list(let parts) = new else { return }
    if parts.count == 1 { return try link.endReturned() }
    guard parts.count == 4 else { return }
    if link.hasHeld(parts[0]), waitedIn != engine.graph.wave {
      waitedIn = engine.graph.wave
      if engine.graph.settleAfterGroup() { return }
    }
    if queuedIn == engine.graph.wave { return try link.take(parts[0], verdict: try link.answer(to: parts[0])) }
    switch parts[1] {
    case .string(let reason): try link.take(parts[0], verdict: .refused(reason.text))
    case .list(let raised):
      let reason = parts[2].words
      try link.take(parts[0], verdict: .refused(reason, raised: ScriptError(raised, reason)))
    default: try link.take(parts[0], verdict: .accepted(parts[2]))
    }
  }

  override func receiveAbsence() { link.forgetTarget() }

  /// Something new was asked for at the target, and has not been looked at yet.
  var hasNewInput: Bool {
    guard !isSuspended, !isPaused, case .list(let parts)? = (try? verdict.peek()) ?? nil, parts.count == 4 else {
      return false
    }
    return .list(parts) != delivered && !link.isAskedAgain(about: parts[0])
  }

  override func gaveUp(in graph: Graph) {
    skipFirstDelivery()
    link.gaveUp(in: graph)
  }

  /// One of the functions has failed, unless the target itself could not be computed.
  override func inputReport(_ failure: Failure, trail: [String]) -> Report {
    do { _ = try link.target.peek() } catch { return super.inputReport(failure, trail: trail) }
    return Report(failure, during: title, trail: trail)
  }

  override func receiveFailure(_ failure: Failure) { link.standFailed(failure) }
  override func didFail(_ failure: Failure) { link.didFail(failure) }
  override func suspensionChanged() { link.setStatus(isSuspended ? .suspended : .failed, failure: lastFailure) }
}

/// What the way back makes of the target's value: `{input, reason or whether the source takes it, result, number}`, or
/// nothing for an echo; of a function that raised, `{input, {script, line, what was raised}, reason, number}`; of an end that
/// has returned, `{number}`. The number makes each input an event, also when it is the last one once more and the link has shown something
/// else meanwhile.
final class VerdictCell: DerivedCell {
  private unowned(unsafe) let link: Link
  private let presence: PresenceCell?
  private let validates: Bool
  private var last: Value = .nil
  private var lastVerdict: [Value] = []
  private var number: Int64 = 0
  private var returns: Value?

  init(_ link: Link, presence: PresenceCell?, validates: Bool) {
    self.link = link
    self.presence = presence
    self.validates = validates
    let inputs = [link.target] + (presence.map { [$0] } ?? [])
    super.init(inputs: validates ? nil : inputs, name: link.target.name, engine: link.engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  /// It is asked within the group of the ends.
  func nodesToLink(to end: Cell) -> [NodeID] {
    [end.node, ensureNode()] + (presence.map { [$0.ensureNode()] } ?? [])
  }

  package override var originCells: [Cell] { super.originCells.filter { $0 !== presence } }

  override func compute() -> Computation {
    do {
      guard let present = try link.target.get() else { return .absent }
      let hasReturned = try hasReturned()
      guard link.hasStarted else { return remember(.nil) }
      // What an end brings along that it did not hold before is news like any other, unless it comes for the first time.
      if link.awaitsReturn {
        if hasReturned, link.echo == nil || present == link.echo { return returned() }
        if !link.hasMet, present != link.echo { return returned() }
      }
      guard let echo = link.echo, present == echo else {
        return event(try link.isAskedAgain(about: present) ? askedAgain(about: present) : try verdict(on: present))
      }
      // What the link wrote itself. The validator still speaks of what was asked for.
      guard let attempted = link.attempted else { return remember(.nil) }
      if !validates { return .value(last) }
      let verdict = try askedAgain(about: attempted)
      // What it looks at may be what it has just made of the source.
      return verdict == lastVerdict || link.hasJustWritten ? .value(last) : event(verdict)
    } catch {
      return .failed(error)
    }
  }

  /// An end that the link waited for, since it was asked last.
  private func hasReturned() throws(Failure) -> Bool {
    guard let presence else { return false }
    let present = try presence.get()
    defer { returns = present }
    return present != returns
  }

  /// What was taken is asked about as it was then: the validator may look at the source.
  private func askedAgain(about input: Value) throws(Failure) -> [Value] {
    try link.beforeTaking { () throws(Failure) in try verdict(on: input) }
  }

  private func verdict(on input: Value) throws(Failure) -> [Value] {
    switch try link.answer(to: input) {
    case .accepted(let value): [input, .boolean(sourceTakes(value)), value]
    case .refused(let reason, let raised?): [input, .list(raised.parts), .string(ByteString(reason))]
    case .refused(let reason, nil): [input, .string(ByteString(reason)), .nil]
    }
  }

  /// It says why not when it is written.
  private func sourceTakes(_ value: Value) -> Bool {
    link.asksSource ? link.source.checksTake(value) : true
  }

  private func event(_ verdict: [Value]) -> Computation {
    number += 1
    lastVerdict = verdict
    return remember(.list(verdict + [.integer(number)]))
  }

  private func returned() -> Computation {
    number += 1
    return remember(.list([.integer(number)]))
  }

  private func remember(_ value: Value) -> Computation {
    last = value
    return .value(value)
  }
}

extension ScriptError {
  /// As part of a value: `{script, line, what was raised, id, suggestions}`, the last two of what bindhost has raised itself.
  fileprivate var parts: [Value] {
    var parts: [Value] = [.string(ByteString(position?.script ?? "")), .integer(Int64(position?.line ?? 0)), value]
    if let diagnostic {
      let names = diagnostic.suggestions.map { Value.string(ByteString($0)) }
      parts += [.string(ByteString(diagnostic.id.rawValue)), .list(names)]
    }
    return parts
  }

  fileprivate init?(_ parts: [Value], _ message: String) {
    guard parts.count >= 3, case .string(let script) = parts[0], case .integer(let line) = parts[1] else { return nil }
    let position = line > 0 ? SourcePosition(script: script.text, line: Int(line)) : nil
    var diagnostic: Diagnostic?
    if parts.count == 5, case .string(let word) = parts[3], let id = DiagnosticID(rawValue: word.text),
      case .list(let names) = parts[4]
    {
      diagnostic = Diagnostic(
        id, message, at: position,
        suggestions: names.compactMap { if case .string(let name) = $0 { name.text } else { nil } })
    }
    self.init(value: parts[2], message: message, position: position, diagnostic: diagnostic)
  }
}
