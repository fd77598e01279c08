import BindCore
import Testing

@testable import BindLua

/// Raises out of every kind of callback. In each, Swift frames that own objects stand between the raise and its
/// catcher; an object that is never released means that a frame was skipped.
@Suite struct RuntimeErrorTests {
  final class Witness {
    let onDeinit: () -> Void
    init(_ onDeinit: @escaping () -> Void) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
  }

  final class Tally {
    var made = 0
    var released = 0
  }

  let harness: RuntimeHarness
  let interpreter: Interpreter
  let tally = Tally()

  init() throws {
    harness = try RuntimeHarness(memoryLimit: 128 << 20)
    interpreter = harness.interpreter
    let tally = tally
    let interpreter = interpreter
    // Calls its argument with an owned object alive in this frame, and passes the error on.
    try interpreter.register("through", in: "_G") { call in
      tally.made += 1
      let witness = Witness { tally.released += 1 }
      let function = try #require(call[0].function)
      let values = try interpreter.call(function, [.string("some argument that needs memory")], results: 1)
      try call.returns(values[0])
      withExtendedLifetime(witness) {}
    }
    // Raises itself, with an owned object alive.
    try interpreter.register("boom", in: "_G") { call in
      tally.made += 1
      let witness = Witness { tally.released += 1 }
      defer { withExtendedLifetime(witness) {} }
      throw Diagnostic(.bindPath, "boom \(call.count)")
    }
  }

  @Test func `what a host function passes on is told with the place and stack of its raise`() throws {
    let source = """
      -- the raise is in line 3
      local function raise(value)
        error(value, 0)
      end
      through(function()
        through(function() raise "plain" end)
      end)
      """
    let failure = try harness.failure(of: source)
    #expect(failure.position?.line == 3)
    for frame in ["test.lua:3: in", "test.lua:6: in", "test.lua:5: in main chunk"] {
      #expect(failure.traceback.contains(frame), "\(failure.traceback)")
    }
    // Caught and raised again, it is raised there.
    let again = try harness.failure(of: "local _, e = pcall(through, function() error('x', 0) end)\nerror(e, 0)")
    #expect(again.position?.line == 2)
    // Another error of the same words is another one.
    let other = try harness.failure(
      of: "pcall(through, function() error('x', 0) end)\nlocal t = {}\ntable.sort({2, 1}, function() error('x', 0) end)"
    )
    #expect(other.position?.line == 3)
  }

  @Test(arguments: [
    ("a plain error", "through(function() error('plain') end)", "plain"),
    ("a raise by Swift", "through(function() boom(1, 2) end)", "boom 2"),
    ("a raise by Swift in Swift in Swift", "through(function() through(function() through(boom) end) end)", "boom 1"),
    (
      "an error object",
      "through(function() error(setmetatable({}, {__tostring = function() return 'object' end})) end)", "object"
    ),
    ("nil as an error", "through(function() error(nil) end)", "nil"),
    ("an arithmetic error", "through(function() return 1 + {} end)", "attempt to perform arithmetic"),
    (
      "an error in a metamethod",
      "through(function() return setmetatable({}, {__add = function() error('meta') end}) + 1 end)", "meta"
    ),
    (
      "a raise by Swift in a metamethod",
      "through(function() return setmetatable({}, {__index = boom}).x end)", "boom 2"
    ),
    (
      "an error in __tostring of an error object",
      "through(function() error(setmetatable({}, {__tostring = function() error('again') end})) end)", "a table"
    ),
    ("an error in a coroutine", "through(function() coroutine.wrap(function() error('inside') end)() end)", "inside"),
    (
      "a raise by Swift in a coroutine",
      "through(function() local co = coroutine.create(boom) local _, e = coroutine.resume(co) error(e) end)", "boom 0"
    ),
    (
      "an error in a __close",
      "through(function() local x <close> = setmetatable({}, {__close = function() boom() end}) end)", "boom 0"
    ),
    (
      "an error in a comparator", "through(function() table.sort({1, 2, 3}, function() through(boom) end) end)",
      "boom 1"
    ),
    ("an error in a gsub callback", "through(function() string.gsub('aaa', '.', function() boom() end) end)", "boom 0"),
    (
      "an error in an error handler", "through(function() xpcall(boom, function() boom() end) boom(1, 2, 3) end)",
      "boom 3"
    ),
    ("a syntax error", "through(function() assert(load('x =')) end)", "unexpected symbol"),
    ("a yield from a callback", "through(function() coroutine.yield(1) end)", "cannot yield"),
    ("recursion in Lua", "local function f() return 1 + f() end through(f)", "stack overflow"),
    ("recursion through Swift and back", "local function f() return through(f) end f()", "stack overflow"),
    (
      "recursion through Swift and coroutines",
      "local function f() coroutine.wrap(function() through(f) end)() end f()", "stack overflow"
    ),
    (
      "recursion through metamethods",
      "local t = {} setmetatable(t, {__index = function(t, k) return t[k .. 'x'] end}) through(function() return t.x end)",
      "overflow"
    ),
    (
      "out of memory in a callback",
      "through(function() local t = {} while true do t[#t + 1] = ('x'):rep(100000) .. #t end end)", "not enough memory"
    ),
    (
      "out of memory two callbacks deep",
      "through(function() through(function() local s = 'x' while true do s = s .. s end end) end)", "not enough memory"
    ),
  ])
  func `a raise from a callback skips no Swift frame`(name: String, source: String, message: String) throws {
    for _ in 0..<3 {
      let failure = try harness.failure(of: source)
      #expect(failure.message.contains(message), "\(name): \(failure.message)")
      // Caught by the script, it leaves everything usable.
      let results = try harness.run("return pcall(function() \(source) end)", results: 2)
      #expect(results[0] == .boolean(false))
    }
    #expect(tally.made == tally.released, "\(name)")
    #expect(tally.made >= 6 || name == "a syntax error")
    #expect(try harness.run("return through(function(text) return #text end)") == [.integer(31)])
    interpreter.collect()
    #expect(interpreter.counts.references == 0)
    #expect(interpreter.counts.running == 0)
    #expect(interpreter.counts.trees == 0)
    #expect(interpreter.counts.memory < 8 << 20)
  }

  @Test func `the memory limit is an error with an id and a place, and the next callback runs`() throws {
    let failure = try harness.failure(of: "local t = {}\nwhile true do\nt[#t + 1] = ('x'):rep(10000) .. #t end")
    #expect(failure.reason == .outOfMemory)
    #expect(failure.id == .hostQuota)
    #expect(failure.message.hasPrefix("not enough memory: the limit of the script is "))
    #expect(failure.note?.hasPrefix("keep less at a time") == true)
    #expect(failure.position?.line == 3)
    #expect(failure.traceback.contains("test.lua:3: in main chunk"))
    #expect(try harness.run("return #('x'):rep(1000000)") == [.integer(1_000_000)])
  }

  @Test func `what the parser has no memory for is no mistake in the text`() throws {
    let text = (1...2000).map { "local function f\($0)() return { 'name \($0)', \($0).5 } end f\($0)()" }
      .enumerated().map { $0.offset % 150 == 0 ? "end do \($0.element)" : $0.element }.joined(separator: "\n")
    let source = "do \(text) end"
    harness.modules["large"] = source
    interpreter.collect()
    #expect(try harness.run("return require 'large'") == [.boolean(true)])
    harness.modules["larger"] = source
    for code in ["return require 'larger'", "return load(...)"] {
      interpreter.collect()
      let chunk = try interpreter.load(
        ByteString("local loaded, err = \(code.dropFirst(7)) return err"), name: "@test.lua")
      interpreter.setMemoryLimit(bytes: interpreter.counts.memory + UInt64(source.utf8.count) + 100_000)
      do {
        Issue.record("it gave \(try interpreter.call(chunk, [.string(ByteString(source))], results: 1))")
      } catch {
        #expect(error.id == .hostQuota, "\(code): \(error)")
      }
      interpreter.setMemoryLimit(bytes: 8 << 20)
    }
    interpreter.collect()
    interpreter.setMemoryLimit(bytes: interpreter.counts.memory + 100_000)
    #expect(throws: LuaFailure.self) { try interpreter.load(ByteString(source), name: "@main.lua") }
    do { _ = try interpreter.load(ByteString(source), name: "@main.lua") } catch { #expect(error.id == .hostQuota) }
  }

  @Test func `a failure inside a __close leaves the first failure's report as it was`() throws {
    let harness = harness
    let interpreter = interpreter
    try interpreter.register("quietly", in: "_G") { call in
      let function = try #require(call[0].function)
      _ = try? interpreter.call(function)
    }
    let failure = try harness.failure(
      of: """
        local x <close> = setmetatable({}, {__close = function() quietly(function() error('second') end) end})
        error('first')
        """)
    #expect(failure.message == "test.lua:2: first")
    #expect(failure.position?.line == 2)
    #expect(failure.traceback.contains("test.lua:2: in main chunk"))
  }
}
