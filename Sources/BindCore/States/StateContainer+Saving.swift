extension StateContainer {
  /// Something is wrong that its keeper cannot see by itself; it stands until the next success.
  func note(_ problem: StateProblem, ofLoading isOfLoading: Bool) {
    if let keeper { return keeper.note(problem, ofLoading: isOfLoading, in: self) }
    updateStatus { status in
      if isOfLoading { status.loadProblem = problem } else { status.saveProblem = problem }
    }
  }

  /// Saves what has been committed by then, after whatever runs now.
  /// - Parameter completion: called once, in a turn of its own, unless the engine ends first.
  package func save(
    in engine: Engine, clock: any WorldClock, _ completion: @escaping (StateProblem?) -> Void
  ) -> JobRun {
    let waiter = SaveWaiter(clock: clock, completion: completion)
    let begin = clock.schedule(after: .zero, label: "save of \(name)") { [self, mailbox = engine.mailbox] in
      guard let keeper else { return waiter.answer(nil) }
      keeper.save(self) { problem in mailbox.post(Arrival { waiter.answer(problem) }) }
    }
    return JobRun {
      begin.cancel()
      waiter.end()
    }
  }
}

extension StateMirror {
  package func save(_ completion: @escaping (StateProblem?) -> Void) -> JobRun {
    container.save(in: engine, clock: clock, completion)
  }
}

/// Who waits for a save. Crosses threads as a token, and is touched on the engine's thread only.
private final class SaveWaiter: @unchecked Sendable {
  private let clock: any WorldClock
  private var completion: ((StateProblem?) -> Void)?
  /// The answer comes from another thread: until then the run goes on.
  private let keeper: any Token

  init(clock: any WorldClock, completion: @escaping (StateProblem?) -> Void) {
    self.clock = clock
    self.completion = completion
    keeper = clock.schedule(after: .seconds(1 << 30), label: "save") {}
  }

  func end() {
    completion = nil
    keeper.cancel()
  }

  func answer(_ problem: StateProblem?) {
    guard completion != nil else { return }
    clock.schedule(after: .zero, label: "answer of a save") { [self] in
      let completion = completion
      end()
      completion?(problem)
    }
  }
}
