import BindCore

enum ReplVerb: ToolVerb {
  static let name = "repl"
  static let usages = ["repl [FILE]"]
  static let summary = "Reads lines of Lua, runs each, and prints what it gives; FILE is run first."
  static let initial = ReplOptions()

  static let flags: [Flag<ReplOptions>] = RunFlags.all
    .filter { $0.shape.isPermission || ["--allow-all", "--color"].contains($0.shape.long) || $0.shape.isAboutLog }
    .map { flag in
      Flag(flag.shape) { options, text throws(Diagnostic) in try flag.apply(&options.run, text) }
    }

  static func take(_ word: String, _ options: inout ReplOptions) throws(Diagnostic) {
    if let file = options.file { throw Command.surplus(word, after: "\(name) \(file)") }
    options.file = word
  }

  static func perform(_ options: ReplOptions, _ program: Program) -> ExitCode {
    ReplRun(options, program).perform()
  }
}

struct ReplOptions: Equatable, Sendable {
  /// Permissions, colours, the log.
  var run = RunOptions(script: .inline(""))
  /// What is run before the first line.
  var file: String?
}
