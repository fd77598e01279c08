package import BindCore

/// One kind of view: its name, its properties, and whether it has children. The one table of kinds feeds validation,
/// messages and documentation.
package struct ViewKind: Sendable {
  package struct Property: Sendable {
    package let name: String
    package let type: FieldType
    package let defaultValue: Value
    package let documentation: String
  }

  package let name: String
  /// Its own properties, before the common ones.
  package let properties: [Property]
  /// The property that a plain argument sets: `ui.label "Hello"`.
  package let canonical: String?
  package let hasChildren: Bool

  /// Options that every kind has.
  static let common: [Property] = [
    Property(
      name: "id", type: .string, defaultValue: .string(""), documentation: "the name by which tests and tools find it"),
    Property(
      name: "visible", type: .boolean, defaultValue: .boolean(true),
      documentation: "a hidden view, and all inside it, is not shown"),
  ]

  package var allProperties: [Property] { properties + Self.common }

  package static let all: [ViewKind] = [
    ViewKind(
      name: "label",
      properties: [
        Property(
          name: "text", type: .string, defaultValue: .string(""),
          documentation: "what it says; numbers and booleans are shown as Lua prints them")
      ], canonical: "text", hasChildren: false),
    ViewKind(
      name: "table",
      properties: [
        Property(
          name: "columns", type: .list(of: .string), defaultValue: .list([]),
          documentation: "the fields to show, in order; none shows all"),
        Property(name: "rows", type: .list(of: .any), defaultValue: .list([]), documentation: "a list of records"),
      ], canonical: nil, hasChildren: false),
    ViewKind(name: "column", properties: [], canonical: nil, hasChildren: true),
    ViewKind(name: "row", properties: [], canonical: nil, hasChildren: true),
    ViewKind(
      name: "panel",
      properties: [
        Property(
          name: "title", type: .string, defaultValue: .string(""), documentation: "stands before what is inside")
      ], canonical: nil, hasChildren: true),
  ]
}
