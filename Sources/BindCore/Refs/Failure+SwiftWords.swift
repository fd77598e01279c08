extension Failure {
  /// The same for programs in Swift, which do not write what scripts write.
  var inSwiftWords: Failure {
    guard case .diagnostic(var diagnostic) = self else { return self }
    diagnostic.notes = diagnostic.notes.map { note in
      Self.words.reduce(note) { $0.replacing($1.script, with: $1.swift) }
    }
    return .diagnostic(diagnostic)
  }

  private static let words: [(script: String, swift: String)] = [
    ("give default= for what stands instead of nil, or skip_nil=true", "give default: or skipsNil: true"),
    ("give replace=true to end that one, or priority=", "give replaces: true to end that one, or priority:"),
    ("give the lens a 'from' function (:through{to=, from=})", "give the lens a way back: through(to:from:)"),
    ("give create=true", "give creating: true"), ("give it set=", "give it a setter"),
    ("give it get=", "give it a getter"),
    ("use :modify(fn)", "use modify"),
  ]
}

/// Runs what is called from Swift: what it throws is said for Swift.
func inSwiftWords<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  do { return try body() } catch { throw error.inSwiftWords }
}
