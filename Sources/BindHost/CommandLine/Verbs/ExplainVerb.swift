import BindCore
import BindJSON

enum ExplainVerb: ToolVerb {
  struct Options: Equatable {
    var id: String?
    var asJSON = false
  }

  static let name = "explain"
  static let usages = ["explain [ID]"]
  static let summary = "Explains an error by its id, such as bind.cycle; without an id it lists them all."
  static let initial = Options()
  static let flags: [Flag<Options>] = [
    Flag("--json", takes: .nothing, "print {\"v\":1,\"ids\":[…]} instead") { options, _ in options.asJSON = true }
  ]

  static func take(_ word: String, _ options: inout Options) throws(Diagnostic) {
    guard options.id == nil else { throw Command.surplus(word, after: name) }
    options.id = word
  }

  static func perform(_ options: Options, _ program: Program) -> ExitCode {
    program.attempt {
      var ids = DiagnosticID.allCases
      if let text = options.id {
        guard let id = DiagnosticID(rawValue: text) else {
          throw Diagnostic(
            .cliUsage, "there is no id '\(text)'", suggestions: nearestNames(to: text, in: ids.map(\.rawValue)),
            notes: ["bindhost explain lists what there is"])
        }
        ids = [id]
      }
      if options.asJSON {
        let list = ids.map { IdentifierPage(id: $0).value }
        program.output(try JSON.line(.record(Record([("v", .integer(1)), ("ids", .list(list))]))))
      } else if options.id != nil {
        program.output(IdentifierPage(id: ids[0]).text)
      } else {
        program.output(ReferenceText.rows(ids.map { ($0.rawValue, $0.firstSentence) }).map { $0 + "\n" }.joined())
      }
      return .ok
    }
  }
}

extension DiagnosticID {
  fileprivate var firstSentence: String {
    page.firstRange(of: ". ").map { String(page[..<$0.lowerBound]) + "." } ?? page
  }
}
