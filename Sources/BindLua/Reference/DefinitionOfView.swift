import BindCore
import BindViews

/// The definition of a function of `bh.ui`: what the table of views says of its kind.
struct DefinitionOfView {
  let kind: ViewKind
  /// Parameters and options that are no properties; nil: the properties are all.
  var besides: StaticString?

  var definition: Definition {
    var definition = besides.map { Definition($0) } ?? Definition("(options?) -> view")
    definition.summary = kind.documentation + (definition.summary.isEmpty ? "" : " " + definition.summary)
    if let canonical = kind.canonical, besides == nil {
      definition.summary += " A plain argument is its \(canonical)."
    }
    if kind.hasChildren, besides == nil { definition.summary += " Views in the table are inside it." }
    let known = Set(definition.options.map(\.name))
    definition.options += options.filter { !known.contains($0.name) }
    definition.cells = states
    return definition
  }

  private var options: [Definition.Option] {
    kind.optionNames.map { name in
      if let action = kind.actions.first(where: { $0.name == name }) {
        return Definition.Option(
          name: name, type: "fn(...)", defaultText: nil, sentence: action.documentation.asSentence)
      }
      guard let property = kind.properties.first(where: { $0.name == name }) else {
        return Definition.Option(
          name: name, type: "string", defaultText: nil, sentence: "By which tests, input and a reload find it.")
      }
      return Definition.Option(
        name: name, type: property.type, defaultText: property.defaultText,
        sentence: property.documentation.asSentence)
    }
  }

  /// Cells that tell how it stands.
  private var states: [Definition.Option] {
    kind.properties.filter(\.isState).map { property in
      Definition.Option(
        name: property.name, type: String(property.type.prefix { $0 != "|" }), defaultText: nil,
        sentence: property.documentation.asSentence)
    }
  }
}

extension ViewKind.Property {
  fileprivate var type: String {
    switch declaration {
    case .words: "string|Ref"
    case .time: "time"
    case .question: "string|table|Ref"
    case .optional(let type), .required(let type, _): type == .any ? "any" : "\(type.word)|Ref"
    }
  }

  fileprivate var defaultText: String? {
    switch declaration {
    case .words: "\"\""
    case .optional, .question: nil
    case .time(let text): "\"\(text)\""
    case .required(_, let value):
      switch value {
      case .list: "{}"
      case .string(let text): "\"\(text.text)\""
      default: value.words
      }
    }
  }
}

extension FieldType {
  fileprivate var word: String {
    switch self {
    case .list: "list"
    case .map: "table"
    default: name
    }
  }
}

extension String {
  /// A sentence of its own out of one that stood behind a colon.
  fileprivate var asSentence: String {
    let text = hasPrefix("fn(") || first == "\"" ? self : prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}
