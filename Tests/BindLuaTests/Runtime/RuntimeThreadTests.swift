import BindCore
import Foundation
import TestSupport
import Testing

@testable import BindLua

/// Tasks, coroutines inside them, and evaluations that are suspended.
@Suite struct RuntimeThreadTests {
  let harness: RuntimeHarness
  let interpreter: Interpreter
  let kind: ObjectKind

  init() throws {
    harness = try RuntimeHarness()
    interpreter = harness.interpreter
    kind = try interpreter.registerKind("cell", isCell: true)
    try interpreter.register("wait", in: "_G") { call in call.wait(for: UInt64(call[0].integer ?? 0)) }
  }

  private func start(_ source: String) throws -> SuspendedThread? {
    let chunk = try interpreter.load(ByteString(source), name: "@task.lua")
    guard case .waiting(let task) = try interpreter.startTask(chunk) else { return nil }
    return task
  }

  private func resume(_ task: SuspendedThread?) throws -> SuspendedThread? {
    guard case .waiting(let next) = try interpreter.resumeTask(#require(task)) else { return nil }
    return next
  }

  @Test func `a wait inside coroutines is carried out to the task and back`() throws {
    var task = try start(
      """
      local function step(n) print('before', n) local got = wait(n) print('after', got) return got end
      local outer = coroutine.wrap(function()
        local inner = coroutine.create(function(x) coroutine.yield(x .. step(1)) return step(2) end)
        print('inner', coroutine.resume(inner, 'a'))
        coroutine.yield('between')
        print('inner', coroutine.resume(inner))
        return 'end'
      end)
      print('outer', outer())
      print('outer', outer())
      """)
    #expect(harness.printed == ["before\t1"])
    harness.answers = [1: .success(.string("one")), 2: .success(.string("two"))]
    task = try resume(task)
    #expect(harness.printed.dropFirst() == ["after\tone", "inner\ttrue\taone", "outer\tbetween", "before\t2"])
    task = try resume(task)
    #expect(task == nil)
    #expect(harness.printed.suffix(3) == ["after\ttwo", "inner\ttrue\ttwo", "outer\tend"])
    #expect(interpreter.counts.running == 0)
  }

  @Test func `an error that ends a wait is raised where the script waits`() throws {
    let task = try start("local ok, err = pcall(wait, 5) print(ok, err.id, err.kind, err.line)")
    harness.answers = [5: .failure(Diagnostic(.hostTimeout, "too late"))]
    #expect(try resume(task) == nil)
    #expect(harness.printed == ["false\thost.timeout\ttimeout\t1"])
  }

  @Test func `a coroutine that waits cannot be resumed by a script`() throws {
    let task = try start(
      """
      co = coroutine.create(function() print('got', wait(1)) end)
      coroutine.resume(co)
      """)
    try harness.run("print(coroutine.resume(co)) print(coroutine.status(co))")
    #expect(harness.printed == ["false\tcannot resume a coroutine that is waiting", "suspended"])
    harness.answers = [1: .success(.integer(7))]
    #expect(try resume(task) == nil)
    #expect(harness.printed.last == "got\t7")
  }

  @Test(arguments: [
    "apply(function() wait(1) end)",
    "table.sort({1, 2}, function() wait(1) end)",
    "coroutine.wrap(function() apply(function() wait(1) end) end)()",
    "table.sort({1, 2}, function() coroutine.wrap(function() wait(1) end)() end)",
  ])
  func `waiting where it is not possible raises bind yield`(source: String) throws {
    let interpreter = interpreter
    try interpreter.register("apply", in: "_G") { call in
      let function = try #require(call[0].function)
      _ = try interpreter.call(function)
    }
    let failure = try harness.failure(of: source)
    #expect(failure.id == .bindYield)
    #expect(failure.message.contains("start a task"))
  }

  @Test func `closing a waiting task runs its close variables`() throws {
    let task = try start(
      "local x <close> = setmetatable({}, {__close = function() print('closed') end}) wait(1) print('not here')")
    try interpreter.close(#require(task))
    #expect(harness.printed == ["closed"])
    #expect(interpreter.counts.running == 0)
  }

  @Test func `coroutines keep their usual manners`() throws {
    try harness.run(
      """
      local co = coroutine.create(function(a, b) local c = coroutine.yield(a + b) error({c}) end)
      assert(coroutine.status(co) == 'suspended' and not coroutine.isyieldable())
      assert(select(2, coroutine.resume(co, 1, 2)) == 3)
      local ok, e = coroutine.resume(co, 'x')
      assert(not ok and e[1] == 'x' and coroutine.status(co) == 'dead')
      assert(select(2, coroutine.resume(co)) == 'cannot resume dead coroutine')
      local ok, e = pcall(coroutine.wrap(function() error('w') end))
      assert(e:find('w'), e)
      local _, main = coroutine.running()
      assert(main == true)
      assert(coroutine.wrap(function() return select(2, coroutine.running()), coroutine.isyieldable() end)() == false)
      local closed = false
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, {__close = function() closed = true end})
        coroutine.yield()
      end)
      coroutine.resume(co)
      assert(coroutine.close(co) == true and closed and coroutine.status(co) == 'dead')
      local n = 0
      for v in coroutine.wrap(function() for i = 1, 5 do coroutine.yield(i) end end) do n = n + v end
      assert(n == 15)
      """)
    #expect(try harness.failure(of: "coroutine.yield(1)").id == .bindYield)
  }

  @Test func `a chain of a hundred thousand derived functions is evaluated without nesting`() throws {
    let depth = 100_000
    // cells[n] has a function that reads cells[n - 1]; read from the far end, each suspends the one above it.
    let cells = (0...depth).map { _ in TestCell(.nil, kind: kind) }
    cells[0].value = .integer(0)
    for cell in cells.dropFirst() { cell.isMissing = true }
    let make = try interpreter.load(
      "local below = ... starts = (starts or 0) + 1 return below:get() + 1", name: "@d.lua")
    var suspended: [SuspendedThread] = []
    var current = depth
    var progress = try interpreter.startEvaluation(make, [.opaque(cells[current - 1])])
    while true {
      switch progress {
      case .needsEvaluation(let thread):
        suspended.append(thread)
        current -= 1
        progress = try interpreter.startEvaluation(make, [.opaque(cells[current - 1])])
        continue
      case .finished(let values):
        cells[current].value = values[0]
        cells[current].isMissing = false
        guard let thread = suspended.popLast() else { break }
        current += 1
        progress = try interpreter.continueEvaluation(thread)
        continue
      case .waiting:
        Issue.record("an evaluation cannot wait")
      }
      break
    }
    #expect(cells[depth].value == .integer(Int64(depth)))
    #expect(try harness.run("return starts") == [.integer(Int64(depth))])
    #expect(interpreter.counts.running == 0)
  }

  @Test func `an evaluation is suspended only where its own coroutine reads`() throws {
    let cell = TestCell(.nil, kind: kind)
    cell.isMissing = true
    let direct = try interpreter.load("return (...):get()", name: "@d.lua")
    guard case .needsEvaluation(let thread) = try interpreter.startEvaluation(direct, [.opaque(cell)]) else {
      Issue.record("it is not suspended")
      return
    }
    try interpreter.close(thread)
    for source in [
      "local c = ... return coroutine.wrap(function() return c:get() end)()",
      "local c = ... table.sort({1, 2}, function() c:get() end)",
    ] {
      let function = try interpreter.load(ByteString(source), name: "@d.lua")
      #expect(throws: LuaFailure.self) { try interpreter.startEvaluation(function, [.opaque(cell)]) }
    }
    #expect(interpreter.counts.running == 0)
  }

  @Test func `an interrupt from another thread stops the whole turn`() throws {
    let harness = try RuntimeHarness(timeLimit: 60_000)
    let interpreter = try #require(harness.interpreter)
    try interpreter.register("apply", in: "_G") { call in
      let function = try #require(call[0].function)
      _ = try? interpreter.call(function)  // does not pass the stop on
    }
    let chunk = try interpreter.load(
      "apply(function() while true do end end)\nlocal x = 1\nwhile true do end", name: "@i.lua")
    let interruptor = interpreter.interruptor
    let started = Flag()
    try interpreter.register("started", in: "_G") { _ in started.raise() }
    _ = try interpreter.call(interpreter.load("started()", name: "=s"))
    // On a thread of its own: tests that block may hold every thread that tasks run on, until the time limit is first.
    Thread.detachNewThread {
      while !started.isRaised { sched_yield() }
      while !started.isDone {  // an interrupt outside a turn is forgotten, so it is sent until one was heard
        interruptor.interrupt()
        sched_yield()
      }
      started.end()
    }
    let failure = interpreter.turn { () -> LuaFailure? in
      do throws(LuaFailure) { _ = try interpreter.call(chunk) } catch { return error }
      return nil
    }
    started.finish()
    while !started.isOver { sched_yield() }
    #expect(failure?.reason == .interrupted)
    #expect(failure?.id == .hostInterrupted)
    #expect(failure?.position?.line == 1)
  }

  @Test func `a callback over its limit is stopped alone, its caller goes on`() throws {
    let harness = try RuntimeHarness(timeLimit: 40)
    let interpreter = try #require(harness.interpreter)
    var inner: LuaFailure?
    try interpreter.register("observe", in: "_G") { call in
      let function = try #require(call[0].function)
      do throws(LuaFailure) { _ = try interpreter.call(function) } catch { inner = error }
    }
    let values = try interpreter.turn { () throws(LuaFailure) in
      try harness.run("observe(function()\nwhile true do end end)\nprint('after') return 'done'")
    }
    #expect(values == [.string("done")])
    #expect(harness.printed == ["after"])
    #expect(inner?.reason == .timeLimit)
    #expect(inner?.position?.line == 2)
  }

  @Test func `an endless loop of quick callbacks is blamed on the loop`() throws {
    let harness = try RuntimeHarness(timeLimit: 40)
    let interpreter = try #require(harness.interpreter)
    try interpreter.register("observe", in: "_G") { call in
      let function = try #require(call[0].function)
      _ = try? interpreter.call(function)
    }
    let chunk = try interpreter.load(
      "local f = function() for i = 1, 1000 do end end\nwhile true do observe(f) end", name: "@loop.lua")
    let failure = interpreter.turn { () -> LuaFailure? in
      do throws(LuaFailure) { _ = try interpreter.call(chunk) } catch { return error }
      return nil
    }
    #expect(failure?.reason == .timeLimit)
    #expect(failure?.position?.script == "loop.lua")
  }
}

/// Two marks between threads.
final class Flag: Sendable {
  private let state = Guarded(0)
  var isRaised: Bool { state.withLock { $0 >= 1 } }
  var isDone: Bool { state.withLock { $0 >= 2 } }
  func raise() { state.withLock { $0 = 1 } }
  var isOver: Bool { state.withLock { $0 >= 3 } }
  func finish() { state.withLock { $0 = 2 } }
  func end() { state.withLock { $0 = 3 } }
}
