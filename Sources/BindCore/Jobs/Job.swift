/// What a job does in one run: a script's step, a command, a look at a file.
package protocol JobWork: AnyObject {
  /// Starts one run. `completion` is called once, unless the run is cancelled first; it may be called inside this call.
  /// - Returns: what calls the run off; nil when it has ended already.
  func start(_ fire: Fire, of job: Job, completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun?
}

/// A run under way.
package final class JobRun {
  private var call: (() -> Void)?
  package init(cancel: @escaping () -> Void) { call = cancel }

  /// After this returns nothing of the run is heard any more.
  package func cancel() {
    let callOnce = call
    call = nil
    callOnce?()
  }
}

/// Work that is repeated on a schedule and whose answers go into cells: a job is itself a loadable.
///
/// Belongs to a scope; one slow or failing job never delays another, and no error is silent: it is the cell `error`,
/// and it is reported unless a handler of `onFailed` takes it.
public final class Job: ScopeItem {
  public let name: String
  package unowned(unsafe) let engine: Engine
  package let scope: Scope
  package var scopeIndex = -1
  package let cells: RecordCell
  package private(set) var machine: JobMachine

  private let world: World
  private let work: any JobWork
  private var timer: (any Token)?
  private var run: JobRun?
  private let map: ((Value) throws(Failure) -> Value)?
  private let target: Cell?
  private var loadedHandlers: [(Value) throws(Failure) -> Void] = []
  private var failedHandlers: [(Value) throws(Failure) -> Void] = []
  /// What scripts see as `job "error"`.
  package var describeFailure: (Failure) -> Value = { .string($0.description) }
  /// Called at the end of each run, after everything was delivered; `run --once` counts on it.
  package var onEnd: (() -> Void)?
  /// Called once, when the job stops.
  package var onStop: (() -> Void)?
  public private(set) var isStopped = false

  /// The cells, in the order in which tools show them.
  package static let cellNames = [
    "value", "phase", "face", "error", "runs", "failures", "skipped", "missed", "last_run", "next_run", "updated_at",
  ]

  package init(
    name: String, schedule: JobSchedule, work: any JobWork, map: ((Value) throws(Failure) -> Value)? = nil,
    into target: Cell? = nil, world: World, scope: Scope
  ) {
    self.name = name
    self.engine = scope.engine
    self.scope = scope
    self.world = world
    self.work = work
    self.map = map
    self.target = target
    machine = JobMachine(schedule: schedule)
    cells = RecordCell(name: name, engine: scope.engine)
    for cell in Self.cellNames {
      let initial: Value? =
        switch cell {
        case "value": nil
        case "phase", "face": .string("idle")
        case "runs", "failures", "skipped", "missed": .integer(0)
        default: .nil
        }
      let leaf = LeafCell(initial, declaration: .any(.nil), name: cell, parent: cells, engine: engine)
      leaf.owner = scope
      cells.add(ByteString(cell), leaf)
    }
  }

  /// Joins its scope and takes up its schedule. The first run is due in the next turn, or after one period.
  /// - Parameter isHeld: it is declared and will not run.
  package func start(immediate: Bool, isHeld: Bool = false) {
    scope.add(self)
    self.isHeld = isHeld
    if isHeld { return }
    perform(machine.declared(at: world.clock.now, immediate: immediate))
  }

  package func onLoaded(_ handler: @escaping (Value) throws(Failure) -> Void) { loadedHandlers.append(handler) }
  package func onFailed(_ handler: @escaping (Value) throws(Failure) -> Void) { failedHandlers.append(handler) }

  /// Runs now; a run under way is superseded.
  package func refresh() {
    if !isHeld { perform(machine.refresh(at: world.clock.now)) }
  }

  /// Calls off the run under way; the schedule goes on.
  package func cancel() { perform(machine.cancel(at: world.clock.now)) }

  /// Ends the job for good. Idempotent, allowed inside its own handlers.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    scope.remove(self)
    perform(machine.stop())
    onStop?()
    onEnd?()
  }

  /// Something that the work saw by itself (a watched file changed): a run that has ended already.
  package func arrived(_ result: Result<Value, Failure>) {
    guard !isStopped else { return }
    perform(machine.refresh(at: world.clock.now), starting: false)
    ended(generation: machine.generation, result)
  }

  package private(set) var isHeld = false
  /// Runs that have begun.
  package var runs: Int { machine.runs }

  /// Who asked for the present run; nobody if it was due.
  private var trigger = CauseID.none

  // MARK: Actions

  private func perform(_ actions: [JobMachine.Action], starting: Bool = true) {
    for action in actions {
      switch action {
      case .schedule(let due): schedule(at: due)
      case .unschedule:
        timer?.cancel()
        timer = nil
      case .cancel:
        run?.cancel()
        run = nil
      case .publish: publish()
      case .start(let generation, let fire):
        if starting { begin(generation, fire) }
      }
    }
  }

  private func schedule(at due: Instant) {
    timer?.cancel()
    timer = world.clock.schedule(at: due, label: "job \(name)") { [weak self] in
      guard let self else { return }
      self.timer = nil
      self.perform(self.machine.due(at: self.world.clock.now))
    }
  }

  private func begin(_ generation: Int, _ fire: Fire) {
    trigger = engine.cause
    set("last_run", .number(world.clock.date.seconds))
    let started = work.start(fire, of: self) { [weak self] result in
      guard let self, self.machine.generation == generation, self.machine.isActive else { return }
      self.run = nil
      self.ended(generation: generation, result)
    }
    if machine.isActive, machine.generation == generation { run = started }
  }

  /// One turn: the value, its target and the job's own cells change together.
  private func ended(generation: Int, _ result: Result<Value, Failure>) {
    guard !isStopped else { return }
    var outcome = result
    if case .success(let value) = result, let map {
      do { outcome = .success(try engine.runPure { () throws(Failure) in try map(value) }) } catch {
        outcome = .failure(error)
      }
    }
    do { try commit(generation, outcome) } catch {
      // The target refused or raised: the run has failed after all.
      outcome = .failure(Engine.failure(error))
      do { try commit(generation, outcome) } catch { scope.report(Report(error, during: "job \"\(name)\"")) }
    }
    tellHandlers(outcome)
    onEnd?()
  }

  private func commit(_ generation: Int, _ outcome: Result<Value, Failure>) throws {
    var next = machine
    try engine.turn(.job, label: name, run: machine.runs, parent: trigger) {
      switch outcome {
      case .success(let value):
        if let target, case .refused(let diagnostic) = try target.assign(value) { throw Failure.diagnostic(diagnostic) }
        set("value", value)
        set("error", .nil)
        set("updated_at", .number(world.clock.date.seconds))
      case .failure(let failure): set("error", describeFailure(failure))
      }
      let succeeded = if case .success = outcome { true } else { false }
      let actions = next.finished(generation: generation, succeeded: succeeded, at: world.clock.now)
      machine = next
      perform(actions)
    }
  }

  private func tellHandlers(_ outcome: Result<Value, Failure>) {
    switch outcome {
    case .success(let value):
      for handler in loadedHandlers { tell(handler, value) }
    case .failure(let failure):
      if failedHandlers.isEmpty { scope.report(Report(failure, during: "job \"\(name)\" (run \(machine.runs))")) }
      for handler in failedHandlers { tell(handler, describeFailure(failure)) }
    }
  }

  private func tell(_ handler: (Value) throws(Failure) -> Void, _ value: Value) {
    guard !isStopped else { return }
    let outer = engine.scope
    engine.scope = scope
    defer { engine.scope = outer }
    do { try engine.turn(.job, label: name, run: machine.runs, parent: trigger) { try handler(value) } } catch {
      scope.report(Report(error, during: "handler of job \"\(name)\""))
    }
  }

  private func publish() {
    set("face", .string(machine.face.rawValue))
    set("phase", .string(machine.face.phase))
    set("runs", .integer(Int64(machine.runs)))
    set("failures", .integer(Int64(machine.failures)))
    set("skipped", .integer(Int64(machine.skipped)))
    set("missed", .integer(Int64(machine.missed)))
    let next = machine.nextRun.map { due in
      Value.number((world.clock.date + (due - world.clock.now)).seconds.rounded())
    }
    set("next_run", next ?? .nil)
  }

  private func set(_ name: String, _ value: Value) {
    guard let cell = try? cells.child(.field(ByteString(name))) else { return }
    do { _ = try cell.write(value) } catch { scope.report(Report(error, during: "job \"\(self.name)\"")) }
  }
}

extension Cell {
  /// Takes over an answer from outside: fields are merged into a record, everything else is written.
  func assign(_ value: Value) throws(Failure) -> WriteOutcome {
    if self is RecordCell, case .record(let fields) = value { return try merge(fields, ignoringUnknown: false) }
    return try write(value)
  }
}

extension Engine {
  /// Any error as a failure.
  package static func failure(_ error: any Error) -> Failure {
    switch error {
    case let failure as Failure: failure
    case let diagnostic as Diagnostic: .diagnostic(diagnostic)
    default: .diagnostic(Diagnostic(.hostInternal, "\(error)"))
    }
  }
}
