import BindCore

/// An engine with script cells, and what was reported in it.
final class CoreSubject {
  let engine = Engine()
  private(set) var reports: [Report] = []

  init() { engine.onReport = { [unowned self] in reports.append($0) } }

  func source(_ value: Value?, _ name: String = "source", _ declaration: FieldDeclaration? = nil) -> LeafCell {
    LeafCell(value, declaration: declaration ?? .any(.nil), name: name, engine: engine)
  }

  /// Declared inputs.
  func combined(
    _ inputs: [Cell], _ name: String = "combined", _ function: @escaping ([Value]) throws(Failure) -> Value
  ) -> FunctionCell {
    FunctionCell(inputs, name: name, engine: engine, function)
  }

  /// Inputs are what the function reads.
  func tracked(_ name: String = "tracked", _ function: @escaping () throws(Failure) -> Value) -> ReadingCell {
    ReadingCell(name, engine: engine, function)
  }

  /// The ids of what was reported.
  var ids: [DiagnosticID?] {
    reports.map { report in
      switch report.failure {
      case let diagnostic as Diagnostic: diagnostic.id
      case Failure.diagnostic(let diagnostic) as Failure: diagnostic.id
      default: nil
      }
    }
  }
}

/// A derived cell whose inputs are what its function reads, and how often it ran.
final class ReadingCell: DerivedCell {
  private let function: () throws(Failure) -> Value
  private(set) var evaluations = 0

  init(_ name: String, engine: Engine, _ function: @escaping () throws(Failure) -> Value) {
    self.function = function
    super.init(inputs: nil, name: name, engine: engine)
  }

  @available(*, unavailable) override init(inputs: [Cell]?, name: String, engine: Engine) {
    preconditionFailure("not inherited")
  }

  override func compute() -> Computation {
    evaluations += 1
    do { return .value(try function()) } catch { return .failed(error) }
  }
}

extension Cell {
  /// The value as an integer; -1 for everything else.
  func integer() throws(Failure) -> Int64 { try get()?.integer ?? -1 }
}

extension Value {
  var integer: Int64 { if case .integer(let integer) = self { integer } else { -1 } }
}

extension Failure {
  static var test: Failure { .raised(ScriptError(value: .string("no"), message: "no")) }

  var id: DiagnosticID? {
    if case .diagnostic(let diagnostic) = self { diagnostic.id } else { nil }
  }
}

/// The id of what the body throws.
func thrownID(_ body: () throws -> Void) -> DiagnosticID? {
  do {
    try body()
    return nil
  } catch {
    return (error as? Failure)?.id ?? (error as? Diagnostic)?.id
  }
}
