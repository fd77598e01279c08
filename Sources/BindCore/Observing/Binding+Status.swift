import BindGraph

// How a binding stands, and who is told of that.

extension Binding {
  package func setStatus(_ new: Status, failure: Failure? = nil) {
    beforeFailure = nil
    if new == .ok, status == .ok { return }
    if new != .suspended, isHeldUp { return }
    let failure = failure.map { engine.located($0, at: place) }
    if engine.graph.isToSettle { keepPastStatus() }
    status = new
    awaitsReturn = false
    forgetVerdict()
    statusFailure = failure
    statusCause = engine.cause
    if new == .ok { refusedInput = nil }
    publish(failure)
  }

  /// What it says of a value may be taken back with that.
  func keepPastStatus() {
    let (status, failure, input, cause) = (status, statusFailure, refusedInput, statusCause)
    let awaitsReturn = awaitsReturn
    engine.keepPast { [self] in
      if isStopped || isHeldUp { return }
      (self.status, statusFailure, refusedInput, statusCause) = (status, failure, input, cause)
      self.awaitsReturn = awaitsReturn
      if let input, hasTarget { followAgain(input) }
      publish(failure)
    }
  }

  func stand(as before: Standing) {
    refusedInput = before.input
    setStatus(before.status, failure: before.failure)
    if let input = before.input, hasTarget { followAgain(input) }
  }

  /// What was refused stands again as refused.
  private func followAgain(_ input: Value) {
    switch status {
    case .failed: followVerdict(on: input)
    case .invalid: followRefusal(of: input)
    case .ok, .suspended: break
    }
  }

  private func publish(_ failure: Failure?) {
    statusCells?.set(status, failure.map(describeFailure), input: refusedInput, in: engine)
    onStatus?(status, failure)
  }

  package func statusCell(named name: String) -> Cell? {
    let cells = statusCells ?? BindingStatusCells()
    if statusCells == nil {
      engine.caused(by: statusCause) {
        cells.set(status, statusFailure.map(describeFailure), input: refusedInput, in: engine)
      }
      statusCells = cells
    }
    return cells.cell(named: name, of: title, in: engine)
  }

  /// It has ended: what is to be known of it stands in cells, where it holds objects.
  func leaveStatusToCells() {
    let holdsObjects = statusFailure?.holdsObjects ?? false || refusedInput?.holdsObjects ?? false
    if !holdsObjects { return }
    if !scope.isEnding {
      _ = statusCell(named: "status")
      statusCells?.end(of: title, in: engine)
    }
    statusFailure = statusFailure?.withoutObjects
    refusedInput = nil
  }

  package static let statusCellNames = ["status", "error", "input"]

  /// How it stands, or stood before its input could not be computed.
  var standingWithoutFailure: Standing { beforeFailure ?? Standing(of: self) }

  /// An end does not take the value.
  package func refuse(_ input: Value, _ status: Status, _ diagnostic: Diagnostic) {
    refusedInput = input
    setStatus(status, failure: .diagnostic(diagnostic))
    awaitsReturn = diagnostic.isOfPlaceAway
  }

  /// What others make of it in the same wave may end it.
  func reportUnlessMended(_ report: Report) {
    let report = engine.located(report, at: place)
    guard engine.graph.isFlushing else { return scope.report(report) }
    engine.graph.hold(HeldReport(report, to: scope) { [self] in status != .ok })
  }

  /// What it had asked for of an end that answers later has failed, which is no fault of the script.
  func warn(of failure: Failure) {
    let report = Report(failure, during: title, isWarning: true)
    if isStopped { scope.report(engine.located(report, at: place)) } else { reportUnlessMended(report) }
  }
}

extension Failure {
  /// It was to be written to a place that is not there now, and may be later.
  var isOfPlaceAway: Bool { if case .diagnostic(let diagnostic) = self { diagnostic.isOfPlaceAway } else { false } }
}

extension Diagnostic {
  /// There is no such place now, and may be one later.
  var isOfPlaceAway: Bool { id == .bindDetached || id == .bindNilHop }
}
