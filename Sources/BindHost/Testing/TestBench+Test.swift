import BindCore
import BindLua
import BindSources

/// One test from its fresh host to its result.
extension TestBench {
  /// Runs it in the usual order and, where that is asked for, in others.
  func result(of test: TestCase) -> TestResult {
    guard test.function != nil else { return TestResult(test, in: file.name, status: .pending) }
    let began = ContinuousClock.now
    var result: TestResult
    switch options.explores {
    case nil: result = perform(test, ordering: nil)
    case .order(let order)?: result = perform(test, ordering: order)
    case .orders(let count)?: result = explore(test, count)
    }
    result.duration = ContinuousClock.now - began
    return result
  }

  private func perform(_ test: TestCase, ordering: OrderOfReady?) -> TestResult {
    renew(ordering: ordering)
    var errors: [Diagnostic] = []
    if let failure = begin(test) ?? body(of: test) ?? settle() { errors.append(diagnostic(failure, of: test)) }
    for hook in test.after where !stop.isStopped {
      guard let failure = run(hook.function, "after_each") else { continue }
      errors.append(diagnostic(failure, of: test, during: "after_each", at: hook.place))
    }
    let open = options.isStrict && errors.isEmpty ? findOpenEnds(of: test) : nil
    endTest()
    var result = TestResult(test, in: file.name, status: .passed)
    for report in reports {
      let diagnostic = Diagnostic(report)
      if report.isWarning || (!options.isStrict && report.isOutcomeOfJob(diagnostic)) {
        var warning = diagnostic
        warning.severity = .warning
        result.warnings.append(warning)
      } else {
        errors.append(diagnostic)
      }
    }
    if let open { errors.append(open) }
    if let leak = findLeaks(of: test) { errors.append(leak) }
    if !errors.isEmpty { result.status = .failed }
    result.errors = errors
    result.output = output
    return result
  }

  /// A hook that fails fails the test, with the hook's own place.
  private func begin(_ test: TestCase) -> Failure? {
    for hook in test.before {
      guard let failure = run(hook.function, "before_each") else { continue }
      return .diagnostic(diagnostic(failure, of: test, during: "before_each", at: hook.place))
    }
    return nil
  }

  private func body(of test: TestCase) -> Failure? {
    test.function.flatMap { run($0, "it \"\(test.name)\"") }
  }

  /// What is due by now runs: a task that has just begun may raise.
  private func settle() -> Failure? {
    do throws(Failure) { try advance(by: .zero) } catch { return error }
    return nil
  }

  private func diagnostic(
    _ failure: Failure, of test: TestCase, during: String = "", at place: SourcePosition? = nil
  ) -> Diagnostic {
    if case .diagnostic(let known) = failure, during.isEmpty, known.position != nil { return known }
    var diagnostic = Diagnostic(Report(failure, during: during)).located(at: place ?? test.place)
    // A view that is not there explains what Lua only calls a nil value.
    if let missed, let position = diagnostic.position, position.line == missed.place.line,
      position.script == missed.place.script, diagnostic.id == .scriptError
    {
      diagnostic.notes.append("test.find: \(missed.sentence)")
    }
    return diagnostic
  }

  // MARK: Other orders

  /// The first order that makes it fail, made as short as it can be.
  private func explore(_ test: TestCase, _ count: Int) -> TestResult {
    var result = perform(test, ordering: nil)
    guard result.status == .passed else { return result }
    for seed in 1...UInt64(max(count, 1)) where !stop.isStopped {
      result = perform(test, ordering: OrderOfReady(seed: seed, choices: .max))
      guard result.status != .passed else { continue }
      return shrink(test, seed: seed, choices: world.clock.choices, result)
    }
    return result
  }

  /// With fewer choices of chance it may fail too: then it is easier to follow.
  private func shrink(_ test: TestCase, seed: UInt64, choices: Int, _ found: TestResult) -> TestResult {
    var result = found
    var fewest = choices
    // It need not be monotonic, so each number is tried; more than a hundred would not be read anyway.
    for fewer in 0..<min(choices, 100) where !stop.isStopped {
      let attempt = perform(test, ordering: OrderOfReady(seed: seed, choices: fewer))
      guard attempt.status == .failed else { continue }
      (result, fewest) = (attempt, fewer)
      break
    }
    let order = OrderOfReady(seed: seed, choices: fewest)
    if !result.errors.isEmpty {
      result.errors[0].notes += [
        "it passes in the usual order and fails in another one of what is ready at the same instant",
        "again: bindhost test \(file.name) --filter '\(test.fullName)' --explore \(order.text)",
      ]
    }
    return result
  }

  // MARK: The end of a test

  /// `--strict`: what is still open, before the scope of the test closes.
  private func findOpenEnds(of test: TestCase) -> Diagnostic? {
    var open: [String] = []
    let timers = world.clock.pending
    for (label, count) in timers { open.append("a timer: \(label)" + (count > 1 ? " (\(count) times)" : "")) }
    if host.surface.tasks.count > 0 { open.append("tasks that wait: \(host.surface.tasks.count)") }
    for job in host.surface.jobs where !job.isStopped { open.append("a job: \(job.name)") }
    for stub in stubs where stub.uses == 0 {
      open.append("nobody asked \(stub.name)" + (stub.place.map { "  \($0)" } ?? ""))
    }
    for (loadable, failure) in host.engine.unreadFailures ?? [] where !loadable.isLookedAt {
      let words = Diagnostic(Report(failure, during: "")).sentence
      open.append("nobody looked at the error of loadable '\(loadable.name)': \(words)")
    }
    guard !open.isEmpty else { return nil }
    return Diagnostic(.testUnfinished, "the test leaves something open", at: test.place, notes: open)
  }

  /// After the scope of the test has closed nothing is left, or there is a fault in bindhost itself.
  private func findLeaks(of test: TestCase) -> Diagnostic? {
    let timers = world.clock.pending
    let tasks = host.surface.tasks.count
    guard !timers.isEmpty || tasks > 0 else { return nil }
    let words = timers.map { "a timer: \($0.label)" } + (tasks > 0 ? ["tasks: \(tasks)"] : [])
    return Diagnostic(.hostInternal, "something outlives its scope", at: test.place, notes: words)
  }
}

extension Report {
  /// A run of a job met what the outside may do: the job is in its state `failed`, which its script can look at.
  fileprivate func isOutcomeOfJob(_ diagnostic: Diagnostic) -> Bool {
    guard during.hasPrefix("job \"") else { return false }
    return switch diagnostic.kind {
    case .timeout, .offline, .network, .http, .decode, .empty, .exit, .signal, .notFound, .sql, .file, .conflict: true
    case .cancelled, .transform, .script, .programming, .invalid, .notPermitted: false
    }
  }
}
