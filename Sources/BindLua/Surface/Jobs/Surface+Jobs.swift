import BindCore

/// `job.every`, `job.cron`, `job.at`, `job.on`, `job.exec`, `job.watch` and the methods of a job.
extension Surface {
  var jobFunctions: [Entry] {
    [
      Entry(
        "every",
        """
        (time: time, fn: fn(fire)|options) -> job
        Runs a function again and again, first at once.
        - run: fn(fire). The step; what it returns is the job's value.
        + job without every, cron, tz, at, on
        > job.every("5s", function() history "load":push(read_load()) end)
        > job.every("1m", { name = "backup", run = backup, overlap = "queue" })
        """
      ) { [unowned self] call throws(Failure) in
        let period = try call.duration(1, "time")
        guard period > .zero else {
          throw call.wrong(1, "time", expected: "a time longer than zero", sayingValue: true)
        }
        try script(call, "every", call.value(1))
      },
      Entry(
        "cron",
        """
        (expression: string, fn: fn(fire)|options) -> job
        Runs a function by the calendar: minute, hour, day of month, month, day of week; with six fields the seconds stand first.
        - run: fn(fire). The step; what it returns is the job's value.
        + job without cron, every, from, at, on
        > job.cron("30 2 * * *", { tz = "Europe/Berlin", run = backup })
        """
      ) { [unowned self] call throws(Failure) in
        try script(call, "cron", .string(try call.string(1, "expression")))
      },
      Entry(
        "at",
        """
        (time: string|number, fn: fn(fire)|options) -> job
        Runs a function once, at a time such as "2026-03-01T09:30:00Z" or seconds since 1970.
        - run: fn(fire). The step; what it returns is the job's value.
        + job without at, every, from, cron, on
        """
      ) { [unowned self] call throws(Failure) in
        try script(call, "at", call.value(1))
      },
      Entry(
        "on",
        """
        (ref: Ref|list, fn: fn(fire)|options) -> job
        Runs a function whenever a Ref, or one of several, changes.
        - run: fn(fire). The step; what it returns is the job's value.
        + job without on, every, from, cron, at, tz, immediate
        """
      ) { [unowned self] call throws(Failure) in
        try script(call, "on", call.value(1))
      },
      Entry(
        "exec",
        """
        (options) -> job
        Runs a program at each run; the job's value is what it wrote. Needs --allow-run.
        - cmd: list. The program and its arguments.
        + process
        + job
        > job.exec { cmd = { "df", "-P" }, every = "1m", map = parse }
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(1)
        let argv = try argv(options["cmd"]) {
          .diagnostic(
            Diagnostic(
              .bindArgument, "\(call.name): option 'cmd': a list of strings expected, such as {\"df\", \"-P\"}"))
        }
        let request = try processRequest(argv, options, withTimeout: false)
        try declare(
          call, JobDeclaration(options: options, label: "exec(\(argv[0].text))"), ExecWork(request, surface: self))
      },
      Entry(
        "watch",
        """
        (options) -> job
        Looks at a file or folder now and after each change; the job's value is {path, kind, size}.
        - path: string. Relative paths start at the script's folder. Needs --allow-read.
        + job
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(1)
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
  private func script(_ call: Call, _ word: String, _ when: Value) throws(Failure) {
    var function: LuaReference?
    var fields = Record()
    if let given = call.argument(2).function {
      function = given
    } else if !call.argument(2).isTable {
      throw call.wrong(2, "fn", expected: "a function, or options with run=")
    } else {
      let options = try call.options(2)
      function = try options.function("run")
      fields = options.fields
    }
    guard let function else { throw call.wrong(2, "fn", expected: "a function, or options with run=") }
    fields = Record([(ByteString(word), when)] + fields.fields)
    let job = try declare(
      call, JobDeclaration(options: Options(owner: call.name, fields: fields), label: "\(word)(\(place()))"),
      ScriptWork(function, surface: self))
    letGo(of: [function], with: job)
  }

  var jobMethods: [Entry] {
    [
      Entry("__tostring") { call throws(Failure) in
        try call.reply(.string("job(\(try call.receiver(JobObject.self).job.name))"))
      },
      Entry(
        "stop",
        """
        ()
        Ends the job; a run of it is called off.
        """
      ) { call throws(Failure) in try call.receiver(JobObject.self).job.stop() },
      Entry("__close") { call throws(Failure) in try call.receiver(JobObject.self).job.stop() },
      Entry(
        "load",
        """
        ()
        Runs it now, or joins the run that is under way.
        """
      ) { call throws(Failure) in try call.openJob().askToLoad() },
      Entry(
        "retry",
        """
        ()
        Runs it now, after it has failed.
        """
      ) { call throws(Failure) in try call.openJob().askToLoad() },
      Entry(
        "refresh",
        """
        ()
        Runs it now, anew if it is running.
        """
      ) { call throws(Failure) in try call.openJob().askToRefresh() },
      Entry(
        "pause",
        """
        ()
        It does not run by itself until resume.
        """
      ) { call throws(Failure) in try call.openJob().ask { $0.pause() } },
      Entry(
        "resume",
        """
        ()
        Goes on after pause, or after it was disabled because of failures.
        """
      ) { call throws(Failure) in try call.openJob().ask { $0.resume() } },
      Entry(
        "invalidate",
        """
        ()
        Its value counts as old.
        """
      ) { call throws(Failure) in try call.openJob().loadable.ask(.invalidate) },
      Entry(
        "reset",
        """
        ()
        Forgets value and error; a run is called off.
        """
      ) { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try checkMayWrite(job.loadable)
        job.askToCancel()
        job.loadable.ask(.reset)
      },
      Entry(
        "set",
        """
        (value: any)
        Sets its value, as if a run had given it.
        """
      ) { [unowned self] call throws(Failure) in try set(try call.openJob().loadable, call) },
      Entry(
        "write",
        """
        (options) -> boolean?, err?
        Changes its value optimistically, and outside.
        + write
        """
      ) { [unowned self] call throws(Failure) in try write(try call.openJob().loadable, call) },
      Entry(
        "cancel",
        """
        ()
        Calls the present run off. In a task it waits until nothing of the run is left.
        """
      ) { [unowned self] call throws(Failure) in
        let job = try call.receiver(JobObject.self).job
        // Nothing of a run begins after this returns, so it acts at once; a run that is only asked for goes too.
        if job.loadable.isAskedForMore { job.askToCancel() }
        // In a task it waits until nothing of the run is left, such as a process.
        guard tasks.mayWait(call), job.machine.isActive else { return job.cancel() }
        try tasks.wait(in: call) { [unowned self] done throws(Failure) in
          job.cancel { [unowned self] in
            world.clock.schedule(after: .zero, label: "end of \(job.name)") { done(.success([])) }
          }
          return nil
        }
      },
      Entry(
        "await",
        """
        () -> any, err?
        Waits for the next value: joins a run, or starts one.
        """
      ) { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try wait(for: job.loadable, call) { job.load() }
      },
      Entry(
        "on_loaded",
        """
        (fn: fn(value)) -> handle
        Called with each value; it may wait.
        """
      ) { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try on(.loaded, of: job.loadable, call, kind: .job) { [unowned job] in job.machine.runs }
      },
      Entry(
        "on_failed",
        """
        (fn: fn(err)) -> handle
        Called at each failed run; it may wait.
        """
      ) { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try on(.failed, of: job.loadable, call, kind: .job) { [unowned job] in job.machine.runs }
      },
      Entry(
        "match",
        """
        (options) -> any
        Calls the function of its present face and returns what it returns; read inside computed and effect it is tracked.
        + faces
        """
      ) { [unowned self] call throws(Failure) in
        let job = try call.openJob()
        try match(job.loadable, call) { [weak job] in job?.ask { $0.load() } }
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
