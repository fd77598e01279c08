import BindCore

/// The options that every kind of job takes, read and checked.
struct JobDeclaration {
  let options: Options
  /// The kind of job, for its name when it was given none.
  let label: String
  /// When it runs if `every`, `cron`, `at` and `on` say nothing.
  var schedule = JobSchedule.atStart
  /// A run has no time limit unless one is given: it is meant to go on.
  var isEndless = false
}

extension Surface {
  /// Makes the job and takes up its schedule; the call returns it.
  @discardableResult
  func declare(_ call: Call, _ declaration: JobDeclaration, _ work: any JobWork) throws(Failure) -> Job {
    let options = declaration.options
    let scope = try engine.openScope(for: "job")
    try engine.checkTimers(of: world.clock, for: call.name)
    let name = try jobName(call, declaration)
    let cluster = try clusterStore(declaration, call)
    let job = Job(
      name: name, try policy(declaration), try loadableOptions(declaration), work: work, world: world, scope: scope,
      isStandingBy: cluster != nil && !holdsJobs)
    job.loadable.describeFailure = { [unowned self] failure in errorRecord(failure) }
    try observe(options["on"], for: job, scope)
    job.mark = try mark(of: declaration, call)
    letGo(of: ["map", "transform", "each"].map { try? options.function($0) }, with: job)
    job.start(isHeld: holdsJobs)
    if let cluster, !holdsJobs { try join(cluster, job, call) }
    declare(job)
    call.reply(JobObject(job, surface: self))
    return job
  }

  /// Functions of a job, when it has ended.
  func letGo(of functions: [LuaReference?], with job: Job) {
    job.onStop = { [unowned lua, outer = job.onStop] in
      outer?()
      for function in functions { lua.letGo(of: function) }
    }
  }

  /// A persistent job is found again by its name, so it needs one that it keeps.
  private func mark(of declaration: JobDeclaration, _ call: Call) throws(Failure) -> JobMark? {
    guard try declaration.options.flag("persistent") ?? false else { return nil }
    guard let name = try declaration.options.string("name") else {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(call.name): a persistent job needs a name, by which it is known after a restart"))
    }
    return JobMark(try keep(JobMark.request(for: name), in: nil, for: call.name))
  }

  /// `cluster=true` means the store that is the script's own, a text the store of that URL.
  /// - Returns: nil if it is the job of this machine alone.
  private func clusterStore(
    _ declaration: JobDeclaration, _ call: Call
  ) throws(Failure) -> (any StateKeeper)? {
    let url: String?
    switch declaration.options["cluster"] {
    case nil, .boolean(false)?: return nil
    case .boolean(true)?: url = clusterURL
    case .string(let text)?: url = text.text
    case let other?:
      throw declaration.options.wrong("cluster", expected: "true or a store such as \"etcd://host:2379/app\"", other)
    }
    guard declaration.options["name"] != nil else {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(call.name): a job with cluster needs a name, by which other machines know it"))
    }
    return try keeper(of: url, for: call.name)
  }

  private func join(_ keeper: any StateKeeper, _ job: Job, _ call: Call) throws(Failure) {
    let cluster = JobCluster(job, clock: world.clock)
    job.cluster = cluster
    guard cluster.begin({ keeper.seat("job \(job.name)", tell: $0) }) else {
      job.stop()
      throw .diagnostic(
        Diagnostic(
          .jobCluster, "\(call.name): option 'cluster': \(keeper.name) has no locks that other machines would know",
          kind: .programming,
          notes: ["etcd://host:port/prefix has them, and sqlite:PATH for the processes of one machine"]))
    }
  }

  private func jobName(_ call: Call, _ declaration: JobDeclaration) throws(Failure) -> String {
    let name = try declaration.options.string("name") ?? declaration.label
    guard jobs.contains(where: { $0.name == name && !$0.isStopped }) else { return name }
    guard declaration.options["name"] == nil else {
      throw .diagnostic(Diagnostic(.jobDuplicate, "\(call.name): a job named '\(name)' exists already"))
    }
    var number = 2
    while jobs.contains(where: { $0.name == "\(name) \(number)" }) { number += 1 }
    return "\(name) \(number)"
  }

  private func loadableOptions(_ declaration: JobDeclaration) throws(Failure) -> LoadableOptions {
    let options = declaration.options
    var made = LoadableOptions()
    made.policy.retry = try retry(options)
    if declaration.isEndless { (made.policy.timeout, made.policy.deadline) = (nil, nil) }
    if let timeout = try options.duration("timeout") { made.policy.timeout = timeout }
    // A longer attempt than usual has a longer cycle.
    if let timeout = made.policy.timeout, let deadline = made.policy.deadline, timeout > deadline {
      made.policy.deadline = timeout
    }
    if let deadline = try options.duration("deadline") { made.policy.deadline = deadline }
    var map = try options.function("map")
    if map == nil { map = try options.function("transform") }
    if let function = map {
      made.transform = { [unowned lua] value throws(Failure) in try lua.compute(function, [value]) }
    }
    made.initial = options["initial"]
    made.placeholder = options["placeholder"]
    made.target = try options.cell("into")
    return made
  }

  // MARK: When

  private func policy(_ declaration: JobDeclaration) throws(Failure) -> JobPolicy {
    let options = declaration.options
    var policy = JobPolicy(schedule: try schedule(declaration))
    policy.immediate = try options.flag("immediate")
    policy.isPaused = try options.flag("paused") ?? false
    if let grace = try options.duration("grace") { policy.grace = grace }
    if let jitter = try options.duration("jitter") { policy.jitter = jitter }
    policy.overlap = try overlap(options)
    if let misfire: Misfire = try options.word("misfire") { policy.misfire = misfire }
    policy.disableAfter = try options.count("disable_after", atLeast: 1)
    if let splay = options["splay"] {
      guard splay == .string("stable") else { throw options.wrong("splay", expected: "\"stable\"", splay) }
      policy.splay = world.machineChance(of: try options.string("name") ?? declaration.label)
      if policy.jitter == .zero {
        throw .diagnostic(
          Diagnostic(.bindArgument, "\(options.owner): option 'splay' spreads runs over 'jitter', and none is given"))
      }
    }
    return policy
  }

  private func overlap(_ options: Options) throws(Failure) -> Overlap {
    switch options["overlap"] {
    case nil: return .skip
    case .string("skip")?: return .skip
    case .string("queue")?: return .queue
    case .string("replace")?: return .replace
    case .integer(let number)? where (1...1000).contains(number): return .parallel(Int(number))
    case let other?:
      throw options.wrong("overlap", expected: "\"skip\", \"queue\", \"replace\" or a number of runs", other)
    }
  }

  private func schedule(_ declaration: JobDeclaration) throws(Failure) -> JobSchedule {
    let options = declaration.options
    let given = ["every", "cron", "at", "on"].filter { options[ByteString($0)] != nil }
    if given.count > 1 {
      throw .diagnostic(
        Diagnostic(.bindArgument, "\(options.owner): options '\(given[0])' and '\(given[1])' exclude each other"))
    }
    let isAtEnd: Bool =
      switch try options.string("from") {
      case nil, "start": false
      case "end": true
      case let other?:
        throw .diagnostic(
          Diagnostic(
            .bindArgument, "\(options.owner): option 'from': \"start\" or \"end\" expected, got \"\(other)\"",
            suggestions: nearestNames(to: other, in: ["start", "end"])))
      }
    if let period = try options.duration("every") {
      guard period > .zero else {
        throw .diagnostic(
          Diagnostic(.bindArgument, "\(options.owner): option 'every': a time longer than zero expected"))
      }
      return isAtEnd ? .everyFromEnd(period) : .everyFromStart(period)
    }
    if let text = try options.string("cron") { return .cron(try calendar(text, options)) }
    if let time = options["at"] { return .at(try date(time, options)) }
    return options["on"] != nil ? .manual : declaration.schedule
  }

  func calendar(_ text: String, _ options: Options) throws(Failure) -> CronCalendar {
    let expression: CronExpression
    do { expression = try CronExpression(text) } catch {
      throw .diagnostic(
        Diagnostic(.jobCron, "\(options.owner): cron \"\(text)\", column \(error.column): \(error.message)"))
    }
    return CronCalendar(expression, in: try zone(options))
  }

  private func zone(_ options: Options) throws(Failure) -> any TimeZoneRules {
    let name = try options.string("tz")
    let zones = world.clock.zones
    do {
      guard let name else { return try zones.local() }
      return try zones.zone(named: name)
    } catch {
      var diagnostic = error
      diagnostic.message = "\(options.owner): \(error.message)"
      throw .diagnostic(diagnostic)
    }
  }

  /// Seconds since 1970, or a date and time such as `2026-03-01T09:30:00`, in `tz` unless it says its own zone.
  func date(_ value: Value, _ options: Options) throws(Failure) -> WallTime {
    switch value {
    case .integer(let seconds): return WallTime(seconds: Double(seconds))
    case .number(let seconds) where seconds.isFinite: return WallTime(seconds: seconds)
    case .string(let text):
      var offset: Int64?
      if let civil = CivilTime(parsing: text.text, offset: &offset) {
        if let offset { return WallTime(seconds: Double(civil.seconds - offset)) }
        return WallTime(seconds: Double(CronCalendar.instant(of: civil, in: try zone(options)).time))
      }
      fallthrough
    default:
      throw options.wrong("at", expected: "a time such as \"2026-03-01T09:30:00Z\" or seconds since 1970", value)
    }
  }

  /// `on=`: a Ref, or several.
  private func observe(_ value: Value?, for job: Job, _ scope: Scope) throws(Failure) {
    guard let value else { return }
    let given: [Value] = if case .list(let elements) = value { elements } else { [value] }
    for element in given {
      guard case .opaque(let opaque) = element, let cell = (opaque as? CellObject)?.cell else {
        throw .diagnostic(
          Diagnostic(.bindArgument, "job.on: a Ref, or a list of Refs expected, got \(element.typeName)"))
      }
      let observer = cell.observe(in: scope, initial: false) { [weak job] _, _, _ in job?.trigger() }
      job.triggers.append(cell.name)
      job.onStop = { [outer = job.onStop] in
        outer?()
        observer.stop()
      }
    }
  }
}
