package import BindCore

/// One kind of view: its name, its properties, and whether it has children.
///
/// The one table of kinds: it validates options, makes the functions of `bh.ui`, and is what help and stubs are
/// printed from. A new kind is a case of `Role`; the compiler then asks for its definition and for what each presenter
/// makes of it.
package struct ViewKind: Sendable {
  /// Which kind it is, for the exhaustive `switch` of a presenter. The raw value is the name in `bh.ui`.
  package enum Role: String, CaseIterable, Sendable {
    case label, sparkline, table
    case column, row, panel, divider, spacer
  }

  package struct Property: Sendable {
    package let name: String
    package let declaration: Declaration
    package let documentation: String
  }

  /// A property's type, and what it holds until something is given.
  package enum Declaration: Sendable {
    /// Words for a person: numbers and booleans are taken too, as Lua's `tostring` says them; nil is no words.
    case words
    /// May be left out: it is nil then.
    case optional(FieldType)
    case required(FieldType, default: Value)
  }

  package let role: Role
  package let documentation: String
  /// The kind's own properties, then the common ones; the order of messages and of `View.properties`.
  package let properties: [Property]
  /// The property that a plain argument sets: `ui.label "Hello"`.
  package let canonical: String?
  package let hasChildren: Bool
  private let positions: [String: Int]

  private init(
    _ role: Role, _ documentation: String, properties own: [Property] = [], canonical: String? = nil,
    hasChildren: Bool = false
  ) {
    self.role = role
    self.documentation = documentation
    self.canonical = canonical
    self.hasChildren = hasChildren
    properties = own + Self.commonProperties
    positions = Dictionary(uniqueKeysWithValues: properties.enumerated().map { ($1.name, $0) })
  }

  /// The name in `bh.ui`.
  package var name: String { role.rawValue }

  /// Every option there is, as messages list them.
  package var optionNames: [String] {
    properties.prefix(ownCount).map(\.name) + ["id"] + Self.commonProperties.map(\.name)
  }

  package func position(of property: String) -> Int? { positions[property] }

  private var ownCount: Int { properties.count - Self.commonProperties.count }
}

// MARK: - The table

extension ViewKind {
  package static let all: [ViewKind] = Role.allCases.map(definition)

  package static func of(_ role: Role) -> ViewKind { all.first { $0.role == role } ?? definition(role) }

  /// What every view has besides its `id`, which is no property because it cannot change.
  static let commonProperties: [Property] = [
    Property(
      name: "visible", declaration: .required(.boolean, default: .boolean(true)),
      documentation: "false: it, and all inside it, is not shown"),
    Property(
      name: "enabled", declaration: .required(.boolean, default: .boolean(true)),
      documentation: "false: no control in it can be used"),
    Property(
      name: "style", declaration: .optional(.string),
      documentation: "a word for how it looks, such as \"alarm\"; plain output is the same in every style"),
    Property(
      name: "width", declaration: .optional(.integer), documentation: "in character cells, where there is a layout"),
    Property(
      name: "height", declaration: .optional(.integer), documentation: "in lines, where there is a layout"),
    Property(name: "help", declaration: .words, documentation: "a sentence for whoever asks what it is for"),
    Property(
      name: "key", declaration: .optional(.string), documentation: "the key that goes to it, where there are keys"),
    Property(
      name: "a11y", declaration: .words, documentation: "its name where it is read out; plain output puts it in front"),
  ]

  private static func definition(_ role: Role) -> ViewKind {
    switch role {
    case .label:
      ViewKind(
        .label, "A line of text.",
        properties: [Property(name: "text", declaration: .words, documentation: "what it says")], canonical: "text")
    case .sparkline:
      ViewKind(
        .sparkline, "The course of a number, as a small picture or in words.",
        properties: [
          Property(
            name: "values", declaration: .required(.list(of: .number), default: .list([])),
            documentation: "the numbers, the newest last")
        ], canonical: "values")
    case .table:
      ViewKind(
        .table, "Rows of fields.",
        properties: [
          Property(
            name: "columns", declaration: .required(.list(of: .string), default: .list([])),
            documentation: "the fields to show, in order; none shows all by name"),
          Property(
            name: "rows", declaration: .required(.list(of: .any), default: .list([])),
            documentation: "records, or lists in the order of the columns"),
        ])
    case .column: ViewKind(.column, "Views below one another.", hasChildren: true)
    case .row: ViewKind(.row, "Views beside one another.", hasChildren: true)
    case .panel:
      ViewKind(
        .panel, "Views below one another that have a title in common.",
        properties: [
          Property(name: "title", declaration: .words, documentation: "stands before what is inside"),
          Property(
            name: "color", declaration: .optional(.string),
            documentation: "of its frame, such as \"#888888\", where there are colours"),
        ], hasChildren: true)
    case .divider: ViewKind(.divider, "A line between its neighbours, where there is a layout.")
    case .spacer: ViewKind(.spacer, "Room between its neighbours, where there is a layout.")
    }
  }
}
