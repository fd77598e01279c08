/// What arrives: answers, items of streams, progress, time.
extension Loadable {
  func handle(_ event: (inout LoadableMachine, Instant) -> [LoadableMachine.Action]) {
    let before = machine
    let actions = event(&machine, world.clock.now)
    let outcome = actions.outcome
    if let outcome { _ = onOutcome(outcome) }
    perform(actions)
    trace(since: before)
    publish()
    tell(outcome)
  }

  /// Something that the work saw by itself (a watched file changed): a cycle that has ended already.
  package func deliver(_ result: Result<Value, Failure>) {
    guard !machine.isClosed else { return }
    origin = engine.cause
    perform(machine.arrives(at: world.clock.now))
    answered(machine.generation, result, isFinal: true)
  }

  /// Told by the work, in whatever turn.
  func happened(_ event: LoadEvent, _ generation: Int, _ attempt: Int) {
    guard machine.generation == generation, machine.attempts == attempt || machine.isOpen,
      machine.activity == .running || machine.isOpen
    else { return handle { machine, now in machine.succeeded(-1, at: now) } }
    switch event {
    case .ended(let result):
      run = nil
      flushItems()
      answered(generation, result)
    case .item(let value): receive(value, generation)
    case .itemFailed(let failure):
      flushItems()
      // A source that was called off says nothing new.
      if !failure.isCancellation { leaveOut(failure, generation) }
    case .streamEnded:
      run = nil
      flushItems()
      streamEnded(generation)
    case .progress(let news): progressed(news)
    }
  }

  private func answered(_ generation: Int, _ result: Result<Value, Failure>, isFinal: Bool = false) {
    progress.flush()
    switch result.flatMap(transformed) {
    case .success(let value):
      do { try commit(value) { $0.succeeded(generation, at: $1) } } catch {
        fail(generation, Engine.failure(error), isFinal: isFinal)
      }
    case .failure(let failure) where failure.isCancellation: calledOff(generation)
    case .failure(let failure): fail(generation, failure, isFinal: isFinal)
    }
  }

  /// What it waited for was called off, and so is it: that is no failure.
  private func calledOff(_ generation: Int) {
    handle { $0.calledOff(generation, at: $1) }
    writes.endHeldBack(cancelled)
  }

  private func transformed(_ value: Value) -> Result<Value, Failure> {
    guard let transform = options.transform else { return .success(value) }
    do { return .success(try engine.runPure { () throws(Failure) in try transform(value) }) } catch {
      return .failure(error.ofTransform(of: name))
    }
  }

  /// One wave: the target and the loadable's own cells. The target may refuse: then the load has failed.
  func commit(_ value: Value, _ event: (inout LoadableMachine, Instant) -> [LoadableMachine.Action]) throws {
    let before = (machine, base, failure)
    var next = machine
    let actions = event(&next, world.clock.now)
    let outcome = actions.outcome
    guard actions.contains(.commit) else {
      machine = next
      if let outcome { _ = onOutcome(outcome) }
      perform(actions)
      trace(since: before.0)
      publish()
      return tell(outcome)
    }
    var takeOutcomeBack: () -> Void = {}
    do {
      try engine.turn(options.causeKind, label: label, run: runNumber, parent: origin) {
        if let target = options.target {
          if case .refused(let diagnostic) = try assign(value, to: target) { throw Failure.diagnostic(diagnostic) }
        }
        machine = next
        base = value
        failure = nil
        if let outcome { takeOutcomeBack = onOutcome(outcome) }
        try engine.writing(as: options.causeKind) {
          for (cell, value) in changes() { try engine.placing(at: place) { try cell.tell(value) } }
        }
      }
    } catch {
      (machine, base, failure) = before
      takeOutcomeBack()
      throw error
    }
    keepBase()
    perform(actions)
    trace(since: before.0)
    publish()
    tell(outcome)
  }

  func fail(_ generation: Int, _ failure: Failure, isFinal: Bool = false) {
    let isRetryable = failure.isRetryable && !isFinal
    let chance = world.random.fraction()
    arrivedFailure = failure
    let notBefore = failure.circumstances.retryAfter ?? .zero
    handle { $0.failed(generation, isRetryable: isRetryable, notBefore: notBefore, chance: chance, at: $1) }
  }

  private var pausedTooLong: Failure {
    let reason = world.surroundings.isOnline ? "hidden" : "offline"
    return .diagnostic(Diagnostic(.loadTimeout, "\(name) was paused, \(reason), until its deadline", kind: .offline))
  }

  func due(_ timer: LoadableMachine.Timer) {
    timers[timer] = nil
    if timer == .attempt {
      progress.flush()
      let limit = machine.policy.timeout ?? machine.policy.deadline ?? .zero
      arrivedFailure = .diagnostic(Diagnostic(.loadTimeout, "\(name) did not answer within \(limit.text)"))
    }
    if timer == .deadline { arrivedFailure = pausedTooLong }
    let chance = world.random.fraction()
    handle { $0.due(timer, chance: chance, at: $1) }
  }

  // MARK: Streams

  private func receive(_ value: Value, _ generation: Int) {
    if items.waiting.count >= options.buffer {
      switch options.overflow {
      case .latest: items.waiting.removeFirst()
      case .drop: return
      case .fail:
        // Nothing more is taken from it.
        abort()
        return fail(
          generation,
          .diagnostic(
            Diagnostic(
              .loadOverflow, "\(name): more than \(options.buffer) items wait to be taken",
              notes: ["give it a larger buffer=, or overflow=\"latest\""])))
      }
    }
    items.waiting.append(value)
    guard items.timer == nil else { return }
    items.timer = world.clock.schedule(after: .zero, label: "items of \(name)") { [weak self] in self?.flushItems() }
  }

  /// What has come since the last turn becomes one change.
  func flushItems() {
    items.timer?.cancel()
    items.timer = nil
    guard !items.waiting.isEmpty, machine.activity == .running || machine.isOpen else { return }
    let waiting = items.waiting
    items.waiting = []
    if items.generation != machine.generation {
      items.generation = machine.generation
      items.isShown = false
      items.isSwapping = options.streamMode == .swap && base != nil
      items.swapped = []
    }
    var news: [Value] = []
    for item in waiting {
      switch transformed(item) {
      case .success(let value): news.append(value)
      case .failure(let failure):
        show(news)
        news = []
        leaveOut(failure, machine.generation)
      }
    }
    show(news)
  }

  private func show(_ news: [Value]) {
    guard let last = news.last else { return }
    if items.isSwapping {
      items.swapped += news
    } else {
      commitItem(options.streamMode == .replace ? last : .list(list(with: news)))
    }
  }

  private func list(with news: [Value]) -> [Value] {
    var list: [Value] = []
    if case .list(let elements)? = base, items.isShown || options.streamMode == .append { list = elements }
    list += news
    if list.count > options.itemLimit { list.removeFirst(list.count - options.itemLimit) }
    return list
  }

  private func commitItem(_ value: Value) {
    let generation = machine.generation
    do {
      try commit(value) { $0.item(generation, at: $1) }
      items.isShown = true
    } catch { leaveOut(Engine.failure(error), generation) }
  }

  /// An item that cannot be shown: the last one stands, and the stream goes on.
  private func leaveOut(_ failure: Failure, _ generation: Int) {
    arrivedFailure = failure
    handle { $0.itemFailed(generation, at: $1) }
  }

  private func streamEnded(_ generation: Int) {
    if items.isSwapping, items.generation == generation, !items.swapped.isEmpty {
      commitItem(.list(items.swapped.suffix(options.itemLimit)))
    }
    items.isSwapping = false
    if base != nil, !machine.isOpen {
      do { try commit(base ?? .nil) { $0.streamEnded(generation, at: $1) } } catch {
        fail(generation, Engine.failure(error))
      }
      return
    }
    arrivedFailure = .diagnostic(
      Diagnostic(
        .loadEmpty, "\(name) has ended without a value", kind: .empty, notes: ["give it initial= if that may be"]))
    handle { $0.streamEnded(generation, at: $1) }
  }

  // MARK: Progress

  private func progressed(_ news: LoadEvent.Progress) {
    guard progress.accept(news) else { return }
    showProgress()
  }

  private func showProgress() {
    publish()
    progressGap = world.clock.schedule(after: ProgressGate.gap, label: "progress of \(name)") { [weak self] in
      if let self, progress.gapEnded() { showProgress() }
    }
    progressGap?.keepsAlive = false
  }
}

extension [LoadableMachine.Action] {
  /// How a cycle ends with these, if one does.
  var outcome: LoadableMachine.Outcome? {
    for case .settle(_, let outcome) in self { return outcome }
    return nil
  }
}
