import BindCore

/// For a person: the tests below their suites, what failed with its reason, the totals last.
final class PrettyReporter: TestReporter {
  private let voice: TestVoice
  private var file = ""
  private var suites: [String] = []
  /// Drawn at once: the next test may run another text under the same name.
  private var failures: [(head: String, reasons: String)] = []
  private var seed: UInt64?

  init(_ voice: TestVoice) { self.voice = voice }

  func began(seed: UInt64?) { self.seed = seed }

  func finished(_ result: TestResult) {
    head(of: result)
    let indent = String(repeating: "  ", count: result.suites.count + 1)
    let (sign, color) =
      switch result.status {
      case .passed: (voice.usesASCII ? "ok" : "✓", "32")
      case .failed: (voice.usesASCII ? "FAILED" : "✗", "31")
      case .pending: (voice.usesASCII ? "pending" : "○", "33")
      }
    var line = indent + paint(sign, color) + " " + clean(result.name)
    if result.status == .pending { line += " (pending)" }
    // What takes its time is worth knowing.
    if result.duration >= .milliseconds(200) { line += paint(" (\(result.duration.secondsText) s)", "2") }
    voice.write(line + "\n")
    if result.status == .failed {
      note(result)
    } else if !result.output.isEmpty {
      voice.write(indented(printed(result.output), by: indent + "  "))
    }
    for warning in result.warnings { voice.write(indented(voice.drawn(warning), by: indent + "  ")) }
  }

  private func note(_ result: TestResult) {
    var reasons = result.errors.map { indented(voice.drawn($0), by: "   ") }.joined()
    if !result.output.isEmpty {
      reasons += "   it printed:\n" + indented(printed(result.output), by: "     ")
    }
    failures.append(("\(clean(result.file)): \(clean(result.fullName))", reasons))
  }

  func read(_ name: String, printing output: [UInt8]) {
    open(name)
    voice.write(indented(printed(output), by: "  "))
  }

  private func open(_ name: String) {
    guard name != file else { return }
    voice.write((file.isEmpty ? "" : "\n") + paint(clean(name), "1") + "\n")
    file = name
    suites = []
  }

  /// The file and the suites, where they are others than those of the test before.
  private func head(of result: TestResult) {
    open(result.file)
    let shared = zip(suites, result.suites).prefix { $0 == $1 }.count
    for (depth, name) in result.suites.enumerated().dropFirst(shared) {
      voice.write(String(repeating: "  ", count: depth + 1) + clean(name) + "\n")
    }
    suites = result.suites
  }

  func ended(_ totals: TestTotals, isComplete: Bool) {
    for (number, failure) in failures.enumerated() {
      voice.write("\n" + paint("\(number + 1)) " + failure.head, "31") + "\n" + failure.reasons)
    }
    voice.write("\n" + summary(totals, isComplete) + "\n")
  }

  private func summary(_ totals: TestTotals, _ isComplete: Bool) -> String {
    var parts = ["\(totals.passed) passed", "\(totals.failed) failed"]
    if totals.pending > 0 { parts.append("\(totals.pending) pending") }
    var text = paint(parts.joined(separator: ", "), totals.failed > 0 ? "31" : "32")
    text += " in \(totals.files) \(totals.files == 1 ? "file" : "files") (\(totals.duration.secondsText) s)"
    if let seed { text += ", seed \(seed)" }
    return isComplete ? text : text + ", stopped before the end"
  }

  /// Names come from scripts: what would drive a terminal is shown as a dot.
  private func clean(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { ($0.value < 0x20 && $0 != "\t") || (0x7F..<0xA0).contains($0.value) ? "·" : $0 }))
  }

  private func printed(_ output: [UInt8]) -> String {
    String(decoding: output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map { clean(String($0)) }.joined(separator: "\n")
  }

  private func indented(_ text: String, by indent: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
      .map { ($0.isEmpty ? "" : indent) + $0 + "\n" }.joined()
  }

  private func paint(_ text: String, _ color: String) -> String {
    voice.usesColor ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
  }
}
