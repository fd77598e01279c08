package import BindCore

/// A part of a screen: a kind, properties that are cells, and children.
///
/// Belongs to the scope it was made in. A property given as a cell is bound one-way to it; the binding lives from
/// construction, shown or not, and ends with that scope.
/// Isolation: confined to its engine's thread.
package final class View: ScopeItem {
  /// How deeply views may be nested.
  package static let depthLimit = 200

  package let kind: ViewKind
  /// The one given, or `_` and a number.
  package let id: String
  package let children: [View]
  package private(set) weak var parent: View?
  package let scope: Scope
  package var scopeIndex = -1
  package private(set) var isStopped = false
  /// Levels of views in it, itself counted.
  private let depth: Int

  /// One for each property of the kind; nil until it is given or asked for. What is nil has its default value.
  private var cells: [LeafCell?]
  /// The properties that follow a cell.
  package private(set) var bindings: [Binding] = []

  /// The stage it stands on, and its place there in tree order. Invariant: `stage.views[order] === self`.
  weak var stage: Stage?
  package internal(set) var order = 0

  /// How an option was given.
  package enum Given {
    case value(Value)
    /// The property follows a cell.
    case cell(Cell)
  }

  /// - Parameter number: makes the id unique where none is given.
  /// - Throws: `ui.unknown_option`; `bind.type`; `bind.argument` for a child that has another place; `bind.disposed`.
  ///   Nothing has been made or bound then.
  package init(
    _ kind: ViewKind, options: [(name: String, given: Given)], children: [View] = [], number: Int, scope: Scope
  ) throws(Failure) {
    self.kind = kind
    self.children = children
    self.scope = scope
    id = try Self.id(kind, options) ?? "_\(number)"
    depth = try Self.depth(of: kind, children)
    cells = Array(repeating: nil, count: kind.properties.count)
    var followed: [(property: Int, source: Cell)] = []
    for option in options where option.name != "id" {
      guard let position = kind.position(of: option.name) else {
        throw .diagnostic(
          .unknownName(
            .uiUnknownOption, owner: "ui.\(kind.name)", noun: "option", name: option.name, known: kind.optionNames))
      }
      guard cells[position] == nil else {
        throw .diagnostic(Diagnostic(.bindArgument, "ui.\(kind.name): '\(option.name)' is given twice"))
      }
      let cell = makeCell(position)
      switch option.given {
      case .value(let value): try Self.initialize(cell, value)
      case .cell(let source):
        try Binding.check(source, into: cell)
        followed.append((position, source))
      }
    }
    for child in children { child.parent = self }
    scope.add(self)
    for (position, source) in followed { follow(source, with: position) }
  }

  // MARK: Construction

  private static func id(_ kind: ViewKind, _ options: [(name: String, given: Given)]) throws(Failure) -> String? {
    guard let option = options.first(where: { $0.name == "id" }) else { return nil }
    guard case .value(.string(let text)) = option.given, !text.isEmpty else {
      let found = if case .value(let value) = option.given { "\(value)" } else { "a cell" }
      throw .diagnostic(
        Diagnostic(.bindType, "ui.\(kind.name): 'id' is a string that is not empty and does not change, got \(found)"))
    }
    return text.text
  }

  private static func depth(of kind: ViewKind, _ children: [View]) throws(Failure) -> Int {
    precondition(children.isEmpty || kind.hasChildren, "ui.\(kind.name) has no children")
    for (index, child) in children.enumerated() {
      try child.checkAlive()
      if let outer = child.parent, !outer.isStopped {
        throw .diagnostic(
          Diagnostic(
            .bindArgument, "ui.\(kind.name): \(child.name) is inside \(outer.name) already; a view has one place"))
      }
      if children[..<index].contains(where: { $0 === child }) {
        throw .diagnostic(
          Diagnostic(.bindArgument, "ui.\(kind.name): \(child.name) is given twice; a view has one place"))
      }
    }
    let depth = 1 + (children.map(\.depth).max() ?? 0)
    guard depth <= depthLimit else {
      throw .diagnostic(Diagnostic(.bindArgument, "ui.\(kind.name): views are nested more than \(depthLimit) deep"))
    }
    return depth
  }

  private static func initialize(_ cell: LeafCell, _ value: Value) throws(Failure) {
    switch try cell.accept(value) {
    case .accepted(let accepted): cell.commit(accepted, cause: .none)
    case .refused(let diagnostic): throw .diagnostic(diagnostic)
    }
  }

  private func follow(_ source: Cell, with position: Int) {
    let binding = Binding(from: source, to: cell(position), scope: scope)
    bindings.append(binding)
    binding.start()
  }

  // MARK: Properties

  /// As messages call it: `label#title`.
  package var name: String { "\(kind.name)#\(id)" }

  /// The cell of a property.
  /// - Throws: `bind.path` with the nearest names; `bind.disposed` once its scope is closed.
  package func property(_ name: String) throws(Failure) -> LeafCell {
    try checkAlive()
    if let position = kind.position(of: name) { return cell(position) }
    throw .diagnostic(
      .unknownName(.bindPath, owner: self.name, noun: "property", name: name, known: kind.properties.map(\.name)))
  }

  /// A property's committed value; nil when the kind has no such property.
  package func value(_ name: String) -> Value? {
    kind.position(of: name).map { cells[$0]?.stored ?? kind.properties[$0].fieldDeclaration.defaultValue }
  }

  /// A property as words; empty when there is none.
  package func words(_ name: String) -> String { value(name)?.words ?? "" }

  /// Those properties that are cells by now; the others have their default and nobody has looked.
  var liveProperties: [(position: Int, cell: LeafCell)] {
    cells.enumerated().compactMap { position, cell in cell.map { (position, $0) } }
  }

  private func cell(_ position: Int) -> LeafCell {
    if let cell = cells[position] { return cell }
    let cell = makeCell(position)
    stage?.watch(cell, position, of: self)
    return cell
  }

  private func makeCell(_ position: Int) -> LeafCell {
    let property = kind.properties[position]
    let declaration = property.fieldDeclaration
    let cell = LeafCell(
      declaration.defaultValue, declaration: declaration, name: "\(name).\(property.name)", engine: scope.engine)
    cell.owner = scope
    cells[position] = cell
    return cell
  }

  /// Whether it, and everything around it, is visible and alive.
  package var isVisible: Bool { allAround { !$0.isStopped && $0.value("visible") != .boolean(false) } }

  /// Whether it, and everything around it, is enabled.
  package var isEnabled: Bool { allAround { $0.value("enabled") != .boolean(false) } }

  private func allAround(_ test: (View) -> Bool) -> Bool {
    var view: View? = self
    while let present = view {
      if !test(present) { return false }
      view = present.parent
    }
    return true
  }

  // MARK: Lifetime

  func checkAlive() throws(Failure) {
    if isStopped { throw .disposed(name, scope: scope.name) }
  }

  /// Ends its bindings; it shows nothing any more.
  package func stop() {
    guard !isStopped else { return }
    isStopped = true
    for binding in bindings { binding.stop() }
    scope.remove(self)
    stage?.ended(self)
  }
}
