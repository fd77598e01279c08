import BindCore
import Testing

@testable import BindLua

/// Any Lua value, looked at without running anything of it.
@Suite("Pictures of Lua values") struct PictureTests {
  let harness: RuntimeHarness

  init() throws { harness = try RuntimeHarness() }

  /// Of what an expression gives; a table reaches Swift whole.
  private func picture(_ expression: String) throws -> Picture {
    let box = Seen()
    try harness.interpreter.register("look", in: "_G", wholeTables: true) { [lua = harness.interpreter!] call in
      box.picture = try lua.picture(of: call[0].value)
    }
    try harness.run("look(\(expression))", results: 0)
    return try #require(box.picture)
  }

  private final class Seen { var picture: Picture? }

  @Test(arguments: [
    ("nil", "nil"), ("true", "true"), ("7", "7"), ("1.5", "1.5"), ("'a\"b\\n'", "\"a\\\"b\\n\""), ("{}", "{}"),
    ("{1, 2, {3}}", "{1, 2, {3}}"), ("{a = 1, 2}", "{2, a = 1}"), ("{[3] = 1, [1] = 2}", "{2, [3] = 1}"),
    ("{['a b'] = 1, [true] = 2, [1.5] = 3}", "{[1.5] = 3, [\"a b\"] = 1, [true] = 2}"), ("print", "a function"),
    ("(function() local t = {} t.me = t return t end)()", "{me = <the table around it>}"),
    ("setmetatable({1}, {__index = error, __len = error, __pairs = error})", "{1}"),
  ])
  func everyValueHasAText(_ expression: String, _ text: String) throws {
    #expect(try picture(expression).text() == text)
  }

  @Test(arguments: [
    ("1", "1.0"), ("0/0", "0/0"), ("{1, a = {2}}", "{[1] = 1, a = {2}}"), ("{[1.0] = 'x'}", "{'x'}"),
    ("(function() local t = {} t.me = t return t end)()", "(function() local t = {} t.me = t return t end)()"),
  ])
  func whatHoldsTheSameIsEqual(_ one: String, _ other: String) throws {
    #expect(try picture(one) == picture(other))
  }

  @Test(arguments: [
    ("1", "'1'"), ("{}", "nil"), ("{1}", "{1, 2}"), ("{a = false}", "{}"), ("function() end", "function() end"),
    ("(function() local t = {} t.me = t return t end)()", "(function() local t = {} t.me = {me = t} return t end)()"),
  ])
  func whatDiffersIsNot(_ one: String, _ other: String) throws {
    #expect(try picture(one) != picture(other))
  }

  @Test func differencesAreNamedByTheirPlaces() throws {
    let found = try picture("{name = 'Ada', tags = {'a', 'b'}, [true] = 1}")
    let wanted = try picture("{name = 'Bob', tags = {'a'}, age = 3}")
    #expect(
      found.differences(from: wanted) == [
        "age: expected 3, missing", "name: expected \"Bob\", got \"Ada\"", "tags[2]: not expected, got \"b\"",
        "[true]: not expected, got 1",
      ])
    #expect(found.differences(from: found) == [])
  }

  @Test func whatIsNestedTooDeeplyEndsInDots() throws {
    let text = try picture("(function() local t = {} for i = 1, 300 do t = {t} end return t end)()").text(limit: 1000)
    #expect(text.contains("…"))
  }

  @Test func lookingLeavesNothingBehind() throws {
    _ = try picture("{1, {2}, print}")
    harness.interpreter.collect()
    #expect(harness.interpreter.counts.trees == 0)
    let references = harness.interpreter.counts.references
    for _ in 0..<100 { _ = try picture("{1, {2}, print}") }
    #expect(harness.interpreter.counts.references == references)
  }

  @Test func globalsLibrariesAndModulesArePutBack() throws {
    harness.modules["lib"] = "loads = (loads or 0) + 1 return {}"
    try harness.run("kept = 1 require 'lib'", results: 0)
    let kept = try harness.interpreter.keepGlobals()
    harness.modules["other"] = "return {}"
    try harness.run("kept, new = 2, 3 string.new = 1 string.rep = nil require 'other'", results: 0)
    try harness.interpreter.restoreGlobals(kept)
    let values = try harness.run(
      "return kept, new, string.new, string.rep ~= nil and loads, (require 'lib') and loads", results: 5)
    #expect(values == [.integer(1), .nil, .nil, .integer(1), .integer(1)])
    harness.modules["other"] = "error 'read anew'"
    #expect(throws: LuaFailure.self) { try harness.run("require 'other'") }
  }
}
