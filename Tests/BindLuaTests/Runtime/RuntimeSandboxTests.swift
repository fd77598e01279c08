import BindCore
import Testing

@testable import BindLua

@Suite struct RuntimeSandboxTests {
  let harness: RuntimeHarness

  init() throws { harness = try RuntimeHarness(memoryLimit: 256 << 20, timeLimit: 30) }

  @Test func `what reaches files, processes, bytecode or the interpreter's insides is not there`() throws {
    try harness.run(
      """
      for _, name in ipairs { 'io', 'package', 'dofile', 'loadfile', 'warn' } do
        assert(_G[name] == nil, name)
      end
      local allowed = { os = { time = 1, clock = 1, date = 1, difftime = 1 }, debug = { traceback = 1 } }
      for library, names in pairs(allowed) do
        for name in pairs(_G[library]) do assert(names[name], library .. '.' .. name) end
      end
      assert(string.dump == nil)
      """)
  }

  @Test func `bytecode is refused, whatever mode is asked for`() throws {
    try harness.run(
      """
      local bytecode = '\\27Lua' .. ('x'):rep(100)
      for _, mode in ipairs { 'b', 'bt', 't' } do
        local f, message = load(bytecode, 'c', mode)
        assert(f == nil and message:find('binary'), message)
      end
      local pieces = { bytecode }
      assert(load(function() return table.remove(pieces) end, 'c', 'b') == nil)
      assert(load('return ...', 'c', 'b')(5) == 5)
      assert(load('x = 1; return x', 'c', 't', {})() == 1 and x == nil)
      """)
  }

  @Test func `the metatable of a host object cannot be reached`() throws {
    let kind = try harness.interpreter.registerKind("cell", isCell: true)
    try harness.interpreter.register(.opaque(TestCell(.nil, kind: kind)), as: "cell", in: "_G")
    try harness.run(
      """
      assert(getmetatable(cell) == false)
      assert(not pcall(setmetatable, cell, {}))
      assert(not pcall(rawset, cell, 'get', print))
      assert(not pcall(function() cell.x = 1 end))
      """)
  }

  @Test func `a finalizer is refused, set in time or later it never runs`() throws {
    let failure = try harness.failure(of: "setmetatable({}, { __gc = function() while true do end end })")
    #expect(failure.message.contains("__gc is not available"))
    try harness.run(
      """
      local mt = {}
      setmetatable({}, mt)
      mt.__gc = function() ran = true end
      collectgarbage()
      assert(ran == nil)
      """)
    #expect(try harness.failure(of: "collectgarbage('stop')").message.contains("invalid option"))
  }

  @Test func `a module runs once, may wait, and what it raises can be tried again`() throws {
    let interpreter = try #require(harness.interpreter)
    try interpreter.register("wait", in: "_G") { call in call.wait(for: 1) }
    harness.modules = [
      "once": "runs = (runs or 0) + 1 local name = ... return { name = name }",
      "none": "local x = 1",
      "bad": "tries = (tries or 0) + 1 error('bad ' .. tries)",
      "wrong": "x = = 1",
      "a": "return require 'b'", "b": "return require 'a'",
      "slow": "return 'waited ' .. wait()",
    ]
    try harness.run(
      """
      assert(require 'once' == require 'once' and runs == 1 and require 'once'.name == 'once')
      assert(require 'none' == true)
      for i = 1, 2 do
        local ok, e = pcall(require, 'bad')
        assert(not ok and e:find('bad ' .. i), e)
      end
      local ok, e = pcall(require, 'wrong')
      assert(e.id == 'script.syntax' and e.message:find('wrong.lua:1'), tostring(e))
      local ok, e = pcall(require, 'a')
      assert(e.id == 'script.require' and e.message:find('itself'), tostring(e))
      local ok, e = pcall(require, 'missing')
      assert(e.id == 'script.require', tostring(e))
      """)
    let chunk = try interpreter.load("return require 'slow'", name: "@test.lua")
    guard case .waiting(let task) = try interpreter.startTask(chunk, results: 1) else {
      Issue.record("it does not wait")
      return
    }
    harness.answers = [1: .success(.string("long"))]
    guard case .finished(let values) = try interpreter.resumeTask(task, results: 1) else {
      Issue.record("it does not end")
      return
    }
    #expect(values == [.string("waited long")])
  }

  @Test func `registered modules are required by name and are fields of their parents`() throws {
    let interpreter = try #require(harness.interpreter)
    try interpreter.register("one", in: "bindhost") { call in try call.returns(.integer(1)) }
    try interpreter.register("two", in: "bindhost.ui") { call in try call.returns(.integer(2)) }
    try interpreter.register("os.getenv", in: "_G") { call in try call.returns(.string("asked")) }
    try harness.run(
      """
      local bh = require 'bindhost'
      assert(bh.one() == 1 and bh.ui.two() == 2 and require 'bindhost.ui' == bh.ui)
      assert(os.getenv('HOME') == 'asked' and os.time)
      """)
  }

  @Test(arguments: [
    "local s = ('a'):rep(40) while true do s:find(('a?'):rep(40) .. ('a'):rep(41)) end",
    "return (('a'):rep(30)):find(('a-'):rep(20) .. 'b')",
    "for x in (('a'):rep(100000)):gmatch('.-.-.-.-b') do end",
    "return (('a'):rep(100000)):gsub('.-.-.-.-b', 'x')",
    "return (('('):rep(200000)):gsub('%b()', 'x')",
    "while true do local s = ('x'):rep(20000000) end",
    "table.move({}, 1, 1 << 60, 2)",
    "table.sort(setmetatable({}, {__len = function() return (1 << 31) - 2 end}), rawequal)",
    "table.concat(setmetatable({}, {__index = rawlen}), '', 1, 1 << 60)",
  ])
  func `one call that takes for ever is stopped`(source: String) throws {
    let interpreter = try #require(harness.interpreter)
    let chunk = try interpreter.load(ByteString(source), name: "@bomb.lua")
    let failure = interpreter.turn { () -> LuaFailure? in
      do throws(LuaFailure) { _ = try interpreter.call(chunk) } catch { return error }
      return nil
    }
    #expect(failure?.reason == .timeLimit)
    #expect(failure?.position == SourcePosition(script: "bomb.lua", line: 1))
  }

  @Test func `patterns do what the manual says`() throws {
    try harness.run(
      #"""
      local function same(expected, ...)
        local t = table.pack(...)
        for i = 1, t.n do t[i] = tostring(t[i]) end
        local got = table.concat(t, ' ')
        assert(got == expected, ('%q instead of %q'):format(got, expected))
      end
      same('1 5', ('hello'):find('hello'))
      same('3 4', ('hello'):find('l+'))
      same('nil', ('hello'):find('xyz'))
      same('6 5', ('hello'):find('', 6))
      same('nil', ('hello'):find('', 7))
      same('2 2', ('a.b'):find('.', 2, true))
      same('4 4', ('a+b+c'):find('+', 3, true))
      same('key value', ('key = value'):match('^(%w+)%s*=%s*(%w+)$'))
      same('2 3', ('hello'):match('()ll()') and 2, 3)
      same('3 5', ('hello'):match('()ll()'))
      same('(a(b)c)', ('x(a(b)c)y'):match('%b()'))
      same('THE (quick) fox', ('THE (quick) fox'):match('%f[%a].*'))
      same('bold', ('<b>bold</b>'):match('<(%a)>(.-)</%1>') and select(2, ('<b>bold</b>'):match('<(%a)>(.-)</%1>')))
      same(']', ('a]b'):match('[]]'))
      same('a-z', ('a-z'):match('[a%-z]+'))
      same('b', ('abc'):match('[^a]'))
      same('hello hello world world 2', ('hello world'):gsub('%w+', '%0 %0'))
      same('world hello 1', ('hello world'):gsub('(%w+)%s+(%w+)', '%2 %1'))
      same('h-e-l-l-o- 5', ('hello'):gsub('%w', '%0-'))
      same('-a-b- 3', ('ab'):gsub('', '-'))
      same('%d 1', ('x'):gsub('x', '%%d'))
      same('HeLLo 3', ('hello'):gsub('[hl]', { h = 'H', l = 'L' }))
      same('h2ll1 2', ('hello'):gsub('[eo]', function(v) return ({ e = 2, o = 1 })[v] end))
      same('hexxo 2', ('hello'):gsub('l', 'x', 2))
      same('ello 1', ('hello'):gsub('^h', ''))
      local t = {} for k, v in ('a=1, b=2'):gmatch('(%w+)=(%w+)') do t[#t + 1] = k .. v end
      same('a1b2', table.concat(t))
      same('4', #('%d'):rep(2)) same('a,a', ('a'):rep(2, ','))
      local nul = 'a\0b'
      same('2 2', nul:find('\0')) same('3', #nul:match('.+'))
      for pattern, message in pairs {
        ['%'] = 'ends with', ['[a'] = "missing ']'", ['(a'] = 'unfinished capture', ['a)'] = 'invalid pattern capture',
        ['%f'] = "missing '['", ['%1'] = 'invalid capture index', ['%b'] = 'missing arguments',
      } do
        local ok, e = pcall(string.match, 'a', pattern)
        assert(not ok and e:find(message, 1, true), tostring(e))
      end
      """#)
  }
}
