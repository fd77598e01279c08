import BindCore
import Testing

@testable import BindLua

/// An interpreter with a small host: what scripts print is kept, modules come from a dictionary, waits are answered
/// by the test.
final class RuntimeHarness {
  private let host = RuntimeHost()
  let interpreter: Interpreter!

  var printed: [String] { host.printed }
  var modules: [String: String] {
    get { host.modules }
    set { host.modules = newValue }
  }
  var answers: [UInt64: Result<Value, Diagnostic>] {
    get { host.answers }
    set { host.answers = newValue }
  }

  init(memoryLimit: UInt64 = 0, timeLimit: UInt32 = 0) throws {
    guard let made = Interpreter(host: host, memoryLimit: memoryLimit) else { throw HarnessError.noMemory }
    interpreter = made
    if timeLimit > 0 { interpreter.setTimeLimit(milliseconds: timeLimit) }
  }

  /// Host functions hold the interpreter; closing lets go of them.
  deinit { _ = interpreter?.close() }

  /// Runs a chunk as a task that ends at once.
  @discardableResult
  func run(_ source: String, name: String = "@test.lua", results: Int = 1) throws(LuaFailure) -> [Value] {
    let chunk = try interpreter.load(ByteString(source), name: name)
    guard case .finished(let values) = try interpreter.startTask(chunk, results: results) else {
      Issue.record("the chunk waits")
      return []
    }
    return values
  }

  /// The failure of a chunk that must fail.
  func failure(of source: String, name: String = "@test.lua") throws -> LuaFailure {
    do {
      let values = try run(source, name: name)
      Issue.record("it did not fail but gave \(values)")
    } catch {
      return error
    }
    throw HarnessError.noFailure
  }

  enum HarnessError: Error { case noFailure, noMemory }
}

/// What the scripts of a harness see of the outside.
final class RuntimeHost: InterpreterHost {
  let now = 0.0
  private(set) var printed: [String] = []
  var modules: [String: String] = [:]
  /// The answers of waits that are over, by number.
  var answers: [UInt64: Result<Value, Diagnostic>] = [:]

  func print(_ bytes: UnsafeRawBufferPointer) { printed.append(String(decoding: bytes.dropLast(), as: UTF8.self)) }

  func module(named name: ByteString) throws -> (source: ByteString, chunkName: String) {
    guard let source = modules[name.text] else {
      throw Diagnostic(.scriptRequire, "there is no module '\(name.text)'")
    }
    return (ByteString(source), "@\(name.text).lua")
  }

  func resumed(_ wait: UInt64, _ call: inout HostCall) throws {
    switch answers[wait] {
    case .success(let value): try call.returns(value)
    case .failure(let diagnostic): throw diagnostic
    case nil: call.wait(for: wait)
    }
  }
}

/// A cell that holds any value and can be told to fail.
final class TestCell: HostObject, @unchecked Sendable {
  var value: Value
  var error: (any Error)?
  /// Never evaluated: a read that can be suspended is.
  var isMissing = false
  var reads = 0
  let onDeinit: () -> Void
  var fields: [ByteString: TestCell] = [:]

  init(_ value: Value, kind: ObjectKind, onDeinit: @escaping () -> Void = {}) {
    self.value = value
    self.onDeinit = onDeinit
    super.init(kind: kind)
  }

  deinit { onDeinit() }

  override func read(_ reading: ReadMode, into result: inout HostResult) throws -> ReadOutcome {
    reads += 1
    if let error { throw error }
    if isMissing {
      guard reading.contains(.suspendable) else { throw Diagnostic(.bindCycle, "it cannot be suspended here") }
      return .needsEvaluation
    }
    try result.set(value)
    return .value
  }

  override func write(_ value: HostArgument, into result: inout WriteResult) throws {
    if let error { throw error }
    if value.integer == -1 {
      try result.refuse(Diagnostic(.bindInvalid, "-1 is refused"))
    } else {
      self.value = value.value
    }
  }

  override func resolve(path: ByteString) throws -> HostObject {
    reads += 1
    guard let field = fields[path] else { throw Diagnostic(.bindPath, "no field '\(path.text)'") }
    return field
  }
}
