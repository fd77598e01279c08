import BindCore
import BindLua
import CBench

/// A host as scripts see it, without an event loop: `bindhost.lua` in the table.
final class ScriptHost {
  let clock = QuietClock()
  let engine = Engine()
  let interpreter: Interpreter
  let surface: Surface

  init() throws {
    let relay = Relay()
    guard let interpreter = Interpreter(host: relay) else { throw Diagnostic(.hostMemory, "not enough memory") }
    self.interpreter = interpreter
    surface = try Surface(engine: engine, lua: interpreter, world: .quiet(clock))
    relay.surface = surface
    try surface.install()
  }

  /// The interpreter's questions go to the surface.
  private final class Relay: InterpreterHost {
    let now = 0.0
    unowned(unsafe) var surface: Surface!
    func print(_ bytes: UnsafeRawBufferPointer) {}
    func module(named name: ByteString) throws -> (source: ByteString, chunkName: String) {
      throw Diagnostic(.bindArgument, "there are no modules here")
    }
    func resumed(_ wait: UInt64, _ call: inout HostCall) throws { try surface.tasks.resumed(wait, &call) }
  }

  /// A function that a chunk of the script returned, to be called with a number of updates.
  func updates(_ code: String) throws -> (Int) -> Void {
    let function = try made(by: "local bh = require 'bindhost'\n" + code, interpreter)
    return { [self] updates in
      do {
        _ = try interpreter.call(function, [.integer(Int64(updates))])
      } catch {
        giveUp("\(error)")
      }
    }
  }
}

/// Workloads a to g with everything in the script: cells, functions, writes.
enum LuaShape {
  /// The end of each script: writes 1, 2, 3, …; the last one must have arrived.
  static let ticking = """
    local tick = 0
    return function(updates)
      for _ = 1, updates do tick = tick + 1 source:set(tick) end
      assert(last == tick, "the last update did not arrive")
    end
    """

  static let all: [(letter: String, unit: Int, updates: Int, code: String)] = [
    (
      "b", 1, 4000,
      """
      local source, last = bh.bindable(0)
      source:observe(function(value) last = value end)
      \(ticking)
      """
    ),
    (
      "c", Size.fan, 8,
      """
      local source, last = bh.bindable(0)
      for _ = 1, \(Size.fan) do source:observe(function(value) last = value end) end
      \(ticking)
      """
    ),
    (
      "d", Size.chain, 6,
      """
      local source, last = bh.bindable(0)
      local cell = source
      for _ = 1, \(Size.chain) do
        local before = cell
        cell = bh.computed(function() return before:get() + 1 end)
      end
      cell:observe(function(value) last = value - \(Size.chain) end)
      \(ticking)
      """
    ),
    (
      "e", Size.diamond, 50,
      """
      local source, last = bh.bindable(0)
      local arms = {}
      for arm = 1, \(Size.diamond) do arms[arm] = bh.computed(function() return source:get() + arm end) end
      local bottom = bh.computed(function()
        local sum = 0
        for arm = 1, \(Size.diamond) do sum = sum + arms[arm]:get() end
        return sum
      end)
      bottom:observe(function(value) last = (value - 5050) // \(Size.diamond) end)
      \(ticking)
      """
    ),
    (
      "g", 1, 20_000,
      """
      local source, runs = bh.bindable(7), 0
      source:observe(function() runs = runs + 1 end)
      return function(updates)
        for _ = 1, updates do source:set(7) end
        assert(runs == 1, "an equal value was delivered")
      end
      """
    ),
  ]
}

func luaWorkloads() -> [Workload] {
  LuaShape.all.map { shape in
    Workload(letter: shape.letter, variant: "lua", unit: shape.unit, updates: shape.updates) {
      script(shape.letter, shape.code)
    }
  }
}

/// Workload a in Lua, and workload k through `bh`.
func luaCases() throws -> [Case] {
  let host = try ScriptHost()
  let parts = LuaScript.operations.filter { ["k.get_integer", "k.get_string", "k.set"].contains($0.workload) }
  var cases = [try luaCreation()]
  for (workload, operation) in parts + [("k.path", "local _ = model 'count'")] {
    let setup = """
      local bh = require "bindhost"
      local model = bh.model("\(workload)", { count = 42, name = "hello world" })
      local integer, text = model "count", model "name"
      """
    cases.append(
      try interpreterCase(
        workload, "bindhost.lua", host.interpreter, code: LuaScript.loop(setup: setup, operation: operation),
        owner: host))
  }
  cases.append(try luaAwait())
  return cases
}

private func luaCreation() throws -> Case {
  let pairs = Size.pairs / 5
  var bytes = 0.0
  let code = """
    local keep, seen = {}
    return function(pairs)
      for index = 1, pairs do
        local cell = bh.bindable(index)
        keep[index] = cell
        cell:observe(function(value) seen = value end)
      end
    end
    """
  var entry = Case("a", "bindhost.lua") {
    guard let host = try? ScriptHost(), let create = try? host.updates(code) else { return -1 }
    host.interpreter.collect()
    let before = cbench_bytes()
    let time = elapsed { create(pairs) }
    host.interpreter.collect()
    bytes = (cbench_bytes() - before) / Double(pairs)
    host.surface.close()
    host.engine.root.close()
    _ = host.interpreter.close()
    return time / Double(pairs)
  }
  entry.bytes = { bytes }
  return entry
}

/// A task that sleeps again and again: `bh.sleep`, the task's transaction, the resume.
private func luaAwait() throws -> Case {
  let host = try ScriptHost()
  let chunk = try host.interpreter.load(
    "local bh = require 'bindhost'  while true do bh.sleep(0) end", name: "=bench")
  host.surface.tasks.start(chunk, in: host.engine.root, label: "bench") { _ in giveUp("the task ended") }
  return Case("k.await", "bindhost.lua", operations: 5000) {
    for _ in 0..<5000 { host.clock.pump() }
    require(host.clock.pendingTimers == 1, "the task does not wait")
  }
}
