// The mistakes that cells find, worded once.

extension Failure {
  static func wrongType(_ mismatch: TypeMismatch, of cell: Cell) -> Failure {
    let inner = mismatch.path.description
    let place = inner.isEmpty ? cell.name : cell.name + (inner.hasPrefix("[") ? "" : ".") + inner
    return .diagnostic(
      Diagnostic(
        .bindType,
        "\(place): \(mismatch.expected.name) expected, got \(mismatch.found.named)"))
  }

  /// The function of a binding has made nil of a value, and the target does not take it.
  func becauseNothingWasReturned(to binding: Binding) -> Failure {
    guard case .diagnostic(var diagnostic) = self, diagnostic.id == .bindType else { return self }
    diagnostic.notes.append("the function of the binding returned nothing; return the value that it makes")
    let place = binding.place
    guard place.isKnown else { return .diagnostic(diagnostic) }
    let position = SourcePosition(script: binding.engine.causes.name(place.script), line: Int(place.line))
    return .diagnostic(diagnostic.located(at: position))
  }

  package static func readOnly(_ cell: Cell) -> Failure {
    if cell is SourceCell { return readOnlySource(cell) }
    return .diagnostic(
      Diagnostic(
        .bindReadOnly, "\(cell.name) is derived and cannot be written",
        notes: ["write what it is made from, or give the lens a 'from' function (:through{to=, from=})"]))
  }

  /// - Parameter owner: the function that was called, with a colon.
  static func readOnlySource(_ source: Cell, by owner: String = "") -> Failure {
    .diagnostic(
      Diagnostic(.bindReadOnly, "\(owner)\(source.name) is a source that can only be read", notes: ["give it set="]))
  }

  package static func writeInPureFunction(_ target: String) -> Failure { inPureFunction("\(target) was written") }

  static func madeInPureFunction(_ what: String) -> Failure { inPureFunction("\(what) was made") }

  /// - Parameter function: as scripts write it.
  package static func calledInPureFunction(_ function: String) -> Failure {
    inPureFunction("\(function) was called", mend: "call it outside, or from an observer, an effect or a handler")
  }

  static var transactionInPureFunction: Failure { inPureFunction("a transaction was begun") }

  private static func inPureFunction(
    _ what: String, mend: String = "write from an observer, an effect or a handler"
  ) -> Failure {
    .diagnostic(
      Diagnostic(
        .bindPure, "\(what) inside a derived function, transform, converter or validator",
        notes: ["these run whenever the engine needs them; \(mend)"]))
  }

  /// A function that waits, where that is not possible.
  package static func waitsInPlace(_ function: String) -> Failure {
    .diagnostic(
      Diagnostic(
        .bindYield, "\(function) waits, and that is not possible here",
        notes: [
          "derived functions, transforms, observers and transactions must not wait; start a task with bh.go"
        ]))
  }

  package static func writeOnlySource(_ source: Cell, by owner: String = "") -> Failure {
    .diagnostic(
      Diagnostic(
        .sourceWriteOnly, "\(owner)\(source.name) can only be written", notes: ["give it get=, or take another mode"]))
  }

  /// - Parameters:
  ///   - writer: who writes it and cannot end before that has.
  ///   - path: who waits for whom; empty where it is clear.
  package static func waitsForItself(_ source: Cell, writtenBy writer: String, path: [String]) -> Failure {
    .diagnostic(
      Diagnostic(
        .bindCycle, "\(source.name) is written by \(writer), which would wait for itself",
        notes: (path.isEmpty ? [] : ["path: " + path.joined(separator: " → ")]) + [
          "writes are sent one after the other: return the value that is to stand, or write in a task of its own (bh.go)"
        ]))
  }

  static func noSuchField(_ step: Path.Step, in cell: Cell, among names: [String]) -> Failure {
    switch step {
    case .field(let field):
      var diagnostic = Diagnostic.unknownName(
        .bindPath, owner: cell.name, noun: "field", name: field.text, known: names)
      if names.isEmpty { diagnostic.message = "\(cell.name) has no fields, so no '\(field.text)'" }
      return .diagnostic(diagnostic)
    case .index(let index):
      return .diagnostic(Diagnostic(.bindPath, "\(cell.name) is not a list, so it has no element [\(index)]"))
    }
  }

  package static func nilElement(of name: String) -> Failure {
    .diagnostic(
      Diagnostic(
        .bindValue, "\(name): a list holds no nil",
        notes: ["bh.null stands for nothing; :remove(i) takes an element out"]))
  }

  static func removedPlace(_ name: String) -> Failure {
    .diagnostic(
      Diagnostic(
        .bindDetached, "\(name) was removed, so there is no place to write to",
        notes: ["write to the list or record around it"]))
  }

  static func tooDeep(_ name: String) -> Failure {
    let shown = name.utf8.count > 80 ? "…" + name.suffix(60) : name
    return .diagnostic(
      Diagnostic(.bindValue, "\(shown): values are nested \(Value.nestingLimit) deep at most"))
  }

  static func tooLarge(_ name: String) -> Failure {
    .diagnostic(
      Diagnostic(
        .bindValue, "\(name): one value holds \(Value.containerLimit) lists and records at most",
        notes: ["what stands in several places counts in each"]))
  }

  package static func malformed(_ error: PathSyntaxError, text: String, in cell: Cell) -> Failure {
    .diagnostic(
      Diagnostic(
        .bindPath, "\(cell.name): the path '\(text)' is not well formed at character \(error.column): \(error.message)",
        notes: ["paths look like a.b, todos[2].done, hosts[\"a.b\"].load"]))
  }

  static func cycle(_ names: [String]) -> Failure {
    .diagnostic(
      Diagnostic(.bindCycle, "a derived value depends on itself", notes: ["path: " + names.joined(separator: " → ")]))
  }

  /// No stack for one more evaluation inside others that cannot be suspended.
  static func exhausted(_ name: String) -> Failure {
    .diagnostic(
      Diagnostic(
        .hostQuota, "\(name): too many computed values are evaluated inside each other",
        notes: [
          "read them with a plain `get`, outside functions that string.gsub, table.sort or bh.untracked call: then none nests"
        ]))
  }

  static func scopesTooDeep(_ what: String) -> Failure {
    .diagnostic(
      Diagnostic(
        .hostQuota, "\(what): scopes are nested \(Scope.depthLimit) deep at most",
        notes: [
          "what a callback makes belongs to the scope in which the callback was made: close it, or make it further out"
        ]))
  }

  package static func tooMany(_ things: String, _ limit: Int, _ what: String) -> Failure {
    .diagnostic(
      Diagnostic(
        .hostQuota, "\(what): there are \(limit) \(things) already, and that is the limit",
        notes: ["stop those that are no longer needed, or close the scope they belong to"]))
  }

  /// Whoever reads itself is looked at again with every change, and is in the same error each time.
  package var isCycle: Bool {
    switch self {
    case .diagnostic(let diagnostic): diagnostic.id == .bindCycle
    case .raised(let error): error.diagnostic?.id == .bindCycle
    case .stopped: false
    }
  }

  /// - Parameter reason: what whoever was asked has said besides.
  package static func declined(
    _ what: String, because reason: String? = nil, raised: ScriptError? = nil
  ) -> Failure {
    var diagnostic = Diagnostic(.sourceDeclined, "\(what) was declined" + (reason.map { ": \($0)" } ?? ""))
    diagnostic.reason = reason
    if let raised { diagnostic.raised = RaisedCause(raised.value) }
    return .diagnostic(diagnostic)
  }

  var isDeclined: Bool {
    if case .diagnostic(let diagnostic) = self { diagnostic.id == .sourceDeclined } else { false }
  }

  package static func disposed(_ what: String, scope: String) -> Failure {
    .diagnostic(.disposed(what, scope: scope))
  }

  /// Also by a cleanup of the scope, which belongs to its end.
  static func madeTooLate(_ what: String, in scope: Scope) -> Failure {
    let state = scope.isClosed ? "closed" : "closing"
    return .diagnostic(Diagnostic(.bindDisposed, "\(what) cannot be made in scope '\(scope.name)', which is \(state)"))
  }
}

extension Diagnostic {
  static func disposed(_ what: String, scope: String) -> Diagnostic {
    Diagnostic(.bindDisposed, "\(what) was used after its scope '\(scope)' was closed")
  }

  /// What mends two functions that do not undo each other.
  static let roundTripAdvice =
    "write to and from so that from(to(v)) is v for every value the source can hold, for instance by rounding in one place only"

  /// - Parameter raised: what the function did that was to take it, if it did so.
  package static func invalid(
    _ value: Value, of cell: Cell, because reason: String, raised: ScriptError? = nil
  ) -> Diagnostic {
    var diagnostic = Diagnostic(.bindInvalid, "\(cell.name): \(value) was refused: \(reason)", at: raised?.position)
    diagnostic.reason = reason
    diagnostic.raised = raised.map { RaisedCause($0.value) }
    return diagnostic
  }
}

extension Value {
  package var isScalar: Bool {
    switch self {
    case .boolean, .integer, .number, .string: true
    default: false
    }
  }
}

extension Failure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .diagnostic(let diagnostic), .stopped(let diagnostic): diagnostic.description
    case .raised(let error): error.message
    }
  }
}
