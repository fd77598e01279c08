import BindCore
import BindLua

/// What came of one test.
struct TestResult {
  enum Status: Equatable {
    case passed
    case failed
    /// Declared without a function.
    case pending
  }

  /// As it was found: `examples/profile_test.lua`.
  let file: String
  let suites: [String]
  let name: String
  let place: SourcePosition?
  var status: Status
  /// Why it failed; the first is what ended it.
  var errors: [Diagnostic] = []
  /// What does not make it fail.
  var warnings: [Diagnostic] = []
  /// What it printed, as it was.
  var output: [UInt8] = []
  var duration = Duration.zero

  init(_ test: TestCase, in file: String, status: Status) {
    self.file = file
    suites = test.suites
    name = test.name
    place = test.place
    self.status = status
  }

  /// Of a file that could not be read.
  init(file: String, error: Diagnostic) {
    self.file = file
    suites = []
    name = "the file is read"
    place = error.position
    status = .failed
    errors = [error]
  }

  var fullName: String { (suites + [name]).joined(separator: " › ") }
}

/// How many of what.
struct TestTotals {
  var passed = 0
  var failed = 0
  var pending = 0
  var files = 0
  var duration = Duration.zero

  var count: Int { passed + failed + pending }

  mutating func add(_ result: TestResult) {
    switch result.status {
    case .passed: passed += 1
    case .failed: failed += 1
    case .pending: pending += 1
    }
  }
}
