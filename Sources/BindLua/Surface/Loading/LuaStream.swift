import BindCore

/// `bh.stream(fn(emit) → stop)`: a source of values that nobody has started yet. Its userdata holds the function.
final class StreamObject: HostObject, @unchecked Sendable {
  let name: String

  init(place: String, kind: ObjectKind) {
    name = "stream(\(place))"
    super.init(kind: kind)
  }

  @available(*, unavailable) override init(kind: ObjectKind) { preconditionFailure("not inherited") }
}

extension Interpreter {
  /// What the stream runs. The userdata must exist.
  func function(of stream: StreamObject) throws(Failure) -> LuaReference? {
    do { return try userValue(1, of: stream) } catch { throw Failure(error) }
  }
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
    let stopStream = Once()
    scope.onClose { try stopStream.run() }
    var arguments: [Value] = [.opaque(emit)]
    if let key { arguments.append(key) }
    let task = surface.tasks.start(
      function, arguments: arguments, results: 2, in: scope, kind: .source, label: name
    ) { [surface] result in
      switch LuaSource.checked(result) {
      case .success(let values):
        guard case .opaque(let opaque) = values[0], let stop = opaque as? LuaReference, stop.isFunction else {
          scope.close()
          return tell(.streamEnded)
        }
        stopStream.body = { _ = try surface.lua.run(stop, [], results: 0) }
        // It was ended before it could say how.
        if scope.isClosing {
          do { try stopStream.run() } catch { loadable.scope.report(Report(error, during: "stop of \(loadable.name)")) }
        }
      case .failure(let failure):
        scope.close()
        tell(.ended(.failure(failure)))
      }
    }
    if scope.isClosing { return nil }
    return task.run(with: scope)
  }

  /// What is called at most once.
  private final class Once {
    var body: (() throws -> Void)?
    func run() throws {
      let body = body
      self.body = nil
      try body?()
    }
  }
}

/// A cell as a stream: its value, and each that comes after it.
final class CellStream: LoadableWork {
  private let cell: Cell

  init(_ cell: Cell) { self.cell = cell }

  func load(attempt: Int, of loadable: Loadable, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    let observer = cell.observe(in: loadable.scope) { value, _, _ in tell(.item(value)) }
    return JobRun { observer.stop() }
  }
}
