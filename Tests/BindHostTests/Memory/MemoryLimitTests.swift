import BindCore
import BindSources
import CLua
import Testing

@testable import BindHost
@testable import BindLua

/// A script goes over its memory limit: wherever that is, it is `host.quota` with its place and what to do, only what
/// was running ends, and nothing is lost. (`OutOfMemoryTests`: the machine has none, which is `host.memory`.)
@Suite(.serialized) struct MemoryLimitTests {
  /// Line 1 of every script: what goes over the limit.
  private static let growth = """
    local function grow() local all = {} while true do all[#all + 1] = { all } end end local bh = require "bindhost"
    """

  /// What stands on line 2, and the line that is to blame where it is not that of `grow`.
  struct Path: Sendable, CustomTestStringConvertible {
    let name: String
    let code: String
    let line: Int

    init(_ name: String, _ code: String, line: Int = 1) {
      self.name = name
      self.code = code
      self.line = line
    }

    var testDescription: String { name }
  }

  static let paths = [
    Path("main chunk", "grow()"),
    Path("observer", "local a = bh.bindable(0) a:observe(function(v) if v == 1 then grow() end end) a:set(1)"),
    Path("effect", "bh.effect(grow)"),
    Path("cleanup of an effect", "bh.effect(function() return grow end):stop()"),
    Path("computed", "bh.computed(grow):get()"),
    Path("computed that is observed", "bh.computed(grow):observe(print)"),
    Path("computed behind another", "local c = bh.computed(grow) bh.computed(function() return c:get() end):get()"),
    Path("combine", "bh.combine({ bh.bindable(1) }, grow):get()"),
    Path("map", "bh.bindable(1):map(grow):get()"),
    Path("to of a lens", "bh.bindable(1):through { to = grow }:get()"),
    Path("from of a lens", "bh.bindable(1):through { to = tostring, from = grow }:set(2)"),
    Path("modify", "bh.bindable(1):modify(grow)"),
    Path("equals", "bh.bindable(1, { equals = grow }):set(2)"),
    Path(
      "check",
      "bh.model('m', { f = bh.field { default = 1, check = function(v) return v == 1 or grow() end } }) 'f':set(2)"),
    Path("distinct", "local a = bh.bindable(1) a:distinct(grow):observe(print) a:set(2)"),
    Path("binding's map", "bh.bind(bh.bindable(1), bh.bindable(0), grow)"),
    Path("binding to a function", "bh.bind(bh.bindable(1), grow)"),
    Path("link's to", "bh.link(bh.bindable(1), bh.bindable(0), { to = grow })"),
    Path("link's from", "local b = bh.bindable(1) bh.link(bh.bindable(1), b, { from = grow }) b:set(2)"),
    Path("link's validate", "local b = bh.bindable(1) bh.link(bh.bindable(1), b, { validate = grow }) b:set(2)"),
    Path("each", "bh.each(bh.bindable { 1 }, { key = function(v) return v end, insert = grow })"),
    Path("key of each", "bh.each(bh.bindable { 1 }, { key = grow })"),
    Path("transaction", "bh.transaction(grow)"),
    Path("untracked", "bh.untracked(grow)"),
    Path("scope", "bh.scope(grow)"),
    Path("on_close", "bh.scope(function() bh.on_close(grow) end):close()"),
    Path("timer", "bh.after(0, grow)"),
    Path("task", "bh.go(grow)"),
    Path("task after a wait", "bh.go(function() bh.sleep '1ms' grow() end)"),
    Path("job", "bh.job.every('1h', { name = 'j', run = grow })"),
    Path("loader", "local x = bh.loadable { load = grow } x:on_failed(error) x:load()"),
    Path("await", "local x = bh.loadable { load = grow } bh.go(function() error((select(2, x:await()))) end)"),
    Path(
      "transform of a loadable",
      "local x = bh.loadable { load = function() return 1 end, transform = grow } x:on_failed(error) x:load()"),
    Path("stream", "local x = bh.loadable { source = bh.stream(grow) } x:on_failed(error) x:load()"),
    Path("getter of a source", "bh.source { get = grow }:observe(print)"),
    Path("setter of a source", "bh.go(function() local ok, err = bh.source { set = grow }:set(1) error(err) end)"),
    Path("notify of a source", "bh.source { get = function() return 1 end, notify = grow }:observe(print)"),
    Path("command", "bh.command('c', grow) bh.go(function() error(select(2, bh.call('c'))) end)"),
    Path("handler of errors", "bh.on_error(grow) bh.go(function() error 'x' end)"),
    Path(
      "body of ui.async",
      "bh.show(bh.ui.async { source = bh.loadable { load = function() return 1 end }, loaded = grow })"),
    Path("view", "bh.show(bh.ui.when(bh.bindable(true), grow))"),
    Path("coroutine.wrap", "coroutine.wrap(grow)()"),
    Path("coroutine.resume", "error(select(2, coroutine.resume(coroutine.create(grow))))"),
    Path("two coroutines deep", "coroutine.wrap(function() coroutine.wrap(grow)() end)()"),
    Path("pcall", "error(select(2, pcall(grow)))"),
    Path("pcall and the string form", "local ok, err = pcall(grow) assert(err.id == 'host.quota') grow()"),
    Path("xpcall", "error(select(2, xpcall(grow, function() return 'handled' end)))"),
    Path("pcall in a coroutine of a task", "bh.go(coroutine.wrap(function() error(select(2, pcall(grow))) end))"),
    Path("pcall around a wait", "bh.go(function() local _, e = pcall(function() bh.sleep(0) grow() end) error(e) end)"),
    Path("handler of xpcall", "error(select(2, xpcall(error, grow)))"),
    Path("close", "do local x <close> = setmetatable({}, { __close = grow }) end"),
    Path("metamethod", "return -setmetatable({}, { __unm = grow })"),
    Path("tostring", "print(setmetatable({}, { __tostring = grow }))"),
    Path("comparator", "table.sort({ 2, 1 }, grow)"),
    Path("string.rep", "return ('x'):rep(1 << 22)", line: 2),
    Path("string.rep beyond all", "return ('x'):rep(1 << 40)", line: 2),
    Path("concatenation", "local s = 'x' while true do s = s .. s end", line: 2),
    Path("table.concat", "local s = ('x'):rep(1 << 20) return table.concat { s, s, s, s, s, s }", line: 2),
    Path("gsub", "return (('x'):rep(1 << 16):gsub('x', ('y'):rep(1 << 10)))", line: 2),
    Path("string.format", "local s = ('x'):rep(1 << 20) return ('%s%s%s%s'):format(s, s, s, s)", line: 2),
    Path("table.move", "return table.move(setmetatable({}, { __index = rawlen }), 1, 1 << 22, 1, {})", line: 2),
    Path("recursion", "local function f(n) local t = {} return f(n + 1) + #t end return f(1)", line: 2),
    Path("load", "return load(function() return (' a=1'):rep(100) end)", line: 2),
    Path(
      "utf8",
      "return utf8.char(table.unpack((function() local t = {} for i = 1, 200 do t[i] = 65 end return t end)())), grow()"
    ),
    Path("json", "return bh.json.decode('[' .. ('[],'):rep(1 << 16) .. '[]]')", line: 2),
    Path(
      "a value that crosses",
      "local a = bh.bindable() local t = {} for i = 1, 8 do t[i] = ('x'):rep(1 << 18) end a:set { t, t, t }", line: 2),
  ]

  private final class Log {
    var lines: [String] = []
    var reports: [Diagnostic] = []
  }

  private static let limit: UInt64 = 4 << 20

  @Test(arguments: paths)
  func whereverTheLimitIsReachedItIsAQuotaWithItsPlaceAndTheHostGoesOn(_ path: Path) throws {
    weak var context: LuaContext?
    weak var engine: Engine?
    Engine().becomeCurrent()
    try {
      let log = Log()
      var permissions = Permissions(scriptFolder: "/scripts")
      permissions.allowEverything()
      let world = VirtualWorld(permissions: permissions)
      var options = HostOptions(permissions: permissions) { log.reports.append(Diagnostic($0)) }
      options.print = { log.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
      options.memoryLimit = Self.limit
      options.timeLimit = .seconds(60)
      let host = try BindHost.Host(options, virtual: world)
      context = host.interpreter.context
      engine = host.engine
      func start(_ source: String, _ name: String) throws {
        host.start(Array(source.utf8), name: name) { result in
          if case .failure(let failure) = result { log.reports.append(Diagnostic(Report(failure, during: ""))) }
        }
        try world.advance(by: .seconds(2))
      }
      try start(Self.growth + "\n" + path.code, "growing.lua")
      #expect(log.reports.count > 0)
      for report in log.reports {
        #expect(report.id == .hostQuota, "\(report)")
        #expect(report.message == "not enough memory: the limit of the script is 4 MiB")
        #expect(report.position == SourcePosition(script: "growing.lua", line: path.line), "\(report)")
        #expect(report.notes.contains { $0.hasPrefix("keep less at a time") }, "\(report.notes)")
      }
      log.reports = []
      log.lines = []
      try start(
        """
        local bh = require "bindhost"
        local a = bh.bindable(1)
        local twice = bh.computed(function() return a:get() * 2 end)
        twice:observe(function(v) print(v) end)
        a:set(2)
        bh.go(function() bh.sleep(1) print(#("x"):rep(1 << 20)) end)
        """, "afterwards.lua")
      #expect(log.lines == ["2", "4", "1048576"])
      #expect(log.reports.map(\.description) == [])
      #expect(host.close() == [])
      #expect(host.interpreter.remains == [])
      #expect(host.engine.root.count == 0)
    }()
    Engine().becomeCurrent()
    #expect(context == nil)
    #expect(engine == nil)
  }
}

extension MemoryLimitTests {
  @Test func whatTheMachineRefusesIsNoQuotaAlsoAfterOne() throws {
    Engine().becomeCurrent()
    var reports: [Diagnostic] = []
    var options = HostOptions(permissions: Permissions(scriptFolder: "/nowhere")) { reports.append(Diagnostic($0)) }
    options.memoryLimit = Self.limit
    let host = try BindHost.Host(options)
    func start(_ code: String) {
      host.start(Array(code.utf8), name: "test.lua") { result in
        if case .failure(let failure) = result { reports.append(Diagnostic(Report(failure, during: ""))) }
      }
    }
    let trial = UnsafeMutablePointer<bh_trial>.allocate(capacity: 1)
    trial.initialize(to: bh_trial())
    defer { trial.deallocate() }
    start(Self.growth + " grow()")
    bh_begin_trial(trial)
    (trial.pointee.first, trial.pointee.last) = (50, .max)
    start(Self.growth + " grow()")
    bh_begin_trial(nil)
    start(Self.growth + " grow()")
    #expect(reports.map(\.id) == [.hostQuota, .hostMemory, .hostQuota])
    #expect(reports.map(\.message)[1] == "not enough memory")
    #expect(host.close() == [])
    Engine().becomeCurrent()
  }
}
