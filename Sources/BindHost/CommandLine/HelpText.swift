/// What `--help` prints, made from the grammar.
package enum HelpText {
  /// - Parameter name: of a verb; nil for the whole program.
  package static func text(verb name: String?) -> String {
    let verb = name.flatMap(Grammar.verb(named:)) ?? RunVerb.self
    var lines: [String] = []
    if name == nil { lines += ["bindhost runs Lua scripts whose values stay bound to what they show.", ""] }
    lines += verb.usages.enumerated().map { index, usage in
      (index == 0 ? "usage: bindhost " : "       bindhost ") + usage
    }
    lines += ["", verb.summary, ""]
    if name == nil {
      lines += ["verbs (bindhost VERB --help tells more):"]
      lines += columns(Grammar.verbs.map { ($0.name, $0.summary) }) + ["", "flags of run:"]
    }
    var rows = verb.flagShapes.map { ($0.usage, $0.help) }
    rows.append(("\(Grammar.helpFlag.short), \(Grammar.helpFlag.long)", Grammar.helpFlag.help))
    if name == nil { rows.append((Grammar.versionFlag.long, Grammar.versionFlag.help)) }
    lines += columns(rows)
    lines += [
      "", "exit codes: 0 ok, 1 the script raised, 2 usage, 3 permission refused, 4 --timeout ran out,",
      "            66 no such file, 70 internal fault",
    ]
    return lines.map { $0 + "\n" }.joined()
  }

  private static func columns(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { first, second in
      "  " + first + String(repeating: " ", count: width - first.count + 2) + second
    }
  }
}
