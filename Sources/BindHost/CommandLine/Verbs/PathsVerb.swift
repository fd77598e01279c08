import BindCore
import BindJSON

enum PathsVerb: ToolVerb {
  struct Options: Equatable { var asJSON = false }

  static let name = "paths"
  static let usages = ["paths [--json]"]
  static let summary = "Prints the folders in use."
  static let initial = Options()
  static let flags: [Flag<Options>] = [
    Flag("--json", takes: .nothing, "print {\"v\":1,\"paths\":{…}} instead") { options, _ in options.asJSON = true }
  ]

  static func perform(_ options: Options, _ program: Program) -> ExitCode {
    program.attempt {
      let folders = Folders(environment: program.environment).all
      if options.asJSON {
        let fields = folders.map { (ByteString($0.name), $0.path.map { Value.string(ByteString($0)) } ?? .null) }
        program.output(try JSON.line(.record(Record([("v", .integer(1)), ("paths", .record(Record(fields)))]))))
      } else {
        let rows = folders.map { ($0.name, "\($0.path ?? "none: HOME is not set")  (\($0.purpose))") }
        let width = rows.map(\.0.count).max() ?? 0
        for (name, text) in rows {
          program.output(name + String(repeating: " ", count: width - name.count + 2) + text + "\n")
        }
      }
      return .ok
    }
  }
}
