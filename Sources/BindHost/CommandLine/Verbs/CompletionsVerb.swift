import BindCore

enum CompletionsVerb: ToolVerb {
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  struct Options: Equatable { var shell: Shell? }

  static let name = "completions"
  static let usages = ["completions bash|zsh|fish"]
  static let summary = "Prints what lets a shell complete verbs, flags and their values."
  static let initial = Options()
  static let flags: [Flag<Options>] = []

  static func take(_ word: String, _ options: inout Options) throws(Diagnostic) {
    guard options.shell == nil else { throw Command.surplus(word, after: name) }
    guard let shell = Shell(rawValue: word) else {
      let names = Shell.allCases.map(\.rawValue)
      throw Diagnostic(
        .cliUsage, "completions: there is no shell '\(word)'", suggestions: nearestNames(to: word, in: names),
        notes: ["shells: " + names.joined(separator: " ")])
    }
    options.shell = shell
  }

  static func check(_ options: Options) throws(Diagnostic) {
    guard options.shell == nil else { return }
    throw Diagnostic(.cliUsage, "completions needs a shell", notes: ["bindhost completions bash|zsh|fish"])
  }

  static func perform(_ options: Options, _ program: Program) -> ExitCode {
    switch options.shell {
    case .bash?: program.output(ShellCompletions.bash)
    case .zsh?: program.output(ShellCompletions.zsh)
    case .fish?: program.output(ShellCompletions.fish)
    case nil: return .usage
    }
    return .ok
  }
}
