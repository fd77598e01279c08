import BindCore

/// JUnit's XML, as build servers read it: a suite for each file.
final class JUnitReporter: TestReporter {
  private let voice: TestVoice
  private var seed: UInt64?
  private var files: [(name: String, results: [TestResult])] = []
  /// Drawn while the texts of the scripts are known.
  private var reasons: [String] = []

  init(_ voice: TestVoice) { self.voice = voice }

  func began(seed: UInt64?) { self.seed = seed }

  func finished(_ result: TestResult) {
    if files.last?.name != result.file { files.append((result.file, [])) }
    files[files.count - 1].results.append(result)
    reasons.append(voice.errors(of: result))
  }

  func ended(_ totals: TestTotals, isComplete: Bool) {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text +=
      "<testsuites name=\"bindhost\" tests=\"\(totals.count)\" failures=\"\(totals.failed)\" errors=\"0\" "
      + "skipped=\"\(totals.pending)\" time=\"\(totals.duration.secondsText)\">\n"
    var reasons = reasons[...]
    for file in files { text += suite(file.name, file.results, &reasons) }
    voice.write(text + "</testsuites>\n")
  }

  private func suite(_ name: String, _ results: [TestResult], _ reasons: inout ArraySlice<String>) -> String {
    let failed = results.count { $0.status == .failed }
    let pending = results.count { $0.status == .pending }
    let time = results.reduce(Duration.zero) { $0 + $1.duration }
    var text =
      "  <testsuite name=\"\(Self.escaped(name))\" tests=\"\(results.count)\" failures=\"\(failed)\" errors=\"0\" "
      + "skipped=\"\(pending)\" time=\"\(time.secondsText)\">\n"
    if let seed { text += "    <properties><property name=\"seed\" value=\"\(seed)\"/></properties>\n" }
    for result in results { text += testCase(result, reasons.popFirst() ?? "") }
    return text + "  </testsuite>\n"
  }

  private func testCase(_ result: TestResult, _ reason: String) -> String {
    let group = ([result.file] + result.suites).joined(separator: ".")
    var text =
      "    <testcase classname=\"\(Self.escaped(group))\" name=\"\(Self.escaped(result.name))\" "
      + "file=\"\(Self.escaped(result.place?.script ?? result.file))\""
    if let line = result.place?.line { text += " line=\"\(line)\"" }
    text += " time=\"\(result.duration.secondsText)\">"
    switch result.status {
    case .passed: break
    case .pending: text += "<skipped message=\"it has no function yet\"/>"
    case .failed:
      let first = result.errors.first
      text +=
        "<failure type=\"\(Self.escaped(first?.id.rawValue ?? ""))\" message=\"\(Self.escaped(first?.sentence ?? ""))\">"
        + Self.escaped(reason) + "</failure>"
    }
    if !result.output.isEmpty {
      text += "<system-out>\(Self.escaped(String(decoding: result.output, as: UTF8.self)))</system-out>"
    }
    return text + "</testcase>\n"
  }

  /// What XML takes for markup, and what it does not take at all.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t", "\r": result += "&#\(scalar.value);"
      default:
        let value = scalar.value
        let isAllowed = (value >= 0x20 && value <= 0xD7FF) || (0xE000...0xFFFD).contains(value) || value >= 0x10000
        result.unicodeScalars.append(isAllowed ? scalar : "\u{FFFD}")
      }
    }
    return result
  }
}
