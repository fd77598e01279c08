package import BindCore
internal import CLua

/// Scripts that wait: the main chunk, `bh.go`, job steps. Each is a coroutine; exactly one place resumes them and reports
/// their errors.
package final class Tasks {
  /// Starts what a task waits for and calls back once, later, with the results.
  typealias Wait = (_ done: @escaping (Result<[Value], Failure>) -> Void) throws(Failure) -> JobRun?

  private unowned(unsafe) let engine: Engine
  private let lua: Interpreter
  @exclusivity(unchecked) var clock: any WorldClock
  @exclusivity(unchecked) unowned(unsafe) var surface: Surface!
  private(set) var waiting: [UInt64: Task] = [:]
  @exclusivity(unchecked) private var lastWait: UInt64 = 0
  @exclusivity(unchecked) private var current: Task?
  /// Tasks that have not ended, those that are about to begin included.
  @exclusivity(unchecked) package internal(set) var count = 0
  /// Called after each step: the last task may have ended.
  package var onChange: () -> Void = {}

  init(engine: Engine, lua: Interpreter, clock: any WorldClock) {
    self.engine = engine
    self.lua = lua
    self.clock = clock
  }

  /// One coroutine of a script.
  package final class Task: ScopeItem {
    @exclusivity(unchecked) package var scopeIndex = -1
    let scope: Scope
    let cause: CauseID
    let label: String
    var birth: Birth?
    /// False for the main chunk: its writes commit at once.
    let isTransaction: Bool
    @exclusivity(unchecked) var thread: SuspendedThread?
    @exclusivity(unchecked) var wait: JobRun?
    @exclusivity(unchecked) var waitID: UInt64 = 0
    @exclusivity(unchecked) var results: Result<[Value], Failure> = .success([])
    @exclusivity(unchecked) var completion: ((Result<[Value], Failure>) -> Void)?
    /// Gets what it returns in the step in which it was stopped: nobody else hears of that.
    let unheard: (([Value]) -> Void)?
    /// Its scope is its own, and ends with it.
    let endsScope: Bool
    /// How many results are wanted of the function.
    let resultCount: Int
    /// The function of a source that it runs: what that does goes on when it has ended.
    var part: SourcePart?
    /// It goes on when this one has ended.
    weak var caller: Task?
    /// The source whose answer it waits for.
    var awaited: Awaited?
    /// What it waits in.
    @exclusivity(unchecked) unowned(unsafe) var waitsIn: SurfaceFunction?
    /// The functions inside that wait, the innermost first; whoever called one waits for its end. The last was called by `thread`.
    fileprivate var bodies: [Body] = []
    unowned(unsafe) let tasks: Tasks

    init(
      scope: Scope, endsScope: Bool, cause: CauseID, label: String, isTransaction: Bool, resultCount: Int,
      unheard: (([Value]) -> Void)?, tasks: Tasks
    ) {
      self.unheard = unheard
      self.label = label
      self.endsScope = endsScope
      self.resultCount = resultCount
      self.scope = scope
      self.cause = cause
      self.isTransaction = isTransaction
      self.tasks = tasks
    }

    /// A function of a call that may wait, as that of `bh.scope`.
    fileprivate struct Body {
      let scope: Scope
      var thread: SuspendedThread
      /// What its caller waits for, and what it gets.
      let wait: UInt64
      let result: Value
    }

    package var isRunning: Bool { completion != nil }

    fileprivate var waitingWords: String {
      (waitsIn.map { " in \($0.name)" } ?? "") + (awaited.map { " of \($0.source.name)" } ?? "")
    }

    package func stop() { tasks.cancel(self) }

    /// The task and the scope of what it makes as work that can be called off: the scope ends, then the task; it is gone
    /// when what it waited for is.
    func run(with scope: Scope) -> JobRun {
      JobRun(cancelAndWait: { [self] gone in
        let wait = wait
        self.wait = nil
        scope.close()
        stop()
        if let wait { wait.cancel(whenGone: gone) } else { gone() }
      })
    }
  }

  /// Runs the function until it ends or waits. `completion` is called once unless the task is stopped first.
  @discardableResult
  package func start(
    _ function: LuaReference, arguments: [Value] = [], in scope: Scope, kind: CauseKind = .write, label: String,
    run: Int = 0, isTransaction: Bool = true, insteadOf timer: (any ScopeItem)? = nil,
    completion: @escaping (Result<Value, Failure>) -> Void
  ) -> Task {
    start(
      function, arguments: arguments, results: Interpreter.allResults, in: scope, kind: kind, label: label, run: run,
      isTransaction: isTransaction, insteadOf: timer
    ) { completion($0.map { $0.first ?? .nil }) }
  }

  /// The same with so many results; missing ones are nil.
  /// - Parameters:
  ///   - endsScope: the scope is the task's own. The caller closes it when the task has ended.
  ///   - caller: waits for its end.
  ///   - timer: what has begun it: to its scope it is as old as that.
  ///   - unheard: called in place of `completion` where it is stopped in the step in which it returns.
  @discardableResult
  func start(
    _ function: LuaReference, arguments: [Value], results: Int, in scope: Scope, endsScope: Bool = false,
    kind: CauseKind, label: String, run: Int = 0, isTransaction: Bool = true, as part: SourcePart? = nil,
    for caller: Task? = nil, insteadOf timer: (any ScopeItem)? = nil, unheard: (([Value]) -> Void)? = nil,
    completion: @escaping (Result<[Value], Failure>) -> Void
  ) -> Task {
    let cause = engine.causes.record(
      kind, parent: engine.cause, label: engine.causes.intern(passing: label), run: UInt32(clamping: run))
    let task = Task(
      scope: scope, endsScope: endsScope, cause: cause, label: label, isTransaction: isTransaction,
      resultCount: results, unheard: unheard, tasks: self)
    task.completion = completion
    task.part = part
    task.caller = caller
    count += 1
    if let timer { scope.add(task, insteadOf: timer) } else { scope.add(task) }
    task.birth = Birth(in: engine)
    step(task) { [lua] () throws(LuaFailure) in try lua.startTask(function, arguments, results: results) }
    return task
  }

  /// Answers a call that has to wait: the present task sleeps until `wait` calls back.
  func wait(in call: Call, _ wait: Wait) throws(Failure) {
    guard let task = current, call.mayWait, engine.mode != .pure else {
      throw .waitsInPlace(call.name)
    }
    if surface.examination != nil, try surface.answersAtOnce(call) { return }
    lastWait += 1
    let id = lastWait
    task.waitID = id
    task.waitsIn = call.function
    waiting[id] = task
    do {
      task.wait = try wait { [weak self] result in self?.arrived(id, result) }
    } catch {
      waiting[id] = nil
      task.waitID = 0
      throw error
    }
    call.frame.pointee.wait = id
  }

  /// What is said of a task that waits where nothing is left that could end that, with what else waits.
  package func stuck(_ task: Task) -> Diagnostic {
    let others = waiting.sorted { $0.key < $1.key }.map(\.value).filter { $0 !== task }
    let names = others.prefix(Self.shownStuck).map { "\($0.label) waits\($0.waitingWords)" }
    let more = others.count - names.count
    return Diagnostic(
      .scriptStuck, "\(task.label) waits\(task.waitingWords) for something that never comes",
      notes: names + (more > 0 ? ["… and \(more) more"] : []))
  }

  private static let shownStuck = 5

  /// Ends what a task waits for with an error, raised where it waits.
  package func fail(_ task: Task, _ failure: Failure) {
    guard task.waitID != 0 else { return }
    task.wait?.cancel()
    arrived(task.waitID, .failure(failure))
  }

  private func arrived(_ id: UInt64, _ result: Result<[Value], Failure>) {
    guard let task = waiting[id], task.waitID == id, let thread = task.thread else { return }
    // What the answer comes from in the middle of is not over, and may not stand.
    if current != nil || !engine.isAtRest {
      let turn = clock.schedule(after: .zero, label: "answer for \(task.label)") { [weak self] in
        self?.arrived(id, result)
      }
      task.wait = JobRun { turn.cancel() }
      return
    }
    task.wait = nil
    task.results = result
    task.thread = nil
    step(task) { () throws(LuaFailure) in try goOn(task, thread) }
  }

  /// The innermost function first, then those that wait for its end.
  private func goOn(_ task: Task, _ thread: SuspendedThread) throws(LuaFailure) -> Progress {
    var outer = task.bodies[...]
    task.bodies = []
    // Nobody may have asked, if the coroutine that did was closed meanwhile.
    var asked: [UInt64] = []
    defer { for id in asked { waiting[id] = nil } }
    while var body = outer.popFirst() {
      engine.scope = body.scope
      do throws(LuaFailure) {
        switch try lua.resumeTask(body.thread) {
        case .finished: task.results = .success([body.result])
        case .waiting(let inner), .needsEvaluation(let inner):
          body.thread = inner
          task.bodies += [body] + outer
          return .waiting(thread)
        }
      } catch {
        body.scope.close()
        let failure = Failure(error)
        // What is stopped goes no further, whatever its callers catch.
        if case .stopped = failure {
          task.bodies = Array(outer)
          close(task, thread)
          throw error
        }
        task.results = .failure(failure)
      }
      engine.scope = outer.first?.scope ?? task.scope
      guard task.isRunning else {
        task.bodies = Array(outer)
        return .waiting(thread)
      }
      task.waitID = body.wait
      waiting[body.wait] = task
      asked.append(body.wait)
    }
    return try lua.resumeTask(thread, results: task.resultCount)
  }

  /// Calls a function in a scope of its own, which is closed if it raises. In a task it may wait: its caller then waits for its end.
  /// - Parameter result: what the call gives.
  func run(_ function: LuaReference, in scope: Scope, for call: Call, result: HostObject) throws(Failure) {
    let outer = engine.scope
    engine.scope = scope
    defer { engine.scope = outer }
    do throws(LuaFailure) {
      guard mayWait(call), let task = current else {
        _ = try lua.call(function, [], results: 0)
        return call.reply(result)
      }
      switch try lua.startTask(function) {
      case .finished: call.reply(result)
      case .waiting(let thread), .needsEvaluation(let thread):
        lastWait += 1
        task.bodies.append(Task.Body(scope: scope, thread: thread, wait: lastWait, result: .opaque(result)))
        scope.willClose = { [unowned self, weak task, unowned scope] in task.map { end(scope, of: $0) } }
        call.frame.pointee.wait = lastWait
      }
    } catch {
      scope.close()
      throw Failure(error)
    }
  }

  /// Asked by the interpreter when a wait is over.
  package func resumed(_ id: UInt64, _ call: inout HostCall) throws {
    guard let task = waiting.removeValue(forKey: id) else { return }
    task.waitID = 0
    do {
      for value in try task.results.get() { try call.returns(value) }
    } catch let failure as Failure {
      throw surface.raisable(failure)
    }
  }

  /// What stands between two waits is one transaction.
  private func step(_ task: Task, _ body: () throws(LuaFailure) -> Progress) {
    let outerTask = current
    let outerScope = engine.scope
    let outerCause = engine.cause
    current = task
    engine.scope = task.scope
    engine.cause = task.cause
    var progress: Progress?
    var failure: Failure?
    do {
      if task.isTransaction {
        try engine.turnOfItsOwn {
          progress =
            try task.endsScope
            ? task.scope.cleaningUp { () throws(Failure) in try Self.run(body) } : Self.run(body)
        }
      } else {
        progress = try Self.run(body)
      }
    } catch {
      failure = Engine.failure(error)
    }
    engine.settleHeld()
    current = outerTask
    engine.scope = outerScope
    engine.cause = outerCause
    var results: [Value]?
    switch progress {
    case .finished(let values)?: (task.thread, results) = (nil, values)
    case .waiting(let thread)?, .needsEvaluation(let thread)?: task.thread = thread
    case nil: task.thread = nil
    }
    // What it wrote before a wait may be refused when that is committed, while it waits.
    if let failure { stepFailed(of: task, failure) } else if let results { returned(results, from: task) }
    // Stopped by itself while it ran.
    if !task.isRunning { abandon(task) }
    onChange()
  }

  private static func run(_ body: () throws(LuaFailure) -> Progress) throws(Failure) -> Progress {
    do { return try body() } catch { throw Failure(error) }
  }

  private func returned(_ results: [Value], from task: Task) {
    if task.isRunning { end(task, .success(results)) } else { task.unheard?(results) }
  }

  /// Where the task was stopped in the step nobody waits to hear of that.
  private func stepFailed(of task: Task, _ failure: Failure) {
    if !task.isRunning, !failure.isCancellation { task.scope.report(Report(failure, during: task.label)) }
    end(task, .failure(failure))
  }

  private func end(_ task: Task, _ result: Result<[Value], Failure>) {
    guard let completion = task.completion else { return }
    task.completion = nil
    forget(task)
    completion(result)
  }

  private func cancel(_ task: Task) {
    guard task.isRunning else { return }
    task.completion = nil
    forget(task)
    onChange()
  }

  private func forget(_ task: Task) {
    count -= 1
    task.scope.remove(task)
    abandon(task)
  }

  /// The scope of a function that waits closes. Where that is the end of the task too, it is as if that were stopped: the
  /// function's `<close>` variables come before what the scope does at its end.
  private func end(_ scope: Scope, of task: Task) {
    guard task.isRunning, task.scope.endsNow, let place = task.bodies.firstIndex(where: { $0.scope === scope }) else {
      return
    }
    callOff(task)
    let ended = task.bodies[...place]
    task.bodies.removeFirst(place + 1)
    close(ended, of: task)
  }

  private func callOff(_ task: Task) {
    if task.waitID != 0 { waiting[task.waitID] = nil }
    task.waitID = 0
    task.wait?.cancel()
    task.wait = nil
  }

  /// Nobody will resume it: what it waits for is called off, then its `<close>` variables are closed.
  private func abandon(_ task: Task) {
    callOff(task)
    guard let thread = task.thread else { return }
    task.thread = nil
    close(task, thread)
  }

  /// The innermost function first.
  private func close(_ task: Task, _ thread: SuspendedThread) {
    let bodies = task.bodies
    task.bodies = []
    close(bodies[...], of: task)
    close(thread, of: task, in: task.scope)
  }

  private func close(_ bodies: ArraySlice<Task.Body>, of task: Task) {
    for body in bodies {
      close(body.thread, of: task, in: body.scope)
      body.scope.close()
    }
  }

  private func close(_ thread: SuspendedThread, of task: Task, in scope: Scope) {
    scope.silenceWhatEnds()
    do {
      try engine.inside(scope) {
        try engine.ending(goesAlong: task.scope.takesAlong(task.birth)) {
          do throws(LuaFailure) { try lua.close(thread) } catch { throw Failure(error) }
        }
      }
    } catch {
      scope.report(Report(error, during: "<close> of \(task.label)"))
    }
  }

  /// The task that runs.
  var present: Task? { current }

  /// A call that may wait here: in a task, outside derived functions and transactions.
  func mayWait(_ call: Call) -> Bool { current != nil && call.mayWait && engine.mode != .pure }

  /// Waits for a time.
  func sleep(_ delay: Duration, in call: Call) throws(Failure) {
    try engine.checkTimers(of: clock, for: call.name)
    try wait(in: call) { done throws(Failure) in
      let token = clock.schedule(after: delay, label: "sleep") { done(.success([])) }
      return JobRun { token.cancel() }
    }
  }
}
