package import BindCore

/// A part of a screen: a kind, properties that are cells, and children.
///
/// Belongs to the scope it was made in. A property given as a cell follows it; the property that a person changes is linked
/// with a cell that can be written. Both live from construction, shown or not, and end with that scope.
/// Isolation: confined to its engine's thread.
package final class View: ScopeItem {
  /// How deeply views may be nested.
  package static let depthLimit = 200

  package let kind: ViewKind
  /// The one given, or `_` and a number.
  package let id: String
  package let hasOwnID: Bool
  package internal(set) var children: [View]
  package internal(set) weak var parent: View?
  package let scope: Scope
  package var scopeIndex = -1
  package private(set) var isStopped = false

  /// One for each property of the kind; nil until it is given or asked for. What is nil has its default value.
  private var cells: [LeafCell?]
  /// The properties that follow a cell.
  package private(set) var bindings: [Binding] = []
  private(set) var actions: [String: any ViewAction]
  /// Between the property that a person changes and the cell that was given for it.
  private(set) var inputBinding: Binding?
  /// What the input property was given as a plain value.
  private(set) var givenInput: Value?
  /// What comes from outside and is shown as it is.
  private(set) var boundValue: BoundValue?
  /// Makes what is inside, where functions do.
  package var structure: (any Structure)?
  /// What a person has changed and a script sends outside; nil before the first time.
  var commits: CommitLine?

  /// The stage it stands on, and its place there in tree order. Invariant: `stage.views[order] === self`.
  weak var stage: Stage?
  package internal(set) var order = 0
  package internal(set) var presence: Presence
  /// The view in whose place it stands, until presenters have looked.
  var predecessor: View?
  /// What stood inside the view whose place it takes, until its own content is made.
  var inheritedTree: View?
  /// The children that presenters saw last, of a view that has gone.
  var seenChildren: [View]?
  /// What had changed of a view that has gone, and presenters had not seen: a bit for each position.
  var unseenChanges: UInt64 = 0
  /// Presenters have looked since it was put on the stage.
  var isSeen = false
  private var watchers: [Callback] = []

  /// How an option was given.
  package enum Given {
    case value(Value)
    /// The property follows a cell.
    case cell(Cell)
    case action(any ViewAction)
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
    let ownID = try Self.id(kind, options)
    id = ownID ?? "_\(number)"
    hasOwnID = ownID != nil
    presence = Presence(number: number)
    try Self.check(children, of: kind)
    actions = try Self.actions(of: kind, options)
    cells = Array(repeating: nil, count: kind.properties.count)
    var followed: [(property: Int, source: Cell)] = []
    for option in options where option.name != "id" && actions[option.name] == nil {
      guard let position = kind.position(of: option.name), !kind.properties[position].isState else {
        throw .diagnostic(
          .unknownName(
            .uiUnknownOption, owner: "ui.\(kind.name)", noun: "option", name: option.name, known: kind.optionNames))
      }
      guard cells[position] == nil else {
        throw .diagnostic(Diagnostic(.bindArgument, "ui.\(kind.name): '\(option.name)' is given twice"))
      }
      let cell = makeCell(position)
      switch option.given {
      case .value(let value):
        try Self.initialize(cell, value)
        if option.name == kind.input { givenInput = value }
      case .cell(let source):
        try checkEnds(source, cell, position)
        followed.append((position, source))
      case .action:
        throw .diagnostic(
          Diagnostic(.bindArgument, "ui.\(kind.name): '\(option.name)' is no function, and one is given"))
      }
    }
    for child in children { child.parent = self }
    scope.add(self)
    for (position, source) in followed { follow(source, with: position) }
  }

  private static func initialize(_ cell: LeafCell, _ value: Value) throws(Failure) {
    switch try cell.accept(value) {
    case .accepted(let accepted): cell.commit(accepted, cause: .none)
    case .refused(let diagnostic): throw .diagnostic(diagnostic)
    }
  }

  // MARK: Following cells

  /// What a person changes goes back into a cell that can be written, unless a commit stands between.
  private func isLinked(_ position: Int, with source: Cell) -> Bool {
    kind.properties[position].name == kind.input && source.isWritable && actions["commit"] == nil
  }

  private func checkEnds(_ source: Cell, _ cell: LeafCell, _ position: Int) throws(Failure) {
    try Binding.check(source, into: cell)
    if isLinked(position, with: source) { try Binding.check(cell, into: source) }
  }

  private func follow(_ source: Cell, with position: Int) {
    let isInput = kind.properties[position].name == kind.input
    Binding.warnOfLifetime(of: source, into: cell(position), in: scope)
    boundValue = boundValue ?? BoundValue(of: kind, property: kind.properties[position].name, source: source)
    if isLinked(position, with: source) {
      let link = InputLink(source, cell(position), of: self)
      inputBinding = link
      bindings.append(link)
      return link.start()
    }
    let binding = Binding(from: source, to: cell(position), scope: scope)
    if isInput {
      inputBinding = binding
      if actions["commit"] != nil {
        binding.onStatus = { [unowned self] status, failure in stands(status, failure) }
      }
      if !source.isWritable, kind.isControl { cell(named: "read_only")?.commit(.boolean(true), cause: .none) }
    }
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
    if let cell = cell(named: name) { return cell }
    throw .diagnostic(
      .unknownName(.bindPath, owner: self.name, noun: "property", name: name, known: kind.properties.map(\.name)))
  }

  /// A property's committed value; nil when the kind has no such property.
  package func value(_ name: String) -> Value? { kind.position(of: name).map(value(at:)) }

  func value(at position: Int) -> Value {
    cells[position]?.stored ?? kind.properties[position].fieldDeclaration.defaultValue
  }

  /// A property as words; empty when there is none.
  package func words(_ name: String) -> String { value(name)?.words ?? "" }

  package func isTrue(_ name: String) -> Bool { value(name) == .boolean(true) }

  func cell(named name: String) -> LeafCell? { kind.position(of: name).map { cell($0) } }

  private func cell(_ position: Int) -> LeafCell {
    if let cell = cells[position] { return cell }
    let cell = makeCell(position)
    if stage != nil { watch(cell, position) }
    return cell
  }

  private func makeCell(_ position: Int) -> LeafCell {
    let property = kind.properties[position]
    let declaration = property.fieldDeclaration
    let cell = PropertyCell(
      declaration.defaultValue, declaration: declaration, name: "\(name).\(property.name)", engine: scope.engine)
    cell.isState = property.isState
    cell.owner = scope
    cells[position] = cell
    return cell
  }

  /// What it says of itself has changed.
  func tell(_ changes: [(name: String, value: Value)]) {
    guard !isStopped else { return }
    var told: [(cell: LeafCell, value: Value)] = []
    for (name, value) in changes {
      if let cell = cell(named: name) { told.append((cell, value)) }
    }
    scope.engine.announceStanding(told, kind: .view, during: self.name)
  }

  // MARK: On the stage

  func watch(_ cell: LeafCell, _ position: Int) {
    watchers.append(
      cell.observe(in: scope, initial: false) { [weak self] _, _, _ in
        guard let self, let stage else { return }
        stage.changed(self, position)
        if presence.draft != nil, kind.properties[position].name == kind.input { noteRemoteChange() }
      })
  }

  func watchAll() {
    for (position, cell) in cells.enumerated() { if let cell { watch(cell, position) } }
    if let boundValue { watchers += boundValue.watch(for: self) }
  }

  /// The properties that were written after an event, whether or not an observer has heard of it yet: a bit for each position.
  func changes(since event: CauseID) -> UInt64 {
    cells.enumerated().reduce(0) { bits, cell in
      guard let written = cell.element?.writtenBy, written != .none else { return bits }
      return Int32(bitPattern: written.index &- event.index) > 0 ? bits | 1 << UInt64(cell.offset) : bits
    }
  }

  func unwatchAll() {
    for watcher in watchers { watcher.stop() }
    watchers = []
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
    structure?.stop()
    commits?.viewEnded()
    inheritedTree?.dropCommits()
    scope.remove(self)
    stage?.ended(self)
    // What functions capture may lead to the view, which a script may go on holding.
    (bindings, actions, structure) = ([], [:], nil)
  }
}

/// A property of a view. What only tells how the view stands is written by the view alone.
private final class PropertyCell: LeafCell {
  var isState = false
  override var isWritable: Bool { !isState }

  override func write(_ value: Value) throws(Failure) -> WriteOutcome {
    if isState { throw Failure.readOnly(self) }
    return try super.write(value)
  }

  override func modify(_ change: @escaping (Value) throws(Failure) -> Value) throws(Failure) -> WriteOutcome {
    if isState { throw Failure.readOnly(self) }
    return try super.modify(change)
  }

  override func touch(at place: Cell) throws(Failure) {
    if isState { throw Failure.readOnly(place) }
    try super.touch(at: place)
  }
}
