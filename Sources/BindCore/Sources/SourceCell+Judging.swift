// What a write would put there is judged before anything is sent or shown: a list that somebody watches by keys takes none of them twice.
// What comes from outside is there already.

extension SourceCell {
  /// What it makes of what stands there before it if all that is under way comes about; what fails now changes nothing.
  func wouldHold(_ operation: WriteQueue.Operation) -> Value {
    let present = comingNow ?? .nil
    switch operation {
    case .set(let value): return value
    case .change(let change): return (try? engine.result(of: change, on: present)) ?? present
    }
  }

  /// As it is applied to what stands there by then.
  func judged(_ operation: WriteQueue.Operation) -> WriteQueue.Operation {
    if case .change(let change) = operation { .change(judged(change)) } else { operation }
  }

  /// Whoever writes it sees what the change itself gives: a read has nothing to refuse.
  func judged(
    _ change: @escaping (Value) throws(Failure) -> Value
  ) -> (Value) throws(Failure) -> Value {
    { [unowned self] base throws(Failure) in
      let new = try change(base)
      try askChecks(new)
      return new
    }
  }

  /// Where it is written.
  /// - Parameter result: what is seen there with a change, if that is known.
  func refuseByChecks(_ operation: WriteQueue.Operation, giving result: Value?) throws(Failure) {
    if checks.isEmpty { return }
    switch (operation, result) {
    case (.set(let value), _): try askChecks(value)
    case (.change(let change), let result?):
      do throws(Failure) { try askChecks(result) } catch {
        // What is under way may make it fit.
        guard hasWritesUnderWay,
          let later = try? engine.result(
            of: { base throws(Failure) in try change(coming(over: base) ?? base) }, on: result)
        else { throw error }
        try askChecks(later)
      }
    case (.change, nil): break
    }
  }

  /// What the running callback would see if all that is under way came about.
  var comingNow: Value? {
    let present = engine.present(in: self)
    if present != nil, showsAtOnce { return present }
    return coming(over: present)
  }

  /// What stands there before the write if all that is under way comes about.
  private func coming(over known: Value?) -> Value? {
    guard let coming = writes.queue.coming else { return known }
    return (engine.overlay?.write(to: self) as? SourceWrite)?.made(of: coming) ?? coming
  }
}
