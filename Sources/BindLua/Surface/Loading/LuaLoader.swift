import BindCore

/// The `load` of a loadable, each attempt as a task: it may wait.
final class LuaLoader: LoadableWork {
  private let function: LuaReference
  private let key: Value?
  private unowned(unsafe) let surface: Surface

  init(_ function: LuaReference, key: Value?, surface: Surface) {
    self.function = function
    self.key = key
    self.surface = surface
  }

  func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    surface.load(function, LoadContext(attempt: attempt, key: key), of: loadable, tell) { tell(.ended($0)) }
  }
}

/// What a loader is told.
struct LoadContext {
  var attempt: Int
  var key: Value?
  /// Of a page: where it begins, and which one it is, counted from 1.
  var cursor: Value?
  var page: Int?
}

extension Surface {
  /// Calls a loader in a scope of its own. Its value is never nil.
  func load(
    _ function: LuaReference, _ context: LoadContext, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void,
    _ done: @escaping (Result<Value, Failure>) -> Void
  ) -> JobRun? {
    var fields: [(ByteString, Value)] = [
      ("attempt", .integer(Int64(context.attempt))), ("name", .string(ByteString(loadable.name))),
      ("progress", .opaque(progressFunction(tell))),
    ]
    if let key = context.key { fields.append(("key", key)) }
    if let cursor = context.cursor { fields.append(("cursor", cursor)) }
    if let page = context.page { fields.append(("page", .integer(Int64(page)))) }
    let scope = Scope(name: "load of \(loadable.name)", in: loadable.scope, engine: loadable.engine)
    scope.isForObservers = loadable.machine.isObserved
    return attempt(
      function, [.record(Record(fields))], results: 2, in: scope, kind: .source, label: "load of \(loadable.name)"
    ) { [name = loadable.name] result in
      done(
        LuaSource.checked(result).flatMap { values in
          if !values[0].isNil { return .success(values[0]) }
          return .failure(
            .diagnostic(
              Diagnostic(
                .loadEmpty, "the loader of \(name) returned nothing: return the value, or nil and an error",
                notes: ["a value that is really absent is bh.null"])))
        })
    }
  }

  /// `ctx.progress(done, total, unit)`.
  func progressFunction(_ tell: @escaping (LoadEvent) -> Void) -> CallableObject {
    CallableObject(kinds.progress) { call throws(Failure) in
      func amount(_ index: Int, _ name: String) throws(Failure) -> Double {
        switch call.value(index) {
        case .integer(let number): return Double(number)
        case .number(let number) where number.isFinite: return number
        default: throw call.wrong(index, name, expected: "number")
        }
      }
      var progress = LoadEvent.Progress(done: try amount(1, "done"))
      if call.has(2) { progress.total = try amount(2, "total") }
      if call.has(3) { progress.unit = try call.string(3, "unit").text }
      tell(.progress(progress))
    }
  }

  /// Runs a function as a task in a scope that ends with it. What calls it off ends what it has made, newest first, runs its
  /// cleanups, closes the coroutine last, and waits for what it waits for.
  func attempt(
    _ function: LuaReference, _ arguments: [Value], results: Int, in scope: Scope, kind: CauseKind, label: String,
    run: Int = 0, _ completion: @escaping (Result<[Value], Failure>) -> Void
  ) -> JobRun? {
    let task = tasks.start(
      function, arguments: arguments, results: results, in: scope, endsScope: true, kind: kind, label: label,
      run: run
    ) { result in
      scope.close()
      completion(result)
    }
    guard task.isRunning else { return nil }
    // It is no part of what it has made: it ends after that.
    scope.remove(task)
    return task.run(with: scope)
  }
}
