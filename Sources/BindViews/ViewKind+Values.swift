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
    }
  }

  package var isWords: Bool { if case .words = declaration { true } else { false } }
}
