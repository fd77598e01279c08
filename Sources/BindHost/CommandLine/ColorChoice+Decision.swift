extension RunOptions.ColorChoice {
  /// Whether messages are colored: the flag decides, else `NO_COLOR` and `CLICOLOR_FORCE`, else whether standard error is
  /// a terminal that can do it.
  package func usesColor(isTerminal: Bool, environment: (String) -> String?) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto:
      if !(environment("NO_COLOR") ?? "").isEmpty { return false }
      if let forced = environment("CLICOLOR_FORCE"), !forced.isEmpty, forced != "0" { return true }
      return isTerminal && environment("TERM") != "dumb"
    }
  }
}

/// Whether box drawing and arrows can be shown: a locale that says UTF-8, or none that says anything else.
package func prefersASCII(environment: (String) -> String?) -> Bool {
  let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
  guard let charset = locale?.split(separator: ".").dropFirst().first?.lowercased() else { return false }
  return !(charset.hasPrefix("utf-8") || charset.hasPrefix("utf8"))
}
