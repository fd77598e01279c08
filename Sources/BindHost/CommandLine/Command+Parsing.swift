package import BindCore

extension Command {
  /// Reads the words behind the program's name.
  ///
  /// Flags stand anywhere before `--`; what stands behind it belongs to the script. A first word with a `/` or ending
  /// in `.lua` is a file, so that `#!/usr/bin/env bindhost` works; the words that follow such a bare file belong to it
  /// too.
  /// - Throws: a diagnostic of the area `cli`; the exit code is `ExitCode.usage`.
  package static func parse(_ words: [String]) throws(Diagnostic) -> Command {
    guard let first = words.first else {
      throw Diagnostic(.cliUsage, "there is nothing to run", notes: [hint])
    }
    if first == Grammar.versionFlag.long {
      guard words.count == 1 else { throw surplus(words[1], after: first) }
      return .version
    }
    if let verb = Grammar.verbs.first(where: { $0.name == first }) {
      if verb.name == "demo-server" { return try demoServer(words.dropFirst(), verb) }
      var parser = RunParser(words: words.dropFirst(), verb: verb)
      return try parser.command()
    }
    guard first.hasPrefix("-") || looksLikeFile(first) else {
      throw Diagnostic(
        .cliUnknownVerb, "there is no verb '\(first)'",
        suggestions: nearestNames(to: first, in: Grammar.verbs.map(\.name)),
        notes: ["to run a file of that name: bindhost run \(first)", hint])
    }
    var parser = RunParser(words: words[...], verb: nil)
    return try parser.command()
  }

  private static func demoServer(_ words: ArraySlice<String>, _ verb: Verb) throws(Diagnostic) -> Command {
    var words = words
    var options = DemoServerOptions()
    while let word = words.popFirst() {
      if word == Grammar.helpFlag.long || word == Grammar.helpFlag.short { return .help(verb: verb.name) }
      guard word.hasPrefix("-") else { throw surplus(word, after: verb.name) }
      let (flag, argument) = try FlagReader(flags: verb.flags).read(word, &words)
      try flag.applyToServer(&options, argument)
    }
    return .demoServer(options)
  }

  static let hint = "bindhost --help shows what can be said"

  static func surplus(_ word: String, after earlier: String) -> Diagnostic {
    Diagnostic(
      .cliUsage, "'\(word)' is one word too many after \(earlier)",
      notes: ["arguments for the script stand behind --", hint])
  }

  static func looksLikeFile(_ word: String) -> Bool {
    word.hasSuffix(".lua") || word.contains("/")
  }
}

/// Reads the words of a verb that runs a script, or those of `run` without it.
private struct RunParser {
  private var words: ArraySlice<String>
  private let verb: Verb?
  private var file: String?
  /// The script of these options is set by `-e`, and otherwise at the end.
  private var options = RunOptions(script: .standardInput)
  private var hasCode = false

  init(words: ArraySlice<String>, verb: Verb?) {
    self.words = words
    self.verb = verb
    options.inspection = verb?.inspection
  }

  mutating func command() throws(Diagnostic) -> Command {
    while let word = words.popFirst() {
      if word == "--" {
        options.arguments += words
        break
      }
      if word == Grammar.helpFlag.long || word == Grammar.helpFlag.short { return .help(verb: verb?.name) }
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
    case (let path?, true): throw Command.surplus(path, after: "-e CODE")
    case (nil, false):
      throw Diagnostic(.cliUsage, "\(verb?.name ?? "run") needs a file, - or -e CODE", notes: [Command.hint])
    }
    return .run(options)
  }

  private mutating func positional(_ word: String) throws(Diagnostic) {
    guard let earlier = file else {
      if verb == nil, word != "-", !hasCode, !Command.looksLikeFile(word) {
        throw Diagnostic(
          .cliUsage, "'\(word)' is no file to run", notes: ["to run a file of that name: bindhost run \(word)"])
      }
      file = word
      return
    }
    guard verb == nil, earlier != "-" else {
      throw Command.surplus(word, after: "\(verb?.name ?? "run") \(earlier)")
    }
    options.arguments.append(word)
  }

  private mutating func flag(_ word: String) throws(Diagnostic) {
    let (flag, argument) = try FlagReader(flags: verb?.flags ?? Grammar.runFlags).read(word, &words)
    if flag.long == "-e" { hasCode = true }
    try flag.apply(&options, argument)
  }
}

/// Reads one flag with its argument.
private struct FlagReader {
  let flags: [Flag]

  /// - Parameter words: what follows; the argument is taken from it where it is a word of its own.
  func read(_ word: String, _ words: inout ArraySlice<String>) throws(Diagnostic) -> (Flag, argument: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    let attached = parts.count == 2 ? parts[1] : nil
    guard let flag = flags.first(where: { $0.long == name || $0.short == name }) else {
      let known = Grammar.names(of: flags) + [Grammar.versionFlag.long]
      throw Diagnostic(
        .cliUnknownFlag, "unknown flag '\(name)'", suggestions: nearestNames(to: name, in: known),
        notes: ["a flag for the script stands behind --", Command.hint])
    }
    return (flag, try argument(of: flag, named: name, attached: attached, &words))
  }

  private func argument(
    of flag: Flag, named name: String, attached: String?, _ words: inout ArraySlice<String>
  ) throws(Diagnostic) -> String {
    switch flag.argument {
    case .nothing:
      guard attached == nil else { throw Diagnostic(.cliUsage, "\(name) takes no value", notes: [flag.usage]) }
      return ""
    case .optionalList:
      guard let attached else { return "" }
      guard !attached.isEmpty else {
        throw Diagnostic(.cliUsage, "\(name)= is followed by nothing", notes: [flag.usage])
      }
      return attached
    case .required:
      guard let value = attached ?? words.popFirst() else {
        throw Diagnostic(.cliUsage, "\(name) needs a value", notes: [flag.usage])
      }
      return value
    case .choice(let names):
      guard let value = attached ?? words.popFirst() else {
        throw Diagnostic(.cliUsage, "\(name) needs a value", notes: [flag.usage])
      }
      guard names.contains(value) else {
        throw Diagnostic(
          .cliUsage, "\(name): there is no '\(value)'", suggestions: nearestNames(to: value, in: names),
          notes: [flag.usage])
      }
      return value
    }
  }
}
