import BindCore
import Testing

@testable import BindLua

/// Whatever never ends is stopped, named by its line, and what runs next runs as if nothing had happened.
@Suite(.serialized) struct RuntimeKillTests {
  static let limit: UInt32 = 30

  /// How a script can fail to end, and the line where it does.
  static let endless: [(name: String, source: String, lines: ClosedRange<Int>)] = [
    ("a plain loop", "local x = 0\nwhile true do x = x + 1 end", 2...2),
    ("a pcall loop", "while true do\n  pcall(function() while true do end end)\nend", 1...3),
    ("a pcall in a pcall", "pcall(pcall, function()\n while true do pcall(error) end end)", 1...2),
    ("an endless xpcall handler", "xpcall(error, function()\n while true do end end)", 2...2),
    (
      "an endless xpcall handler in a loop",
      "while true do\n xpcall(error, function() while true do end end) end", 1...2
    ),
    (
      "an endless __close",
      "local t <close> = setmetatable({}, {__close = function()\n while true do end end})", 1...2
    ),
    (
      "an endless __close after an error",
      "local t <close> = setmetatable({}, {__close = function()\n while true do end end})\nerror('x')", 1...3
    ),
    (
      "many endless __close",
      """
      local mt = {__close = function() while true do end end}
      local a <close>, b = setmetatable({}, mt), 1
      local c <close> = setmetatable({}, mt)
      while true do pcall(function() local d <close> = setmetatable({}, mt) while true do end end) end
      """, 1...4
    ),
    (
      "nested coroutines",
      "coroutine.wrap(function() coroutine.wrap(function()\n while true do end end)() end)()", 1...2
    ),
    (
      "a pcall loop around coroutines",
      "while true do\n pcall(coroutine.wrap(function() while true do end end)) end", 1...2
    ),
    (
      "a resume loop in a coroutine",
      "local co = coroutine.create(function() while true do coroutine.yield() end end)\n"
        + "while true do coroutine.resume(co) end", 1...2
    ),
    ("wrapping for ever", "while true do\n coroutine.wrap(function() end)() end", 1...2),
    ("a comparator", "table.sort({3, 2, 1}, function()\n while true do end end)", 2...2),
    (
      "a comparator that catches",
      "table.sort({3, 2, 1}, function()\n while true do pcall(function() while true do end end) end end)", 2...2
    ),
    ("a metamethod", "local t = setmetatable({}, {__index = function()\n while true do end end})\nreturn t.x", 2...2),
    ("__tostring in print", "print(setmetatable({}, {__tostring = function()\n while true do end end}))", 2...2),
    ("a gsub callback", "string.gsub('abc', '.', function()\n while true do end end)", 2...2),
    ("the reader of load", "load(function()\n while true do end end)", 2...2),
    (
      "an error object's __tostring", "error(setmetatable({}, {__tostring = function()\n while true do end end}))",
      1...2
    ),
    (
      "closing a coroutine whose __close never ends",
      """
      local co = coroutine.create(function()
        local t <close> = setmetatable({}, {__close = function() while true do end end})
        coroutine.yield()
      end)
      coroutine.resume(co)
      coroutine.close(co)
      while true do end
      """, 1...7
    ),
  ]

  @Test(arguments: endless)
  func `is stopped in time and names its line`(name: String, source: String, lines: ClosedRange<Int>) throws {
    let harness = try RuntimeHarness(timeLimit: Self.limit)
    let interpreter = try #require(harness.interpreter)
    let chunk = try interpreter.load(ByteString(source), name: "@loop.lua")
    let clock = ContinuousClock()
    let start = clock.now
    let stopped = interpreter.turn { () -> LuaFailure? in
      do throws(LuaFailure) {
        _ = try interpreter.call(chunk)
        return nil
      } catch {
        return error
      }
    }
    let elapsed = clock.now - start
    let failure = try #require(stopped, "\(name) ended")
    if name != "an error object's __tostring" {  // here the error is the outcome, its text is what never ends
      #expect(failure.reason == .timeLimit, "\(name): \(failure)")
      #expect(failure.id == .hostQuota)
      let position = try #require(failure.position)
      #expect(position.script == "loop.lua")
      #expect(lines.contains(position.line), "\(name): \(position)")
      #expect(failure.traceback.contains("loop.lua:"))
    }
    #expect(elapsed < .seconds(60), "\(name) took \(elapsed)")
    // What comes next runs normally, as often as one likes, and can be stopped again.
    for _ in 0..<3 {
      #expect(
        try interpreter.turn { () throws(LuaFailure) in
          try harness.run("local n = 0 for i = 1, 1000 do n = n + i end return n")
        } == [.integer(500500)])
    }
    let again = try interpreter.load("while true do end", name: "@again.lua")
    let second = interpreter.turn { () -> LuaFailure? in
      do throws(LuaFailure) { _ = try interpreter.call(again) } catch { return error }
      return nil
    }
    #expect(second?.reason == .timeLimit)
    #expect(second?.position == SourcePosition(script: "again.lua", line: 1))
  }
}
