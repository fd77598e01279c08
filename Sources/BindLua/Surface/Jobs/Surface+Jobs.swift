import BindCore

/// `job.every`, `job.cron`, `job.at`, `job.on`, `job.exec`, `job.watch` and the methods of a job.
extension Surface {
  var jobFunctions: [Entry] {
    [
      Entry("every") { [unowned self] call throws(Failure) in
        let period = try call.duration(1, "time")
        guard period > .zero else { throw call.wrong(1, "time", expected: "a time longer than zero") }
        try script(call, "every", call.value(1), without: ["cron", "at", "on", "tz"])
      },
      Entry("cron") { [unowned self] call throws(Failure) in
        try script(call, "cron", .string(try call.string(1, "expression")), without: ["every", "from", "at", "on"])
      },
      Entry("at") { [unowned self] call throws(Failure) in
        try script(call, "at", call.value(1), without: ["every", "from", "cron", "on"])
      },
      Entry("on") { [unowned self] call throws(Failure) in
        try script(call, "on", call.value(1), without: ["every", "from", "cron", "at", "tz", "immediate"])
      },
      Entry("exec") { [unowned self] call throws(Failure) in
        let options = try call.options(1, JobDeclaration.sharedOptions + ["cmd", "cwd", "stdin", "env"])
        let argv = try argv(options["cmd"]) {
          .diagnostic(
            Diagnostic(
              .bindArgument, "\(call.name): option 'cmd': a list of strings expected, such as {\"df\", \"-P\"}"))
        }
        let request = try processRequest(argv, options, withTimeout: false)
        try declare(
          call, JobDeclaration(options: options, label: "exec(\(argv[0].text))"), ExecWork(request, surface: self))
      },
      Entry("watch") { [unowned self] call throws(Failure) in
        let options = try call.options(1, JobDeclaration.sharedOptions + ["path"])
        guard let path = try options.path("path") else {
          throw .diagnostic(Diagnostic(.bindArgument, "\(call.name): option 'path' is missing"))
        }
        let work = WatchWork(path, surface: self)
        let job = try declare(call, JobDeclaration(options: options, label: "watch(\(path))"), work)
        try work.watch(for: job)
      },
    ]
  }

  /// A job whose step is a function: `job.every("5s", fn)` or `job.every("5s", {run = fn, …})`.
  private func script(_ call: Call, _ word: String, _ when: Value, without excluded: Set<String>) throws(Failure) {
    let names = ["run"] + JobDeclaration.sharedOptions.filter { !excluded.contains($0) && $0 != word }
    var function: LuaReference?
    var fields = Record()
    if let given = call.argument(2).function {
      function = given
    } else {
      let options = try call.options(2, names)
      function = try options.function("run")
      fields = options.fields
    }
    guard let function else { throw call.wrong(2, "fn", expected: "a function, or options with run=") }
    fields = Record([(ByteString(word), when)] + fields.fields)
    try declare(
      call, JobDeclaration(options: Options(owner: call.name, fields: fields), label: "\(word)(\(place()))"),
      ScriptWork(function, surface: self))
  }

  var jobMethods: [Entry] {
    [
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("job(\(try call.receiver(JobObject.self).job.name))"))
      },
      Entry("stop") { call throws(Failure) in try call.receiver(JobObject.self).job.stop() },
      Entry("load") { call throws(Failure) in try call.openJob().load() },
      Entry("retry") { call throws(Failure) in try call.openJob().load() },
      Entry("refresh") { call throws(Failure) in try call.openJob().refresh() },
      Entry("pause") { call throws(Failure) in try call.openJob().pause() },
      Entry("resume") { call throws(Failure) in try call.openJob().resume() },
      Entry("invalidate") { call throws(Failure) in try call.openJob().loadable.invalidate() },
      Entry("reset") { call throws(Failure) in
        let job = try call.openJob()
        job.cancel()
        job.loadable.reset()
      },
      Entry("set") { [unowned self] call throws(Failure) in try set(try call.openJob().loadable, call) },
      Entry("write") { [unowned self] call throws(Failure) in try write(try call.openJob().loadable, call) },
      Entry("cancel") { [unowned self] call throws(Failure) in
        let job = try call.receiver(JobObject.self).job
        // In a task it waits until nothing of the run is left, such as a process.
        guard tasks.mayWait(call), job.machine.isActive else { return job.cancel() }
        try tasks.wait(in: call) { [unowned self] done throws(Failure) in
          job.cancel { [unowned self] in
            world.clock.schedule(after: .zero, label: "end of \(job.name)") { done(.success([])) }
          }
          return nil
        }
      },
      Entry("await") { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try wait(for: job.loadable, call) { job.load() }
      },
      Entry("on_loaded") { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try onLoaded(job.loadable, call, kind: .job) { [unowned job] in job.machine.runs }
      },
      Entry("on_failed") { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try onFailed(job.loadable, call, kind: .job) { [unowned job] in job.machine.runs }
      },
      Entry("match") { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try match(job.loadable, call) { [weak job] in job?.load() }
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
