import BindCore

/// The one table of verbs and flags. Parsing, did-you-mean and help are read from it, so they cannot disagree.
enum Grammar {
  static let verbs = [
    Verb(
      name: "run", usages: ["run FILE [-- ARGS]", "run - [-- ARGS]", "-e CODE [-- ARGS]", "FILE.lua [ARGS]"],
      summary: "Runs a script until nothing keeps it alive or a signal ends it.", flags: runFlags + logFlags),
    Verb(
      name: "graph", usages: ["graph FILE [-- ARGS]", "graph - [-- ARGS]", "graph -e CODE [-- ARGS]"],
      summary: "Runs the declarations of a script, no job, and prints what depends on what.", flags: graphFlags,
      inspection: .graph(.text)),
    Verb(
      name: "jobs", usages: ["jobs FILE [-- ARGS]", "jobs - [-- ARGS]", "jobs -e CODE [-- ARGS]"],
      summary: "Runs the declarations of a script, no job, and prints when its jobs will run.", flags: jobsFlags,
      inspection: .jobs(count: 5, asJSON: false)),
    Verb(
      name: "demo-server", usages: ["demo-server [--port PORT] [--database FILE]"],
      summary: "Serves what the examples ask for, on this machine only, until a signal ends it.", flags: serverFlags),
  ]

  /// Of verbs that only load a script.
  private static var loadingFlags: [Flag] {
    runFlags.filter { ["-e", "--timeout", "--allow-all", "--color"].contains($0.long) || $0.isPermission }
  }

  static let jobsFlags =
    [
      Flag("--next", takes: .required("COUNT"), "so many times for each job; 5 if it is not given") {
        options, text throws(Diagnostic) in
        guard let count = Int(text), (1...10_000).contains(count) else {
          throw Diagnostic(.cliUsage, "--next: a whole number from 1 to 10000 expected, got '\(text)'")
        }
        guard case .jobs(_, let asJSON)? = options.inspection else { return }
        options.inspection = .jobs(count: count, asJSON: asJSON)
      },
      Flag("--json", takes: .nothing, "print {\"v\":1,\"jobs\":[…]} instead") { options, _ in
        guard case .jobs(let count, _)? = options.inspection else { return }
        options.inspection = .jobs(count: count, asJSON: true)
      },
    ] + loadingFlags

  static let graphFlags =
    [
      Flag(
        "--format", takes: .choice(GraphFormat.allCases.map(\.rawValue)),
        "text (the default), json, dot for Graphviz, svg: a drawing"
      ) { options, name in
        if let format = GraphFormat(rawValue: name) { options.inspection = .graph(format) }
      },
      Flag("--json", takes: .nothing, "the same as --format=json") { options, _ in
        options.inspection = .graph(.json)
      },
    ] + loadingFlags

  static let serverFlags = [
    Flag("--port", takes: .required("PORT"), "the port, 8400 unless given; 0 takes any that is free") {
      options, text throws(Diagnostic) in
      guard let port = Int(text), (0...65535).contains(port) else {
        throw Diagnostic(.cliUsage, "--port: '\(text)' is no port", notes: ["a number from 0 to 65535"])
      }
      options.port = port
    },
    Flag("--database", takes: .required("FILE"), "a SQLite file that gets a row each second (table readings)") {
      options, path in options.database = path
    },
  ]

  static let runFlags: [Flag] = [
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
    Flag("--paused", takes: .nothing, "load the script, run no job, print what depends on what, exit") { options, _ in
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

  private static let logFlags = [
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

  static let helpFlag = (long: "--help", short: "-h", help: "print this and exit")
  static let versionFlag = (long: "--version", help: "print the version and exit")

  /// Every spelling of the flags that a verb takes, for did-you-mean.
  static func names(of flags: [Flag]) -> [String] {
    flags.map(\.long) + flags.compactMap(\.short) + [helpFlag.long, helpFlag.short]
  }
}

struct Verb {
  var name: String
  var usages: [String]
  var summary: String
  var flags: [Flag]
  /// What is told of the script in place of running it.
  var inspection: RunOptions.Inspection?
}

struct Flag {
  enum Argument {
    case nothing
    /// Behind `=` or as the next word.
    case required(String)
    /// A list behind `=`, or nothing at all.
    case optionalList(String)
    case choice([String])
  }

  var long: String
  var short: String?
  var argument: Argument
  var help: String
  /// Called with the argument, an empty text if there is none. A choice has been checked.
  var apply: @Sendable (inout RunOptions, String) throws(Diagnostic) -> Void = { _, _ in }
  /// The same of a flag of the demo server.
  var applyToServer: @Sendable (inout DemoServerOptions, String) throws(Diagnostic) -> Void = { _, _ in }

  init(
    _ long: String, short: String? = nil, takes argument: Argument, _ help: String,
    apply: @escaping @Sendable (inout RunOptions, String) throws(Diagnostic) -> Void
  ) {
    self.long = long
    self.short = short
    self.argument = argument
    self.help = help
    self.apply = apply
  }

  init(
    _ long: String, takes argument: Argument, _ help: String,
    applyToServer: @escaping @Sendable (inout DemoServerOptions, String) throws(Diagnostic) -> Void
  ) {
    self.long = long
    self.argument = argument
    self.help = help
    self.applyToServer = applyToServer
  }

  /// The list is checked here; what it means is known to the gate.
  static func permission(_ kind: Permissions.Kind, allows: Bool, _ help: String) -> Flag {
    let flag = Permissions.Flag(kind: kind, allows: allows)
    return Flag(flag.name, takes: .optionalList(flag.valueName), help) { options, text throws(Diagnostic) in
      let given = PermissionFlag(name: flag.name, value: text.isEmpty ? nil : text)
      options.permissionFlags.append(given)
      do throws(PermissionFlagError) {
        _ = try options.permissions(scriptFolder: "/", workingFolder: "/")
      } catch {
        throw Diagnostic(.cliUsage, error.message)
      }
    }
  }

  var isPermission: Bool { long.hasPrefix("--allow-") || long.hasPrefix("--deny-") }

  /// As help shows it: `--allow-read[=PATHS]`, `-A, --allow-all`, `--ui=plain|none`.
  var usage: String {
    let name = short.map { "\($0), \(long)" } ?? long
    switch argument {
    case .nothing: return name
    case .required(let placeholder): return "\(name) \(placeholder)"
    case .optionalList(let placeholder): return "\(name)[=\(placeholder)]"
    case .choice(let names): return "\(name)=\(names.joined(separator: "|"))"
    }
  }
}
