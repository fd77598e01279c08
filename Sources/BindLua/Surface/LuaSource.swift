import BindCore

/// The functions of `bh.source`, each run as a task: it may wait.
final class LuaSource: SourceWork {
  struct Functions {
    var get: LuaReference?
    var set: LuaReference?
    var confirm: LuaReference?
    var resolve: LuaReference?
  }

  private let functions: Functions
  private let scope: Scope
  private let name: String
  private unowned(unsafe) let surface: Surface

  init(_ functions: Functions, name: String, scope: Scope, surface: Surface) {
    self.functions = functions
    self.name = name
    self.scope = scope
    self.surface = surface
  }

  var canGet: Bool { functions.get != nil }
  var canSet: Bool { functions.set != nil }
  var canConfirm: Bool { functions.confirm != nil }
  var canResolve: Bool { functions.resolve != nil }

  func get(_ completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun? {
    run(functions.get, [], .get) { [name] result in
      completion(
        Self.checked(result).flatMap { values in
          values[0].isNil ? .failure(Self.noAnswer("get of \(name)", "the value")) : .success(values[0])
        })
    }
  }

  /// The function gets, besides the values, `{id, attempt}`: the id is the same for every attempt of one write.
  func set(
    _ new: Value, _ old: Value, _ ticket: WriteTicket, _ completion: @escaping (Result<Value?, Failure>) -> Void
  ) -> JobRun? {
    let write = Value.record(
      Record([("id", .string(ByteString(ticket.id))), ("attempt", .integer(Int64(ticket.attempt)))]))
    return run(functions.set, [new, old, write], .set) { [name] result in
      completion(
        Self.checked(result, isAnswer: true).flatMap { values in
          switch values[0] {
          case .nil: .failure(Self.noAnswer("set of \(name)", "true or the value that now holds"))
          case .boolean(true): .success(nil)
          case let value: .success(value)
          }
        })
    }
  }

  func confirm(_ new: Value, _ old: Value, _ completion: @escaping (Result<Bool, Failure>) -> Void) -> JobRun? {
    run(functions.confirm, [new, old], .confirm) { [name] result in
      completion(
        result.flatMap { values in
          guard !values[0].isTruthy, let reason = RefusalReason(values[1]) else {
            return .success(values[0] == .boolean(true))
          }
          return .failure(.declined("the write of \(name)", because: reason.words, raised: reason.raised))
        })
    }
  }

  /// The function gets `{base, mine, theirs}`, without `theirs` where that is not known, and returns `"mine"`, `"theirs"`, `"fail"`, the
  /// value to send, or `nil, err`.
  func resolve(_ conflict: Conflict, _ completion: @escaping (Result<Conflict.Way, Failure>) -> Void) -> JobRun? {
    var values = Record([("base", conflict.base), ("mine", conflict.mine)])
    values["theirs"] = conflict.theirs
    return run(functions.resolve, [.record(values)], .resolve) { [name] result in
      completion(
        Self.checked(result).flatMap { values in
          switch values[0] {
          case .string("mine"): return .success(.mine)
          case .string("theirs"): return .success(.theirs)
          case .string("fail"):
            return .failure(.diagnostic(Diagnostic(.sourceConflict, "the write of \(name) met a newer value")))
          case .nil:
            return .failure(Self.noAnswer("resolve of \(name)", "\"mine\", \"theirs\", \"fail\" or a value"))
          case let value where value == conflict.theirs: return .success(.theirs)
          case let value: return .success(.value(value))
          }
        })
    }
  }

  private func run(
    _ function: LuaReference?, _ arguments: [Value], _ role: SourceFunction,
    _ completion: @escaping (Result<[Value], Failure>) -> Void
  ) -> JobRun? {
    guard let function else { return nil }
    let task = surface.tasks.start(
      function, arguments: arguments, results: 2, in: scope, kind: .source, label: "\(role.rawValue) of \(name)",
      as: Tasks.SourcePart(work: self, name: name, function: role), completion: completion)
    return task.isRunning ? JobRun { task.stop() } : nil
  }

  /// `nil, err` is an expected failure.
  /// - Parameter isAnswer: so is `false, err`, where no value is asked for.
  static func checked(_ result: Result<[Value], Failure>, isAnswer: Bool = false) -> Result<[Value], Failure> {
    guard case .success(let values) = result, !values[1].isNil,
      values[0].isNil || isAnswer && values[0] == .boolean(false)
    else { return result }
    return .failure(.raised(ScriptError(value: values[1], message: values[1].words)))
  }

  private static func noAnswer(_ what: String, _ wanted: String) -> Failure {
    .diagnostic(
      Diagnostic(.sourceNoAnswer, "\(what) returned nothing: return \(wanted), or nil and an error"))
  }
}
