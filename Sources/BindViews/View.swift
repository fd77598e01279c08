package import BindCore

/// A part of a screen: a kind, properties that are cells, and children.
///
/// Belongs to the scope it was made in; its bindings live from construction, shown or not, and end with that scope.
/// Isolation: confined to its engine's thread.
package final class View: ScopeItem {
  package let kind: ViewKind
  package let id: String
  package let children: [View]
  package private(set) weak var parent: View?
  package let scope: Scope
  package var scopeIndex = -1
  private let cells: [(name: String, cell: LeafCell)]
  private var bindings: [Binding] = []
  package private(set) var isStopped = false

  /// How an option was given.
  package enum Given {
    case value(Value)
    /// The property follows a cell.
    case cell(Cell)
  }

  /// - Parameter number: makes the id unique where none is given, as in `label3`.
  /// - Throws: `ui.unknown_option`, `bind.type`.
  package init(
    _ kind: ViewKind, options: [(name: String, given: Given)], children: [View], number: Int, scope: Scope
  ) throws(Failure) {
    let names = kind.allProperties.map(\.name)
    for option in options where !names.contains(option.name) {
      throw .diagnostic(
        .unknownName(.uiUnknownOption, owner: "ui.\(kind.name)", noun: "option", name: option.name, known: names))
    }
    self.kind = kind
    self.children = children
    self.scope = scope
    var id = "\(kind.name)\(number)"
    if let option = options.first(where: { $0.name == "id" }) {
      guard case .value(.string(let text)) = option.given else {
        throw .diagnostic(Diagnostic(.bindType, "ui.\(kind.name): option 'id': a string expected"))
      }
      id = text.text
    }
    self.id = id
    cells = kind.allProperties.filter { $0.name != "id" }.map { property in
      let declaration = FieldDeclaration(type: property.type, defaultValue: property.defaultValue)
      let name = "\(kind.name)#\(id).\(property.name)"
      return (
        property.name, LeafCell(property.defaultValue, declaration: declaration, name: name, engine: scope.engine)
      )
    }
    for option in options where option.name != "id" { try set(option.name, option.given) }
    for child in children { child.parent = self }
    scope.add(self)
  }

  private func set(_ name: String, _ given: Given) throws(Failure) {
    let target = try property(name)
    let isText = kind.allProperties.first { $0.name == name }?.type == .string
    switch given {
    case .value(let value):
      let shown = isText ? value.shown : value
      if case .refused(let diagnostic) = try target.write(shown) { throw .diagnostic(diagnostic) }
    case .cell(let source):
      let binding = ClosureBinding(from: source, to: target, scope: scope) { value in isText ? value.shown : value }
      bindings.append(binding)
      binding.start()
    }
  }

  /// The cell of a property.
  /// - Throws: `bind.path` with the nearest names.
  package func property(_ name: String) throws(Failure) -> LeafCell {
    if let known = cells.first(where: { $0.name == name }) { return known.cell }
    throw .diagnostic(
      .unknownName(
        .bindPath, owner: "\(kind.name)#\(id)", noun: "property", name: name, known: cells.map(\.name)))
  }

  /// All properties, in the order of the kind's table.
  package var properties: [LeafCell] { cells.map(\.cell) }

  /// A property's present value.
  package func value(_ name: String) -> Value {
    cells.first { $0.name == name }?.cell.stored ?? .nil
  }

  /// Whether it and everything around it is visible.
  package var isVisible: Bool {
    var view: View? = self
    while let present = view {
      if present.value("visible") == .boolean(false) { return false }
      view = present.parent
    }
    return true
  }

  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    for binding in bindings { binding.stop() }
    scope.remove(self)
  }
}

extension Value {
  /// As text on a screen: strings as they are, nil as nothing, everything else as Lua's `tostring` says it.
  package var shown: Value {
    switch self {
    case .string: self
    case .nil, .null: .string("")
    case .number(let number): .string(Value.text(of: number))
    default: .string(description)
    }
  }
}
