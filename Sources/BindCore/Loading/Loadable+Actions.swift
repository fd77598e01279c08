/// What the machine asks for.
extension Loadable {
  /// Nothing of a script's runs inside: what runs is called off by `letGo`, and cells are told by `publish`.
  /// - Parameter value: what `.commit` commits.
  /// - Returns: how a cycle has ended, if one has.
  @discardableResult
  func perform(_ actions: [LoadableMachine.Action], giving value: Value? = nil) -> Ending? {
    var ending: Ending?
    for action in actions {
      progress.note(action)
      switch action {
      case .start(let generation, let attempt): start(generation, attempt)
      case .abort: abort()
      case .commit: (base, failure) = (value, nil)
      case .keepFailure: failure = arrivedFailure
      case .forget:
        (base, failure) = (nil, nil)
        work.forgotten()
        if !machine.isObserved { onForget() }
      case .schedule(let timer, let instant): schedule(timer, instant)
      case .unschedule(let timer):
        timers[timer]?.cancel()
        timers[timer] = nil
      case .settle(let generation, let outcome):
        let takeBack = onOutcome(outcome)
        work.ended(outcome, generation, of: self)
        ending = settle(outcome, takeBack)
      }
    }
    if machine.isActive != isUnderWay {
      isUnderWay.toggle()
      engine.underWay += isUnderWay ? 1 : -1
    }
    return ending
  }

  /// In a turn of its own, after everybody has seen that it loads.
  private func start(_ generation: Int, _ attempt: Int) {
    if attempt == 1 { origin = engine.cause }
    progressGap?.cancel()
    beginning = world.clock.schedule(after: .zero, label: label) { [weak self] in
      guard let self else { return }
      beginning = nil
      // Whoever asked for it has left within the same turn, or the transaction was rolled back.
      if machine.policy.linger == .zero, let leaving = timers[.linger] {
        leaving.cancel()
        return due(.linger)
      }
      engine.settleReporting(name)
      var hasEnded = false
      let started = engine.caused(by: origin) {
        work.load(attempt: attempt, of: self) { [weak self] event in
          if hasEnded { return }
          switch event {
          case .ended, .streamEnded: hasEnded = true
          case .item, .itemFailed, .progress: break
          }
          self?.happened(event, generation, attempt)
        }
      }
      let isWanted = machine.generation == generation && (machine.activity == .running || machine.isOpen)
      if isWanted, !hasEnded { run = started } else { started?.cancel() }
    }
  }

  /// Nothing of the attempt counts any more. `letGo` calls off what runs.
  func abort() {
    beginning?.cancel()
    beginning = nil
    items.end()
    progressGap?.cancel()
    guard let run else { return }
    self.run = nil
    leaving += 1
    aborted.append(run)
  }

  /// Calls off what has been aborted. Scripts may hear of it, and ask for more.
  func letGo() {
    while !aborted.isEmpty {
      aborted.removeFirst().cancel { [weak self] in
        guard let self else { return }
        leaving -= 1
        guard leaving == 0, !goneWaiters.isEmpty else { return }
        let waiting = goneWaiters
        goneWaiters = []
        for body in waiting { body() }
      }
    }
  }

  private func schedule(_ timer: LoadableMachine.Timer, _ instant: Instant) {
    timers[timer]?.cancel()
    let token = world.clock.schedule(at: instant, label: "\(timer) of \(name)") { [weak self] in self?.due(timer) }
    // What only tidies up keeps no script alive.
    token.keepsAlive = [.attempt, .retry, .poll, .quiet, .deadline].contains(timer)
    timers[timer] = token
  }
}
