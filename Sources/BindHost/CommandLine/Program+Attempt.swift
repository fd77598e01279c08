import BindCore
import BindJSON

extension Program {
  /// Does the work of a tool; what it throws is drawn, and becomes the exit code.
  func attempt(_ body: () throws -> ExitCode) -> ExitCode {
    do { return try body() } catch {
      let diagnostic = error as? Diagnostic ?? Diagnostic(.hostInternal, "\(error)")
      reporter(color: .auto).report(diagnostic)
      switch diagnostic.id {
      case .cliUsage, .cliUnknownFlag, .cliUnknownVerb: return .usage
      case .hostNoSuchFile: return .noSuchFile
      case .hostInternal: return .internalFault
      default: return .failure
      }
    }
  }
}

extension JSON {
  /// A document of one line.
  static func line(_ value: Value) throws -> String { String(decoding: try encode(value), as: UTF8.self) + "\n" }
}
