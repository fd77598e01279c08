// A function of a binding or link that failed: which one, and what became of the value.

extension Failure {
  /// - Parameter value: what the transform was given; nil when the source itself could not be computed.
  static func transformFailed(_ failure: Failure, in binding: Binding, value: Value?) -> Failure {
    failure.ofTransform(
      of: binding.source, value, noting: "→  \(binding.target.name)      (the target keeps its last value)")
  }

  /// The same where a function is the target.
  package static func transformFailed(_ failure: Failure, of source: Cell, value: Value?) -> Failure {
    failure.ofTransform(of: source, value, noting: "→  a function      (it is not called)")
  }

  private func ofTransform(of source: Cell, _ value: Value?, noting target: String) -> Failure {
    let source = value.map { "\(source.name) = \($0)" } ?? source.origin
    return ofFunction("transform", noting: "while delivering  \(source)  \(target)")
  }

  /// - Parameters:
  ///   - word: which of the link's functions has failed.
  ///   - value: what was asked for at the target.
  static func wayBackFailed(_ failure: Failure, at word: String, in link: Link, value: Value) -> Failure {
    failure.ofFunction(
      word,
      noting:
        "while taking  \(link.target.name) = \(value)  →  \(link.source.name)      (the source keeps its last value)")
  }

  private func ofFunction(_ word: String, noting note: String) -> Failure {
    switch self {
    case .raised(let error) where error.diagnostic == nil:
      var diagnostic = Diagnostic(
        .bindTransformFailed, "\(word) raised: \(error.text)", at: error.position, notes: [note],
        traceback: error.traceback)
      diagnostic.raised = RaisedCause(error.value)
      return .diagnostic(diagnostic)
    case .raised(let error):
      guard var diagnostic = error.diagnostic else { return self }
      diagnostic.notes.append(note)
      return .diagnostic(diagnostic)
    case .diagnostic(var diagnostic):
      diagnostic.notes.append(note)
      return .diagnostic(diagnostic)
    case .stopped: return self
    }
  }
}

extension Cell {
  /// Where a mapped value comes from: `user.name = nil`; the name alone where there are several inputs.
  fileprivate var origin: String {
    guard let inputs = (self as? DerivedCell)?.inputs, inputs.count == 1, let input = inputs.first,
      let value = try? input.peek()
    else { return name }
    return "\(input.name) = \(value)"
  }
}
