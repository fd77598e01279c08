import BindCore
import BindJSON
import BindLua

/// One document: `{"v":1,"passed":…,"failed":…,"pending":…,"seed":…,"tests":[…]}`.
final class JSONReporter: TestReporter {
  private let voice: TestVoice
  private var seed: UInt64?
  private var tests: [Value] = []

  init(_ voice: TestVoice) { self.voice = voice }

  func began(seed: UInt64?) { self.seed = seed }

  func finished(_ result: TestResult) {
    var fields = Record([
      ("file", .string(ByteString(result.file))), ("suites", .list(result.suites.map { .string(ByteString($0)) })),
      ("name", .string(ByteString(result.name))),
      ("milliseconds", .number(Double(result.duration.wholeNanoseconds / 1000) / 1000)),
    ])
    fields["status"] =
      switch result.status {
      case .passed: .string("passed")
      case .failed: .string("failed")
      case .pending: .string("pending")
      }
    if let line = result.place?.line { fields["line"] = .integer(Int64(line)) }
    if !result.errors.isEmpty { fields["errors"] = .list(result.errors.map(value)) }
    if !result.warnings.isEmpty { fields["warnings"] = .list(result.warnings.map(value)) }
    if !result.output.isEmpty {
      fields["output"] = .string(ByteString(String(decoding: result.output, as: UTF8.self)))
    }
    tests.append(.record(fields))
  }

  private func value(of diagnostic: Diagnostic) -> Value {
    var record = diagnostic.record
    record["text"] = .string(ByteString(voice.drawn(diagnostic, colored: false)))
    // A value of Lua's own; its words are in the message.
    if case .opaque? = record["cause"] { record["cause"] = nil }
    return Value.record(record).sayable
  }

  func ended(_ totals: TestTotals, isComplete: Bool) {
    var report = Record([
      ("v", .integer(1)), ("passed", .integer(Int64(totals.passed))), ("failed", .integer(Int64(totals.failed))),
      ("pending", .integer(Int64(totals.pending))), ("files", .integer(Int64(totals.files))),
      ("milliseconds", .number(Double(totals.duration.wholeNanoseconds / 1000) / 1000)),
      ("complete", .boolean(isComplete)), ("tests", .list(tests)),
    ])
    if let seed { report["seed"] = .integer(Int64(clamping: seed)) }
    do throws(JSONRefusal) {
      voice.write(String(decoding: try JSON.encode(.record(report)), as: UTF8.self) + "\n")
    } catch { preconditionFailure(error.sentence) }
  }
}
