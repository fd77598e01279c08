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
    if let verb = Grammar.verb(named: first) { return try verb.parse(words.dropFirst()) }
    if first == Grammar.helpFlag.word { return try help(words.dropFirst()) }
    guard first.hasPrefix("-") || looksLikeFile(first) else {
      throw unknownVerb(first, notes: ["to run a file of that name: bindhost run \(first.shellWord)", hint])
    }
    var parser = RunParser(words: words[...], verb: nil, flags: RunFlags.all)
    return try parser.command()
  }

  static let hint = "bindhost --help shows what can be said"

  /// `help` and `help VERB`, for who looks for it as a verb.
  private static func help(_ words: ArraySlice<String>) throws(Diagnostic) -> Command {
    guard let name = words.first else { return .help(verb: nil) }
    guard Grammar.verb(named: name) != nil else { throw unknownVerb(name, notes: [hint]) }
    if let word = words.dropFirst().first { throw surplus(word, after: "help \(name)") }
    return .help(verb: name)
  }

  private static func unknownVerb(_ name: String, notes: [String]) -> Diagnostic {
    Diagnostic(
      .cliUnknownVerb, "there is no verb '\(name)'",
      suggestions: nearestNames(to: name, in: Grammar.verbs.map { $0.name }), notes: notes)
  }

  /// - Parameter hasArguments: there is a script, which may be given words of its own.
  static func surplus(_ word: String, after earlier: String, hasArguments: Bool = false) -> Diagnostic {
    Diagnostic(
      .cliUsage, "'\(word)' is one word too many after \(earlier)",
      notes: (hasArguments ? ["arguments for the script stand behind --"] : []) + [hint])
  }

  static func looksLikeFile(_ word: String) -> Bool {
    word.hasSuffix(".lua") || word.contains("/")
  }
}
