import BindCore
import Testing

@testable import BindLua

@Suite struct RuntimeCallTests {
  @Test func `a chunk runs and gives its results`() throws {
    let harness = try RuntimeHarness()
    #expect(try harness.run("return 1, 'two', true", results: 3) == [.integer(1), .string("two"), .boolean(true)])
  }

  @Test func `print arrives as whole lines`() throws {
    let harness = try RuntimeHarness()
    try harness.run("print('a', 1, nil, true)")
    #expect(harness.printed == ["a\t1\tnil\ttrue"])
  }

  @Test func `a syntax error has its script and line`() throws {
    let harness = try RuntimeHarness()
    let failure = try harness.failure(of: "local x = 1\nlocal = 2")
    #expect(failure.id == .scriptSyntax)
    #expect(failure.position == SourcePosition(script: "test.lua", line: 2))
    #expect(failure.message.contains("<name> expected"))
  }

  @Test func `a host function gets arguments and gives results`() throws {
    let harness = try RuntimeHarness()
    try harness.interpreter.register("add", in: "bindhost") { call in
      try call.returns(.integer((call[0].integer ?? 0) + (call[1].integer ?? 0)))
      try call.returns(.integer(Int64(call.count)))
    }
    let results = try harness.run("return require('bindhost').add(2, 40)", results: 2)
    #expect(results == [.integer(42), .integer(2)])
  }

  @Test func `a host function that throws raises an err table with the caller's place`() throws {
    let harness = try RuntimeHarness()
    try harness.interpreter.register("boom", in: "_G") { _ in
      throw Diagnostic(.bindPath, "no field 'nmae'", suggestions: ["name"])
    }
    try harness.run(
      """
      local ok, err = pcall(function()
        boom()
      end)
      print(ok, err.id, err.message, err.script, err.line)
      print(tostring(err))
      """)
    #expect(
      harness.printed == [
        "false\tbind.path\tno field 'nmae'\ttest.lua\t2",
        "bind.path: test.lua:2: no field 'nmae' (did you mean 'name'?)",
      ])
  }

  @Test func `a script's error value passes through Swift unchanged`() throws {
    let harness = try RuntimeHarness()
    let interpreter = try #require(harness.interpreter)
    try interpreter.register("apply", in: "_G") { call in
      let function = try #require(call[0].function)
      _ = try interpreter.call(function)
    }
    let results = try harness.run(
      """
      local thrown = setmetatable({}, {__tostring = function() return 'mine' end})
      local ok, caught = pcall(apply, function() error(thrown) end)
      return ok, caught == thrown
      """, results: 2)
    #expect(results == [.boolean(false), .boolean(true)])
    let failure = try harness.failure(of: "error(setmetatable({}, {__tostring = function() return 'mine' end}))")
    #expect(failure.message == "mine")
  }

  @Test func `tracebacks show both sides`() throws {
    let harness = try RuntimeHarness()
    let interpreter = try #require(harness.interpreter)
    var inner: LuaFailure?
    try interpreter.register("apply", in: "_G") { call in
      let function = try #require(call[0].function)
      do throws(LuaFailure) { _ = try interpreter.call(function) } catch {
        inner = error
        throw error
      }
    }
    let outer = try harness.failure(
      of: """
        local function callback()
          error("oops")
        end
        local function outer()
          apply(callback)
        end
        outer()
        """)
    let traceback = try #require(inner?.traceback)
    #expect(traceback.contains("test.lua:2: in function"))
    #expect(traceback.contains("in host function 'apply'"))
    #expect(traceback.contains("test.lua:5: in"))
    #expect(traceback.contains("test.lua:7: in main chunk"))
    #expect(inner?.position == SourcePosition(script: "test.lua", line: 2))
    #expect(outer.message == "test.lua:2: oops")
  }

  @Test func `a task waits and goes on`() throws {
    let harness = try RuntimeHarness()
    let interpreter = try #require(harness.interpreter)
    try interpreter.register("sleep", in: "_G") { call in call.wait(for: 7) }
    let chunk = try interpreter.load("local got = sleep() print('got', got) return got", name: "@test.lua")
    guard case .waiting(let task) = try interpreter.startTask(chunk, results: 1) else {
      Issue.record("it does not wait")
      return
    }
    #expect(interpreter.counts.running == 1)
    harness.answers[7] = .success(.string("done"))
    guard case .finished(let values) = try interpreter.resumeTask(task, results: 1) else {
      Issue.record("it does not end")
      return
    }
    #expect(values == [.string("done")])
    #expect(harness.printed == ["got\tdone"])
    #expect(interpreter.counts.running == 0)
  }
}
