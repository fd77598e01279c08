import BindCore

/// Tells of a run of tests, in one format.
protocol TestReporter: AnyObject {
  /// The files are known.
  func began(seed: UInt64?)
  /// A file was read, and printed this meanwhile.
  func read(_ file: String, printing output: [UInt8])
  func finished(_ result: TestResult)
  /// - Parameter isComplete: false where the run was stopped.
  func ended(_ totals: TestTotals, isComplete: Bool)
}

/// What reporters share: where they write, and how a diagnostic is drawn.
struct TestVoice {
  /// Standard output.
  let write: (String) -> Void
  let usesColor: Bool
  let usesASCII: Bool
  /// The text of a script, for excerpts.
  let source: (String) -> String?

  func drawn(_ diagnostic: Diagnostic, colored: Bool = true) -> String {
    DiagnosticRenderer(usesColor: usesColor && colored, usesASCII: usesASCII, source: source).render(
      diagnostic.atItsParsersPlace)
  }

  /// All errors of a result, as plain text.
  func errors(of result: TestResult) -> String {
    result.errors.map { drawn($0, colored: false) }.joined(separator: "\n")
  }
}

extension TestReporter {
  func read(_ file: String, printing output: [UInt8]) {}
}

extension Duration {
  /// Seconds with three digits.
  var secondsText: String {
    let milliseconds = max(0, wholeNanoseconds / 1_000_000)
    let fraction = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }
}

extension TestOptions.Format {
  func reporter(_ voice: TestVoice) -> any TestReporter {
    switch self {
    case .pretty: PrettyReporter(voice)
    case .tap: TAPReporter(voice)
    case .junit: JUnitReporter(voice)
    case .json: JSONReporter(voice)
    }
  }
}
