import BindLua

/// What Tab offers. Nothing is called, read through or started for it.
struct Completion {
  let host: Host
  let inspector: Inspector

  /// - Parameter text: what stands before the cursor.
  /// - Returns: what the candidates replace, and they; sorted.
  func candidates(_ text: String) -> (prefix: String, found: [String]) {
    guard let context = CompletionContext(text) else { return ("", []) }
    let prefix = context.prefix
    switch context.wanted {
    case .command: return (prefix, ReplCommand.forms.map(\.name).filter { $0.hasPrefix(prefix) }.sorted())
    case .why: return (prefix, host.surface.modelPaths(beginningWith: prefix))
    case .method: return (prefix, inspector.completions(":", after: context.names, prefix: prefix))
    case .path: return (prefix, inspector.completions("\"", after: context.names, prefix: prefix))
    case .name:
      let options = host.surface.optionNames(of: context.optionsOf).filter { $0.hasPrefix(prefix) }.sorted()
      return (prefix, options + inspector.completions(".", after: context.names, prefix: prefix))
    }
  }

  /// What all of them begin with.
  static func common(_ names: [String]) -> String {
    guard var common = names.first else { return "" }
    for name in names.dropFirst() {
      while !name.hasPrefix(common) { common.removeLast() }
    }
    return common
  }

  /// In columns, for a screen of that width.
  static func listing(_ names: [String], columns: Int) -> String {
    let width = (names.map(\.count).max() ?? 0) + 2
    let count = max(columns / max(width, 1), 1)
    let rows = (names.count + count - 1) / count
    return (0..<rows).map { row in
      var line = ""
      for index in stride(from: row, to: names.count, by: rows) {
        line += names[index] + String(repeating: " ", count: width - names[index].count)
      }
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
