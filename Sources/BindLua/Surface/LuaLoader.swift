import BindCore

/// The `load` of a loadable, each attempt as a task: it may wait.
final class LuaLoader: LoadableWork {
  private let function: LuaReference
  private unowned(unsafe) let surface: Surface

  init(_ function: LuaReference, surface: Surface) {
    self.function = function
    self.surface = surface
  }

  func load(
    attempt: Int, of loadable: Loadable, _ completion: @escaping (Result<Value, Failure>) -> Void
  ) -> JobRun? {
    let context = Value.record(Record([("attempt", .integer(Int64(attempt))), ("name", .string(loadable.name))]))
    let scope = Scope(name: "load of \(loadable.name)", in: loadable.scope, engine: loadable.engine)
    let task = surface.tasks.start(
      function, arguments: [context], results: 2, in: scope, kind: .source, label: "load of \(loadable.name)"
    ) { [name = loadable.name] result in
      scope.close()
      completion(
        LuaSource.checked(result).flatMap { values in
          if !values[0].isNil { return .success(values[0]) }
          return .failure(
            .diagnostic(
              Diagnostic(
                .loadEmpty, "the loader of \(name) returned nothing: return the value, or nil and an error",
                notes: ["a value that is really absent is bh.null"])))
        })
    }
    guard task.isRunning else { return nil }
    return JobRun {
      task.stop()
      scope.close()
    }
  }
}

/// A loadable as scripts hold it.
final class LoadableObject: HostObject, @unchecked Sendable {
  let loadable: Loadable
  private unowned(unsafe) let surface: Surface

  init(_ loadable: Loadable, surface: Surface) {
    self.loadable = loadable
    self.surface = surface
    super.init(kind: surface.kinds.loadable)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }

  override func resolve(path: ByteString) throws -> HostObject {
    do {
      try loadable.checkOpen()
      return surface.object(try loadable.cells.at(path))
    } catch { throw surface.raisable(error) }
  }
}

extension Loadable {
  func checkOpen() throws(Failure) {
    if machine.isClosed { throw .disposed("loadable '\(name)'", scope: scope.name) }
  }
}
