import BindCore

/// A step written in Lua. Each stretch between two waits is a transaction.
final class ScriptWork: JobWork {
  private let function: LuaReference
  private unowned let surface: Surface

  init(_ function: LuaReference, surface: Surface) {
    self.function = function
    self.surface = surface
  }

  func start(_ fire: Fire, of job: Job, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    let argument = Value.record(
      Record([
        ("nominal", .number(fire.nominal.seconds)), ("actual", .number(fire.actual.seconds)),
        ("missed", .integer(Int64(fire.missed))), ("id", .string(ByteString(fire.id(of: job.name)))),
        ("progress", .opaque(surface.progressFunction(tell))),
      ]))
    let runScope = Scope(name: "run of job \(job.name)", in: job.scope, engine: job.engine)
    runScope.isForObservers = job.loadable.machine.isObserved
    runScope.fence = job.cluster?.fence
    return surface.attempt(
      function, [argument], results: 2, in: runScope, kind: .job, label: job.name, run: job.machine.runs
    ) { result in
      tell(.ended(LuaSource.checked(result).map { $0[0] }))
    }
  }
}

/// A command; its value is what it wrote.
final class ExecWork: JobWork {
  private let request: ProcessRequest
  private unowned let surface: Surface

  init(_ request: ProcessRequest, surface: Surface) {
    self.request = request
    self.surface = surface
  }

  func start(_ fire: Fire, of job: Job, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    do {
      return try surface.run(request) { result in
        tell(
          .ended(result.map { value in if case .record(let fields) = value { fields["out"] ?? .nil } else { value } }))
      }
    } catch {
      tell(.ended(.failure(error)))
      return nil
    }
  }
}

/// A file that is looked at now and after each change: `{path, kind, size}`.
final class WatchWork: JobWork {
  private let path: String
  private unowned let surface: Surface
  private var token: (any Token)?

  init(_ path: String, surface: Surface) {
    self.path = path
    self.surface = surface
  }

  deinit { token?.cancel() }

  func watch(for job: Job) throws(Failure) {
    if job.isHeld { return }
    do {
      token = try surface.world.files.watch(path) { [weak job] result in
        guard let job else { return }
        job.arrived(result.map(Self.value).mapError { .diagnostic(Diagnostic($0)) })
      }
    } catch {
      throw .diagnostic(Diagnostic(error))
    }
    job.onStop = { [weak self, outer = job.onStop] in
      outer?()
      self?.token?.cancel()
    }
  }

  private static func value(_ event: FileEvent) -> Value {
    .record(
      Record([
        ("path", .string(event.path)), ("kind", .string(event.kind.rawValue)), ("size", .integer(event.size)),
      ]))
  }

  /// Asked for by hand, and at the start: how the file stands.
  func start(_ fire: Fire, of job: Job, _ tell: @escaping (LoadEvent) -> Void) -> JobRun? {
    let path = path
    do {
      let token = try surface.world.files.stat(path) { result in
        switch result {
        case .success(let status):
          tell(.ended(.success(Self.value(FileEvent(path: path, kind: .modified, size: status.size)))))
        case .failure(let failure): tell(.ended(.failure(.diagnostic(Diagnostic(failure)))))
        }
      }
      return JobRun { token.cancel() }
    } catch {
      tell(.ended(.failure(.diagnostic(Diagnostic(error)))))
      return nil
    }
  }
}
