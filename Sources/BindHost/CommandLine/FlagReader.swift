import BindCore

/// Reads one flag with its argument.
struct FlagReader<Options> {
  let flags: [Flag<Options>]

  /// - Parameter words: what follows; the argument is taken from it where it is a word of its own.
  func read(
    _ word: String, _ words: inout ArraySlice<String>
  ) throws(Diagnostic) -> (flag: Flag<Options>, argument: String) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    let attached = parts.count == 2 ? parts[1] : nil
    guard let flag = flags.first(where: { $0.shape.long == name || $0.shape.short == name }) else {
      let known = Grammar.names(of: flags.map(\.shape)) + [Grammar.versionFlag.long]
      throw Diagnostic(
        .cliUnknownFlag, "unknown flag '\(name)'", suggestions: nearestNames(to: name, in: known),
        notes: ["a flag for the script stands behind --", Command.hint])
    }
    return (flag, try argument(of: flag.shape, named: name, attached: attached, &words))
  }

  private func argument(
    of flag: FlagShape, named name: String, attached: String?, _ words: inout ArraySlice<String>
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
