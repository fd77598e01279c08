/// What a script of `Tests/Scripts` promises, read from its comments:
///
/// ```lua
/// -- args: --allow-read=/proc     flags for `bindhost run`
/// -- server: demo                 runs beside it, allowed; its URL is `arg[1]`
/// print(label("text"):get())      -- expect: 40%
/// volume:set("loud")              -- expect warning: bind.transform_failed
/// boom()                          -- expect error: script.error
/// -- expect stderr: in main chunk
/// -- exit: 3
/// ```
///
/// `expect:` lines are the whole standard output, in order. `expect warning:` is a report after which the run goes on,
/// drawn as a warning or as an error; `expect error:` one drawn as an error. Together they are all the reports, in
/// order. `expect stderr:` is a part of some line there. Without `exit:` the code is 1 if an error was reported, else 0.
struct ScriptExpectations: Equatable {
  struct Report: Equatable {
    var id: String
    /// False where a warning will do.
    var mustBeError: Bool
  }

  var output: [String] = []
  var reports: [Report] = []
  var errorTexts: [String] = []
  var exitCode: Int32?
  var arguments: [String] = []
  var needsDemoServer = false
  /// Comments that begin like an expectation and are none, each with its line.
  var mistakes: [String] = []

  /// A script that promises nothing proves nothing.
  var isEmpty: Bool { output.isEmpty && reports.isEmpty && errorTexts.isEmpty && exitCode == nil }

  init(_ script: String) {
    for (index, line) in script.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let comment = Self.comment(of: line) else { continue }
      if !read(comment) { mistakes.append("line \(index + 1): -- \(comment)") }
    }
  }

  /// The last comment of a line that begins with a word of ours.
  private static func comment(of line: Substring) -> Substring? {
    var rest = line
    var found: Substring?
    while let dashes = rest.firstRange(of: "--") {
      rest = rest[dashes.upperBound...]
      let text = rest.drop { $0 == " " }
      if ["expect", "exit:", "args:", "server:"].contains(where: text.hasPrefix) { found = text }
    }
    return found
  }

  private mutating func read(_ comment: Substring) -> Bool {
    guard let colon = comment.firstIndex(of: ":") else { return false }
    let text = Self.trimmed(comment[comment.index(after: colon)...])
    switch comment[..<colon] {
    case "expect": output.append(text)
    case "expect warning": reports.append(Report(id: text, mustBeError: false))
    case "expect error": reports.append(Report(id: text, mustBeError: true))
    case "expect stderr" where !text.isEmpty: errorTexts.append(text)
    case "exit":
      guard let code = Int32(text), exitCode == nil else { return false }
      exitCode = code
    case "server":
      guard text == "demo" else { return false }
      needsDemoServer = true
    case "args": arguments += text.split(separator: " ").map(String.init)
    default: return false
    }
    return true
  }

  /// One space behind the colon belongs to the comment, blanks at the end to nobody.
  private static func trimmed(_ text: Substring) -> String {
    var text = text.first == " " ? text.dropFirst() : text
    while text.last == " " || text.last == "\t" || text.last == "\r" { text.removeLast() }
    return String(text)
  }
}

extension ScriptExpectations {
  /// Where a run differs from what was promised, a sentence each; empty if it keeps every promise.
  func differences(output: String, errors: String, exitCode: Int32) -> [String] {
    var found = mistakes.map { "this is no expectation: \($0)" }
    if isEmpty { found.append("the script expects nothing") }
    found += Self.differences(expected: self.output, seen: Self.lines(output), what: "output")

    let log = ReportLog(errors)
    found += log.strays.map { "unexpected on standard error: \($0)" }
    let seen = log.reports.enumerated().map { index, report in
      let wanted = index < reports.count ? reports[index] : nil
      let isEnough = wanted?.id == report.id && (report.isError || wanted?.mustBeError == false)
      return isEnough ? report.id : "\(report.isError ? "error" : "warning")[\(report.id)]"
    }
    found += Self.differences(expected: reports.map(\.id), seen: seen, what: "report")
    for text in errorTexts where !Self.lines(errors).contains(where: { $0.contains(text) }) {
      found.append("standard error nowhere says: \(text)")
    }

    let expected = self.exitCode ?? (log.reports.contains(where: \.isError) ? 1 : 0)
    if exitCode != expected { found.append("exit code \(exitCode) instead of \(expected)") }
    return found
  }

  private static func differences(expected: [String], seen: [String], what: String) -> [String] {
    for index in 0..<max(expected.count, seen.count) {
      let wanted = index < expected.count ? "'\(expected[index])'" : "nothing more"
      let got = index < seen.count ? "'\(seen[index])'" : "nothing more"
      if wanted != got { return ["\(what) \(index + 1): expected \(wanted), saw \(got)"] }
    }
    return []
  }

  fileprivate static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " || line.last == "\t" { line.removeLast() }
      return String(line)
    }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// Standard error taken apart: the reports, and what belongs to none.
private struct ReportLog {
  var reports: [(id: String, isError: Bool)] = []
  var strays: [String] = []

  init(_ text: String) {
    for line in ScriptExpectations.lines(text) {
      if let report = Self.head(line) {
        reports.append(report)
      } else if reports.isEmpty || !Self.continuesReport(line) {
        strays.append(line)
      }
    }
  }

  /// `error[some.id]: …`
  private static func head(_ line: String) -> (id: String, isError: Bool)? {
    for (word, isError) in [("error[", true), ("warning[", false)] where line.hasPrefix(word) {
      guard let end = line.firstIndex(of: "]") else { return nil }
      return (String(line[line.index(line.startIndex, offsetBy: word.count)..<end]), isError)
    }
    return nil
  }

  /// The rest of a drawing is indented, or begins with the number of the excerpt's line.
  private static func continuesReport(_ line: String) -> Bool {
    if line.isEmpty || line.hasPrefix("  ") { return true }
    let behind = line.drop { $0 == " " || $0.isNumber }
    return behind.count < line.count && (behind.hasPrefix("│") || behind.hasPrefix("|"))
  }
}
