import BindCore
import Testing

@testable import BindLua

@Suite struct RuntimeObjectTests {
  let harness: RuntimeHarness
  let interpreter: Interpreter
  let kind: ObjectKind

  init() throws {
    harness = try RuntimeHarness()
    interpreter = harness.interpreter
    kind = try interpreter.registerKind("cell", isCell: true, hasPaths: true, userValues: 1)
  }

  private func expose(_ object: HostObject, as name: String) throws {
    try interpreter.register(.opaque(object), as: name, in: "_G")
  }

  @Test func `a cell is read and written`() throws {
    let cell = TestCell(.integer(1), kind: kind)
    try expose(cell, as: "cell")
    #expect(try harness.run("return cell:get()") == [.integer(1)])
    #expect(try harness.run("return cell:set('two')") == [.boolean(true)])
    #expect(cell.value == .string("two"))
    #expect(try harness.run("return cell:peek()") == [.string("two")])
  }

  @Test func `a refused write gives nil and an err table`() throws {
    try expose(TestCell(.integer(1), kind: kind), as: "cell")
    try harness.run("local ok, err = cell:set(-1) print(ok, err.id, tostring(err))")
    #expect(harness.printed == ["nil\tbind.invalid\tbind.invalid: test.lua:1: -1 is refused"])
  }

  @Test func `one object has one userdata, and a path is resolved once`() throws {
    let cell = TestCell(.integer(1), kind: kind)
    cell.fields["a.b"] = TestCell(.integer(2), kind: kind)
    try expose(cell, as: "cell")
    let results = try harness.run("local one = cell 'a.b' return one == cell 'a.b', one:get()", results: 2)
    #expect(results == [.boolean(true), .integer(2)])
    #expect(cell.reads == 1)
    #expect(try harness.failure(of: "cell 'c'").id == .bindPath)
  }

  @Test func `a call without receiver is refused with the method's name`() throws {
    try expose(TestCell(.integer(1), kind: kind), as: "cell")
    #expect(try harness.failure(of: "cell.get()").message.contains("get: the receiver is missing"))
    #expect(try harness.failure(of: "cell.get(io)").id == .bindArgument)
    #expect(try harness.failure(of: "local m = cell.get; m({})").id == .bindArgument)
  }

  @Test func `collected objects are released at the safe point and counted`() throws {
    var released = 0
    do {
      try expose(TestCell(.nil, kind: kind, onDeinit: { released += 1 }), as: "cell")
    }
    #expect(interpreter.counts.objects == 1)
    try harness.run("cell = nil")
    interpreter.collect()
    #expect(released == 1)
    #expect(interpreter.counts.objects == 0)
  }

  @Test func `an anchored object keeps the function in its user value`() throws {
    var released = 0
    var cell: TestCell? = TestCell(.nil, kind: kind, onDeinit: { released += 1 })
    try expose(try #require(cell), as: "cell")
    try interpreter.register("hold", in: "_G") { call in
      let object = try #require(call[0].object)
      #expect(call.interpreter.setUserValue(1, of: object, to: call[1].function))
    }
    try harness.run("local c = cell; hold(c, function() return c end); cell = nil")
    try interpreter.anchor(try #require(cell))
    interpreter.collect()
    #expect(try interpreter.userValue(1, of: try #require(cell)) != nil)
    #expect(interpreter.counts.anchors == 1)
    interpreter.unanchor(try #require(cell))
    cell = nil
    interpreter.collect()
    #expect(released == 1)  // the cycle through its own function did not hold it
    #expect(interpreter.counts.anchors == 0)
  }
}

extension RuntimeObjectTests {
  @Test func `a reference whose last holder is on another thread is given back at the safe point`() async throws {
    var function: LuaReference? = try interpreter.load("return 1", name: "=f")
    let elsewhere = Task.detached { [function] in function?.isFunction }
    function = nil
    #expect(await elsewhere.value == true)
    interpreter.releaseGarbage()
    #expect(interpreter.counts.references == 0)
  }
}
