import BindCore
import BindJSON
import BindLua

enum DocVerb: ToolVerb {
  struct Options: Equatable {
    var name: String?
    var asJSON = false
  }

  static let name = "doc"
  static let usages = ["doc [NAME]"]
  static let summary = "Explains a function, method or kind of object; without a name it lists them all."
  static let initial = Options()
  static let flags: [Flag<Options>] = [
    Flag("--json", takes: .nothing, "print {\"v\":1,\"functions\":[…],\"kinds\":[…]} instead") { options, _ in
      options.asJSON = true
    }
  ]

  static func take(_ word: String, _ options: inout Options) throws(Diagnostic) {
    guard options.name == nil else { throw Command.surplus(word, after: name) }
    options.name = word
  }

  /// A verb, a flag, or an option of some functions.
  private static func elsewhere(_ name: String, _ reference: Reference) -> String? {
    if Grammar.verb(named: name) != nil { return HelpText.text(verb: name) }
    var rows: [(String, String)] = []
    for verb in Grammar.verbs {
      rows += verb.flagShapes.filter { $0.long == name || $0.short == name }.map {
        ("\(verb.name) \($0.usage)", $0.help)
      }
    }
    for page in reference.pages {
      rows += page.definition.options.filter { $0.name == name }.map {
        ("\(page.name)  \(name): \($0.type)", $0.sentence)
      }
    }
    return rows.isEmpty ? nil : ReferenceText.rows(rows).map { $0 + "\n" }.joined()
  }

  static func perform(_ options: Options, _ program: Program) -> ExitCode {
    program.attempt {
      let reference = try Reference.ofThisProgram()
      guard let name = options.name else {
        program.output(
          options.asJSON ? try JSON.line(ReferenceJSON.value(reference.all)) : ReferenceText.list(reference))
        return .ok
      }
      let answer = reference.lookUp(name)
      if answer.isEmpty {
        if DiagnosticID(rawValue: name) != nil {
          return ExplainVerb.perform(ExplainVerb.Options(id: name, asJSON: options.asJSON), program)
        }
        if let text = elsewhere(name, reference) {
          program.output(text)
          return .ok
        }
        throw Diagnostic(
          .cliUsage, "there is no page about '\(name)'",
          suggestions: nearestNames(
            to: name, in: reference.names + DiagnosticID.allCases.map(\.rawValue) + Grammar.verbs.map { $0.name }),
          notes: ["bindhost doc lists what there is"])
      }
      program.output(options.asJSON ? try JSON.line(ReferenceJSON.value(answer)) : ReferenceText.page(answer))
      return .ok
    }
  }
}
