public import BindCore
import BindViews

/// An engine with a stage and a plain presenter that writes into a list, for tests.
final class ViewHouse {
  let engine = Engine()
  let stage: Stage
  let scope: Scope
  private(set) var reports: [Report] = []
  private var lines: [String] = []
  private var presenter: PlainPresenter?

  init() {
    stage = Stage(engine: engine)
    scope = Scope(name: "test", in: engine.root, engine: engine)
    engine.onReport = { [unowned self] in reports.append($0) }
    presenter = PlainPresenter(stage) { [unowned self] in lines.append($0) }
  }

  /// A cell of any type.
  func cell(_ value: Value?, name: String = "source") -> LeafCell {
    LeafCell(value, declaration: .any(.nil), name: name, engine: engine)
  }

  func cell(_ type: FieldType, _ value: Value, name: String = "source") -> LeafCell {
    LeafCell(value, declaration: FieldDeclaration(type: type, defaultValue: value), name: name, engine: engine)
  }

  func view(
    _ role: ViewKind.Role, _ options: [(name: String, given: View.Given)] = [], in scope: Scope? = nil,
    _ children: [View] = []
  ) throws -> View {
    try View(
      .of(role), options: options, children: children, number: stage.nextNumber(), scope: scope ?? self.scope)
  }

  func label(_ text: Value, id: String? = nil, visible: Cell? = nil, in scope: Scope? = nil) throws -> View {
    try label(.value(text), id: id, visible: visible, in: scope)
  }

  func label(_ text: View.Given, id: String? = nil, visible: Cell? = nil, in scope: Scope? = nil) throws -> View {
    var options: [(name: String, given: View.Given)] = [("text", text)]
    if let id { options.append(("id", .value(.string(id)))) }
    if let visible { options.append(("visible", .cell(visible))) }
    return try view(.label, options, in: scope)
  }

  func panel(_ title: View.Given, _ children: [View]) throws -> View {
    try view(.panel, [("title", title)], children)
  }

  /// The end of a turn: what the presenter writes.
  func draw() -> [String] {
    presenter?.draw()
    defer { lines = [] }
    return lines
  }

  func drawAll() -> [String] {
    presenter?.drawAll()
    defer { lines = [] }
    return lines
  }
}

/// The diagnostic that the body raises; nil when it raises none.
func diagnostic(_ body: () throws -> Void) -> Diagnostic? {
  do { try body() } catch {
    if case .diagnostic(let diagnostic)? = error as? Failure { return diagnostic }
  }
  return nil
}

func record(_ fields: (ByteString, Value)...) -> Value { .record(Record(fields.map { ($0.0, $0.1) })) }

extension Value: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self = .string(text) }
}
