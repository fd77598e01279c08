import BindCore

extension ViewKind.Property {
  /// The declaration of the cell that holds it.
  var fieldDeclaration: FieldDeclaration {
    switch declaration {
    case .words:
      var words = FieldDeclaration(type: .string, defaultValue: .string(""), documentation: documentation)
      words.takesWords = true
      return words
    case .optional(let type):
      return FieldDeclaration(type: type, defaultValue: .nil, isOptional: true, documentation: documentation)
    case .required(let type, let value):
      return FieldDeclaration(type: type, defaultValue: value, documentation: documentation)
    case .question:
      return FieldDeclaration(
        type: .any, defaultValue: .nil, isOptional: true,
        check: { value throws(Failure) in value.isQuestion ? .valid : .invalid(Self.questionExpected) },
        documentation: documentation)
    case .time(let text):
      return FieldDeclaration(
        type: .any, defaultValue: .string(ByteString(text)), isOptional: true,
        check: { value throws(Failure) in
          Duration(value) == nil ? .invalid("a time such as \"10s\" or a number of seconds is expected") : .valid
        }, documentation: documentation)
    }
  }

  private static var questionExpected: String {
    "a question is expected, such as \"Arm?\", or {on = \"Arm?\", off = \"Disarm?\"}"
  }

  package var isWords: Bool { if case .words = declaration { true } else { false } }
}

extension Value {
  fileprivate var isQuestion: Bool {
    switch self {
    case .nil, .null, .string, .boolean(false): true
    case .list(let questions): questions.isEmpty
    case .record(let questions):
      questions.fields.allSatisfy { question in
        guard case .string = question.value else { return false }
        return question.name == "on" || question.name == "off"
      }
    default: false
    }
  }
}
