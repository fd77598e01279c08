// What a write would put there is judged before anything is sent or shown: a list that somebody watches by keys takes none of them twice.
// What comes from outside is there already.

extension SourceCell {
  /// As it is now; what fails now changes nothing.
  func wouldHold(_ operation: WriteQueue.Operation) -> Value {
    let present = engine.present(in: self) ?? .nil
    switch operation {
    case .set(let value): return value
    case .change(let change): return (try? engine.result(of: change, on: present)) ?? present
    }
  }

  /// As it is applied to what stands there by then.
  func judged(_ operation: WriteQueue.Operation) -> WriteQueue.Operation {
    guard case .change(let change) = operation else { return operation }
    return .change { [unowned self] base throws(Failure) in
      let new = try change(base)
      try askChecks(new)
      return new
    }
  }

  /// Where it is written.
  /// - Parameter result: what is seen there with a change, if that is known.
  /// - Returns: the same; nil where only what is under way makes it fit.
  func refuseByChecks(_ operation: WriteQueue.Operation, giving result: Value?) throws(Failure) -> Value? {
    if checks.isEmpty { return result }
    switch (operation, result) {
    case (.set(let value), _): try askChecks(value)
    case (.change, let result?):
      do throws(Failure) { try askChecks(result) } catch {
        guard hasWritesUnderWay, case .change(let change) = judged(operation),
          (try? engine.result(of: { base throws(Failure) in try change(coming(over: base)) }, on: result)) != nil
        else { throw error }
        return nil
      }
    case (.change, nil): break
    }
    return result
  }

  /// What stands there before the write if all that is under way comes about.
  private func coming(over known: Value) -> Value {
    guard let coming = writes.queue.coming else { return known }
    return (engine.overlay?.write(to: self) as? SourceWrite)?.made(of: coming) ?? coming
  }
}
