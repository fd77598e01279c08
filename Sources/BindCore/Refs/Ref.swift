/// One value of the reactive graph with its Swift type: a source, a field of a model, an element of a list, or what follows from
/// others. It is what scripts call a Ref, under the same rules.
///
/// ```swift
/// let price = Ref(4), count = Ref(3)
/// let total = Ref.computed { try price.get() * count.get() }
/// try total.observe { print($0) }        // 12
/// try price.set(5)                       // 15
/// ```
/// A copy is the same value of the graph. Holding it keeps the value; observers and bindings are kept by the scope in which they
/// were made, and go on without it.
///
/// Isolation: belongs to the thread of its engine and does not outlive that thread.
public struct Ref<Content: ScriptConvertible> {
  /// The same without its type, as functions take it that look at several.
  public let cell: Cell

  /// A value of the graph, taken as one of this type: a read of anything else throws `bind.type`.
  public init(_ cell: Cell) { self.cell = cell }

  /// A source with a value.
  /// - Parameters:
  ///   - name: what messages call it; nil: by the line that made it.
  ///   - equals: when a write counts as no change.
  public init(
    _ value: Content, name: String? = nil, equals: Equality = .value, engine: Engine = .current,
    file: StaticString = #fileID, line: UInt32 = #line
  ) {
    self.init(stored: value.scriptValue, name, equals, engine, file, line)
  }

  /// A source that has no value yet: it delivers nothing until the first write.
  public init(
    name: String? = nil, equals: Equality = .value, engine: Engine = .current, file: StaticString = #fileID,
    line: UInt32 = #line
  ) {
    self.init(stored: nil, name, equals, engine, file, line)
  }

  private init(
    stored: Value?, _ name: String?, _ equals: Equality, _ engine: Engine, _ file: StaticString, _ line: UInt32
  ) {
    engine.checkThread()
    let declaration = FieldDeclaration(
      type: Content.fieldType, defaultValue: stored ?? .nil,
      isOptional: Content.isOptional || Content.fieldType == .any, equality: equals
    ).checked(as: Content.self)
    let leaf = LeafCell(stored, declaration: declaration, name: name ?? "ref(\(file):\(line))", engine: engine)
    leaf.writtenAt = engine.placing(file, line) { engine.takePlace() }
    cell = leaf
  }

  /// A source with rules: a value that they refuse leaves it as it is, and `set` throws `bind.invalid`.
  /// - Throws: `bind.type` or `bind.invalid` when the rules refuse their own default.
  public init(
    declared declaration: FieldDeclaration, name: String? = nil, engine: Engine = .current
  ) throws(Failure) {
    engine.checkThread()
    cell = try LeafCell.declared(declaration, name: name ?? "ref", engine: engine)
  }

  /// What nobody writes by hand.
  init(readOnly cell: Cell) {
    self.init(FunctionCell([cell], name: cell.name, engine: cell.engine) { values in values[0] })
  }

  var engine: Engine { cell.engine }

  // MARK: Reading

  /// The value: in a transaction or callback that has written it, the pending one. Inside computed values and effects it becomes
  /// an input.
  /// - Throws: why it could not be computed; `bind.nil_hop` where there is no value, `bind.type` where it is of another type.
  public func get() throws(Failure) -> Content { try content(of: try checked().get()) }

  /// The value without becoming an input.
  public func peek() throws(Failure) -> Content { try content(of: try checked().peek()) }

  /// The value, or nil where there is none or it could not be computed. Tracked as `get()` is.
  public var value: Content? { try? get() }

  /// Whether there is a value; nil is one, too. Tracked as `get()` is.
  public var hasValue: Bool {
    if engine.isTracking { _ = try? cell.read() }
    return cell.hasValue
  }

  private func checked() -> Cell {
    assert(engine.isOnItsThread, "bindhost: read from a thread that does not own it")
    return cell
  }

  private func content(of value: Value?) throws(Failure) -> Content {
    guard let value else { throw .noValue(of: cell) }
    return try cell.content(value)
  }

  // MARK: What it is

  /// The full name, such as `user.colors.primary`.
  public var name: String { cell.name }
  /// The path below its model, or in what is derived; empty for what stands alone, and for an element whose key has never been
  /// there.
  public var path: Path { cell.toldPath ?? Path() }
  public var isWritable: Bool { cell.isWritable }
  /// The element or optional that it stands for has gone. Tracked as `get()` is.
  public var isDetached: Bool {
    // That a place has gone is told to those who look at what is around it.
    if engine.isTracking { _ = try? (cell.settledLeaf ?? cell).read() }
    return cell.isDetached
  }

  /// Why it has its present value, in words: the last write, and what led to it.
  public var why: String { cell.why.text(in: engine) }

  /// The same value, taken as one of another type.
  public func cast<Other: ScriptConvertible>(to type: Other.Type = Other.self) -> Ref<Other> { Ref<Other>(cell) }
}

extension Ref: Equatable, Hashable {
  /// The same value of the graph.
  public static func == (left: Ref, right: Ref) -> Bool { left.cell === right.cell }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(cell)) }
}

extension Ref: CustomStringConvertible {
  public var description: String { "Ref(\(cell.name))" }
}

extension Cell {
  /// The value as one of a Swift type.
  func content<Content: ScriptConvertible>(_ value: Value) throws(Failure) -> Content {
    if let content = Content(script: value) { return content }
    // An integral float is an integer, where one is asked for.
    if case .success(let converted) = Content.fieldType.convert(value), let content = Content(script: converted) {
      return content
    }
    if value.isNil { throw .noValue(of: self) }
    throw .diagnostic(
      Diagnostic(.bindType, "\(name): \(Content.fieldType.name) expected (\(Content.self)), got \(value.named)"))
  }
}

extension Failure {
  /// Nothing is there to be read.
  static func noValue(of cell: Cell) -> Failure {
    .diagnostic(
      Diagnostic(
        .bindNilHop, "\(cell.name) has no value", notes: ["ask hasValue first, or give it one with default(_:)"]))
  }

  /// What was to be read has no value, which is no mistake of whoever computes from it.
  var isAbsence: Bool { if case .diagnostic(let diagnostic) = self { diagnostic.id == .bindNilHop } else { false } }
}
