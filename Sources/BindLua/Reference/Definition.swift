/// What is said of a function or method, once: help, stubs and completion print it, and options are checked against it.
///
/// It is written beside the function's body as text, and read when somebody asks:
///
/// ```
/// (list: Ref, options) -> handle
/// Changes of a list as operations on its elements.
/// - key: string|fn(value) = the element itself. What tells elements apart.
/// + shared without name
/// > bh.each(items, { key = "id" })
/// ```
/// First the signature (`name?` may be left out; `options` without a type is the table of the options below), then what it
/// does, an option on each line with `-`, groups of options with `+`, an example with `>`.
package struct Definition: Sendable {
  package struct Parameter: Sendable {
    package let name: String
    package let type: String
    package let isOptional: Bool
  }

  package struct Option: Sendable {
    package let name: String
    package let type: String
    /// In words or as Lua writes it; nil: none.
    package let defaultText: String?
    package let sentence: String
  }

  package var parameters: [Parameter] = []
  /// Types of the results, in order; none if it returns nothing.
  package var results: [String] = []
  package var summary = ""
  package var options: [Option] = []
  /// What the result tells of itself, reached by name.
  package var cells: [Option] = []
  /// Others than the options listed are allowed.
  package var allowsOthers = false
  package var example: [String] = []

  /// `(list, options)`, as a call is written.
  package var call: String {
    "(" + parameters.map { $0.isOptional ? "\($0.name)?" : $0.name }.joined(separator: ", ") + ")"
  }

  package var firstSentence: String {
    guard let end = summary.firstRange(of: ". ") else { return summary }
    return String(summary[..<end.lowerBound]) + "."
  }
}

/// Where a definition comes from; nothing is read before it is asked for.
enum DefinitionSource {
  case text(StaticString)
  /// The table of views.
  indirect case view(DefinitionOfView)
  /// A metamethod: it has no page.
  case none

  func read() -> Definition {
    switch self {
    case .text(let text): Definition(text)
    case .view(let view): view.definition
    case .none: Definition()
    }
  }
}
