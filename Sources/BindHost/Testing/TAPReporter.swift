import BindCore

/// The Test Anything Protocol, version 14: a line for each test, the plan last, reasons as YAML.
final class TAPReporter: TestReporter {
  private let voice: TestVoice
  private var count = 0

  init(_ voice: TestVoice) { self.voice = voice }

  func began(seed: UInt64?) {
    voice.write("TAP version 14\n")
    if let seed { voice.write("# seed \(seed)\n") }
  }

  func finished(_ result: TestResult) {
    count += 1
    let sign = result.status == .failed ? "not ok" : "ok"
    var line = "\(sign) \(count) - \(escaped("\(result.file): \(result.fullName)"))"
    if result.status == .pending { line += " # SKIP it has no function yet" }
    voice.write(line + "\n")
    guard result.status == .failed else { return say(result.output) }
    voice.write("  ---\n")
    if let first = result.errors.first {
      voice.write("  id: \(first.id)\n  message: \(quoted(first.sentence))\n")
      if let place = first.position { voice.write("  at: \(quoted(place.description))\n") }
    }
    voice.write("  details: |\n" + block(voice.errors(of: result)))
    if !result.output.isEmpty {
      voice.write("  output: |\n" + block(String(decoding: result.output, as: UTF8.self)))
    }
    voice.write("  ...\n")
  }

  func read(_ file: String, printing output: [UInt8]) { say(output) }

  private func say(_ output: [UInt8]) {
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    for line in lines { voice.write("# " + visible(line) + "\n") }
  }

  private func visible(_ line: Substring) -> String {
    String(String.UnicodeScalarView(line.unicodeScalars.map { $0.value < 0x20 && $0 != "\t" ? "·" : $0 }))
  }

  func ended(_ totals: TestTotals, isComplete: Bool) {
    if !isComplete { voice.write("Bail out! stopped before the end\n") }
    voice.write("1..\(count)\n")
    voice.write("# \(totals.passed) passed, \(totals.failed) failed, \(totals.pending) pending\n")
  }

  /// `#` would begin a directive.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "#": result += "\\" + String(scalar)
      case "\n", "\r", "\t": result += " "
      default: result.unicodeScalars.append(scalar.value < 0x20 ? "·" : scalar)
      }
    }
    return result
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case let control where control.value < 0x20 || control.value == 0x7F:
        let digits = String(control.value, radix: 16)
        result += "\\x" + String(repeating: "0", count: 2 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private func block(_ text: String) -> String {
    text.split(separator: "\n").map { "    " + visible($0) + "\n" }.joined()
  }
}
