import BindCore
import BindJSON

/// What `bindhost jobs` prints.
struct JobsReport {
  let jobs: [ComingRuns]

  /// A heading for each job, a line for each time.
  func text() -> String {
    if jobs.isEmpty { return "no jobs\n" }
    var lines: [String] = []
    for job in jobs {
      lines.append("\(job.name)  \(job.schedule)")
      lines += job.runs.map { run in "  \(run)" + (run.note.map { "  (\($0.rawValue))" } ?? "") }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// `{"v":1,"jobs":[{"name","schedule","next":[{"time","utc","note"}]}]}`; `time` in seconds since 1970.
  func json() throws -> [UInt8] {
    let list = jobs.map { job in
      Value.record(
        Record([
          ("name", .string(job.name)), ("schedule", .string(job.schedule)),
          ("next", .list(job.runs.map(Self.value))),
        ]))
    }
    return try JSON.encode(.record(Record([("v", .integer(1)), ("jobs", .list(list))]))) + [UInt8(ascii: "\n")]
  }

  private static func value(_ run: ComingRuns.Run) -> Value {
    var fields: [(ByteString, Value)] = [
      ("time", .integer(Int64(run.time.seconds.rounded(.down)))), ("local", .string("\(run)")),
    ]
    if let note = run.note { fields.append(("note", .string(note.rawValue))) }
    return .record(Record(fields))
  }
}
