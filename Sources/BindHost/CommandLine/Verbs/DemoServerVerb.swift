import BindCore

enum DemoServerVerb: ToolVerb {
  static let name = "demo-server"
  static let usages = ["demo-server [--port PORT] [--database FILE]"]
  static let summary = "Serves what the examples ask for, on this machine only, until a signal ends it."
  static let initial = DemoServerOptions()

  static let flags: [Flag<DemoServerOptions>] = [
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

  static func perform(_ options: DemoServerOptions, _ program: Program) -> ExitCode {
    let problem = DemoServerRun(options, output: program.output, errors: program.errors).perform()
    program.reporter(color: .auto).report(problem)
    return .failure
  }
}
