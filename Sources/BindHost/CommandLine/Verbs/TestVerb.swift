import BindCore

enum TestVerb: ToolVerb {
  static let name = "test"
  static let usages = ["test [PATHS]"]
  static let summary =
    "Runs the tests of files that end with _test.lua, in folders (this one) and below."
  static let initial = TestOptions()

  static let flags: [Flag<TestOptions>] = [
    Flag(
      "--reporter", takes: .choice(TestOptions.Format.allCases.map(\.rawValue)), "how results are told (pretty)"
    ) { options, name in
      if let format = TestOptions.Format(rawValue: name) { options.format = format }
    },
    Flag("--json", takes: .nothing, "the same as --reporter=json") { options, _ in options.format = .json },
    Flag("--filter", takes: .required("TEXT"), "only tests with TEXT in their name or file") {
      options, text in options.filter = text
    },
    Flag("--shuffle", takes: .optionalList("SEED"), "in an order of chance, whose seed is printed") {
      options, text throws(Diagnostic) in
      if text.isEmpty {
        options.shuffle = .drawn
      } else if let seed = UInt64(text) {
        options.shuffle = .seed(seed)
      } else {
        throw Diagnostic(
          .cliUsage, "--shuffle: '\(text)' is no seed", notes: ["a whole number, as an earlier run printed it"])
      }
    },
    Flag("--fail-fast", takes: .nothing, "end with the first test that fails") {
      options, _ in options.failsFast = true
    },
    Flag("--strict", takes: .nothing, "a test must leave no timer, task, job or unused stub open") {
      options, _ in options.isStrict = true
    },
    Flag("--update-snapshots", takes: .nothing, "keep what test.snapshot shows now") {
      options, _ in options.updatesSnapshots = true
    },
    Flag("--watch", takes: .nothing, "run again whenever a Lua file changes") {
      options, _ in options.watches = true
    },
    Flag(
      "--explore", takes: .required("COUNT"),
      "other orders of what is ready at once: so many, or SEED:N"
    ) { options, text throws(Diagnostic) in
      if let order = OrderOfReady(text) {
        options.explores = .order(order)
      } else if let count = Int(text), (1...1_000_000).contains(count) {
        options.explores = .orders(count)
      } else {
        throw Diagnostic(
          .cliUsage, "--explore: '\(text)' is neither a number of orders nor one of them",
          notes: ["for example 50, or 7:3 as a failing test printed it"])
      }
    },
    Flag(
      "--color", takes: .choice(RunOptions.ColorChoice.allCases.map(\.rawValue)),
      "color in results; auto asks the terminal and NO_COLOR"
    ) { options, name in
      if let color = RunOptions.ColorChoice(rawValue: name) { options.color = color }
    },
  ]

  static func take(_ word: String, _ options: inout TestOptions) throws(Diagnostic) { options.paths.append(word) }

  static func perform(_ options: TestOptions, _ program: Program) -> ExitCode {
    let usesColor = options.color.usesColor(isTerminal: program.isOutputTerminal, environment: program.environment)
    return TestRun(
      options, reporter: program.reporter(color: options.color), usesColor: usesColor,
      usesASCII: prefersASCII(environment: program.environment), write: program.output
    ).perform()
  }
}
