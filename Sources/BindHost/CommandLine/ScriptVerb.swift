import BindCore

/// A verb that loads a script: it runs it, or tells something of its declarations.
protocol ScriptVerb: Verb {
  static var flags: [Flag<RunOptions>] { get }
  /// What is told of the script in place of running it.
  static var inspection: RunOptions.Inspection? { get }
}

extension ScriptVerb {
  static var flagShapes: [FlagShape] { flags.map(\.shape) }
  static var inspection: RunOptions.Inspection? { nil }

  static func parse(_ words: ArraySlice<String>) throws(Diagnostic) -> Command {
    var parser = RunParser(words: words, verb: name, flags: flags, inspection: inspection)
    return try parser.command()
  }
}

/// Reads the words of a verb that loads a script, or those of `run` without it.
struct RunParser {
  private var words: ArraySlice<String>
  private let verb: String?
  private let reader: FlagReader<RunOptions>
  private var file: String?
  /// The script of these options is set by `-e`, and otherwise at the end.
  private var options = RunOptions(script: .standardInput)
  private var hasCode = false

  /// - Parameter verb: nil where the words begin with the script itself.
  init(
    words: ArraySlice<String>, verb: String?, flags: [Flag<RunOptions>], inspection: RunOptions.Inspection? = nil
  ) {
    self.words = words
    self.verb = verb
    reader = FlagReader(flags: flags)
    options.inspection = inspection
  }

  mutating func command() throws(Diagnostic) -> Command {
    while let word = words.popFirst() {
      if word == "--" {
        options.arguments += words
        break
      }
      if word == Grammar.helpFlag.long || word == Grammar.helpFlag.short { return .help(verb: verb) }
      if word.hasPrefix("-"), word != "-" {
        try flag(word)
      } else {
        try positional(word)
      }
    }
    switch (file, hasCode) {
    case (nil, true): break
    case ("-", false): options.script = .standardInput
    case (let path?, false): options.script = .file(path)
    case (let path?, true): throw Command.surplus(path, after: "-e CODE", hasArguments: true)
    case (nil, false):
      throw Diagnostic(.cliUsage, "\(verb ?? "run") needs a file, - or -e CODE", notes: [Command.hint])
    }
    return .run(options)
  }

  private mutating func positional(_ word: String) throws(Diagnostic) {
    guard let earlier = file else {
      if verb == nil, word != "-", !hasCode, !Command.looksLikeFile(word) {
        throw Diagnostic(
          .cliUsage, "'\(word)' is no file to run",
          notes: ["to run a file of that name: bindhost run \(word.shellWord)"])
      }
      file = word
      return
    }
    guard verb == nil, earlier != "-" else {
      throw Command.surplus(word, after: "\(verb ?? "run") \(earlier)", hasArguments: true)
    }
    options.arguments.append(word)
  }

  private mutating func flag(_ word: String) throws(Diagnostic) {
    let (flag, argument) = try reader.read(word, &words)
    if flag.shape.long == "-e" { hasCode = true }
    try flag.apply(&options, argument)
  }
}
