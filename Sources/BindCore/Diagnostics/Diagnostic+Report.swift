extension Diagnostic {
  /// What nobody caught, as a person reads it: the finding itself, or `script.error` around what a script raised; then
  /// what was running, and what led there.
  package init(_ report: Report) {
    switch report.failure {
    case Failure.diagnostic(let finding), Failure.stopped(let finding): self = finding
    case let finding as Diagnostic: self = finding
    case Failure.raised(let error): self.init(error)
    case let error as ScriptError: self.init(error)
    case let other: self.init(.hostInternal, "\(other)")
    }
    if report.isWarning { severity = .warning }
    // A transform's note says already what was delivered where.
    if !report.during.isEmpty, id != .bindTransformFailed { notes.append("in \(report.during)") }
    notes += report.trail
  }

  /// A finding of bindhost's own that the script let pass is shown as itself. `error "text"` puts the place in front of
  /// the text; the drawing has it already.
  private init(_ error: ScriptError) {
    if let finding = error.diagnostic {
      self = finding.located(at: error.position)
      traceback = traceback ?? error.traceback
      return
    }
    if case .record(let fields) = error.value, let told = Diagnostic(told: fields) {
      self = told.located(at: error.position)
      traceback = error.traceback
      // What the other side has is in no diagnostic.
      if fields["id"] == nil || fields["theirs"] != nil { raised = RaisedCause(error.value) }
      return
    }
    self.init(.scriptError, error.text, at: error.position, traceback: error.traceback)
    if !error.value.isNil { raised = RaisedCause(error.value) }
  }
}

extension Diagnostic {
  /// An err table that a script handed on, as with `return nil, err`: it is still what it was. One that a script has made up
  /// has a kind, and no id. nil: it is none.
  fileprivate init?(told fields: Record) {
    guard case .string(let kind)? = fields["kind"], let word = ErrorKind(rawValue: kind.text) else { return nil }
    var id = DiagnosticID.scriptError
    var message = kind
    if let named = fields["id"] {
      guard case .string(let text) = named, let known = DiagnosticID(rawValue: text.text) else { return nil }
      id = known
    }
    if let told = fields["message"] {
      guard case .string(let text) = told else { return nil }
      message = text
    } else if fields["id"] != nil {
      return nil
    }
    self.init(id, message.text, kind: word)
    if case .integer(let number)? = fields["status"] { status = Int(number) }
    if case .string(let script)? = fields["script"], case .integer(let line)? = fields["line"] {
      position = SourcePosition(script: script.text, line: Int(line))
    }
    if case .list(let lines)? = fields["notes"] { notes = lines.map(\.words) }
  }
}
