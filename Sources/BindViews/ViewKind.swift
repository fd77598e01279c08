package import BindCore

/// One kind of view: its name, its properties, what a script can let it do, and whether it has children.
///
/// `ViewKind+Table.swift` is the one table of kinds: it validates options, makes the functions of `bh.ui`, and is what help
/// and stubs are printed from. A new kind is a case of `Role`; the compiler then asks for its definition and for what each
/// presenter makes of it.
package struct ViewKind: Sendable {
  /// Which kind it is, for the exhaustive `switch` of a presenter. The raw value is the name in `bh.ui`.
  package enum Role: String, CaseIterable, Sendable {
    case label, textField = "text_field", textArea = "text_area", toggle, slider, stepper, select, button, progress
    case image, sparkline, chart, list, table, log
    case column, row, grid, panel, tabs, scroll, divider, spacer
    case async, when, each, dialog
  }

  package struct Property: Sendable {
    package let name: String
    package let declaration: Declaration
    package let documentation: String
    /// It tells how the view stands, and cannot be given.
    package var isState = false
  }

  /// A property's type, and what it holds until something is given.
  package enum Declaration: Sendable {
    /// Words for a person: numbers and booleans are taken too, as Lua's `tostring` says them; nil is no words.
    case words
    /// May be left out: it is nil then.
    case optional(FieldType)
    case required(FieldType, default: Value)
    /// A time as scripts write it.
    case time(default: String)
    /// A question, or one for `on` and one for `off`; nil asks nothing.
    case question
  }

  /// A function that a script gives, such as `on_press`.
  package struct Action: Sendable {
    package let name: String
    package let documentation: String
  }

  /// Where what is inside comes from.
  package enum Content: Sendable {
    case none
    /// Given when it is made.
    case given
    /// Made by functions, and made anew.
    case made
  }

  package let role: Role
  package let documentation: String
  /// The kind's own properties, the common ones, then those that only tell; the order of messages and of changes.
  package let properties: [Property]
  package let actions: [Action]
  /// The property that a plain argument sets: `ui.label "Hello"`.
  package let canonical: String?
  /// The property that a person changes; nil for what is no control.
  package let input: String?
  package let content: Content
  private let positions: [String: Int]
  private let ownCount: Int

  init(
    _ role: Role, _ documentation: String, properties own: [Property] = [], actions: [Action] = [],
    canonical: String? = nil, input: String? = nil, content: Content = .none, states: [Property] = []
  ) {
    self.role = role
    self.documentation = documentation
    self.canonical = canonical
    self.input = input
    self.content = content
    self.actions = actions
    let states = states + (input != nil ? Self.controlStates : [])
    properties = own + Self.commonProperties + states
    ownCount = own.count
    positions = Dictionary(uniqueKeysWithValues: properties.enumerated().map { ($1.name, $0) })
  }

  /// The name in `bh.ui`.
  package var name: String { role.rawValue }

  package var hasChildren: Bool { if case .none = content { false } else { true } }
  /// A person can go to it.
  package var isControl: Bool { role == .button || (input != nil && role != .dialog) }

  /// Every option there is, as messages list them.
  package var optionNames: [String] {
    properties.prefix(ownCount).map(\.name) + actions.map(\.name) + ["id"] + Self.commonProperties.map(\.name)
  }

  package func position(of property: String) -> Int? { positions[property] }
}

extension ViewKind {
  package static let all: [ViewKind] = Role.allCases.map(definition)

  package static func of(_ role: Role) -> ViewKind { all.first { $0.role == role } ?? definition(role) }
}
