package import BindCore
package import CBindValue
internal import CLua

// MARK: - Registration

extension Interpreter {
  /// Puts a function into a module ("_G", "bindhost", "bindhost.ui", …; made when it is new).
  ///
  /// - Parameters:
  ///   - mixedTables: a table argument may have list elements and named fields side by side; read it with
  ///     `HostArgument.table`.
  ///   - wholeTables: a table argument is a reference to the table itself, whatever is in it.
  package func register(
    _ name: String, in module: String, mixedTables: Bool = false, wholeTables: Bool = false,
    _ body: @escaping HostFunction
  ) throws(LuaFailure) {
    let flags = (mixedTables ? BH_MIXED.rawValue : 0) | (wholeTables ? BH_WHOLE.rawValue : 0)
    try check(bh_function(lua, module, name, address(of: body), flags))
  }

  /// Puts a value into a module.
  package func register(_ value: Value, as name: String, in module: String) throws(LuaFailure) {
    try withRaw(value) { (raw) throws(LuaFailure) in try check(bh_constant(lua, module, name, raw)) }
  }

  /// A kind of host object.
  ///
  /// - Parameters:
  ///   - isCell: it has `get`, `peek` and `set`, which reach `HostObject.read` and `write`.
  ///   - hasPaths: calling it with a string reaches `HostObject.resolve`, once for each path.
  ///   - canClose: `resolve` is asked each time, since it may refuse one day what it gave before.
  ///   - userValues: how many Lua values its userdata can hold for Swift.
  package func registerKind(
    _ name: String, isCell: Bool = false, hasPaths: Bool = false, canClose: Bool = false, isFunction: Bool = false,
    userValues: Int = 0
  ) throws(LuaFailure) -> ObjectKind {
    let flags =
      (isCell ? BH_KIND_CELL.rawValue : 0) | (hasPaths ? BH_KIND_PATHS.rawValue : 0)
      | (canClose ? BH_KIND_CLOSES.rawValue : 0) | (isFunction ? BH_KIND_FUNCTION.rawValue : 0)
    let number = bh_kind(lua, name, flags, Int32(userValues))
    guard number != 0 else { throw shortage }
    return ObjectKind(name: name, number: number)
  }

  /// A method; argument 0 is the receiver, an object of this kind. A name with two underscores is a metamethod;
  /// `__index` is asked for unknown names only, with the name as argument 1.
  package func registerMethod(
    _ name: String, of kind: ObjectKind, mixedTables: Bool = false, wholeTables: Bool = false, isOperator: Bool = false,
    _ body: @escaping HostFunction
  ) throws(LuaFailure) {
    let flags =
      (mixedTables ? BH_MIXED.rawValue : 0) | (wholeTables ? BH_WHOLE.rawValue : 0)
      | (isOperator ? BH_OPERATOR.rawValue : 0)
    try check(bh_method(lua, kind.number, name, address(of: body), flags))
  }

  private func address(of body: @escaping HostFunction) -> UnsafeMutableRawPointer {
    let function = RegisteredFunction(body, in: self)
    functions.append(function)
    return function.address
  }

  private func check(_ status: Int32) throws(LuaFailure) {
    guard status == Int32(BH_OK.rawValue) else { throw shortage }
  }
}

extension Interpreter {
  /// What has just had no memory: the script's limit refused it, or the machine.
  var shortage: LuaFailure {
    _ = bh_fail_memory(lua)
    return LuaFailure(of: context)
  }
}

// MARK: - Calls

extension Interpreter {
  /// Reads a chunk of source text (bytecode is refused).
  ///
  /// - Parameter name: with a sign in front: `@settings.lua` for a file, `=-e` for anything else.
  package func load(_ source: ByteString, name: String) throws(LuaFailure) -> LuaReference {
    var number: Int32 = 0
    let status = source.bytes.withUnsafeBytes {
      bh_load(lua, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, name, &number)
    }
    guard status == Int32(BH_OK.rawValue) else { throw LuaFailure(of: context) }
    return LuaReference(owning: number, type: BH_TYPE_FUNCTION.rawValue, in: context)
  }

  /// As `results`: whatever a function returns goes on to the script as it is.
  package static let allResults = -Int(BH_RESULT_LIMIT)

  /// Calls a function that must not wait.
  ///
  /// - Parameter results: how many results are wanted; missing ones are nil. Negative: all of them, so many at most,
  ///   and tables are not read but handed on.
  package func call(
    _ function: LuaReference, _ arguments: [Value] = [], results: Int = 0
  ) throws(LuaFailure) -> [Value] {
    let status = try run(arguments, results: results) { lua, raw, count, out in
      bh_call(lua, function.number, raw, count, out, Int32(results))
    }
    guard status.status == Int32(BH_OK.rawValue) else { throw LuaFailure(of: context) }
    return status.results
  }

  /// Calls a function that Swift holds under this number, without arguments, for its one result; a scalar costs no
  /// allocation. nil: read `failure()`.
  package func value(ofFunction number: Int32) -> Value? {
    var result = bh_value()
    guard let lua = context.pointer, bh_call(lua, number, nil, 0, &result, 1) == Int32(BH_OK.rawValue) else {
      return nil
    }
    if result.tag == BH_INTEGER.rawValue { return .integer(result.as.integer) }
    return takeResult(&result)
  }

  /// What stands behind a reference, as it would cross as an argument; nil where it cannot.
  package func value(behind reference: LuaReference) -> Value? {
    var raw = bh_value()
    guard let lua = context.pointer, bh_read_reference(lua, reference.number, &raw) == Int32(BH_OK.rawValue) else {
      return nil
    }
    return takeResult(&raw)
  }

  /// The bare call, for the inside of a wave: scalars in `arguments` cost no allocation on either side. On an answer
  /// other than true read `failure()`.
  @inline(__always)
  package func invoke(
    _ function: LuaReference, _ arguments: UnsafePointer<bh_value>?, count: Int32
  ) -> Bool {
    guard let lua = context.pointer else { return false }
    return bh_call(lua, function.number, arguments, count, nil, 0) == 0
  }

  /// Why the last bare call failed. Read it before anything else runs.
  package func failure() -> LuaFailure { LuaFailure(of: context) }

  /// Starts a function that may wait.
  package func startTask(
    _ function: LuaReference, _ arguments: [Value] = [], results: Int = 0
  ) throws(LuaFailure) -> Progress {
    var thread: bh_thread = 0
    let ended = try run(arguments, results: results) { lua, raw, count, out in
      bh_task_start(lua, function.number, raw, count, out, Int32(results), &thread)
    }
    return try progress(ended.status, ended.results, thread)
  }

  /// Goes on with a task after its wait is over; `InterpreterHost.resumed` is asked for the results of the wait.
  package func resumeTask(_ task: SuspendedThread, results: Int = 0) throws(LuaFailure) -> Progress {
    var thread = task.number
    if results == 0 {
      guard let lua = context.pointer else { throw .closed }
      let status = bh_task_resume(lua, &thread, nil, 0)
      return try progress(status, [], thread)
    }
    let ended = try run([], results: results) { lua, _, _, out in
      bh_task_resume(lua, &thread, out, Int32(results))
    }
    return try progress(ended.status, ended.results, thread)
  }

  /// Evaluates a derived function that may be suspended when it reads a cell that was never evaluated.
  package func startEvaluation(
    _ function: LuaReference, _ arguments: [Value] = []
  ) throws(LuaFailure) -> Progress {
    var thread: bh_thread = 0
    let ended = try run(arguments, results: 1) { lua, raw, count, out in
      bh_evaluation_start(lua, function.number, raw, count, out, &thread)
    }
    return try progress(ended.status, ended.results, thread)
  }

  package func continueEvaluation(_ evaluation: SuspendedThread) throws(LuaFailure) -> Progress {
    var thread = evaluation.number
    let ended = try run([], results: 1) { lua, _, _, out in
      bh_evaluation_continue(lua, &thread, out)
    }
    return try progress(ended.status, ended.results, thread)
  }

  /// Runs what stands on a stack with room of its own: the calls in it that Lua and the host allow inside each other are
  /// counted from the beginning.
  package func countingCallsAnew(_ work: () -> Void) {
    guard let lua = context.pointer else { return work() }
    let outer = bh_nesting_begin(lua)
    work()
    bh_nesting_end(lua, outer)
  }

  /// Ends a task or an evaluation that will not go on: its `<close>` variables are closed, the last of which that raises is
  /// told of.
  package func close(_ thread: SuspendedThread) throws(LuaFailure) {
    guard let pointer = context.pointer else { return }
    if bh_thread_close(pointer, thread.number) != Int32(BH_OK.rawValue) { throw LuaFailure(of: context) }
  }

  /// Where the running script stands, without a string: valid until anything else is asked of the interpreter.
  var rawPosition: (script: UnsafeRawBufferPointer, line: UInt32)? {
    var script: UnsafePointer<CChar>?
    var length = 0
    var line: Int32 = 0
    guard let lua = context.pointer, bh_where(lua, &script, &length, &line), let script else { return nil }
    return (UnsafeRawBufferPointer(start: script, count: length), UInt32(line))
  }

  /// Where the running script stands.
  package var position: SourcePosition? {
    var script: UnsafePointer<CChar>?
    var length = 0
    var line: Int32 = 0
    guard let lua = context.pointer, bh_where(lua, &script, &length, &line), let script else { return nil }
    let name = String(decoding: UnsafeRawBufferPointer(start: script, count: length), as: UTF8.self)
    return SourcePosition(script: name, line: Int(line))
  }

  private func progress(
    _ status: Int32, _ results: [Value], _ thread: bh_thread
  ) throws(LuaFailure) -> Progress {
    switch bh_status(UInt32(status)) {
    case BH_OK: return .finished(results)
    case BH_PENDING: return .waiting(SuspendedThread(number: thread))
    case BH_NEEDS: return .needsEvaluation(SuspendedThread(number: thread))
    default: throw LuaFailure(of: context)
    }
  }
}

/// How far a task or an evaluation has come.
package enum Progress {
  case finished([Value])
  /// A task waits.
  case waiting(SuspendedThread)
  /// An evaluation needs the value of another cell first.
  case needsEvaluation(SuspendedThread)
}

/// A coroutine that stands still. Resuming or closing it uses it up.
package struct SuspendedThread: Hashable, Sendable {
  let number: bh_thread
}

// MARK: - Objects

extension Interpreter {
  /// A Lua value for a Swift value.
  /// - Parameter text: what `tostring` gives of the table that a record becomes; its field `text` too.
  package func makeReference(_ value: Value, text: String? = nil) throws(LuaFailure) -> LuaReference {
    guard let lua = context.pointer else { throw .closed }
    let number: Int32
    if let text, case .record(var fields) = value {
      fields["text"] = .string(text)
      number = try withRaw(.record(fields)) { (raw) throws(LuaFailure) in bh_make_text_table(lua, raw) }
    } else {
      number = try withRaw(value) { (raw) throws(LuaFailure) in bh_make_reference(lua, raw) }
    }
    guard number != 0 else { throw shortage }
    return LuaReference(owning: number, type: BH_TYPE_OTHER.rawValue, in: context)
  }

  /// Before `makeAnswer`.
  /// - Parameter decode: gets body and URL of an answer when its `json` is read.
  package func registerAnswers(_ decode: @escaping HostFunction) throws(LuaFailure) {
    try check(bh_answers(lua, address(of: decode)))
  }

  /// An answer of `bh.http`: its `json` is decoded when it is read, its headers are found without regard to case.
  package func makeAnswer(_ fields: Record) throws(LuaFailure) -> LuaReference { try make(fields, decodes: true) }

  /// What a stub of `bh.http` is asked: its headers are found without regard to case.
  package func makeRequest(_ fields: Record) throws(LuaFailure) -> LuaReference { try make(fields, decodes: false) }

  private func make(_ fields: Record, decodes: Bool) throws(LuaFailure) -> LuaReference {
    let number = try withRaw(.record(fields)) { (raw) throws(LuaFailure) in
      bh_make_answer(lua, raw, decodes ? 1 : 0)
    }
    guard number != 0 else { throw shortage }
    return LuaReference(owning: number, type: BH_TYPE_OTHER.rawValue, in: context)
  }
}

// MARK: - Values across

extension Interpreter {
  private func withRaw<Result>(
    _ value: Value, _ body: (UnsafePointer<bh_value>) throws(LuaFailure) -> Result
  ) throws(LuaFailure) -> Result {
    let mark = arena.pointee.mark
    defer { arena.pointee.release(to: mark) }
    var raw = bh_value()
    try encode(value, into: &raw)
    return try body(&raw)
  }

  private func encode(_ value: Value, into raw: UnsafeMutablePointer<bh_value>) throws(LuaFailure) {
    var result = HostResult(raw: raw, host: .passUnretained(self))
    do {
      try result.set(value)
    } catch {
      throw LuaFailure(reason: .raised, id: error.id, message: error.message, traceback: "")
    }
  }

  /// Encodes arguments, runs a C call, decodes its results if it came to its end.
  private func run(
    _ arguments: [Value], results: Int,
    _ body: (OpaquePointer, UnsafePointer<bh_value>?, Int32, UnsafeMutablePointer<bh_value>?) -> Int32
  ) throws(LuaFailure) -> (status: Int32, results: [Value]) {
    guard let lua = context.pointer else { throw .closed }
    let mark = arena.pointee.mark
    defer { arena.pointee.release(to: mark) }
    let results = abs(results)
    let size = MemoryLayout<bh_value>.stride
    let raw = arena.pointee.allocate(size * max(arguments.count, 1)).bindMemory(
      to: bh_value.self, capacity: arguments.count)
    let out = arena.pointee.allocate(size * max(results, 1)).bindMemory(to: bh_value.self, capacity: results)
    for (index, argument) in arguments.enumerated() {
      (raw + index).initialize(to: bh_value())
      try encode(argument, into: raw + index)
    }
    let status = withExtendedLifetime(arguments) { body(lua, raw, Int32(arguments.count), out) }
    guard status == Int32(BH_OK.rawValue), results > 0 else { return (status, []) }
    var values: [Value] = []
    values.reserveCapacity(results)
    for index in 0..<results {
      if out[index].tag == BH_ABSENT.rawValue { break }
      values.append(takeResult(out + index))
    }
    return (status, values)
  }

  private func takeResult(_ raw: UnsafeMutablePointer<bh_value>) -> Value {
    let value = HostArgument(raw: raw, host: .passUnretained(self)).value
    if raw.pointee.tag == BH_TREE.rawValue, let tree = raw.pointee.as.object {
      bh_tree_free(lua, tree.assumingMemoryBound(to: bh_tree.self))
    }
    return value
  }
}
