import BindCore
import BindJSON

enum DoctorVerb: ToolVerb {
  struct Options: Equatable { var asJSON = false }

  static let name = "doctor"
  static let usages = ["doctor [--json]"]
  static let summary =
    "Looks at the environment, and names what mends each finding."
  static let initial = Options()
  static let flags: [Flag<Options>] = [
    Flag("--json", takes: .nothing, "print {\"v\":1,\"findings\":[…]} instead") { options, _ in options.asJSON = true }
  ]

  static func perform(_ options: Options, _ program: Program) -> ExitCode {
    program.attempt {
      let findings = Doctor(environment: program.environment).examine()
      if options.asJSON {
        program.output(
          try JSON.line(.record(Record([("v", .integer(1)), ("findings", .list(findings.map(\.value)))]))))
      } else {
        for finding in findings { program.output(finding.report) }
      }
      return findings.contains { $0.level == .broken } ? .failure : .ok
    }
  }
}
