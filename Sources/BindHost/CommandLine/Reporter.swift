package import BindCore

/// Where diagnostics leave the program: drawn on standard error, and counted for the exit code.
package final class Reporter {
  private var renderer: DiagnosticRenderer
  private var scripts: [String: String] = [:]
  private let write: (String) -> Void
  /// Known once there is a host.
  package var hints: NameHints?

  /// Errors shown so far; warnings do not count.
  package private(set) var errorCount = 0
  /// Whether one of them was a refused permission.
  package private(set) var hasRefusal = false

  package init(usesColor: Bool = false, usesASCII: Bool = false, write: @escaping (String) -> Void) {
    self.write = write
    renderer = DiagnosticRenderer(usesColor: usesColor, usesASCII: usesASCII) { _ in nil }
  }

  /// Makes a script's text known, so that errors in it can show their line.
  package func know(_ text: [UInt8], of script: String) {
    scripts[script] = String(decoding: text, as: UTF8.self)
  }

  package func report(_ diagnostic: Diagnostic) {
    if diagnostic.severity == .error {
      errorCount += 1
      if diagnostic.kind == .notPermitted { hasRefusal = true }
    }
    let scripts = scripts
    renderer.source = { scripts[$0] }
    write(renderer.render(hinted(diagnostic.atItsParsersPlace)))
  }

  package func report(_ report: Report) { self.report(Diagnostic(report)) }

  private func hinted(_ diagnostic: Diagnostic) -> Diagnostic {
    guard let hints, let place = diagnostic.position, let text = scripts[place.script] else { return diagnostic }
    return hints.hinted(diagnostic, in: text)
  }

  /// What the errors so far mean for the exit code.
  package var exitCode: ExitCode {
    hasRefusal ? .notPermitted : errorCount > 0 ? .failure : .ok
  }
}

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
      return
    }
    self.init(.scriptError, error.text, at: error.position, traceback: error.traceback)
  }
}

extension Diagnostic {
  /// An err table that a script handed on, as with `return nil, err`: it is still what it was. nil: it is none.
  fileprivate init?(told fields: Record) {
    guard case .string(let id)? = fields["id"], let known = DiagnosticID(rawValue: id.text),
      case .string(let kind)? = fields["kind"], let word = ErrorKind(rawValue: kind.text),
      case .string(let message)? = fields["message"]
    else { return nil }
    self.init(known, message.text, kind: word)
    if case .integer(let number)? = fields["status"] { status = Int(number) }
    if case .string(let script)? = fields["script"], case .integer(let line)? = fields["line"] {
      position = SourcePosition(script: script.text, line: Int(line))
    }
    if case .list(let lines)? = fields["notes"] { notes = lines.map(\.words) }
  }
}
