/// What arrives: answers, items of streams, progress, time.
extension Loadable {
  func handle(_ event: (inout LoadableMachine, Instant) -> [LoadableMachine.Action]) {
    let ending = enter(event)
    publish()
    tell(ending)
  }

  /// All that follows from it at once: whoever is told of it afterwards may ask for more.
  private func enter(
    _ event: (inout LoadableMachine, Instant) -> [LoadableMachine.Action], giving value: Value? = nil
  ) -> Ending? {
    let before = machine
    let ending = perform(event(&machine, world.clock.now), giving: value)
    trace(since: before)
    letGo()
    return ending
  }

  /// Something that the work saw by itself (a watched file changed): a cycle that has ended already.
  package func deliver(_ result: Result<Value, Failure>) {
    let origin = engine.cause
    engine.takeAnswer { [self] in
      guard !machine.isClosed else { return }
      self.origin = origin
      _ = enter { $0.arrives(at: $1) }
      answered(machine.generation, result, isFinal: true)
    }
  }

  /// Told by the work, in whatever turn: it is no part of that.
  func happened(_ event: LoadEvent, _ generation: Int, _ attempt: Int) {
    engine.takeAnswer { [self] in hear(event, generation, attempt) }
  }

  private func hear(_ event: LoadEvent, _ generation: Int, _ attempt: Int) {
    guard machine.counts(generation), machine.attempts == attempt || machine.isOpen else { return discard() }
    switch event {
    case .ended(let result):
      run = nil
      flushItems()
      answered(generation, result)
    case .item(let value): receive(value, generation)
    case .itemFailed(let failure):
      flushItems()
      if !failure.isCancellation { return leaveOut(failure, generation) }
      // A source that was called off says nothing new; one that has said nothing yet takes the load along.
      if machine.counts(generation), !machine.isOpen { cancel() }
    case .streamEnded:
      run = nil
      flushItems()
      streamEnded(generation)
    case .progress(let news): progressed(news)
    }
  }

  /// It is of an older generation.
  private func discard() { handle { $0.succeeded(-1, at: $1) } }

  private func answered(_ generation: Int, _ result: Result<Value, Failure>, isFinal: Bool = false) {
    guard machine.counts(generation) else { return discard() }
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
  private func commit(_ value: Value, _ event: @escaping (inout LoadableMachine, Instant) -> [LoadableMachine.Action])
    throws
  {
    var next = machine
    guard event(&next, world.clock.now).contains(.commit) else { return handle(event) }
    let before = (machine: machine, base: base, failure: failure)
    var ending: Ending?
    do {
      try engine.turn(options.causeKind, label: label, run: runNumber, parent: origin) {
        if let target = options.target {
          if case .refused(let diagnostic) = try assign(value, to: target) { throw Failure.diagnostic(diagnostic) }
        }
        // Once the target has taken it, and before anybody sees it.
        engine.withCommit { [self] in
          ending = enter(event, giving: value)
          publish()
        }
      }
    } catch {
      guard let told = ending else { throw error }
      if machine.takeBack(to: before.machine, since: told.machine) {
        (base, failure) = (before.base, before.failure)
        takeBack(told)
        throw error
      }
      // The failure of what is over already.
      scope.report(engine.located(Report(error, during: label), at: place))
    }
    keepBase()
    tell(ending)
  }

  func fail(_ generation: Int, _ failure: Failure, isFinal: Bool = false) {
    let isRetryable = failure.isRetryable && !isFinal
    let chance = world.random.fraction()
    arrive(failure)
    let notBefore = failure.circumstances.retryAfter ?? .zero
    handle { $0.failed(generation, isRetryable: isRetryable, notBefore: notBefore, chance: chance, at: $1) }
  }

  /// What was tried again says so: whoever passes it on does not begin anew.
  private func arrive(_ failure: Failure) { arrivedFailure = machine.attempts > 1 ? failure.afterRetries : failure }

  private var pausedTooLong: Failure {
    let reason = world.surroundings.isOnline ? "hidden" : "offline"
    return .diagnostic(Diagnostic(.loadTimeout, "\(name) was paused, \(reason), until its deadline", kind: .offline))
  }

  func due(_ timer: LoadableMachine.Timer) {
    timers[timer] = nil
    if timer == .attempt {
      progress.flush()
      let limit = machine.policy.timeout ?? machine.policy.deadline ?? .zero
      arrive(.diagnostic(Diagnostic(.loadTimeout, "\(name) did not answer within \(limit.text)")))
    }
    if timer == .deadline { arrive(pausedTooLong) }
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
        // Nothing more is taken from it; it is called off when that is known.
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
    let generation = machine.generation
    guard !items.waiting.isEmpty, machine.counts(generation) else { return }
    let waiting = items.waiting
    items.waiting = []
    if items.generation != generation {
      items.generation = generation
      items.isShown = false
      items.isSwapping = options.streamMode == .swap && base != nil
      items.swapped = []
    }
    var news: [Value] = []
    for item in waiting {
      switch transformed(item) {
      case .success(let value): news.append(value)
      case .failure(let failure):
        show(news, generation)
        news = []
        leaveOut(failure, generation)
      }
    }
    show(news, generation)
  }

  /// Whoever was told of those before may have asked for it anew: then these count no more.
  private func show(_ news: [Value], _ generation: Int) {
    guard let last = news.last else { return }
    guard machine.counts(generation) else {
      for _ in news { discard() }
      return
    }
    if items.isSwapping {
      items.swapped += news
    } else {
      commitItem(options.streamMode == .replace ? last : .list(list(with: news)), generation)
    }
  }

  private func list(with news: [Value]) -> [Value] {
    var list: [Value] = []
    if case .list(let elements)? = base, items.isShown || options.streamMode == .append { list = elements }
    list += news
    if list.count > options.itemLimit { list.removeFirst(list.count - options.itemLimit) }
    return list
  }

  private func commitItem(_ value: Value, _ generation: Int) {
    do {
      try commit(value) { $0.item(generation, at: $1) }
      if items.generation == generation { items.isShown = true }
    } catch { leaveOut(Engine.failure(error), generation) }
  }

  /// An item that cannot be shown: the last one stands, and the stream goes on.
  private func leaveOut(_ failure: Failure, _ generation: Int) {
    arrivedFailure = failure
    handle { $0.itemFailed(generation, at: $1) }
  }

  private func streamEnded(_ generation: Int) {
    guard machine.counts(generation) else { return discard() }
    if items.isSwapping, items.generation == generation, !items.swapped.isEmpty {
      items.isSwapping = false
      commitItem(.list(items.swapped.suffix(options.itemLimit)), generation)
      guard machine.counts(generation) else { return discard() }
    }
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
