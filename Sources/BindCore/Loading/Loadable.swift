package import BindGraph

/// What a loadable does to get its value: one attempt.
package protocol LoadableWork: AnyObject {
  /// `completion` is called once, unless the attempt is called off first; it may be called inside this call.
  /// - Returns: what calls it off; nil when it has ended already.
  func load(
    attempt: Int, of loadable: Loadable, _ completion: @escaping (Result<Value, Failure>) -> Void
  ) -> JobRun?
}

/// A value that is fetched when somebody looks: idle, loading, failed, loaded, and the two faces in between.
///
/// `LoadableMachine` has the rules; this holds the value, performs the actions and tells the cells. Nothing is asked for
/// before the first observer, and what nobody waits for any more is called off.
/// Isolation: confined to its engine's thread.
package final class Loadable: ScopeItem {
  package let name: String
  package unowned(unsafe) let engine: Engine
  package let scope: Scope
  package var scopeIndex = -1
  package let cells: RecordCell
  package private(set) var machine: LoadableMachine

  private let world: World
  private let work: any LoadableWork
  private let transform: ((Value) throws(Failure) -> Value)?
  private let target: Cell?
  /// Shown while there is no value.
  private let placeholder: Value?
  private var base: Value?
  private var failure: Failure?
  private var timers: [LoadableMachine.Timer: any Token] = [:]
  /// The attempt that is about to begin, or runs.
  private var beginning: (any Token)?
  private var run: JobRun?
  private var waiters: [(Result<Value, Failure>) -> Void] = []
  private var loadedHandlers: [(Value) -> Void] = []
  private var failedHandlers: [(Value) -> Void] = []
  package var describeFailure: (Failure) -> Value = { .string($0.description) }

  package static let cellNames = ["value", "phase", "face", "error", "attempts", "stale", "updated_at"]
  /// Who observes one of these wants the value.
  fileprivate static let asking: Set<String> = ["value", "phase", "face"]

  /// - Parameters:
  ///   - initial: a value to begin with, stale from the start.
  ///   - target: gets each loaded value in the same wave.
  package init(
    name: String, policy: LoadablePolicy, work: any LoadableWork,
    transform: ((Value) throws(Failure) -> Value)? = nil, initial: Value? = nil, placeholder: Value? = nil,
    into target: Cell? = nil, world: World, scope: Scope
  ) {
    self.name = name
    engine = scope.engine
    self.scope = scope
    self.world = world
    self.work = work
    self.transform = transform
    self.target = target
    self.placeholder = placeholder
    machine = LoadableMachine(policy: policy)
    cells = RecordCell(name: name, engine: scope.engine)
    base = initial
    if initial != nil { machine.hydrate() }
    for cell in Self.cellNames {
      let leaf = LoadableCell(self, cell, parent: cells)
      leaf.owner = scope
      cells.add(ByteString(cell), leaf)
    }
    scope.add(self)
    for (cell, value) in changes() { cell.begin(with: value) }
  }

  // MARK: What scripts ask for

  package func load() { handle { $0.load(at: $1) } }
  package func refresh() { handle { $0.refresh(at: $1) } }
  package func cancel() { handle { $0.cancel(at: $1) } }
  package func invalidate() { handle { $0.invalidate(at: $1) } }
  package func reset() { handle { $0.reset(at: $1) } }

  /// Writes the base by hand: fresh from now on.
  package func set(_ value: Value) {
    base = value
    failure = nil
    handle { $0.set(at: $1) }
    world.clock.schedule(after: .zero, label: "value of \(name)") { [weak self] in self?.tellLoaded(value) }
  }

  /// Starts or joins, and calls back once with the value or the failure, never inside this call.
  /// - Returns: what ends the waiting; the load goes on if others need it.
  package func wait(_ done: @escaping (Result<Value, Failure>) -> Void) -> JobRun {
    var isOver = false
    let answer: (Result<Value, Failure>) -> Void = { [world, name] result in
      world.clock.schedule(after: .zero, label: "answer of \(name)") { if !isOver { done(result) } }
    }
    load()
    if let base, !machine.isActive { answer(.success(base)) } else { waiters.append(answer) }
    return JobRun { isOver = true }
  }

  /// The functions of scripts behind `on_loaded` and `on_failed`; each counts as an observer.
  package func onLoaded(_ handler: @escaping (Value) -> Void) {
    loadedHandlers.append(handler)
    handle { $0.observed(at: $1) }
  }

  package func onFailed(_ handler: @escaping (Value) -> Void) {
    failedHandlers.append(handler)
    handle { $0.observed(at: $1) }
  }

  /// An observer has come or left. Told while edges are made: nothing may run now, so cells are stored and marked, and who
  /// looks at them hears of it in the next turn, when the work begins.
  func observed(_ comes: Bool) {
    let now = world.clock.now
    perform(comes ? machine.observed(at: now) : machine.unobserved(at: now))
    let cause = engine.causes.record(.source, parent: engine.cause)
    for (cell, value) in changes() { cell.commit(value, cause: cause) }
  }

  /// Ends it: nothing is heard of it any more.
  package func stop() {
    guard !machine.isClosed else { return }
    scope.remove(self)
    perform(machine.close())
    waiters.removeAll()
    loadedHandlers.removeAll()
    failedHandlers.removeAll()
  }

  // MARK: Events

  private func handle(_ event: (inout LoadableMachine, Instant) -> [LoadableMachine.Action]) {
    let outcome = perform(event(&machine, world.clock.now))
    publish()
    tell(outcome)
  }

  private func arrived(_ generation: Int, _ attempt: Int, _ result: Result<Value, Failure>) {
    guard machine.generation == generation, machine.attempts == attempt, machine.activity == .running else {
      return handle { machine, now in machine.succeeded(-1, at: now) }
    }
    run = nil
    switch result.flatMap(transformed) {
    case .success(let value):
      do { try commit(generation, value) } catch { fail(generation, Engine.failure(error)) }
    case .failure(let failure): fail(generation, failure)
    }
  }

  private func transformed(_ value: Value) -> Result<Value, Failure> {
    guard let transform else { return .success(value) }
    do { return .success(try engine.runPure { () throws(Failure) in try transform(value) }) } catch {
      return .failure(error.ofTransform(of: name))
    }
  }

  /// One wave: the target and the loadable's own cells. The target may refuse: then the load has failed.
  private func commit(_ generation: Int, _ value: Value) throws {
    var next = machine
    let actions = next.succeeded(generation, at: world.clock.now)
    guard actions.contains(.commit) else {
      machine = next
      perform(actions)
      return publish()
    }
    let before = (machine, base, failure)
    do {
      try engine.turn(.source, label: "load of \(name)") {
        if let target, case .refused(let diagnostic) = try target.assign(value) { throw Failure.diagnostic(diagnostic) }
        machine = next
        base = value
        failure = nil
        for (cell, value) in changes() { try cell.tell(value) }
      }
    } catch {
      (machine, base, failure) = before
      throw error
    }
    let outcome = perform(actions)
    publish()
    tell(outcome)
  }

  private func fail(_ generation: Int, _ failure: Failure) {
    let isRetryable = failure.isRetryable
    let chance = world.random.fraction()
    arrivedFailure = failure
    handle {
      $0.failed(
        generation, isRetryable: isRetryable, notBefore: failure.circumstances.retryAfter ?? .zero, chance: chance,
        at: $1)
    }
  }

  /// The failure that `.keepFailure` means.
  private var arrivedFailure: Failure?

  private func due(_ timer: LoadableMachine.Timer) {
    timers[timer] = nil
    if timer == .attempt {
      let limit = machine.policy.timeout
      arrivedFailure = .diagnostic(Diagnostic(.loadTimeout, "\(name) did not answer within \(limit.text)"))
    }
    let chance = world.random.fraction()
    handle { $0.due(timer, chance: chance, at: $1) }
  }

  // MARK: Actions

  @discardableResult
  private func perform(_ actions: [LoadableMachine.Action]) -> LoadableMachine.Outcome? {
    var outcome: LoadableMachine.Outcome?
    for action in actions {
      switch action {
      case .start(let generation, let attempt): start(generation, attempt)
      case .abort:
        beginning?.cancel()
        beginning = nil
        run?.cancel()
        run = nil
      case .commit: break
      case .keepFailure: failure = arrivedFailure
      case .forget: (base, failure) = (nil, nil)
      case .schedule(let timer, let instant): schedule(timer, instant)
      case .unschedule(let timer):
        timers[timer]?.cancel()
        timers[timer] = nil
      case .settle(_, let result):
        outcome = result
        settle(result)
      }
    }
    return outcome
  }

  /// In a turn of its own, after everybody has seen that it loads.
  private func start(_ generation: Int, _ attempt: Int) {
    let cause = engine.cause
    beginning = world.clock.schedule(after: .zero, label: "load of \(name)") { [weak self] in
      guard let self else { return }
      beginning = nil
      engine.settleReporting(name)
      var hasEnded = false
      let started = engine.caused(by: cause) {
        work.load(attempt: attempt, of: self) { [weak self] result in
          hasEnded = true
          self?.arrived(generation, attempt, result)
        }
      }
      if !hasEnded, machine.generation == generation, machine.attempts == attempt, machine.activity == .running {
        run = started
      } else if !hasEnded {
        started?.cancel()
      }
    }
  }

  private func schedule(_ timer: LoadableMachine.Timer, _ instant: Instant) {
    timers[timer]?.cancel()
    let token = world.clock.schedule(at: instant, label: "\(timer) of \(name)") { [weak self] in self?.due(timer) }
    // What only tidies up keeps no script alive.
    token.keepsAlive = [.attempt, .retry, .poll, .quiet].contains(timer)
    timers[timer] = token
  }

  private func settle(_ outcome: LoadableMachine.Outcome) {
    let waiting = waiters
    waiters = []
    let result: Result<Value, Failure>
    switch outcome {
    case .loaded: result = .success(base ?? .nil)
    case .failed: result = .failure(failure ?? cancelled)
    case .cancelled: result = .failure(cancelled)
    }
    for waiter in waiting { waiter(result) }
  }

  private var cancelled: Failure { .diagnostic(Diagnostic(.loadCancelled, "the load of \(name) was called off")) }

  private func tell(_ outcome: LoadableMachine.Outcome?) {
    switch outcome {
    case .loaded?: tellLoaded(base ?? .nil)
    case .failed?:
      guard let failure else { return }
      for handler in failedHandlers { handler(describeFailure(failure)) }
    case .cancelled?, nil: break
    }
  }

  private func tellLoaded(_ value: Value) { for handler in loadedHandlers { handler(value) } }

  // MARK: Cells

  /// What is shown: a placeholder is no value.
  package var hasValue: Bool { base != nil }

  private func changes() -> [(cell: LoadableCell, value: Value)] {
    cells.fields.compactMap { field in
      guard let cell = field.cell as? LoadableCell, let value = shown(cell), cell.stored != value else { return nil }
      return (cell, value)
    }
  }

  /// nil: there is nothing to tell yet.
  private func shown(_ cell: LoadableCell) -> Value? {
    switch cell.word {
    case "value":
      if let base { return base }
      if machine.face == .loading, let placeholder { return placeholder }
      return cell.stored == nil ? nil : Value.nil
    case "phase": return .string(machine.face.phase)
    case "face": return .string(machine.face.rawValue)
    case "error": return failure.map(describeFailure) ?? .nil
    case "attempts": return .integer(Int64(machine.attempts))
    case "stale": return .boolean(machine.isStale)
    default:
      return machine.updatedAt.map { .number((world.clock.date + ($0 - world.clock.now)).seconds) } ?? .nil
    }
  }

  private func publish() {
    let changes = changes().map { (cell: $0.cell as LeafCell, value: $0.value) }
    if !changes.isEmpty { engine.announceLater(changes, kind: .source, during: "load of \(name)") }
  }
}

/// One of a loadable's cells: nobody writes it but the loadable, and whoever observes the right ones makes it load.
package final class LoadableCell: LeafCell {
  private weak var loadable: Loadable?
  let word: String

  init(_ loadable: Loadable, _ word: String, parent: RecordCell) {
    self.loadable = loadable
    self.word = word
    super.init(nil, declaration: .any(.nil), name: word, parent: parent, engine: loadable.engine)
  }

  @available(*, unavailable)
  override init(
    _ value: Value?, declaration: FieldDeclaration, name: String, parent: RecordCell? = nil, engine: Engine
  ) { preconditionFailure("not inherited") }

  package override var isWritable: Bool { false }
  package override var hasValue: Bool { word == "value" ? loadable?.hasValue ?? super.hasValue : super.hasValue }

  package override func write(_ value: Value) throws(Failure) -> WriteOutcome { throw Failure.readOnly(self) }
  package override func touch() throws(Failure) { throw Failure.readOnly(self) }

  /// Before anybody looks.
  func begin(with value: Value) { commit(value, cause: .none) }
  /// The loadable's own write, as part of a turn.
  func tell(_ value: Value) throws(Failure) { _ = try super.write(value) }

  package override func livenessChanged(_ live: Bool, in graph: Graph) {
    if Loadable.asking.contains(word) { loadable?.observed(live) }
  }
}
