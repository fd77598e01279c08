package import BindCore

// What a property takes: a value given for it, or a cell to follow.

extension ViewKind.Property {
  var fieldDeclaration: FieldDeclaration {
    switch declaration {
    case .words: FieldDeclaration(type: .string, defaultValue: .string(""), documentation: documentation)
    case .optional(let type):
      FieldDeclaration(type: type, defaultValue: .nil, isOptional: true, documentation: documentation)
    case .required(let type, let value):
      FieldDeclaration(type: type, defaultValue: value, documentation: documentation)
    }
  }

  package var isWords: Bool { if case .words = declaration { true } else { false } }

  /// The value in the property's own type where it is for people; everything else stands as it is, for the type check.
  package func adapted(_ value: Value) -> Value { isWords ? value.asWords : value }

  /// Whether what a cell of that type holds can ever be shown here. `any` is looked at when it arrives.
  func canFollow(_ type: FieldType) -> Bool {
    switch declaration {
    case .words:
      switch type {
      case .list, .map, .record: false
      case .integer, .number, .string, .boolean, .any: true
      }
    case .optional(let own), .required(let own, _): own.canHold(type)
    }
  }
}

extension FieldType {
  fileprivate func canHold(_ other: FieldType) -> Bool {
    switch (self, other) {
    case (.any, _), (_, .any), (.integer, .number), (.number, .integer), (.map, .record), (.record, .map): true
    case (.list(let own), .list(let others)), (.map(let own), .map(let others)): own.canHold(others)
    default: self == other
    }
  }
}

extension Value {
  /// A scalar as Lua's `tostring` says it, nil as nothing. Lists, records and references stand as they are: they are no
  /// words.
  package var asWords: Value {
    switch self {
    case .nil, .null: .string("")
    case .boolean, .integer, .number: .string(words)
    case .string, .list, .record, .opaque: self
    }
  }

  /// Any value as a person reads it inside a line.
  package var words: String {
    switch self {
    case .nil, .null: ""
    case .string(let text): text.text
    case .number(let number): Value.text(of: number)
    case .boolean, .integer, .list, .record, .opaque: description
    }
  }
}
