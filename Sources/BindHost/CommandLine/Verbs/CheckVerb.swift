import BindCore
import BindJSON
import Glibc

enum CheckVerb: ToolVerb {
  struct Options: Equatable {
    var files: [String] = []
    var asJSON = false
  }

  static let name = "check"
  static let usages = ["check FILE… [--json]"]
  static let summary = "Looks for mistakes in a script's declarations, without any side effect."
  static let initial = Options()
  static let flags: [Flag<Options>] = [
    Flag("--json", takes: .nothing, "print {\"v\":1,\"findings\":[…]} instead") { options, _ in options.asJSON = true }
  ]

  static func take(_ word: String, _ options: inout Options) throws(Diagnostic) { options.files.append(word) }

  static func check(_ options: Options) throws(Diagnostic) {
    guard options.files.isEmpty else { return }
    throw Diagnostic(.cliUsage, "check needs a file", notes: [Command.hint])
  }

  static func perform(_ options: Options, _ program: Program) -> ExitCode {
    program.attempt {
      var findings: [Finding] = []
      for file in options.files {
        let script = try ScriptText.load(file == "-" ? .standardInput : .file(file))
        findings += try Check(script: script, folder: absolute(script.folder)).findings()
      }
      if options.asJSON {
        program.output(
          try JSON.line(.record(Record([("v", .integer(1)), ("findings", .list(findings.map(\.value)))]))))
      } else {
        for finding in findings { program.output(finding.description + "\n") }
      }
      return findings.isEmpty ? .ok : .failure
    }
  }

  private static func absolute(_ folder: String) -> String {
    guard !folder.hasPrefix("/"), let raw = getcwd(nil, 0) else { return folder }
    defer { free(raw) }
    return LexicalPath.absolute(folder, in: String(cString: raw))
  }
}
