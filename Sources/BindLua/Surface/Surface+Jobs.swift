import BindCore

/// `job.every`, `job.exec`, `job.watch` and the methods of a job.
extension Surface {
  var jobFunctions: [Entry] {
    [
      Entry("every") { [unowned self] call throws(Failure) in
        let period = try call.duration(1, "time")
        guard period > .zero else { throw call.wrong(1, "time", expected: "a time longer than zero") }
        var function: LuaReference?
        var options = Options(owner: call.name, fields: Record())
        if let given = call.argument(2).function {
          function = given
        } else {
          options = try call.options(2, Self.everyOptions)
          function = try options.function("run")
        }
        guard let function else { throw call.wrong(2, "fn", expected: "a function, or options with run=") }
        let schedule = try schedule(period, options)
        try declare(call, options, label: "every(\(place()))", schedule: schedule, ScriptWork(function, surface: self))
      },
      Entry("exec") { [unowned self] call throws(Failure) in
        let options = try call.options(1, Self.execOptions)
        let argv = try argv(options["cmd"]) {
          .diagnostic(
            Diagnostic(
              .bindArgument, "\(call.name): option 'cmd': a list of strings expected, such as {\"df\", \"-P\"}"))
        }
        var request = ProcessRequest(argv: argv)
        request.timeout = try options.duration("timeout") ?? .seconds(30)
        request.cwd = try options.string("cwd")
        let period = try options.duration("every")
        let schedule = try period.map { period throws(Failure) in try self.schedule(period, options) } ?? .manual
        try declare(
          call, options, label: "exec(\(argv[0].text))", schedule: schedule, ExecWork(request, surface: self),
          runsAtOnce: period == nil)
      },
      Entry("watch") { [unowned self] call throws(Failure) in
        let options = try call.options(1, Self.watchOptions)
        guard let path = try options.path("path") else {
          throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'path' is missing"))
        }
        let work = WatchWork(path, surface: self)
        let job = try declare(call, options, label: "watch(\(path))", schedule: .manual, work)
        try work.watch(for: job)
      },
    ]
  }

  static let sharedOptions = ["name", "into", "map", "immediate"]
  private static let everyOptions = ["run", "from"] + sharedOptions
  private static let execOptions = ["cmd", "every", "from", "timeout", "cwd"] + sharedOptions
  private static let watchOptions = ["path", "name", "into", "map"]

  func schedule(_ period: Duration, _ options: Options) throws(Failure) -> JobSchedule {
    switch try options.string("from") {
    case nil, "start": return .everyFromStart(period)
    case "end": return .everyFromEnd(period)
    case let other?:
      throw .diagnostic(
        Diagnostic(
          .bindArgument, "\(options.owner): option 'from': \"start\" or \"end\" expected, got \"\(other)\"",
          suggestions: nearestNames(to: other, in: ["start", "end"])))
    }
  }

  @discardableResult
  func declare(
    _ call: Call, _ options: Options, label: String, schedule: JobSchedule, _ work: any JobWork,
    runsAtOnce: Bool = false
  ) throws(Failure) -> Job {
    let scope = try engine.openScope(for: "job")
    try engine.checkTimers(of: world.clock, for: call.name)
    var name = try options.string("name") ?? label
    if jobs.contains(where: { $0.name == name && !$0.isStopped }) {
      guard options["name"] == nil else {
        throw .diagnostic(Diagnostic(.jobDuplicate, "\(call.name): a job named '\(name)' exists already"))
      }
      var number = 2
      while jobs.contains(where: { $0.name == "\(name) \(number)" }) { number += 1 }
      name = "\(name) \(number)"
    }
    var map: ((Value) throws(Failure) -> Value)?
    if let function = try options.function("map") {
      map = { [unowned lua] value throws(Failure) in try lua.compute(function, [value]) }
    }
    let job = Job(
      name: name, schedule: schedule, work: work, map: map, into: try options.cell("into"), world: world, scope: scope)
    job.describeFailure = { [unowned self] failure in errorValue(failure) }
    let immediate = try options.flag("immediate") ?? true
    job.start(immediate: immediate, isHeld: holdsJobs)
    if runsAtOnce, !holdsJobs {
      let token = world.clock.schedule(after: .zero, label: "job \(name)") { [weak job] in job?.refresh() }
      token.keepsAlive = true
    }
    declare(job)
    call.reply(JobObject(job, surface: self))
    return job
  }

  var jobMethods: [Entry] {
    [
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("job(\(try call.receiver(JobObject.self).job.name))"))
      },
      Entry("stop") { call throws(Failure) in try call.receiver(JobObject.self).job.stop() },
      Entry("refresh") { call throws(Failure) in try call.openJob().refresh() },
      Entry("cancel") { call throws(Failure) in try call.receiver(JobObject.self).job.cancel() },
      Entry("on_loaded") { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        let function = try call.function(1, "fn")
        job.onLoaded { [unowned self, unowned job] value in
          handle(function, value, in: job.scope, kind: .job, label: job.name, run: job.runs)
        }
      },
      Entry("on_failed") { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        let function = try call.function(1, "fn")
        job.onFailed { [unowned self, unowned job] error in
          handle(function, error, in: job.scope, kind: .job, label: job.name, run: job.runs)
        }
      },
    ]
  }
}

extension Call {
  /// The receiver, whose scope must still be open; only `stop` and `cancel` may come later.
  fileprivate func openJob() throws(Failure) -> Job {
    let job = try receiver(JobObject.self).job
    try job.checkOpen()
    return job
  }
}

extension Job {
  func checkOpen() throws(Failure) {
    if scope.isClosed { throw .disposed("job '\(name)'", scope: scope.name) }
  }
}

/// A step written in Lua. Each stretch between two waits is a transaction.
final class ScriptWork: JobWork {
  private let function: LuaReference
  private unowned let surface: Surface

  init(_ function: LuaReference, surface: Surface) {
    self.function = function
    self.surface = surface
  }

  func start(_ fire: Fire, of job: Job, completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun? {
    let clock = surface.world.clock
    func seconds(_ instant: Instant) -> Value { .number((clock.date + (instant - clock.now)).seconds) }
    let argument = Value.record(
      Record([
        ("nominal", seconds(fire.nominal)), ("actual", seconds(fire.actual)),
        ("missed", .integer(Int64(fire.missed))),
      ]))
    let runScope = Scope(name: "run of job \(job.name)", in: job.scope, engine: job.engine)
    let task = surface.tasks.start(
      function, arguments: [argument], in: runScope, kind: .job, label: job.name, run: job.runs
    ) { result in
      runScope.close()
      completion(result)
    }
    guard task.isRunning else { return nil }
    return JobRun {
      task.stop()
      runScope.close()
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

  func start(_ fire: Fire, of job: Job, completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun? {
    do {
      return try surface.run(request) { result in
        completion(
          result.map { value in
            if case .record(let fields) = value { fields["out"] ?? .nil } else { value }
          })
      }
    } catch {
      completion(.failure(error))
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
    job.onStop = { [weak self] in self?.token?.cancel() }
    surface.world.clock.schedule(after: .zero, label: "watch \(path)") { [weak job] in job?.refresh() }
  }

  private static func value(_ event: FileEvent) -> Value {
    .record(
      Record([
        ("path", .string(event.path)), ("kind", .string(event.kind.rawValue)), ("size", .integer(event.size)),
      ]))
  }

  /// Asked for by hand, and at the start: how the file stands.
  func start(_ fire: Fire, of job: Job, completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun? {
    let path = path
    do {
      let token = try surface.world.files.stat(path) { result in
        switch result {
        case .success(let status):
          completion(.success(Self.value(FileEvent(path: path, kind: .modified, size: status.size))))
        case .failure(let failure): completion(.failure(.diagnostic(Diagnostic(failure))))
        }
      }
      return JobRun { token.cancel() }
    } catch {
      completion(.failure(.diagnostic(Diagnostic(error))))
      return nil
    }
  }
}
