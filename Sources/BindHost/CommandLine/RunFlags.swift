import BindCore

/// The flags of verbs that load a script.
enum RunFlags {
  /// Of verbs that only look at the declarations.
  static let loading = basic.filter {
    ["-e", "--timeout", "--allow-all", "--color"].contains($0.shape.long) || $0.shape.isPermission
  }

  /// Of `run`, and of a script's name alone.
  static let all = basic + logging

  static let basic: [Flag<RunOptions>] = [
    Flag("-e", takes: .required("CODE"), "run CODE instead of a file") { options, code in
      options.script = .inline(code)
    },
    Flag(
      "--ui", takes: .choice(RunOptions.Interface.allCases.map(\.rawValue)),
      "plain (the default): a line for each visible change"
    ) { options, name in
      if let interface = RunOptions.Interface(rawValue: name) { options.interface = interface }
    },
    Flag("--once", takes: .nothing, "run each job once, show the final state, exit") { options, _ in
      options.runsOnce = true
    },
    Flag("--paused", takes: .nothing, "run the main chunk, whose writes stand, no job; print the graph") { options, _ in
      options.inspection = .graph(.text)
    },
    Flag("--timeout", takes: .required("TIME"), "give up after TIME (250ms 5s 2m 1h) with exit code 4") {
      options, text throws(Diagnostic) in
      guard let timeout = Duration(text: text), timeout > .zero else {
        throw Diagnostic(
          .cliUsage, "--timeout: '\(text)' is no length of time", notes: ["for example 250ms, 5s, 2m, 1h or 0.5"])
      }
      options.timeout = timeout
    },
    .permission(.read, allows: true, "let the script read these files and folders, or all"),
    .permission(.write, allows: true, "let the script write these files and folders, or all"),
    .permission(.run, allows: true, "let the script run these programs, or all (full access)"),
    .permission(.net, allows: true, "let the script connect to these hosts, or all"),
    .permission(.env, allows: true, "let the script read these variables, or all (proxies too)"),
    .permission(.read, allows: false, "never let it read these, whatever else is allowed"),
    .permission(.write, allows: false, "never let it write these, whatever else is allowed"),
    .permission(.run, allows: false, "never let it run these, whatever else is allowed"),
    .permission(.net, allows: false, "never let it connect to these hosts or addresses"),
    .permission(.env, allows: false, "never let it read these variables"),
    Flag("--allow-all", short: "-A", takes: .nothing, "allow everything that is not denied") { options, _ in
      options.permissionFlags.append(PermissionFlag(name: "--allow-all", value: nil))
    },
    Flag(
      "--color", takes: .choice(RunOptions.ColorChoice.allCases.map(\.rawValue)),
      "color in messages; auto asks the terminal and NO_COLOR"
    ) { options, name in
      if let color = RunOptions.ColorChoice(rawValue: name) { options.color = color }
    },
  ]

  private static let logging: [Flag<RunOptions>] = [
    Flag(
      "--log-level", takes: .choice(LogLevel.allCases.map(\.rawValue)), "the least that bh.log writes (info)"
    ) { options, name in
      if let level = LogLevel(rawValue: name) { options.logLevel = level }
    },
    Flag(
      "--log-format", takes: .choice(LogWriter.Format.allCases.map(\.rawValue)),
      "how bh.log writes (pretty)"
    ) { options, name in
      if let format = LogWriter.Format(rawValue: name) { options.logFormat = format }
    },
    Flag("--log-file", takes: .required("PATH"), "where bh.log writes (standard error)") {
      options, path in
      options.logFile = path
    },
  ]
}
