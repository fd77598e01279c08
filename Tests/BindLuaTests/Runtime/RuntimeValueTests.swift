import BindCore
import Testing

@testable import BindLua

@Suite struct RuntimeValueTests {
  let harness: RuntimeHarness
  let interpreter: Interpreter

  init() throws {
    harness = try RuntimeHarness()
    interpreter = harness.interpreter
    try interpreter.register("echo", in: "_G") { call in
      for index in 0..<call.count { try call.returns(call[index].value) }
    }
    try interpreter.register(.null, as: "null", in: "_G")
  }

  private func identity() throws -> LuaReference {
    try interpreter.load("return ...", name: "=identity")
  }

  @Test(arguments: [
    Value.nil, .null, .boolean(true), .boolean(false), .integer(0), .integer(.max), .integer(.min), .number(0.5),
    .number(.infinity), .number(-.infinity), .number(.greatestFiniteMagnitude), .number(.leastNonzeroMagnitude),
    .string(ByteString(bytes: [])), .string(ByteString(bytes: [0, 255, 0, 128, 10])), .list([]), .record(Record()),
    .list([.null, .list([]), .record(Record()), .boolean(false)]),
  ])
  func `a value comes back as it went`(value: Value) throws {
    let back = try interpreter.call(identity(), [value], results: 1)
    #expect(back == [value])
  }

  @Test func `NaN keeps its sign bit's meaning and -0.0 its sign`() throws {
    let back = try interpreter.call(identity(), [.number(.nan), .number(-0.0)], results: 2)
    guard case .number(let nan) = back[0], case .number(let zero) = back[1] else {
      Issue.record("no numbers: \(back)")
      return
    }
    #expect(nan.isNaN)
    #expect(zero == 0 && zero.sign == .minus)
  }

  @Test func `1 and 1.0 stay apart`() throws {
    let back = try interpreter.call(identity(), [.integer(1), .number(1)], results: 2)
    guard case .integer = back[0], case .number = back[1] else {
      Issue.record("the types changed: \(back)")
      return
    }
  }

  @Test func `values nested at random cross both ways unchanged`() throws {
    var random = SeededRandom(seed: 20_260_101)
    let script = try interpreter.load("return echo(...)", name: "=echo")
    for _ in 0..<300 {
      let value = random.value(depth: 5)
      let back = try interpreter.call(script, [value], results: 1)
      #expect(back == [value])
    }
    #expect(interpreter.counts.trees == 0)
  }

  @Test func `a function keeps its identity and is given back when nobody holds it`() throws {
    let before = interpreter.counts.references
    try harness.run(
      """
      local f = function() end
      local t = { f = f, g = { f } }
      local back = echo(t)
      assert(back.f == f and back.g[1] == f)
      assert(echo(f) == f)
      local co = coroutine.create(f)
      assert(echo(co) == co)
      """)
    interpreter.releaseGarbage()
    #expect(interpreter.counts.references == before)
  }

  @Test func `references that nobody takes are released by C`() throws {
    try interpreter.register("ignore", in: "_G") { _ in }
    let before = interpreter.counts
    try harness.run("for i = 1, 100 do ignore(print, { print, { x = print } }, function() end) end")
    #expect(interpreter.counts.references == before.references)
    #expect(interpreter.counts.trees == 0)
  }

  @Test(arguments: [
    ("local t = {} t.a = { t } echo(t)", "a[1] contains itself"),
    (
      "local t = { hosts = { ['a.b'] = { 1, 2, { x = { true, nil, 3 } } } } } echo(t)",
      "hosts[\"a.b\"][3].x is a list with holes"
    ),
    ("echo { a = { 1, 2, x = 3 } }", "a has both list elements and fields"),
    ("echo { a = { [true] = 1 } }", "a has a boolean as a key"),
    ("echo { a = { [1.5] = 1 } }", "a has a key that is neither a name nor a position"),
    ("echo { a = { [0] = 1 } }", "a has a key that is neither a name nor a position"),
    ("echo { a = { [print] = 1 } }", "a has a function as a key"),
    ("echo { [{}] = 1 }", "the table has a table as a key"),
    ("local t = {} for i = 1, 101 do t = { t } end echo(t)", "is nested too deeply"),
    ("local t = {} for i = 1, 60 do t = { t, t } end echo(t)", "makes more than 2000000 values"),
  ])
  func `what no value can be is refused with its path`(source: String, message: String) throws {
    let failure = try harness.failure(of: source)
    #expect(failure.id == .bindValue)
    #expect(failure.message.contains(message), "\(failure.message)")
    #expect(failure.position?.line == 1)
    #expect(interpreter.counts.trees == 0)
  }

  @Test func `a table may be as deep as the limit, and the same table may stand twice`() throws {
    try harness.run("local t = {} for i = 1, 99 do t = { t } end echo(t)")
    try harness.run("local t = { 1 } local back = echo({ t, t }) assert(back[1][1] == 1 and back[2][1] == 1)")
  }

  @Test func `a refused result of a callback is an error with its path`() throws {
    let function = try interpreter.load("return { [true] = 1 }", name: "@test.lua")
    do {
      _ = try interpreter.call(function, results: 1)
      Issue.record("it was accepted")
    } catch {
      #expect(error.id == .bindValue)
      #expect(error.message.contains("has a boolean as a key"))
    }
  }

  @Test func `list elements and options can be read side by side where a function allows it`() throws {
    var seen: TableArgument?
    try interpreter.register("panel", in: "_G", mixedTables: true) { call in seen = call[0].table }
    try harness.run("panel { 'a', title = 'T', 'b' }")
    #expect(seen?.elements == [.string("a"), .string("b")])
    #expect(seen?.fields.map(\.value) == [.string("T")])
    #expect(try harness.failure(of: "panel { x = { 1, y = 2 } }").message.contains("x has both"))
  }

  @Test func `no metamethod runs while a table crosses`() throws {
    try harness.run(
      """
      local t = setmetatable({ 1 }, {
        __index = function() error('index') end, __len = function() error('len') end,
        __pairs = function() error('pairs') end })
      assert(echo(t)[1] == 1)
      """)
  }
}

/// A generator with a fixed sequence, so that a failure can be repeated.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {  // splitmix64
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func bytes() -> ByteString {
    ByteString(bytes: (0..<Int.random(in: 0...50, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) })
  }

  /// Any value but nil (which a Lua table cannot hold).
  mutating func value(depth: Int) -> Value {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &self) {
    case 0: .null
    case 1: .boolean(Bool.random(using: &self))
    case 2: .integer(Int64(bitPattern: next()))
    case 3: .number(Double(bitPattern: next()))
    case 4: .integer(Int64.random(in: -3...3, using: &self))
    case 5: .string(bytes())
    case 6: .list((0..<Int.random(in: 0...6, using: &self)).map { _ in value(depth: depth - 1) })
    default:
      .record(Record((0..<Int.random(in: 0...6, using: &self)).map { _ in (bytes(), value(depth: depth - 1)) }))
    }
  }
}
