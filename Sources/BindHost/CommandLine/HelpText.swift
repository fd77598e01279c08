/// What `--help` prints, made from the grammar.
package enum HelpText {
  package static func text(verb: String?) -> String {
    let verbs = Grammar.verbs.filter { verb == nil || $0.name == verb }
    var lines: [String] = []
    if verb == nil {
      lines += ["bindhost runs Lua scripts whose values stay bound to what they show.", ""]
    }
    for entry in verbs {
      lines += entry.usages.enumerated().map { index, usage in
        (index == 0 ? "usage: bindhost " : "       bindhost ") + usage
      }
      lines += ["", entry.summary, ""]
    }
    let flags = verbs.count == 1 ? verbs[0].flags : Grammar.runFlags
    var rows = flags.map { ($0.usage, $0.help) }
    rows.append(("\(Grammar.helpFlag.short), \(Grammar.helpFlag.long)", Grammar.helpFlag.help))
    if verb == nil { rows.append((Grammar.versionFlag.long, Grammar.versionFlag.help)) }
    let width = rows.map(\.0.count).max() ?? 0
    lines += rows.map { usage, help in
      "  " + usage + String(repeating: " ", count: width - usage.count + 2) + help
    }
    lines += [
      "", "exit codes: 0 ok, 1 the script raised, 2 usage, 3 permission refused, 4 --timeout ran out,",
      "            66 no such file, 70 internal fault",
    ]
    return lines.map { $0 + "\n" }.joined()
  }
}
