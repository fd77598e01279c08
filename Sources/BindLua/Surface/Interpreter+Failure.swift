import BindCore
import CBindValue
internal import CLua

extension Failure {
  /// A call into Lua that failed, in the words of the core.
  init(_ failure: LuaFailure) {
    switch failure.reason {
    case .timeLimit, .interrupted:
      var diagnostic = failure.diagnostic
      diagnostic.id = failure.reason == .timeLimit ? .hostQuota : .hostInterrupted
      diagnostic.kind = diagnostic.id.defaultKind
      self = .stopped(diagnostic)
    case .outOfMemory where failure.id == .hostQuota: self = .stopped(failure.diagnostic)
    case .raised, .outOfMemory:
      if failure.value == nil, failure.reason == .outOfMemory || failure.id != nil {
        self = .diagnostic(failure.diagnostic)
        return
      }
      self = .raised(
        ScriptError(
          value: failure.value.map { .opaque($0) } ?? .nil,
          message: failure.value == nil && failure.message == "nil"
            ? "nil was raised, without a message" : failure.message,
          position: failure.position,
          traceback: failure.traceback,
          diagnostic: failure.id == nil ? nil : failure.diagnostic))
    }
  }
}

extension Interpreter {
  /// Of what has ended. A handle of it that is around still would keep them, and so would a function of its own that
  /// mentions the handle, for ever.
  func letGo(of functions: LuaReference?...) {
    for case let function? in functions { vacate(function) }
  }

  /// The same when the scope has ended, or when the transaction is dropped in which it was said.
  func letGo(of functions: LuaReference?..., with scope: Scope) {
    let given = functions.compactMap { $0 }
    let letGo = { [unowned self] in for function in given { vacate(function) } }
    scope.onClose(letGo)
    scope.engine.registered(Registration(letGo))
  }

  /// Keeps the object's userdata until then.
  func anchor(_ object: HostObject, with scope: Scope) throws(LuaFailure) {
    try anchor(object)
    var isAnchored = true
    let letGo = { [unowned self, unowned object] in
      if isAnchored { unanchor(object) }
      isAnchored = false
    }
    scope.onClose(letGo)
    scope.engine.registered(Registration(letGo))
  }

  /// How many parameters the function declares; 255 for a variadic one.
  func parameterCount(_ function: LuaReference) -> UInt8 { UInt8(clamping: bh_parameter_count(lua, function.number)) }

  /// Makes the userdata of the object, and keeps it while that is given what it is to hold.
  func withUserdata(of object: HostObject, _ body: () throws(Failure) -> Void) throws(Failure) {
    do { try anchor(object) } catch { throw Failure(error) }
    defer { unanchor(object) }
    try body()
  }

  /// The userdata of the object holds the function, or a list of objects: what may mention the object.
  func hold(_ held: LuaReference, in object: HostObject, at index: Int = 1) throws(Failure) {
    try withUserdata(of: object) { _ = setUserValue(index, of: object, to: held) }
  }

  /// What the userdata, which must exist, holds there; nil for nothing.
  func function(_ index: Int, of object: HostObject) throws(Failure) -> LuaReference? {
    do { return try userValue(index, of: object) } catch { throw Failure(error) }
  }

  /// Calls a function that must not wait.
  func run(_ function: LuaReference, _ arguments: [Value] = [], results: Int = 0) throws(Failure) -> [Value] {
    do { return try call(function, arguments, results: results) } catch { throw Failure(error) }
  }

  /// Calls a pure function: one result.
  func compute(_ function: LuaReference, _ arguments: [Value] = []) throws(Failure) -> Value {
    try run(function, arguments, results: 1)[0]
  }

  /// Runs a derived cell's function.
  func computation(of function: Int32) -> Computation {
    if let value = value(ofFunction: function) { .value(value) } else { .failed(lastFailure) }
  }

  /// Delivers to an observer. Scalars cross without an allocation on either side.
  /// - Parameter count: how many of the two the function has parameters for.
  /// - Returns: what went wrong.
  func failureOfDelivery(_ function: LuaReference, _ new: Value, _ old: Value, count: UInt8) -> Failure? {
    var raw = (bh_value(), bh_value())
    guard new.putScalar(into: &raw.0), count < 2 || old.putScalar(into: &raw.1) else {
      return failureOfCall(function, [new, old])
    }
    let succeeded = withUnsafePointer(to: &raw) {
      $0.withMemoryRebound(to: bh_value.self, capacity: 2) { invoke(function, $0, count: Int32(count)) }
    }
    return succeeded ? nil : lastFailure
  }

  @inline(never)
  private var lastFailure: Failure { Failure(failure()) }

  @inline(never)
  private func failureOfCall(_ function: LuaReference, _ arguments: [Value]) -> Failure? {
    do { _ = try run(function, arguments) } catch { return error }
    return nil
  }
}
