import BindCore

/// `test.clock`, `test.world`, `test.run`, `test.trace`: the world around the script, as a test moves it.
extension Surface {
  /// Does something outside every turn and answers the waiting test with what came of it.
  func outside(
    _ call: Call, movesTime: Bool = false, _ body: @escaping (any TestDriver) throws(Failure) -> [Value]
  ) throws(Failure) {
    let driver = try runningDriver(call)
    let place = lua.position
    try tasks.wait(in: call) { done throws(Failure) in
      try driver.later(movesTime: movesTime) { [unowned driver] in
        let result: Result<[Value], Failure>
        do throws(Failure) { result = .success(try body(driver)) } catch { result = .failure(error.located(at: place)) }
        return { done(result) }
      }
      return nil
    }
  }

  var testClockMethods: [Entry] {
    [
      Entry(
        "advance",
        """
        (time: time)
        Runs everything that is due within the time, which passes at once.
        """
      ) { [unowned self] call throws(Failure) in
        let time = try call.duration(1, "time")
        try outside(call, movesTime: true) { driver throws(Failure) in
          try driver.advance(by: time)
          return []
        }
      },
      Entry(
        "sleep",
        """
        (time: time)
        Lets time pass in which nothing runs, as in a machine that sleeps.
        """
      ) { [unowned self] call throws(Failure) in
        let time = try call.duration(1, "time")
        try outside(call, movesTime: true) { driver in
          driver.sleep(for: time)
          return []
        }
      },
      Entry(
        "set",
        """
        (date: string)
        Sets the wall clock, such as to 2026-03-01T09:30:00Z.
        """
      ) { [unowned self] call throws(Failure) in
        let text = try call.string(1, "date").text
        guard let time = DateText.time(of: text, in: Greenwich()) else {
          throw .diagnostic(
            Diagnostic(
              .bindArgument, "\(call.name): argument 1 (date): '\(text.prefix(60))' is no date and time",
              notes: ["written as 2026-03-01, 2026-03-01T09:30:00Z or …+02:00"]))
        }
        try outside(call) { driver in
          driver.set(date: WallTime(seconds: time))
          return []
        }
      },
      Entry(
        "pending",
        """
        () -> integer
        How many timers are left.
        """
      ) { [unowned self] call throws(Failure) in
        try call.reply(.integer(Int64(try runningDriver(call).pendingTimers)))
      },
    ]
  }

  var testWorldFunctions: [Entry] {
    [
      Entry(
        "world",
        """
        (options)
        Changes the world around the script.
        - online: boolean. Whether there is a network.
        - hidden: boolean. Whether nobody sees the screen.
        """
      ) { [unowned self] call throws(Failure) in
        let options = try call.options(1)
        let online = try options.flag("online")
        let hidden = try options.flag("hidden")
        try outside(call) { driver in
          driver.change(isOnline: online, isHidden: hidden)
          return []
        }
      },
      Entry(
        "run",
        """
        (file: string, options?) -> any
        Runs a script until it waits; what it returns.
        - allow: string|list|table. What of the real outside it may reach, such as run=df.
        """
      ) { [unowned self] call throws(Failure) in
        let path = try call.path(1, "file")
        let options = try call.options(2)
        let allowing = try allowances(options)
        try outside(call, movesTime: true) { driver throws(Failure) in
          [try driver.run(script: path, allowing: allowing)]
        }
      },
      Entry(
        "trace",
        """
        () -> string
        What has happened so far: a line for each transition, attempt, skip, pause and write that is sent outside. What a model
        is set to is no event: expect its value.
        """
      ) { [unowned self] call throws(Failure) in
        let lines = try runningDriver(call).trace
        try call.reply(.string(ByteString(lines.map { $0 + "\n" }.joined())))
      },
      Entry(
        "expect_trace",
        """
        (lines: string)
        Fails unless the trace is these lines, with or without their times and causes; … stands for any number of lines.
        """
      ) { [unowned self] call throws(Failure) in
        let expected = try call.string(1, "lines").text
        let trace = try runningDriver(call).trace
        if let finding = TraceExpectation(expected).finding(in: trace) { throw .diagnostic(finding) }
      },
    ]
  }

  // MARK: allow=

  /// `"run"`, `"net=127.0.0.1:8400"`, `"--allow-read=data"`, a list of these, or `{run = "df", net = true}`.
  private func allowances(_ options: Options) throws(Failure) -> [TestAllowance] {
    switch options["allow"] {
    case nil: return []
    case .string(let text)?: return try allowances(text.text, options)
    case .list(let elements)?:
      var all: [TestAllowance] = []
      for element in elements {
        guard case .string(let text) = element else {
          throw options.wrong("allow", expected: "strings in the list", element)
        }
        all += try allowances(text.text, options)
      }
      return all
    case .record(let fields)?:
      var all: [TestAllowance] = []
      for (name, value) in fields.fields { all += try allowances(name.text, value, options) }
      return all
    case let other?: throw options.wrong("allow", expected: "a string, a list or a table of permissions", other)
    }
  }

  private func allowances(_ text: String, _ options: Options) throws(Failure) -> [TestAllowance] {
    if ["-A", "all", "--allow-all"].contains(text) {
      return Permissions.Kind.allCases.map { TestAllowance(kind: $0, names: nil) }
    }
    let flag = text.hasPrefix("--allow-") ? String(text.dropFirst("--allow-".count)) : text
    let parts = flag.split(separator: "=", maxSplits: 1).map(String.init)
    return [TestAllowance(kind: try kind(parts.first ?? "", options), names: parts.count == 2 ? parts[1] : nil)]
  }

  private func allowances(_ name: String, _ value: Value, _ options: Options) throws(Failure) -> [TestAllowance] {
    let kind = try kind(name, options)
    switch value {
    case .boolean(true): return [TestAllowance(kind: kind, names: nil)]
    case .boolean(false): return []
    case .string(let text): return [TestAllowance(kind: kind, names: text.text)]
    case .list(let elements):
      var all: [TestAllowance] = []
      for element in elements {
        guard case .string(let text) = element else {
          throw options.wrong("allow", expected: "strings in '\(name)'", element)
        }
        all.append(TestAllowance(kind: kind, names: text.text))
      }
      return all
    default: throw options.wrong("allow", expected: "true, a string or a list of strings as '\(name)'", value)
    }
  }

  private func kind(_ name: String, _ options: Options) throws(Failure) -> Permissions.Kind {
    if let kind = Permissions.Kind(rawValue: name) { return kind }
    throw .diagnostic(
      .unknownName(
        .bindArgument, owner: "\(options.owner): option 'allow'", noun: "permission", name: name,
        known: Permissions.Kind.allCases.map(\.rawValue)))
  }
}

extension Failure {
  /// A finding of bindhost's own gets its place, unless it knows one.
  fileprivate func located(at place: SourcePosition?) -> Failure {
    if case .diagnostic(let diagnostic) = self { return .diagnostic(diagnostic.located(at: place)) }
    return self
  }
}
