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
    /// Why its part could not be applied, which is covered since.
    var failureCovered: Failure?
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
    let returned = bindings.filter { $0.awaitsReturn && !($0 is Link) && !$0.target.isAway(in: coming, of: self) }
    if returned.isEmpty { return }
    _ = engine.runCallback(cause: engine.cause, as: .settling) { () throws(Failure) in
      for binding in returned { engine.inside(binding.scope) { binding.targetReturned() } }
    }
  }

  /// All of that write is given: what was asked for before it has no part of its own any more.
  func coverParts(of number: Int, in parts: SourceParts) {
    for place in askers.indices where askers[place].number == number {
      guard let part = askers[place].part else { continue }
      if parts.hasFoundNoPlace(part) { askers[place].failureCovered = parts.lastFailure(of: part) }
      askers[place].part = nil
    }
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

  /// Parts of a write have failed that nobody awaits. A place that was not there is no fault of the script where a binding says something of it.
  /// - Parameters:
  ///   - asking: the bindings that had asked for some of them: who has been able to do so again has not failed.
  ///   - isAll: the write has failed with them.
  /// - Returns: false where what has made the write fail is to be told still.
  func tell(_ unheard: [SourceParts.Unheard], asking: [Asker], isAll: Bool) -> Bool {
    let (away, others) = (unheard.filter(\.isAway), unheard.filter { !$0.isAway })
    for part in away {
      let isMended = asking.contains { $0.part == part.part && $0.binding.status == .ok && !$0.binding.isStopped }
      if !isMended { part.binding?.warn(of: part.failure) }
    }
    if isAll, away.isEmpty { return false }
    // Of what fails together the first one is told.
    for part in isAll ? others.prefix(1) : others[...] { reportUnheard(part.failure) }
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
