import BindCore

/// `bh.go`, `bh.sleep`, `bh.after`, `bh.exec`.
extension Surface {
  var taskFunctions: [Entry] {
    [
      Entry(
        "go",
        """
        (fn: fn()) -> handle
        Starts a task: fn may wait, and the caller goes on.
        > bh.go(function() bh.sleep "1s" print "later" end)
        """
      ) { [unowned self] call throws(Failure) in
        let function = try call.function(1, "fn")
        let scope = try engine.openScope(for: "task")
        if tasks.count >= engine.observerLimit { throw .tooMany("tasks", engine.observerLimit, call.name) }
        let label = "task \(place())"
        let task = LaterTask(label, in: scope)
        task.item = startLater(label, in: scope) { [unowned self] timer in
          task.begin {
            tasks.start(function, in: scope, label: label, insteadOf: timer) { [unowned scope] result in
              if case .failure(let failure) = result { scope.report(Report(failure, during: label)) }
            }
          }
        }
        call.reply(HandleObject(task, surface: self))
      },
      Entry(
        "sleep",
        """
        (time: time)
        Waits. Only in tasks, loaders, jobs, handlers and the main chunk.
        """
      ) { [unowned self] call throws(Failure) in
        try tasks.sleep(try call.duration(1, "time"), in: call)
      },
      Entry(
        "after",
        """
        (time: time, fn: fn()) -> handle
        Calls fn once, later.
        > local timer = bh.after("10s", function() print "ten seconds" end)
        """
      ) { [unowned self] call throws(Failure) in
        let delay = try call.duration(1, "time")
        let function = try call.function(2, "fn")
        let scope = try engine.openScope(for: "bh.after")
        try engine.checkTimers(of: world.clock, for: call.name)
        let label = "after \(place())"
        let timer = ScopedTimer(world.clock, after: delay, label: label, scope: scope) {
          [unowned self] timer in
          tasks.start(function, in: scope, label: label, insteadOf: timer) { [unowned scope] result in
            if case .failure(let failure) = result { scope.report(Report(failure, during: label)) }
          }
        }
        call.reply(HandleObject(timer, surface: self))
      },
      Entry(
        "exec",
        """
        (command: list, options?) -> table?, err?
        Runs a program without a shell and waits for its end: {out, err, status}, or nil and an error. Needs --allow-run.
        + process
        - timeout: time. After this it is ended, with everything it has started.
        > local result, err = bh.exec { "df", "-P" }
        """
      ) { [unowned self] call throws(Failure) in
        let request = try processRequest(call)
        let place = lua.position
        try tasks.wait(in: call) { [unowned self] done throws(Failure) in
          try run(request) { result in
            switch result {
            case .success(let value): done(.success([value]))
            case .failure(let failure): done(.success([.nil, self.errorValue(failure, at: place)]))
            }
          }
        }
      },
    ]
  }

  /// A handler is a task of its own: it may wait.
  func handle(
    _ function: LuaReference, _ value: Value, in scope: Scope, kind: CauseKind, label: String, run: Int = 0
  ) {
    tasks.start(function, arguments: [value], in: scope, kind: kind, label: label, run: run) { [unowned scope] result in
      guard case .failure(let failure) = result else { return }
      scope.report(Report(failure, during: kind == .job ? "handler of job \"\(label)\"" : label))
    }
  }

  /// A task begins in a turn of its own, after the present callback, unless its scope ends or the callback fails.
  private func startLater(_ label: String, in scope: Scope, _ body: @escaping (ScopedTimer) -> Void) -> ScopedTimer {
    tasks.count += 1
    engine.beginningTasks += 1
    let timer = ScopedTimer(world.clock, after: .zero, label: label, scope: scope, body)
    timer.whenOver = { [tasks, engine] in
      tasks.count -= 1
      engine.beginningTasks -= 1
    }
    return timer
  }

  private func processRequest(_ call: Call) throws(Failure) -> ProcessRequest {
    let argv = try argv(call.value(1)) {
      call.wrong(1, "command", expected: "a list of strings, such as {\"df\", \"-P\"},")
    }
    return try processRequest(argv, try call.options(2))
  }

  /// - Parameter withTimeout: false where somebody else watches the time.
  func processRequest(
    _ argv: [ByteString], _ options: Options, withTimeout: Bool = true
  ) throws(Failure) -> ProcessRequest {
    var request = ProcessRequest(argv: argv)
    if let text = options["stdin"] {
      guard case .string(let bytes) = text else {
        throw options.wrong("stdin", expected: "string", text)
      }
      request.stdin = bytes.bytes
    }
    if withTimeout { request.timeout = try options.duration("timeout") }
    request.cwd = try options.string("cwd")
    if case .record(let variables)? = options["env"] {
      for (name, value) in variables.fields {
        guard case .string(let text) = value else {
          throw .diagnostic(Diagnostic(.bindArgument, "\(options.owner): option 'env': '\(name.text)' is not a string"))
        }
        request.environment[name.text] = text.text
      }
    }
    return request
  }

  func argv(_ value: Value?, _ wrong: () -> Failure) throws(Failure) -> [ByteString] {
    guard case .list(let words)? = value, !words.isEmpty else { throw wrong() }
    var argv: [ByteString] = []
    for word in words {
      guard case .string(let text) = word else {
        if isUnknown(word) { examination?.isAboutUnknown = true }
        throw wrong()
      }
      argv.append(text)
    }
    return argv
  }

  /// Runs a program: `{out, err, status}`, or the failure.
  func run(
    _ request: ProcessRequest, _ done: @escaping (Result<Value, Failure>) -> Void
  ) throws(Failure) -> JobRun {
    do {
      let token = try world.processes.spawn(request) { outcome in
        if let failure = outcome.failure {
          var diagnostic = Diagnostic(failure)
          if diagnostic.id == .fileNotFound { diagnostic.id = .execNotFound }
          let words = ByteString(bytes: outcome.err).text.split(whereSeparator: \.isNewline).prefix(3)
          diagnostic.notes += words.map { "stderr: \($0)" }
          return done(.failure(.diagnostic(diagnostic)))
        }
        done(
          .success(
            .record(
              Record([
                ("out", .string(ByteString(bytes: outcome.out))), ("err", .string(ByteString(bytes: outcome.err))),
                ("status", .integer(0)),
              ]))))
      }
      return JobRun(cancelAndWait: { token.cancel(whenGone: $0) })
    } catch {
      throw .diagnostic(Diagnostic(error))
    }
  }
}

/// A timer that its scope ends.
final class ScopedTimer: ScopeItem {
  var scopeIndex = -1
  let scope: Scope
  private var token: (any Token)?
  /// Called once, after it has run or was stopped.
  var whenOver: (() -> Void)?

  /// - Parameter body: gets the timer, whose place in the scope it may give to what it begins.
  init(
    _ clock: any WorldClock, after delay: Duration, label: String, scope: Scope,
    _ body: @escaping (ScopedTimer) -> Void
  ) {
    self.scope = scope
    scope.add(self)
    let cause = scope.engine.cause
    token = clock.schedule(after: delay, label: label) { [self] in
      token = nil
      scope.engine.caused(by: cause) { body(self) }
      scope.remove(self)
      over()
    }
  }

  private func over() {
    let told = whenOver
    whenOver = nil
    told?()
  }

  func stop() {
    guard let token else { return }
    self.token = nil
    token.cancel()
    scope.remove(self)
    over()
  }
}

extension Diagnostic {
  /// What the World could not do, as scripts and reports see it.
  init(_ failure: WorldFailure) {
    if let refusal = failure.refusal {
      self.init(refusal)
      return
    }
    let id: DiagnosticID =
      switch failure.kind {
      case .exit: .execExit
      case .signal: .execSignal
      case .timeout: .execTimeout
      case .notFound: .fileNotFound
      case .sql, .cancelled: .sqlFailed
      case .notPermitted: .hostNotPermitted
      default: .fileFailed
      }
    self.init(id, failure.message, kind: failure.kind, status: failure.status.map { Int($0) })
  }

  init(_ refusal: Refusal) {
    self.init(
      .hostNotPermitted, refusal.message, kind: .notPermitted)
  }
}
