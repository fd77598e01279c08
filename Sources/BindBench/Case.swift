/// One thing that is timed: a workload of PERFORMANCE.md in one of its variants.
struct Case {
  /// The letter of the workload, with a word behind it where the workload has parts: `k.get_integer`.
  let workload: String
  /// Who does it: `bindhost.declared`, `c.loop`, ...
  let variant: String
  /// Gives the time of one slice in nanoseconds for each operation. A slice is a few milliseconds, so that
  /// some slice of many falls between two disturbances of the machine.
  let slice: () -> Double
  /// Bytes for each operation, where creation is measured.
  var bytes: (() -> Double)?
  /// The operations of a slice; 0 where only the slice knows.
  private(set) var operations = 0

  init(_ workload: String, _ variant: String, slice: @escaping () -> Double) {
    self.workload = workload
    self.variant = variant
    self.slice = slice
  }

  /// A case whose body does `operations` operations.
  init(_ workload: String, _ variant: String, operations: Int, body: @escaping () -> Void) {
    self.init(workload, variant) { elapsed(body) / Double(operations) }
    self.operations = operations
  }
}

/// One printed line: `<workload> <variant> <ns for each operation> [<bytes>]`.
struct Measurement {
  var workload: String
  var variant: String
  var nanoseconds: Double
  var bytes: Double?

  var line: String {
    let start = "\(workload) \(variant) \(rounded(nanoseconds, to: 3))"
    guard let bytes else { return start }
    return "\(start) \(rounded(bytes, to: 0))"
  }

  init(workload: String, variant: String, nanoseconds: Double, bytes: Double?) {
    self.workload = workload
    self.variant = variant
    self.nanoseconds = nanoseconds
    self.bytes = bytes
  }

  /// Reads a printed line; nil if it is none.
  init?(line: some StringProtocol) {
    let words = line.split(separator: " ")
    guard words.count >= 3, words.count <= 4, let nanoseconds = Double(words[2]) else { return nil }
    self.init(
      workload: String(words[0]), variant: String(words[1]), nanoseconds: nanoseconds,
      bytes: words.count == 4 ? Double(words[3]) : nil)
  }
}

/// Runs every case once in each round, so that what disturbs the machine disturbs all alike, and keeps minima.
func measure(_ cases: [Case], rounds: Int) -> [Measurement] {
  var best = cases.map { Measurement(workload: $0.workload, variant: $0.variant, nanoseconds: .infinity, bytes: nil) }
  for _ in 0..<rounds {
    for (index, entry) in cases.enumerated() {
      let time = entry.slice()
      if time > 0, time < best[index].nanoseconds { best[index].nanoseconds = time }
      if let bytes = entry.bytes?() { best[index].bytes = min(best[index].bytes ?? .infinity, bytes) }
    }
  }
  return best.filter { $0.nanoseconds.isFinite }
}
