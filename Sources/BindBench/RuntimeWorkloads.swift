import BindCore
import BindLua
import CBench
import CBindValue

/// Workload k through the embedded runtime alone, with the least that a host can do behind it. What `bindhost.lua`
/// takes beyond this is the price of cells, types and rules.
func runtimeCases() throws -> [Case] {
  guard let interpreter = Interpreter(host: RuntimeHost()) else { throw Diagnostic(.hostMemory, "not enough memory") }
  let counters = try interpreter.registerKind("counter")
  let counter = HostObject(kind: counters)
  try interpreter.register("counter", in: "_G") { call in call.returns(counter) }
  try interpreter.registerMethod("plus", of: counters) { call in
    guard call[0].object != nil, let other = call[1].integer else {
      throw Diagnostic(.bindArgument, "plus takes an integer")
    }
    try call.returns(.integer(40 + other))
  }
  try interpreter.register("add", in: "_G") { call in
    guard let left = call[0].integer, let right = call[1].integer else {
      throw Diagnostic(.bindArgument, "add takes two integers")
    }
    try call.returns(.integer(left + right))
  }
  try interpreter.register("pause", in: "_G") { call in call.wait(for: 1) }

  let setup = "local object, add = counter(), add"
  var cases = try LuaScript.operations.filter { ["k.method", "k.function"].contains($0.workload) }.map {
    try interpreterCase(
      $0.workload, "bindhost.runtime", interpreter, code: LuaScript.loop(setup: setup, operation: $0.operation))
  }
  cases.append(try closureCase("bindhost.runtime", interpreter))
  cases.append(try awaitCase("bindhost.runtime", interpreter, code: "local pause = pause  while true do pause() end"))
  return cases
}

/// All of workload k that is bindhost's.
func scriptCases() -> [Case] {
  do {
    return try luaCases() + runtimeCases()
  } catch {
    giveUp("the script host does not start: \(error)")
  }
}

/// The same cases for --count: a slice is their update.
func scriptCounts() -> [CountedCase] {
  scriptCases().filter { $0.operations > 0 && $0.workload.hasPrefix("k.") }.map { entry in
    let part = entry.variant.split(separator: ".")[1]
    return CountedCase("\(entry.workload).\(part)", unit: entry.operations) {
      { slices in for _ in 0..<slices { _ = entry.slice() } }
    }
  }
}

/// A case that calls a Lua function which repeats its operation.
/// - Parameter owner: what has to live as long as the case.
func interpreterCase(
  _ workload: String, _ variant: String, _ interpreter: Interpreter, code: String, owner: AnyObject? = nil
) throws -> Case {
  let function = try made(by: code, interpreter)
  return Case(workload, variant, operations: 1000 * LuaScript.unroll) {
    guard withExtendedLifetime(owner, { try? interpreter.call(function, [.integer(1000)]) }) != nil else {
      giveUp("\(workload) \(variant) raised")
    }
  }
}

/// Swift calls a Lua closure with one integer: what an observer's delivery takes, traceback included if it raises.
func closureCase(_ variant: String, _ interpreter: Interpreter) throws -> Case {
  let function = try made(by: LuaScript.closure, interpreter)
  return Case("k.closure", variant, operations: 10_000) {
    var argument = bh_value()
    argument.tag = BH_INTEGER.rawValue
    for index in 0..<10_000 {
      argument.as.integer = Int64(index)
      require(interpreter.invoke(function, &argument, count: 1), "the closure raised")
    }
  }
}

/// A task that waits again and again; each wait is over at once.
func awaitCase(_ variant: String, _ interpreter: Interpreter, code: String) throws -> Case {
  let chunk = try interpreter.load(ByteString(code), name: "=bench")
  guard case .waiting(var task) = try interpreter.startTask(chunk) else {
    throw Diagnostic(.hostInternal, "the task does not wait")
  }
  return Case("k.await", variant, operations: 10_000) {
    for _ in 0..<10_000 {
      guard case .waiting(let next)? = try? interpreter.resumeTask(task) else { giveUp("the task ended") }
      task = next
    }
  }
}

/// The function that a chunk returns.
func made(by code: String, _ interpreter: Interpreter) throws -> LuaReference {
  let chunk = try interpreter.load(ByteString(code), name: "=bench")
  guard case .opaque(let function as LuaReference)? = try interpreter.call(chunk, results: 1).first else {
    throw Diagnostic(.hostInternal, "the chunk returned no function")
  }
  return function
}

/// The least that an interpreter needs behind it.
final class RuntimeHost: InterpreterHost {
  let now = 0.0
  func print(_ bytes: UnsafeRawBufferPointer) {}
  func module(named name: ByteString) throws -> (source: ByteString, chunkName: String) {
    throw Diagnostic(.bindArgument, "there are no modules here")
  }
  func resumed(_ wait: UInt64, _ call: inout HostCall) throws {}
}
