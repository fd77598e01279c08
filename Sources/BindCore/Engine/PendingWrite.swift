import BindGraph

/// One cell's pending value in an overlay.
package class PendingWrite {
  package let target: AnyObject
  /// The event that wrote it.
  @exclusivity(unchecked) package var cause: CauseID

  init(target: AnyObject, cause: CauseID) {
    self.target = target
    self.cause = cause
  }

  /// What it changes is what somebody writes.
  var writesSomething: Bool { true }
  /// It is committed outside the engine first.
  var isShared: Bool { false }
  /// Whether a function of a script's decides if it is a change.
  var asksScript: Bool { false }
  /// The nodes whose dependents it changes for its writer.
  func forEachNode(_ body: (NodeID) -> Void) {}
  /// Its functions on what its writer sees.
  func check() throws(Failure) {}
  /// What its writer sees in the cell; nil where it is none of a cell, or has none.
  func seen() throws(Failure) -> Value? { nil }
  /// What is written from now on is in the log of the overlay.
  func beginLog() {}
  /// What it was where the log begins; nil: nothing was written.
  var beginning: HeldOperation? { nil }
  /// That is now in the log of the overlay that it becomes part of.
  /// - Parameter isPerformed: what came after it is seen there already.
  func joinLog(isPerformed: Bool) {}
  /// As it was where the log begins, which is performed anew.
  func startOver() {}
  /// Lets it decide.
  func prepare() throws(Failure) {}
  /// What it changes may be taken back: `Engine.keepPast`.
  func keepPast(in engine: Engine) {}
  /// Stores into the committed cell and marks dependents, if the value really differs.
  func apply(in engine: Engine) throws(Failure) {}
  /// Marks what was touched and not changed, after all that was written: what follows from both has changed because of that.
  func tellTouch(in engine: Engine) {}
  /// A later write to the same cell, from an inner transaction.
  func absorb(_ later: PendingWrite) {}
  /// It is no change where it leaves the target as others know it; false where that cannot be told, and where it does not
  /// matter, as after a touch.
  var canReturn: Bool { false }
  /// It says itself what of what it does is a change of the target: `HeldReturns.counting(writesTo:_:)`.
  var countsItself: Bool { false }
  /// What the target is like now; nil where there is nothing to come back to.
  func reminder() -> Reminder? { nil }
  /// What its writer sees follows from nothing that was there before.
  var replaces: Bool { false }
  /// What is read and written over where it gets lost.
  var losing: AnyObject { target }
  /// A later write of another callback may lose it.
  var mayLose: Bool { target is LeafCell }
  /// The cell's name, for reports.
  var targetName: String { "cell" }

  /// Where it cannot be applied. What a handler of errors writes then follows from it.
  final func report(_ failure: Failure, to scope: Scope) {
    let engine = scope.engine
    let report = Report(
      engine.located(failure, by: cause), during: "held write to \(targetName)", trail: engine.trail(of: cause))
    engine.caused(by: cause) { scope.reportAfterWave(report) }
  }
}
