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
    guard first.hasPrefix("-") || looksLikeFile(first) else {
      throw Diagnostic(
        .cliUnknownVerb, "there is no verb '\(first)'",
        suggestions: nearestNames(to: first, in: Grammar.verbs.map { $0.name }),
        notes: ["to run a file of that name: bindhost run \(first)", hint])
    }
    var parser = RunParser(words: words[...], verb: nil, flags: RunFlags.all)
    return try parser.command()
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
