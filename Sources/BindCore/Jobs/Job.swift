/// What a job does in one run: a script's step, a command, a look at a file.
package protocol JobWork: AnyObject {
  /// Starts one run, or tries it again. `tell` may be called inside this call.
  /// - Returns: what calls the run off; nil when it has ended already.
  func start(_ fire: Fire, of job: Job, _ tell: @escaping (LoadEvent) -> Void) -> JobRun?
}

/// Work that is repeated on a schedule and whose answers go into cells: a job is a loadable that runs when it is due,
/// whoever looks.
///
/// `JobMachine` says when, `Loadable` performs one run with its retries. Belongs to a scope; one slow or failing job never
/// delays another, and no error is silent: it is the cell `error`, and it is reported unless a handler takes it.
public final class Job: ScopeItem {
  public let name: String
  package unowned(unsafe) let engine: Engine
  package let scope: Scope
  package var scopeIndex = -1
  /// The newest answer, and what is known of the run under way.
  package let loadable: Loadable
  package private(set) var machine: JobMachine

  private let world: World
  private let work: any JobWork
  private var timer: (any Token)?
  /// The runs of a job that may run several times at once.
  private var lanes: [Lane] = []
  private var mainRun: Int?
  private var newestAnswer = 0
  private var lastRun: WallTime?
  /// What the end of a run asks for, until everything of that run is delivered.
  private var pending: [JobMachine.Action] = []
  private var feedback = FeedbackGuard()
  /// As the trace has told it last.
  private var traced: JobMachine
  private let options: LoadableOptions
  private let runner = Runner()
  /// Called at the end of each run, after everything was delivered; `run --once` counts on it.
  package var onEnd: (() -> Void)?
  /// Called once, when the job stops.
  package var onStop: (() -> Void)?
  package private(set) var isHeld = false
  /// How far it had come before a restart, of a persistent job.
  package var mark: JobMark?
  /// Its place among the machines that declare it, of a job with `cluster`.
  package var cluster: JobCluster?
  /// The names of the cells that start it.
  package var triggers: [String] = []

  package static let factNames = ["runs", "failures", "skipped", "missed", "last_run", "next_run"]

  package init(
    name: String, _ policy: JobPolicy, _ loadableOptions: LoadableOptions, work: any JobWork, world: World,
    scope: Scope,
    isStandingBy: Bool = false
  ) {
    self.name = name
    engine = scope.engine
    self.scope = scope
    self.world = world
    self.work = work
    machine = JobMachine(policy: policy, isStandingBy: isStandingBy)
    traced = machine
    var options = loadableOptions
    options.policy.startsWhenObserved = false
    options.policy.collectAfter = nil
    options.causeKind = .job
    options.label = name
    options.place = engine.site()
    options.reportsFailures = true
    options.factNames = Self.factNames
    self.options = options
    loadable = Loadable(name: name, options, work: runner, world: world, scope: scope)
    runner.job = self
    loadable.fact = { [unowned self] in fact($0) }
    loadable.isExpected = { [unowned self] in machine.isExpected }
    loadable.fence = { [unowned self] in cluster?.fence }
    loadable.onOutcome = { [unowned self] outcome in
      let (before, owed) = (machine, pending)
      if let run = mainRun { decided(run, outcome, of: runner.fire) }
      return { [unowned self] in (machine, pending) = (before, owed) }
    }
    loadable.onEnd = { [unowned self] outcome in
      let wasOurs = mainRun != nil
      mainRun = nil
      if outcome != .cancelled || wasOurs { delivered() }
    }
    loadable.begin()
  }

  /// Joins its scope and takes up its schedule.
  /// - Parameter isHeld: it is declared and will not run.
  package func start(isHeld: Bool = false) {
    scope.add(self)
    self.isHeld = isHeld
    if isHeld { return }
    perform(machine.declared(at: moment, lastDate: mark?.lastDate, chance: chance))
  }

  /// The lock of the job is here, or is not any more.
  func clusterChanged(_ fence: StoreFence?) {
    perform(fence == nil ? machine.standBy() : machine.takeOver(at: moment, chance: chance))
  }

  private var moment: Moment { Moment(world.clock) }
  private var chance: Double { machine.policy.jitter > .zero ? world.random.fraction() : 0 }
  package var isStopped: Bool { machine.isStopped }
  package var cells: RecordCell { loadable.cells }

  // MARK: What scripts ask for

  /// Now, or when the running callback has ended well.
  package func ask(_ body: @escaping (Job) -> Void) { ask(seenAs: nil, body) }
  package func askToRefresh() { ask(seenAs: beginning) { $0.refresh() } }
  package func askToLoad() { ask(seenAs: beginning) { $0.load() } }
  package func askToCancel() { ask(seenAs: .cancel) { $0.cancel() } }

  private func ask(seenAs request: LoadableRequest?, _ body: @escaping (Job) -> Void) {
    loadable.ask(.other({ [self] in body(self) }, seenAs: request))
  }

  /// What a run that begins shows; nil where none begins, or none that the job itself shows.
  private var beginning: LoadableRequest? {
    if case .parallel = machine.policy.overlap { return nil }
    return isHeld || isStopped || machine.isStandingBy || machine.isActive || machine.isWaiting ? nil : .refresh
  }

  /// Runs now; what is under way is superseded.
  package func refresh() { if !isHeld { perform(machine.refresh(at: moment)) } }
  /// Runs now, unless it runs.
  package func load() { if !isHeld { perform(machine.load(at: moment)) } }
  /// What it waits for has happened: as if it were due.
  package func trigger() {
    if isHeld || isStopped { return }
    if let ring = feedback.round(of: name, at: world.clock.now, in: engine) {
      machineFailed(ring)
      return stop()
    }
    perform(machine.triggered(at: moment))
  }

  /// Calls off what is under way; the schedule goes on.
  package func cancel() { perform(machine.cancel(at: moment)) }

  /// As `cancel`; `body` is called when nothing is left of what was called off.
  package func cancel(whenGone body: @escaping () -> Void) {
    cancel()
    whenGone(body)
  }

  package func pause() { perform(machine.pause()) }
  package func resume() { perform(machine.resume(at: moment, chance: chance)) }

  /// Ends the job for good. Idempotent, allowed inside its own handlers.
  package func stop() {
    guard !isStopped else { return }
    scope.remove(self)
    perform(machine.stop())
    loadable.stop()
    cluster?.leave()
    onStop?()
    onEnd?()
  }

  /// Something that the work saw by itself (a watched file changed): a run that has ended already.
  package func arrived(_ result: Result<Value, Failure>) {
    guard !isStopped else { return }
    lastRun = world.clock.date
    perform(machine.refresh(at: moment), arriving: result)
  }

  // MARK: Actions

  private func perform(_ actions: [JobMachine.Action], arriving: Result<Value, Failure>? = nil) {
    if engine.trace != nil {
      trace(since: traced)
      traced = machine
    }
    for action in actions {
      switch action {
      case .schedule(let due): schedule(at: due)
      case .unschedule:
        timer?.cancel()
        timer = nil
      case .cancel: callOff()
      case .publish: loadable.publish()
      case .start(let run, let fire):
        engine.trace?.note(
          "job \(name) run \(run), due \(Trace.text(of: .init(clampingSeconds: fire.nominal.seconds)))")
        if let arriving { take(arriving, run) } else { begin(run, fire) }
      case .disabled(let failures):
        machineFailed(
          Diagnostic(
            .jobDisabled, "job '\(name)' has failed \(failures) times in a row and runs no more",
            notes: ["resume() on the job lets it run again"]))
      }
    }
  }

  private func report(_ report: Report) { scope.report(engine.located(report, at: options.place)) }

  private func machineFailed(_ diagnostic: Diagnostic) {
    report(Report(diagnostic, during: "job \"\(name)\""))
  }

  private func schedule(at due: Instant) {
    timer?.cancel()
    timer = world.clock.schedule(at: due, label: "job \(name)") { [weak self] in
      guard let self else { return }
      timer = nil
      perform(machine.due(at: moment, chance: chance))
    }
  }

  private func begin(_ run: Int, _ fire: Fire) {
    lastRun = fire.actual
    if case .parallel = machine.policy.overlap {
      let lane = Lane(run, fire, job: self, options)
      lanes.append(lane)
      return lane.loadable.load()
    }
    mainRun = run
    loadable.runNumber = run
    runner.fire = fire
    loadable.refresh()
  }

  /// An answer that is there becomes that of the job.
  private func take(_ result: Result<Value, Failure>, _ run: Int) {
    mainRun = run
    newestAnswer = run
    loadable.runNumber = run
    loadable.deliver(result)
  }

  private func callOff() {
    mainRun = nil
    loadable.cancel()
    for lane in lanes { lane.loadable.cancel() }
    whenGone { [weak self] in
      guard let self else { return }
      for lane in lanes { lane.loadable.stop() }
      lanes = []
      perform(machine.gone(at: moment))
    }
  }

  private func whenGone(_ body: @escaping () -> Void) {
    var left = 1 + lanes.count
    for each in [loadable] + lanes.map(\.loadable) {
      each.cancel {
        left -= 1
        if left == 0 { body() }
      }
    }
  }

  // MARK: The end of a run

  /// How a run has ended is known; told in the same wave as its value.
  private func decided(_ run: Int, _ outcome: LoadableMachine.Outcome, of fire: Fire) {
    if outcome != .cancelled { mark?.note(fire.nominal, under: cluster?.fence) }
    switch outcome {
    case .loaded: pending += machine.ended(run: run, succeeded: true, at: moment)
    case .failed: pending += machine.ended(run: run, succeeded: false, at: moment)
    // Of what somebody has called off the machine knows already.
    case .cancelled: pending += machine.calledOff(run: run, at: moment)
    }
  }

  private func delivered() {
    let actions = pending
    pending = []
    onEnd?()
    if !isStopped { perform(actions) }
  }

  private func fact(_ name: String) -> Value {
    switch name {
    case "runs": .integer(Int64(machine.runs))
    case "failures": .integer(Int64(machine.failures))
    case "skipped": .integer(Int64(machine.skipped))
    case "missed": .integer(Int64(machine.missed))
    case "last_run": lastRun.map { .number($0.seconds) } ?? .nil
    default: machine.nextRun(at: moment).map { .number(($0.seconds * 1000).rounded() / 1000) } ?? .nil
    }
  }

  // MARK: Runs

  /// One run, as its loadable's work.
  private final class Runner: LoadableWork {
    weak var job: Job?
    var fire = Fire(nominal: WallTime(seconds: 0), actual: WallTime(seconds: 0), missed: 0)

    func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
      guard let job else { return nil }
      return job.work.start(fire, of: job, tell)
    }
  }

  /// One of several runs at once. Its answer counts unless that of a later one is there already.
  private final class Lane {
    let loadable: Loadable
    let fire: Fire

    init(_ run: Int, _ fire: Fire, job: Job, _ options: LoadableOptions) {
      self.fire = fire
      let runner = Runner()
      runner.job = job
      runner.fire = fire
      var options = options
      // What comes of it is made of the answer where the job takes it.
      options.target = nil
      options.transform = nil
      options.initial = nil
      options.reportsFailures = false
      options.factNames = []
      loadable = Loadable(name: job.name, options, work: runner, world: job.world, scope: job.scope)
      loadable.runNumber = run
      loadable.onEnd = { [unowned job, unowned self] outcome in job.ended(self, run, outcome) }
    }
  }

  private func ended(_ lane: Lane, _ run: Int, _ outcome: LoadableMachine.Outcome) {
    guard outcome != .cancelled || machine.running.contains(run), lanes.contains(where: { $0 === lane }) else { return }
    lanes.removeAll { $0 === lane }
    if outcome == .cancelled {
      lane.loadable.stop()
      decided(run, outcome, of: lane.fire)
      return delivered()
    }
    let result: Result<Value, Failure> =
      outcome == .loaded
      ? .success(lane.loadable.base ?? .nil)
      : .failure(lane.loadable.failure ?? .diagnostic(Diagnostic(.loadCancelled, "")))
    lane.loadable.stop()
    runner.fire = lane.fire
    if run > newestAnswer { return take(result, run) }
    decided(run, outcome, of: lane.fire)
    if case .failure(let failure) = result {
      report(Report(failure, during: "job \"\(name)\" (run \(run))"))
    }
    delivered()
  }
}
