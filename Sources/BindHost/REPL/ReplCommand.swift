import BindCore

/// What a person says to the prompt itself.
enum ReplCommand: Equatable {
  case help
  case why(String)
  case graph
  case models
  case jobs
  /// nil: what time it is.
  case clock(Duration?)
  case load(String)
  case quit

  struct Form {
    let name: String
    /// What follows the name; empty if nothing does.
    let argument: String
    let help: String
  }

  static let forms = [
    Form(name: "help", argument: "", help: "this"),
    Form(
      name: "why", argument: "PATH", help: "why a value is what it is: user.name, or what gives a Ref"),
    Form(name: "graph", argument: "", help: "what depends on what"),
    Form(name: "models", argument: "", help: "all models with their values"),
    Form(name: "jobs", argument: "", help: "all jobs, how they stand, and when they run next"),
    Form(name: "clock", argument: "[TIME]", help: "what time it is; with a TIME such as 5s: lets it pass first"),
    Form(name: "load", argument: "FILE", help: "runs a script here; what it makes stays"),
    Form(name: "quit", argument: "", help: "ends; so does Ctrl-D"),
  ]

  /// - Parameter text: with its dot.
  /// - Throws: `cli.usage` with what can be said.
  init(_ text: String) throws(Diagnostic) {
    let words = text.dropFirst().split(separator: " ", maxSplits: 1)
    let name = words.first.map(String.init) ?? ""
    var argument = words.count > 1 ? String(words[1].drop { $0 == " " }) : ""
    while argument.last == " " || argument.last == "\t" { argument.removeLast() }
    guard let form = Self.forms.first(where: { $0.name == name }) else {
      throw Diagnostic(
        .cliUsage, "there is no command '.\(name)'",
        suggestions: nearestNames(to: name, in: Self.forms.map(\.name)).map { "." + $0 }, notes: [".help lists them"])
    }
    switch name {
    case "why", "load":
      guard !argument.isEmpty else { throw Self.misused(form, "needs \(form.argument)") }
      self = name == "why" ? .why(argument) : .load(argument)
    case "clock":
      if argument.isEmpty {
        self = .clock(nil)
      } else {
        guard let time = Duration(text: argument), time > .zero else {
          throw Self.misused(form, "'\(argument)' is no length of time")
        }
        self = .clock(time)
      }
    default:
      guard argument.isEmpty else { throw Self.misused(form, "takes no word") }
      self =
        switch name {
        case "help": .help
        case "graph": .graph
        case "models": .models
        case "jobs": .jobs
        default: .quit
        }
    }
  }

  private static func misused(_ form: Form, _ why: String) -> Diagnostic {
    Diagnostic(.cliUsage, ".\(form.name) \(why)", notes: ["write .\(form.name) \(form.argument)"])
  }

  private static let introduction = [
    "An expression prints its value, anything else is run; either may wait, as in",
    "bh.sleep \"1s\". Each line is a chunk of its own: its locals end with it, globals",
    "stay. `bh` is there already. Jobs and tasks go on while you type. Ctrl-C stops",
    "what runs, Tab completes, Up and Down go through what was typed before.", "",
  ]

  static var helpText: String {
    let rows = forms.map { (".\($0.name) \($0.argument)", $0.help) }
    let width = rows.map(\.0.count).max() ?? 0
    let lines = rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
    return (introduction + lines).map { $0 + "\n" }.joined()
  }
}
