import BindCore
import BindLua

/// Pages of the reference for programs.
enum ReferenceJSON {
  static func value(_ answer: Reference.Answer) -> Value {
    record([
      ("v", .integer(1)),
      ("functions", .list((answer.pages + answer.modules.flatMap(\.pages)).map(value))),
      ("kinds", .list(answer.kinds.map(value))),
      (
        "constants",
        .list(
          answer.constants.map {
            record([("name", string($0.name)), ("type", string($0.type)), ("text", string($0.sentence))])
          })
      ),
    ])
  }

  private static func value(_ page: Reference.Page) -> Value {
    let definition = page.definition
    return record([
      ("name", string(page.name)), ("text", string(definition.summary)),
      (
        "parameters",
        .list(
          definition.parameters.map {
            record([("name", string($0.name)), ("type", string($0.type)), ("optional", .boolean($0.isOptional))])
          })
      ),
      ("results", .list(definition.results.map(string))), ("options", .list(definition.options.map(value))),
      ("cells", .list(definition.cells.map(value))),
      ("example", string(definition.example.joined(separator: "\n"))),
    ])
  }

  private static func value(_ option: Definition.Option) -> Value {
    record([
      ("name", string(option.name)), ("type", string(option.type)),
      ("default", option.defaultText.map(string) ?? .null), ("text", string(option.sentence)),
    ])
  }

  private static func value(_ kind: Reference.Kind) -> Value {
    record([
      ("name", string(kind.word)), ("text", string(kind.summary)), ("cells", .list(kind.cells.map(value))),
      ("methods", .list(kind.methods.map(value))),
    ])
  }

  private static func string(_ text: String) -> Value { .string(ByteString(text)) }
  private static func record(_ fields: [(ByteString, Value)]) -> Value { .record(Record(fields)) }
}
