import BindCore
import BindHost
import Testing

@Suite struct HostLimitsTests {
  /// The ids that the script reported, in order, and what it printed.
  private func run(_ code: String, _ change: (inout HostOptions) -> Void) throws -> (errors: [String], lines: [String])
  {
    final class Log {
      var errors: [String] = []
      var lines: [String] = []
    }
    let log = Log()
    var options = HostOptions(scriptFolder: "/nowhere") { log.errors.append(String($0.prefix { $0 != ":" })) }
    options.print = { log.lines.append(String(decoding: $0.dropLast(), as: UTF8.self)) }
    change(&options)
    let host = try Host(options)
    host.start(Array("local bh = require 'bindhost'\n\(code)".utf8), name: "test.lua") {
      if case .failure(let failure) = $0 { log.errors.append(Diagnostic(Report(failure, during: "")).id.rawValue) }
    }
    host.close()
    return (log.errors, log.lines)
  }

  @Test func theLimitOfWavesCanBeChosen() throws {
    let code = """
      local n = bh.bindable(0)
      n:observe(function(v) if v > 0 and v < 50 then n:set(v + 1) end end)
      local done, err = pcall(n.set, n, 1)
      print(done and n:get() or err.id)
      """
    #expect(try run(code) { _ in }.lines == ["50"])
    #expect(try run(code) { $0.waveLimit = 20 }.lines == ["bind.cycle"])
  }

  @Test func theNumberOfErrorsBeforeASuspensionCanBeChosen() throws {
    let code = """
      local n = bh.bindable(0)
      local h = n:observe(function(v) if v > 0 then error "no" end end)
      for i = 1, 20 do n:set(i) end
      print(h:info().runs, h:info().suspended)
      """
    #expect(try run(code) { _ in }.lines == ["11\ttrue"])
    #expect(try run(code) { $0.errorLimit = 3 }.lines == ["4\ttrue"])
    #expect(try run(code) { $0.errorLimit = 3 }.errors.last == "bind.suspended")
    #expect(try run(code) { $0.errorLimit = 100 }.lines == ["21\tfalse"])
  }

  @Test func theDefaultsAreThoseOfTheContract() {
    let options = HostOptions(scriptFolder: "/nowhere") { _ in }
    #expect(options.waveLimit == 100)
    #expect(options.observerLimit == 100_000)
    #expect(options.timerLimit == 10_000)
    #expect(options.memoryLimit == 256 << 20)
    #expect(options.timeLimit == .seconds(2))
  }

  /// What goes wrong when `a` becomes 2 ends that observer only: its writes are dropped, the next delivery runs.
  private func stop(by fault: String, _ change: (inout HostOptions) -> Void) throws -> (
    errors: [String], lines: [String]
  ) {
    try run(
      """
      local a, b = bh.bindable(1), bh.bindable(1)
      a:observe(function(v)
        b:set(v * 10)
        if v == 2 then \(fault) end
      end)
      for i = 2, 3 do
        a:set(i)
        print(a:get(), b:get())
      end
      """, change)
  }

  @Test func aStopEndsThatCallbackOnlyAndDropsItsWrites() throws {
    let expected = ["2\t10", "3\t30"]
    var ended = try stop(by: "while true do end") { $0.timeLimit = .milliseconds(50) }
    #expect(ended == (["host.quota"], expected))
    ended = try stop(by: "local t = {} while true do t[#t + 1] = { t } end") { $0.memoryLimit = 2 << 20 }
    #expect(ended == (["host.quota"], expected))
    ended = try stop(by: "for i = 1, 10 do bh.after('1h', print) end") { $0.timerLimit = 10 - 1 }
    #expect(ended == (["host.quota"], expected))
    ended = try stop(by: "for i = 1, 10 do b:observe(print, { initial = false }) end") {
      $0.observerLimit = Engine.current.observerCount + 10
    }
    #expect(ended == (["host.quota"], expected))
  }

  /// 300 light observers of a write outlast the script that wrote: it is stopped where they have run, and none of them.
  @Test func whatIsStoppedForTheTimeOfItsObserversEndsNoneOfThem() throws {
    let code = """
      local a, ran = bh.bindable(1), 0
      for i = 1, 300 do
        a:observe(function()
          local ends = os.clock() + 0.01
          while os.clock() < ends do end
          ran = ran + 1
          if ran == 300 then print(ran) end
        end, { initial = false })
      end
      a:set(2)
      for i = 1, 1000 do end
      print "not reached"
      """
    let ended = try run(code) { $0.timeLimit = .seconds(1) }
    #expect(ended.errors == ["host.quota"])
    #expect(ended.lines == ["300"])
  }

  /// The writer has taken the most when the time is up, and is to be stopped; then its observer takes all of it alone.
  @Test func anObserverThatNeverEndsIsStoppedInsideWhatIsToBeStopped() throws {
    let code = """
      local a = bh.bindable(1)
      a:observe(function(v) while v == 2 do end end)
      local ends = os.clock() + 0.7
      while os.clock() < ends do end
      a:set(2)
      print "goes on"
      """
    let ended = try run(code) { $0.timeLimit = .seconds(1) }
    #expect(ended == (["host.quota"], ["goes on"]))
  }

  /// What a callback calls, and waits for, is a part of it: its time is over too, whatever it catches.
  @Test(arguments: [
    "bh.transaction(forever)", "bh.scope(forever)", "bh.untracked(forever)",
    "m 'checked':set(5)", "coroutine.wrap(function() pcall(bh.transaction, forever) end)()",
  ])
  func noScriptCatchesThatWhatItHasCalledWasStopped(_ call: String) throws {
    let code = """
      local function forever() while true do end end
      local b, go, done = bh.bindable(0), bh.bindable(0), bh.bindable(0)
      local m = bh.model("m", { checked = bh.field { default = 1, check = function(v) if v == 5 then forever() end return true end } })
      go:observe(function(v)
        if v ~= 1 then return print("runs", v) end
        done:set(1)
        pcall(function() \(call) end)
        print "caught"
      end, { initial = false })
      go:set(1)
      print(done:get())
      go:set(2)
      """
    let ended = try run(code) { $0.timeLimit = .milliseconds(50) }
    #expect(ended == (["host.quota"], ["0", "runs\t2"]))
  }

  /// The error of a computed value is one that its readers may catch: they have not run for long.
  @Test func whatIsStoppedApartIsAnErrorThatMayBeCaught() throws {
    let code = """
      local go = bh.bindable(0)
      local function forever() while go:get() == 1 do end return 1 end
      local endless = bh.computed(forever)
      for i = 1, 2 do
        bh.computed(function() return select(2, pcall(endless.get, endless)) end)
          :observe(function(v) if v ~= 1 then print(i, v.id) end end)
      end
      go:set(1)
      print(select(2, pcall(endless.get, endless)).id)
      """
    let ended = try run(code) { $0.timeLimit = .milliseconds(50) }
    #expect(ended.lines == ["1\thost.quota", "2\thost.quota", "host.quota"])
  }

  /// An observer is stopped instead of whoever writes; but not for ever. What else runs then runs to its end.
  @Test func whoMakesOthersRunTooLongAgainAndAgainIsStoppedToo() throws {
    let code = """
      local a = bh.bindable(0)
      a:observe(function(v) while v > 0 do end end)
      a:observe(function(v)
        local ends = os.clock() + 0.01
        while os.clock() < ends do end
        print("innocent", v)
      end, { initial = false })
      for i = 1, 2 do a:set(i) end
      print "two are forgiven"
      for i = 3, 100 do a:set(i) end
      print "not reached"
      """
    let ended = try run(code) { $0.timeLimit = .milliseconds(50) }
    #expect(ended.lines == ["innocent\t1", "innocent\t2", "two are forgiven", "innocent\t3"])
    #expect(ended.errors == Array(repeating: "host.quota", count: 4))
  }

  /// It is the innermost that is stopped so, and what has been stopped for it does not count for whoever is around it.
  @Test(arguments: ["1, 100", "1, 3"])
  func whoCatchesStopsAgainAndAgainIsStoppedItself(_ times: String) throws {
    let code = """
      local function forever() while true do end end
      local a = bh.bindable(0)
      a:observe(function(v)
        if v == 0 then return end
        for i = \(times) do
          pcall(function() return bh.computed(forever):get() end)
          print(v, i)
        end
        for _ = 1, 1000 do end
        print "not reached"
      end)
      for v = 1, 2 do a:set(v) end
      print "two are forgiven"
      """
    let ended = try run(code) { $0.timeLimit = .milliseconds(50) }
    #expect(ended == (["host.quota", "host.quota"], ["1\t1", "1\t2", "2\t1", "2\t2", "two are forgiven"]))
  }

  /// While a caller is to be stopped as soon as it goes on, what runs inside it catches no more than otherwise.
  @Test func whatIsToBeStoppedTakesNothingFromTheStopsInsideIt() throws {
    let code = """
      local function forever() while true do end end
      local a = bh.bindable(0)
      for i = 1, 3 do a:observe(function(v) if v == 1 then print(i) forever() end end) end
      a:observe(function(v)
        if v == 0 then return end
        pcall(bh.transaction, forever)
        print "caught"
      end)
      a:observe(function(v) print("last", v) end, { initial = false })
      a:set(1)
      print "not reached"
      """
    let ended = try run(code) { $0.timeLimit = .milliseconds(50) }
    #expect(ended.errors == Array(repeating: "host.quota", count: 5))
    #expect(ended.lines == ["1", "2", "3", "last\t1"])
  }

  /// Also where it is read through what the reader has written: nobody around it has run for long.
  @Test func whatIsStoppedInATransactionsOwnReadMayBeCaughtThere() throws {
    let code = """
      local c = bh.bindable(0)
      local slow = bh.computed(function() while c:get() == 1 do end return c:get() end)
      print(bh.transaction(function()
        c:set(1)
        local ok, err = pcall(slow.get, slow)
        c:set(2)
        return ok, err.id
      end))
      print(slow:get())
      """
    let ended = try run(code) { $0.timeLimit = .milliseconds(50) }
    #expect(ended == ([], ["false\thost.quota", "2"]))
  }

  /// A stop that is passed on through transactions inside each other is one.
  @Test func aStopCountsOnceForWhoeverIsAroundIt() throws {
    let code = """
      local a = bh.bindable(0)
      local function forever() while true do end end
      a:observe(function(v) if v > 0 then bh.transaction(function() bh.transaction(forever) end) end end)
      for i = 1, 2 do a:set(i) end
      print "two are forgiven"
      """
    let ended = try run(code) { $0.timeLimit = .milliseconds(50) }
    #expect(ended == (["host.quota", "host.quota"], ["two are forgiven"]))
  }

  /// Thirty levels, each of which holds the one before it twice, take no room as long as nobody looks at all of it.
  @Test func whatIsSharedWithoutEndIsRefusedWhereAllOfItIsWanted() throws {
    let code = """
      local whole = bh.bindable(1)
      for i = 1, 30 do
        local any = { type = "any", default = 0 }
        local next = bh.model("m" .. i, { a = bh.field(any), b = bh.field(any) })
        bh.bind(whole, next "a")
        bh.bind(whole, next "b")
        whole = next
      end
      print(select(2, pcall(whole.get, whole)).message)
      local place = bh.bindable({ x = 0 })
      print(bh.bind(whole, place "x", { on_error = function() end }) "error":get().message:match ": (.*)")
      print(place "x":get())
      """
    let ended = try run(code) { ($0.memoryLimit, $0.timeLimit) = (2 << 20, .seconds(20)) }
    #expect(
      ended.lines == [
        "the value is larger than the 2 MB that the script may hold",
        "one value holds 4194304 lists and records at most", "0",
      ])
  }

  @Test func whatAStoppedCallbackHadMadeIsGoneAndMakesRoom() throws {
    let code = """
      local a = bh.bindable(1)
      local go = bh.bindable(false)
      go:observe(function(v)
        if v then for i = 1, 10 do bh.after("1h", print) a:observe(print, { initial = false }) end end
      end)
      go:set(true)
      print(bh.stats().observers - before)
      local timers = 0
      while pcall(bh.after, "1h", print) do timers = timers + 1 end
      print(timers)
      """
    #expect(try run("before = bh.stats().observers\n" + code) { $0.timerLimit = 9 }.lines == ["1", "9"])
  }
}
