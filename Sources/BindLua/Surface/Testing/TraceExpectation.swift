import BindCore

/// What a trace is expected to be: its lines, each with or without its time in front and its cause behind. Blank lines and
/// what is indented do not matter; a line `…` or `...` stands for any number of lines.
struct TraceExpectation {
  private enum Line: Equatable {
    case text(String)
    case anything
  }

  private let lines: [Line]

  init(_ text: String) {
    lines = text.split(separator: "\n").map(Self.trimmed).filter { !$0.isEmpty }.map { line in
      line == "…" || line == "..." ? .anything : .text(line)
    }
  }

  /// Why the trace is not the expected one; nil if it is.
  func finding(in trace: [String]) -> Diagnostic? {
    var furthest = 0
    if matches(lines[...], trace[...], &furthest, total: trace.count) { return nil }
    var notes: [String] = []
    let wanted = expectedLine(after: trace, furthest)
    if furthest < trace.count {
      notes.append("line \(furthest + 1) of the trace: \(trace[furthest])")
    } else {
      notes.append("the trace ends after \(trace.count) lines")
    }
    notes.append("expected there: \(wanted)")
    notes +=
      trace.isEmpty
      ? ["the trace is empty"] : ["the trace:\n" + trace.prefix(60).map { "  " + $0 }.joined(separator: "\n")]
    if trace.count > 60 { notes.append("… and \(trace.count - 60) more lines") }
    return Diagnostic(.testFailed, "the trace is not the expected one", notes: notes)
  }

  private func matches(
    _ lines: ArraySlice<Line>, _ trace: ArraySlice<String>, _ furthest: inout Int, total: Int
  ) -> Bool {
    furthest = max(furthest, total - trace.count)
    guard let line = lines.first else { return trace.isEmpty }
    let rest = lines.dropFirst()
    switch line {
    case .anything:
      // The longest way first would look at everything; the next expected line decides.
      if rest.isEmpty { return true }
      for start in trace.indices where matches(rest, trace[start...], &furthest, total: total) { return true }
      return false
    case .text(let text):
      guard let present = trace.first, Self.reads(present, as: text) else { return false }
      return matches(rest, trace.dropFirst(), &furthest, total: total)
    }
  }

  private func expectedLine(after trace: [String], _ place: Int) -> String {
    var furthest = 0
    for count in lines.indices.reversed() {
      furthest = 0
      let head = lines[...count]
      if !matches(head, trace.prefix(place)[...], &furthest, total: place) { continue }
      let next = count + 1
      guard next < lines.count else { return "nothing more" }
      if case .text(let text) = lines[next] { return text }
      return "…"
    }
    if case .text(let text)? = lines.first { return text }
    return "nothing"
  }

  /// `0.000000000 loadable profile g1 attempt 1  #3` also reads as `loadable profile g1 attempt 1`.
  private static func reads(_ line: String, as text: String) -> Bool {
    if line == text { return true }
    var bare = line
    if let cause = line.lastPlace(of: "  #") { bare = String(line[..<cause]) }
    if bare == text { return true }
    guard let space = bare.firstIndex(of: " ") else { return false }
    return bare[bare.index(after: space)...] == text || line[line.index(after: space)...] == text
  }

  private static func trimmed(_ line: Substring) -> String {
    var line = line
    while let first = line.first, first == " " || first == "\t" { line.removeFirst() }
    while let last = line.last, last == " " || last == "\t" || last == "\r" { line.removeLast() }
    return String(line)
  }
}

extension String {
  /// Where a text begins, the last time it is there.
  fileprivate func lastPlace(of text: String) -> Index? {
    var found: Index?
    var rest = self[...]
    while let place = rest.firstRange(of: text) {
      found = place.lowerBound
      rest = rest[place.upperBound...]
    }
    return found
  }
}
