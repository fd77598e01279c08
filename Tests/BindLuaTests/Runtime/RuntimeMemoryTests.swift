import BindCore
import Testing

@testable import BindLua

/// The allocation that fails may be any one: every limit between "hardly anything" and "enough" is tried.
@Suite struct RuntimeMemoryTests {
  @Test func `whatever allocation fails, nothing is lost and the interpreter goes on`() throws {
    var released = 0
    var made = 0
    do {
      let harness = try RuntimeHarness()
      let interpreter = try #require(harness.interpreter)
      let kind = try interpreter.registerKind("cell", isCell: true, hasPaths: true, userValues: 1)
      try interpreter.register("make", in: "_G") { call in
        made += 1
        let cell = TestCell(call[0].value, kind: kind, onDeinit: { released += 1 })
        made += 1
        cell.fields["a"] = TestCell(.string("field"), kind: kind, onDeinit: { released += 1 })
        call.returns(cell)
      }
      try interpreter.register("through", in: "_G") { call in
        let function = try #require(call[0].function)
        let text = Value.string(ByteString(bytes: Array(repeating: 120, count: 100)))
        try call.returns(
          try interpreter.call(function, [text, .list([.record(Record([("k", text)]))])], results: 1)[0])
      }
      try interpreter.register("fail", in: "_G") { _ in
        throw Diagnostic(.bindPath, "a message of some length", suggestions: ["one", "two"], notes: ["note"])
      }
      let scenario = try interpreter.load(
        """
        local cell = make({ list = { 1, 2, { x = ('y'):rep(50) } }, f = function() end })
        local value = cell:get()
        assert(#value.list[3].x == 50)
        cell:set({ a = { b = { c = 'd' } } })
        assert(cell 'a' == cell 'a')
        local caught = select(2, pcall(fail))
        local result = through(function(text, list) return { text .. #list, list[1].k } end)
        local co = coroutine.wrap(function(a) for i = 1, 3 do a = a .. coroutine.yield(a) end return a end)
        co('1') co('2')
        return result[2], tostring(caught)
        """, name: "@scenario.lua")
      // Once with enough, so that what is made only once is there.
      let whole = try interpreter.call(scenario, results: 2)
      #expect(whole[1] == .string("bind.path: scenario.lua:6: a message of some length (did you mean 'one' or 'two'?)"))
      var failures = 0
      var successes = 0
      interpreter.collect()
      let base = interpreter.counts
      for extra in stride(from: UInt64(0), through: 24_000, by: 40) {
        interpreter.setMemoryLimit(bytes: base.memory + extra)
        do throws(LuaFailure) {
          let values = try interpreter.call(scenario, results: 2)
          // A script may catch the failure (here in pcall) and come to its end.
          #expect(values[0] == whole[0])
          successes += 1
        } catch {
          #expect(error.id == .hostQuota && error.message.hasPrefix("not enough memory: the limit"), "\(error.message)")
          failures += 1
        }
        interpreter.setMemoryLimit(bytes: 0)
        interpreter.collect()
        let now = interpreter.counts
        #expect(now.references == base.references)
        #expect(now.objects == base.objects)
        #expect(now.trees == 0)
        #expect(now.running == 0)
      }
      #expect(failures > 50)
      #expect(successes > 5)
      #expect(try interpreter.call(scenario, results: 2) == whole)
    }
    #expect(made == released)
  }
}
