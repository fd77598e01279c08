import BindCore

/// The changes of one control that a script sends outside with `commit=`: one after the other, shown at once, taken back
/// with the reason when one fails. Of several that wait the newest counts.
final class CommitLine {
  private unowned var view: View
  private var running: Flight?
  private var queued: Value?
  /// What holds outside, where no cell was given.
  private var base: Value?
  private var lastNumber = 0
  /// What the model held when it refused what was given last, which stands; nil where it was sent.
  private var refusedOver: Value?

  private struct Flight {
    let number: Int
    let value: Value
    var run: JobRun?
    var timer: (any Token)?
  }

  /// The view ends because its body runs again: another one may take its place.
  private var isKept = false

  init(_ view: View) { self.view = view }

  /// From here on the end of the view calls nothing off; `stop` does, or it moves to another view.
  func keep() { isKept = running != nil }

  func viewEnded() { if !isKept { stop() } }

  func belongs(to other: View) -> Bool { view === other }

  /// Another view stands in the place of its own: what is under way goes on there.
  func move(to new: View) {
    isKept = false
    guard running != nil, new.actions["commit"] != nil, let cell = new.cell(named: new.kind.input ?? "") else {
      return stop()
    }
    view = new
    refusedOver = nil
    guard let shown = queued ?? running?.value else { return }
    do { try show(shown, in: cell) } catch { new.scope.report(Report(error, during: "commit of \(new.name)")) }
    new.tell([("pending", .boolean(true))])
  }

  /// - Returns: why the change cannot be shown.
  func begin(_ new: Value, clock: any WorldClock) throws(Failure) -> Diagnostic? {
    guard let cell = view.cell(named: view.kind.input ?? "") else { return nil }
    let shown: Value
    switch try cell.accept(new) {
    case .refused(let diagnostic): return diagnostic
    case .accepted(let accepted): shown = accepted
    }
    refusedOver = try isRefused(shown) ? held : nil
    if refusedOver != nil { return nil }
    if running == nil, view.inputBinding == nil { base = cell.stored }
    try show(shown, in: cell)
    view.tell([("pending", .boolean(true)), ("status", .string("ok")), ("reason", .string(""))])
    if running == nil { send(shown, clock) } else { queued = shown }
    return nil
  }

  /// The model is asked first: what it does not take is not sent.
  private func isRefused(_ value: Value) throws(Failure) -> Bool {
    guard let binding = view.inputBinding else { return false }
    do throws(Failure) {
      guard let refusal = try binding.refusal(of: try binding.input(value)) else { return false }
      try binding.show(refused: value, as: .invalid, because: refusal)
    } catch {
      let report = Report(error, during: "commit of \(view.name)")
      try binding.show(refused: value, as: .failed, because: Diagnostic(report))
      view.scope.report(report)
    }
    return true
  }

  private func show(_ value: Value, in cell: LeafCell) throws(Failure) {
    if let binding = view.inputBinding { try binding.overrule(with: value) } else { _ = try cell.write(value) }
  }

  private var held: Value {
    if let binding = view.inputBinding { return ((try? binding.source.peek()) ?? nil) ?? .nil }
    return base ?? .nil
  }

  private func send(_ value: Value, _ clock: any WorldClock) {
    guard let action = view.actions["commit"] else { return }
    lastNumber += 1
    let number = lastNumber
    running = Flight(number: number, value: value)
    let limit = view.value("commit_timeout").flatMap { Duration($0) } ?? .seconds(10)
    running?.timer = clock.schedule(after: limit, label: "commit of \(view.name)") { [weak self] in
      guard let self, running?.number == number else { return }
      running?.run?.cancel()
      ended(number, "no answer within \(limit.text)", clock)
    }
    let run = action.run([value, held], in: view.outermostMaker?.scope) { [weak self] result in
      switch result {
      case .success(let values) where values[0].isTruthy: self?.ended(number, nil, clock)
      case .success(let values): self?.ended(number, values[1].isNil ? "it was refused" : values[1].reason, clock)
      case .failure(let failure):
        guard let self else { return }
        view.scope.report(Report(failure, during: "commit of \(view.name)"))
        ended(number, failure.reason, clock)
      }
    }
    if running?.number == number { running?.run = run }
  }

  /// - Parameter reason: why it failed; nil when it holds now.
  private func ended(_ number: Int, _ reason: String?, _ clock: any WorldClock) {
    guard let flight = running, flight.number == number, isKept || !view.isStopped else { return }
    flight.timer?.cancel()
    running = nil
    var reason = reason
    let engine = view.scope.engine
    do {
      try engine.turn(.view, label: view.name) {
        if reason == nil { reason = try take(flight.value) }
        if queued == nil { try goBack() }
      }
    } catch {
      view.scope.report(Report(Engine.failure(error), during: "commit of \(view.name)"))
    }
    var news: [(name: String, value: Value)] = [("pending", .boolean(queued != nil))]
    if refusedOver == nil {
      news += [("status", .string(reason == nil ? "ok" : "failed")), ("reason", .string(ByteString(reason ?? "")))]
    }
    view.tell(news)
    if let next = queued {
      queued = nil
      send(next, clock)
    }
  }

  /// What was confirmed holds from now on.
  private func take(_ value: Value) throws(Failure) -> String? {
    guard let binding = view.inputBinding else {
      base = value
      return nil
    }
    guard binding.source.isWritable else { return nil }
    if case .refused(let diagnostic) = try binding.source.write(try binding.input(value)) {
      return Failure.diagnostic(diagnostic).reason
    }
    return nil
  }

  /// The control shows what holds. What was given after it and refused stands, unless the model has spoken since.
  private func goBack() throws(Failure) {
    if held != refusedOver { refusedOver = nil }
    if let binding = view.inputBinding {
      if refusedOver == nil { binding.followAgain() } else { binding.followLater() }
    } else if let cell = view.cell(named: view.kind.input ?? "") {
      _ = try cell.write(held)
    }
  }

  func stop() {
    isKept = false
    running?.run?.cancel()
    running?.timer?.cancel()
    running = nil
    queued = nil
  }
}
