import BindCore

/// `bh.all`, `bh.race` and `bh.timeout`: several things at once, or one that must not take too long.
extension Surface {
  var concurrencyFunctions: [Entry] {
    [
      Entry(
        "all",
        """
        (functions: table) -> table?, err?
        Runs functions, or waits for loadables and jobs, at once: a table of their results. The first error ends the rest.
        > local both = bh.all { user = load_user, posts = load_posts }
        """
      ) { [unowned self] call throws(Failure) in
        let parts = try parts(call)
        try together(call, parts, waitsForAll: true) { group in
          guard let results = group.allResults else { return nil }
          guard let failed = results.first(where: \.isBad) else { return .success([parts.collect(results)]) }
          return failed
        }
      },
      Entry(
        "race",
        """
        (functions: table) -> any, err?
        The result of whichever ends first; the rest is called off.
        """
      ) { [unowned self] call throws(Failure) in
        let parts = try parts(call)
        guard !parts.bodies.isEmpty else { throw call.wrong(1, "functions", expected: "at least one function") }
        try together(call, parts) { $0.firstResult }
      },
      Entry(
        "timeout",
        """
        (time: time, fn: fn()) -> any, err?
        What fn returns, or nil and an error of kind timeout if it takes longer.
        """
      ) { [unowned self] call throws(Failure) in
        let limit = try call.duration(1, "time")
        let function = try call.function(2, "fn")
        try engine.checkTimers(of: world.clock, for: call.name)
        try together(call, Parts(bodies: [.function(function)], names: nil), limit: limit) { $0.firstResult }
      },
    ]
  }

  /// What runs: functions, or loadables and jobs that are waited for.
  struct Parts {
    enum Body {
      case function(LuaReference)
      /// - start: nil: it is loaded, and held while the call waits.
      case loadable(Loadable, start: (() -> Void)?)
    }

    var bodies: [Body]
    /// Of a table with names, these.
    var names: [ByteString]?

    func collect(_ results: [Result<[Value], Failure>]) -> Value {
      let values = results.map { ((try? $0.get()) ?? []).first ?? .nil }
      guard let names else { return .list(values.map { $0.isNil ? .null : $0 }) }
      return .record(Record(Array(zip(names, values)).filter { !$0.1.isNil }))
    }
  }

  private func parts(_ call: Call) throws(Failure) -> Parts {
    let expected = "a table of functions, loadables or jobs"
    guard call.argument(1).isTable else { throw call.wrong(1, "functions", expected: expected) }
    func body(_ value: Value) throws(Failure) -> Parts.Body {
      guard case .opaque(let opaque) = value else { throw call.wrong(1, "functions", expected: expected) }
      switch opaque {
      case let function as LuaReference where function.isFunction: return .function(function)
      case let object as LoadableObject:
        return .loadable(object.loadable, start: nil)
      case let object as JobObject:
        let job = object.job
        return .loadable(job.loadable) { job.load() }
      default: throw call.wrong(1, "functions", expected: expected)
      }
    }
    switch call.value(1) {
    case .list(let elements):
      var bodies: [Parts.Body] = []
      for element in elements { bodies.append(try body(element)) }
      return Parts(bodies: bodies, names: nil)
    case .record(let fields):
      var bodies: [Parts.Body] = []
      for field in fields.fields { bodies.append(try body(field.value)) }
      return Parts(bodies: bodies, names: fields.fields.map(\.name))
    default: throw call.wrong(1, "functions", expected: expected)
    }
  }

  /// Runs the parts in a scope of their own, until `answer` has one; what still runs then is called off.
  private func together(
    _ call: Call, _ parts: Parts, waitsForAll: Bool = false, limit: Duration? = nil,
    _ answer: @escaping (TaskGroup) -> Result<[Value], Failure>?
  ) throws(Failure) {
    let scope = Scope(name: call.name, in: try engine.openScope(for: call.name), engine: engine)
    let place = lua.position
    do {
      try tasks.wait(in: call) { [unowned self] done throws(Failure) in
        let group = TaskGroup(
          parts, in: scope, surface: self, label: "\(call.name) \(self.place())",
          caller: waitsForAll ? tasks.present : nil, answer
        ) {
          done($0.map(\.orNil))
        }
        group.start()
        if let limit {
          let late = Diagnostic(.loadTimeout, "\(call.name): the function took longer than \(limit.text)")
          group.limit(limit, .success([.nil, errorValue(.diagnostic(late), at: place)]))
        }
        return JobRun { group.end() }
      }
    } catch {
      scope.close()
      throw error
    }
  }
}

extension [Value] {
  /// What a function gives that returns nothing counts as nil.
  var orNil: [Value] { isEmpty ? [.nil] : self }
}

extension Result<[Value], Failure> {
  /// It raised, or returned `nil, err`.
  fileprivate var isBad: Bool {
    guard case .success(let values) = self else { return true }
    return values.count > 1 && values[0].isNil && !values[1].isNil
  }
}

/// Tasks that run at once for one call.
final class TaskGroup {
  private let parts: Surface.Parts
  private let scope: Scope
  private unowned(unsafe) let surface: Surface
  private let label: String
  /// Goes on when all of them have ended, and not before.
  private weak var caller: Tasks.Task?
  /// Asked after each end: what the call returns, if that is known now.
  private let answer: (TaskGroup) -> Result<[Value], Failure>?
  private let done: (Result<[Value], Failure>) -> Void
  private var results: [Result<[Value], Failure>?]
  private(set) var firstResult: Result<[Value], Failure>?
  private var waits: [JobRun] = []
  private var timer: (any Token)?
  private var isOver = false

  init(
    _ parts: Surface.Parts, in scope: Scope, surface: Surface, label: String, caller: Tasks.Task?,
    _ answer: @escaping (TaskGroup) -> Result<[Value], Failure>?, done: @escaping (Result<[Value], Failure>) -> Void
  ) {
    self.parts = parts
    self.scope = scope
    self.surface = surface
    self.label = label
    self.caller = caller
    self.answer = answer
    self.done = done
    results = Array(repeating: nil, count: parts.bodies.count)
  }

  /// All of them; as soon as one has failed that is enough.
  var allResults: [Result<[Value], Failure>]? {
    if let failed = results.compactMap({ $0 }).first(where: \.isBad) { return [failed] }
    let ended = results.compactMap { $0 }
    return ended.count == results.count ? ended : nil
  }

  /// Each in a turn of its own.
  func start() {
    if parts.bodies.isEmpty { later { [self] _ in check() } }
    for (index, body) in parts.bodies.enumerated() {
      later { [self] timer in
        switch body {
        case .function(let function):
          surface.tasks.start(
            function, arguments: [], results: Interpreter.allResults, in: scope, endsScope: true, kind: .write,
            label: label, for: caller, insteadOf: timer
          ) { [weak self] in self?.finished(index, $0) }
        case .loadable(let loadable, let start):
          waits.append(
            loadable.wait(starting: start) { [weak self, surface] result in
              switch result {
              case .success(let value): self?.finished(index, .success([value, .nil]))
              case .failure(let failure): self?.finished(index, .success([.nil, surface.errorTable(failure)]))
              }
            })
        }
      }
    }
  }

  private func later(_ body: @escaping (ScopedTimer) -> Void) {
    let timer = ScopedTimer(surface.world.clock, after: .zero, label: label, scope: scope, body)
    _ = timer
  }

  private func finished(_ index: Int, _ result: Result<[Value], Failure>) {
    guard !isOver else { return }
    results[index] = result
    if firstResult == nil { firstResult = result }
    check()
  }

  private func check() { if let result = answer(self) { finish(result) } }

  /// What was asked for is known: the rest is called off before the call returns.
  private func finish(_ result: Result<[Value], Failure>) {
    guard !isOver else { return }
    end()
    done(result)
  }

  func limit(_ time: Duration, _ late: Result<[Value], Failure>) {
    timer = surface.world.clock.schedule(after: time, label: label) { [weak self] in self?.finish(late) }
  }

  /// What still runs is called off.
  func end() {
    guard !isOver else { return }
    isOver = true
    timer?.cancel()
    for wait in waits { wait.cancel() }
    scope.close()
  }
}
