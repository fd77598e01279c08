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
