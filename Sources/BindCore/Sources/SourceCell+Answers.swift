import BindGraph

// Bindings that write a source are told what becomes of their own writes.

extension SourceCell {
  /// A binding whose other end has asked for a write.
  struct Asker {
    let binding: Binding
    /// Of its newest write.
    let number: Int
    /// Of that write; nil where it is all of it.
    var part: Int?
    var failure: Failure?
    var isAnswered = false
    /// Its place was away when it was applied.
    var hasFoundNoPlace = false
    /// Only what was written with that or since can have brought it back.
    var mayHaveReturned = false
  }

  /// The binding is told when its write has ended.
  func answerLater(_ binding: Binding) {
    askers.removeAll { $0.binding === binding }
    // What a callback or transaction writes begins with its commit.
    let isDeferred = engine.mode == .deferred
    let number = writes.queue.lastNumber
    askers.append(
      Asker(
        binding: binding, number: isDeferred ? number + 1 : number,
        part: isDeferred ? nil : partsInFlight[number]?.lastPart))
  }

  /// To places that were away when that was applied, and are there if all that is under way comes about: in one write.
  private func deliverAgain(_ bindings: [Binding]) {
    let returned = bindings.filter { $0.awaitsReturn && !($0 is Link) && $0.target.part(in: coming, of: self) != nil }
    if returned.isEmpty { return }
    _ = engine.runCallback(cause: engine.cause, as: .settling) { () throws(Failure) in
      for binding in returned { engine.inside(binding.scope) { binding.targetReturned() } }
    }
  }

  /// All of that write is given: what was asked for before it has no part of its own any more.
  func coverParts(of number: Int) {
    for place in askers.indices where askers[place].number == number { askers[place].part = nil }
  }

  /// What the binding has asked for last is not seen here yet.
  func holdsBack(_ binding: Binding) -> Bool {
    askers.contains { $0.binding === binding && writes.queue.hides($0.number) }
  }

  /// What the binding has asked for has just ended, and it is told. What was superseded has no answer.
  func answers(_ binding: Binding) -> Bool { askers.contains { $0.binding === binding && $0.isAnswered } }

  /// It has asked for a write that has not ended.
  func isAsked(by binding: Binding) -> Bool { askers.contains { $0.binding === binding && !hasEnded($0) } }

  /// It has been given that for the place, and has not answered yet: by the commit whose wave runs or, if it may be older, by the newest write.
  func isAsked(for value: Value, at place: Cell, beforeThisWave: Bool) -> Bool {
    let given = writtenTogether ?? (beforeThisWave ? writes.queue.newest : nil)
    guard case .set(let whole)? = given else { return false }
    return (place === self ? whole : place.standing(in: whole)) == value
  }

  private func hasEnded(_ asker: Asker) -> Bool {
    asker.number <= writes.queue.lastNumber && !writes.queue.contains(asker.number)
  }

  func tells(_ failure: Failure, of number: Int) -> Bool {
    guard failure.isOfPlaceAway else { return false }
    let own =
      partsInFlight[number].map { $0.failuresOfBindings ?? [] }
      ?? askers.filter { $0.number == number }.map { ($0.binding, failure) }
    for (binding, failure) in own where !warns(of: failure, as: binding) { reportUnheard(failure) }
    return !own.isEmpty
  }

  /// The place was not there when the write was applied: what a binding says of it is no fault of the script.
  func warns(of failure: Failure, as binding: Binding) -> Bool {
    guard failure.isOfPlaceAway else { return false }
    let report = Report(failure, during: binding.title, isWarning: true)
    scope.report(engine.located(report, at: binding.place))
    return true
  }

  /// An end that has asked for another value is told what stands, although nothing may have changed here.
  func answerAskers() {
    let asking = askers.filter(hasEnded)
    if asking.isEmpty { return }
    for asker in asking {
      asker.binding.answered(by: self, refusing: asker.failure)
      if asker.hasFoundNoPlace { asker.binding.wasAway(in: self) }
      askers.removeAll { $0.binding === asker.binding && $0.number == asker.number }
    }
    deliverAgain(asking.filter(\.mayHaveReturned).map(\.binding))
    engine.settleReporting(name)
  }
}
