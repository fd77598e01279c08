import BindCore

/// `bh.stream(fn(emit) → stop)`: a source of values that nobody has started yet. Its userdata holds the function.
final class StreamObject: HostObject, @unchecked Sendable {
  let name: String
  private unowned(unsafe) let surface: Surface

  init(place: String, surface: Surface) {
    name = "stream(\(place))"
    self.surface = surface
    super.init(kind: surface.kinds.stream)
  }

  override func keep() -> Bool { surface.garbage.kept.add(self) }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }
}

/// A stream that a loadable has started. Its function is a task: it may wait and emit meanwhile, or return a function that
/// ends what it has begun. A stream whose function returns anything else ends there.
final class LuaStream: LoadableWork {
  private let function: LuaReference
  private let name: String
  private let key: Value?
  private unowned(unsafe) let surface: Surface

  init(_ function: LuaReference, name: String, key: Value?, surface: Surface) {
    self.function = function
    self.name = name
    self.key = key
    self.surface = surface
  }

  func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    let scope = Scope(name: name, in: loadable.scope, engine: loadable.engine)
    let emit = CallableObject(surface.kinds.emit) { call throws(Failure) in
      if scope.isClosing { return }
      guard call.has(1) else {
        // `emit(nil, err)` is how a stream fails.
        guard call.has(2) else { throw call.wrong(1, "value", expected: "a value (bh.null for none)") }
        scope.close()
        return tell(.ended(LuaSource.checked(.success([.nil, call.value(2)])).map { $0[0] }))
      }
      tell(.item(call.value(1)))
    }
    var stop: (() throws -> Void)?
    scope.onClose { try stop?() }
    var arguments: [Value] = [.opaque(emit)]
    if let key { arguments.append(key) }
    let task = surface.tasks.start(
      function, arguments: arguments, results: 2, in: scope, endsScope: true, kind: .source, label: name,
      unheard: { [self] values in
        // It was ended before it could say how.
        do { try ending(values)?() } catch { loadable.scope.report(Report(error, during: "stop of \(loadable.name)")) }
      }
    ) { [self] result in
      switch LuaSource.checked(result) {
      case .success(let values):
        stop = ending(values)
        if stop != nil { return }
        scope.close()
        tell(.streamEnded)
      case .failure(let failure):
        scope.close()
        tell(.ended(.failure(failure)))
      }
    }
    if scope.isClosing { return nil }
    return task.run(with: scope)
  }

  /// What ends it, if it has returned that.
  private func ending(_ results: [Value]) -> (() throws -> Void)? {
    guard case .opaque(let opaque) = results[0], let stop = opaque as? LuaReference, stop.isFunction else { return nil }
    return { [surface] in _ = try surface.lua.run(stop, [], results: 0) }
  }
}

/// A cell as a stream: its value, and each that comes after it; and why it has none, as long as that is so.
final class CellStream: LoadableWork {
  private let cell: Cell

  init(_ cell: Cell) { self.cell = cell }

  func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    let values = Values(of: cell, scope: loadable.scope, tell)
    values.start()
    let troubles = (cell as? SourceCell).map { Self.troubles(of: $0, in: loadable.scope, tell) }
    return JobRun {
      values.stop()
      troubles?.stop()
    }
  }

  /// What stands outside keeps its last value while it cannot be read.
  private static func troubles(
    of source: SourceCell, in scope: Scope, _ tell: @escaping (LoadEvent) -> Void
  ) -> Callback {
    var hasFailed = false
    return source.errorCell.observe(in: scope) { [unowned source] _, _, _ in
      if let failure = source.readingFailure {
        hasFailed = true
        tell(.itemFailed(failure))
      } else if hasFailed, let value = source.stored {
        hasFailed = false
        tell(.item(value))
      }
    }
  }

  private final class Values: Observer {
    private let tell: (LoadEvent) -> Void

    init(of cell: Cell, scope: Scope, _ tell: @escaping (LoadEvent) -> Void) {
      self.tell = tell
      super.init(of: cell, scope: scope)
    }

    override func receive(_ new: Value, old: Value?, cause: CauseID) { tell(.item(new)) }
    override func receiveFailure(_ failure: Failure) { tell(.itemFailed(failure)) }
    override func receiveRecovery() { if let delivered { tell(.item(delivered)) } }
  }
}
