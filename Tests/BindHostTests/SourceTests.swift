import BindCore
import BindHost
import BindSources
import Testing

/// CONTRACT 56 to 60 and the W rules, in virtual time.
@Suite(.serialized) struct SourceTests {
  /// `outside` is the world; a set takes 100 ms and fails for values above 100.
  private func host(_ options: String = "") throws -> VirtualHost {
    let host = try VirtualHost()
    try host.run(
      """
      outside, calls = 1, {}
      s = bh.source {
        name = "device",
        get = function() return outside end,
        set = function(new, old)
          calls[#calls + 1] = old .. ">" .. new
          bh.sleep("100ms")
          if new > 100 then return nil, "too big" end
          outside = new
          return true
        end, \(options)
      }
      s:observe(function(new, old, cause) print(new, old, cause.kind, s "$pending":get()) end)
      """)
    return host
  }

  @Test func theGetterGivesItsValueAtCreation() throws {
    #expect(try host().printed() == ["1\tnil\tinitial\t0"])
  }

  // 70
  @Test func whatItHasBroughtNamesItsDeclaration() throws {
    let host = try VirtualHost()
    try host.run(
      """
      s = bh.source { name = "device", get = function() return 1 end }
      l = bh.loadable("rate", { load = function() bh.sleep("1ms") return 2 end })
      l "value":observe(function() end)
      """)
    try host.advance(.milliseconds(5))
    try host.run("print(s:why()) print(l 'value':why())")
    let said = host.printed().flatMap { $0.split(separator: "\n") }
    #expect(said.contains("  = source  →  device  test.lua:1"), "\(said)")
    #expect(said.contains("  = source  →  rate.value  test.lua:2"), "\(said)")
  }

  @Test func aPessimisticWriteChangesTheValueOnSuccessOnly() throws {
    let host = try host()
    _ = host.printed()
    try host.run("bh.go(function() print('answer', s:set(5)) end)")
    try host.advance(.milliseconds(99))
    #expect(host.printed() == [])
    try host.run("print(s:get(), s '$pending':get())")
    #expect(host.printed() == ["1\t1"])
    try host.advance(.milliseconds(2))
    #expect(host.printed() == ["5\t1\tsource\t0", "answer\ttrue"])
    try host.run("bh.go(function() local ok, err = s:set(500) print('answer', ok, err.kind, err.message) end)")
    try host.advance(.seconds(1))
    #expect(host.printed() == ["answer\tnil\tscript\ttoo big"])
    try host.run("print(s:get(), s '$error':get().message)")
    #expect(host.printed() == ["5\ttoo big"])
    #expect(host.reports() == [])
  }

  @Test func anOptimisticWriteIsShownAtOnceAndTakenBackAloneWhenItFails() throws {
    let host = try host("optimistic = true")
    _ = host.printed()
    try host.run("bh.transaction(function() s:set(500) end)  s:observe(function() end)")
    try host.run("bh.transaction(function() s:modify(function(v) return v + 7 end) end)")
    #expect(host.printed() == ["500\t1\tsource\t1", "507\t500\tsource\t2"])
    try host.advance(.milliseconds(100))
    // Only the failed one is gone; the function is applied anew on what stands.
    #expect(host.printed() == ["8\t507\tsource\t1"])
    try host.advance(.milliseconds(100))
    #expect(host.printed() == [])
    try host.run("print(s:get(), s '$pending':get(), table.concat(calls, ' '))")
    #expect(host.printed() == ["8\t0\t1>500 1>8"])
    #expect(host.reports().count == 1)  // nobody waited for the first
  }

  @Test func writesAreSentOneAfterTheOtherInTheOrderInWhichTheyBegan() throws {
    let host = try host()
    try host.run("for i = 1, 3 do bh.transaction(function() s:modify(function(v) return v * 2 end) end) end")
    _ = host.printed()
    try host.advance(.milliseconds(50))
    try host.run("print(table.concat(calls, ' '), s '$pending':get())")
    #expect(host.printed() == ["1>2\t3"])  // the second waits for the answer to the first
    try host.advance(.milliseconds(251))
    try host.run("print(s:get(), table.concat(calls, ' '))")
    #expect(host.printed().last == "8\t1>2 2>4 4>8")
  }

  @Test func parallelWritesNeverLetAnOlderAnswerOverwriteANewer() throws {
    let host = try VirtualHost()
    try host.run(
      """
      s = bh.source { get = function() return 0 end, order = "parallel", optimistic = true,
        set = function(new) bh.sleep(new == 1 and "200ms" or "50ms") return true end }
      s:observe(function(v) print(v) end)
      bh.transaction(function() s:set(1) end)
      bh.transaction(function() s:set(2) end)
      """)
    try host.advance(.seconds(1))
    #expect(host.printed() == ["0", "1", "2"])
  }

  @Test func theLatestWriteTakesThePlaceOfThoseInFlight() throws {
    let host = try host("order = 'latest'")
    _ = host.printed()
    try host.run("bh.go(function() print('first', s:set(5)) end)")
    try host.advance(.milliseconds(50))
    try host.run("bh.go(function() print('second', s:set(6)) end)")
    try host.advance(.seconds(1))
    let printed = host.printed()
    #expect(printed[0].hasPrefix("first\tnil\tsource.superseded"))
    #expect(Array(printed[1...]) == ["6\t1\tsource\t0", "second\ttrue"])
  }

  @Test func whileOneIsInFlightANewOneCanBeRejected() throws {
    let host = try host("order = 'reject'")
    _ = host.printed()
    try host.run("bh.go(function() print('first', s:set(5)) end)")
    try host.advance(.milliseconds(50))
    try host.run("bh.go(function() local ok, err = s:set(6) print('second', ok, err.kind) end)")
    try host.advance(.seconds(1))
    #expect(host.printed() == ["second\tnil\tconflict", "5\t1\tsource\t0", "first\ttrue"])
  }

  @Test func confirmRunsBeforeAnythingIsShownOrSent() throws {
    let host = try host(
      "optimistic = true, confirm = function(new, old) print('ask', new, old) bh.sleep('1s') return new ~= 9 end")
    _ = host.printed()
    try host.run("bh.go(function() local ok, err = s:set(9) print(ok, err.kind, #calls) end)")
    try host.advance(.milliseconds(500))
    #expect(host.printed() == ["ask\t9\t1"])
    try host.advance(.seconds(1))
    #expect(host.printed() == ["nil\tcancelled\t0"])
    try host.run("bh.go(function() print(s:set(8)) end)")
    try host.advance(.seconds(3))
    #expect(host.printed() == ["ask\t8\t1", "8\t1\tsource\t1", "true"])
    #expect(host.reports() == [])
  }

  @Test func theAskingEndIsRewrittenOnceWhenItsWriteIsDeclinedOrFails() throws {
    let host = try host("confirm = function(new) return new ~= 9 end")
    try host.run(
      """
      text = bh.bindable("")
      link = bh.link(s, text, { to = tostring, from = math.tointeger })
      text:observe(function(t) print("text", t) end)
      """)
    _ = host.printed()
    for (typed, seen) in [("9", ["text\t9", "text\t1"]), ("500", ["text\t500", "text\t1"])] {
      try host.run("text:set('\(typed)')")
      try host.advance(.seconds(1))
      #expect(host.printed() == seen)
    }
    try host.run("text:set('5')")
    try host.advance(.milliseconds(50))
    #expect(host.printed() == ["text\t5"])
    try host.advance(.seconds(1))
    #expect(host.printed() == ["5\t1\tsource\t0"])
    try host.run("print(link 'status':get(), text:get())")
    #expect(host.printed() == ["ok\t5"])
  }

  @Test func aDroppedTransactionSendsNothing() throws {
    let host = try host("optimistic = true")
    _ = host.printed()
    try host.run(
      "pcall(bh.transaction, function() s:set(7) print('inside', s:get(), #calls) error('no') end) print(s:get())")
    try host.advance(.seconds(1))
    try host.run("print(#calls, s '$pending':get())")
    #expect(host.printed() == ["inside\t7\t0", "1", "0\t0"])
  }

  @Test func anAnswerToAnOlderQuestionIsDropped() throws {
    let host = try VirtualHost()
    try host.run(
      """
      outside, asked = 1, 0
      s = bh.source {
        get = function()
          asked = asked + 1
          local answer = outside
          if asked > 1 then bh.sleep("100ms") end
          return answer
        end,
        set = function(new) bh.sleep("10ms") outside = new return true end,
      }
      s:observe(function(v) print(v) end)
      outside = 2
      s:refresh()
      """)
    try host.advance(.milliseconds(50))
    try host.run("outside = 3 s:refresh()")
    try host.advance(.milliseconds(70))
    #expect(host.printed() == ["1"])  // the first answer was called off
    try host.advance(.milliseconds(100))
    #expect(host.printed() == ["3"])
    // A write inside the question: its answer is from before and is asked for again.
    try host.run("s:refresh() bh.transaction(function() s:set(9) end)")
    try host.advance(.seconds(1))
    #expect(host.printed() == ["9"])
    try host.run("print(asked)")
    #expect(host.printed() == ["5"])
  }

  @Test func writesThatNeverEndStarveNoQuestion() throws {
    let host = try VirtualHost()
    try host.run(
      """
      outside, gets, goesOn = 0, 0, true
      s = bh.source { optimistic = true,
        get = function() gets = gets + 1 bh.sleep("50ms") return outside end,
        set = function() bh.sleep("30ms") outside = outside + 1 return true end,
      }
      bh.go(function() while goesOn do s:modify(function(v) return (v or 0) + 1 end) end end)
      """)
    try host.advance(.seconds(1))
    try host.run("outside = outside + 1000 gets = 0 s:refresh()")
    try host.advance(.seconds(5))
    try host.run("print(s:get() > 1000)")
    try host.advance(.seconds(1))
    try host.run("print(s:get() > 1000, gets < 10) goesOn = false")
    // Then it is asked once more, and stands as it is outside.
    try host.advance(.seconds(1))
    try host.run("print(s:get() == outside, s '$pending':get())")
    #expect(host.printed() == ["false", "true\ttrue", "true\t0"])
    #expect(host.pendingTimers == 0)
  }

  @Test func aPolledSourceIsAskedOnlyWhileSomebodyObservesIt() throws {
    let host = try VirtualHost()
    try host.run(
      """
      asked = 0
      s = bh.source { get = function() asked = asked + 1 return asked end, poll = "1s" }
      """)
    try host.advance(.seconds(10))
    try host.run("print(asked) h = s:observe(function(v) print('seen', v) end)")
    try host.advance(.milliseconds(2500))
    #expect(host.printed() == ["1", "seen\t1", "seen\t2", "seen\t3"])
    try host.run("h:stop()")
    #expect(host.pendingTimers == 0)
  }

  @Test func aNotifiedSourceIsAskedWhenTheOutsideSaysSo() throws {
    let host = try VirtualHost()
    try host.run(
      """
      outside = 1
      scope = bh.scope("device", function()
        s = bh.source { get = function() return outside end,
          notify = function(changed) tell = changed return function() print("cancelled") end end }
      end)
      s:observe(function(v) print(v) end)
      outside = 2
      tell()
      tell()
      scope:close()
      outside = 3
      tell()
      """)
    #expect(host.printed() == ["1", "2", "cancelled"])
  }

  @Test func aModelThatChangesSilentlyIsLookedAtBeforeEachTurn() throws {
    let host = try VirtualHost()
    try host.run(
      """
      outside = 1
      s = bh.source { get = function() return outside end, poll = "turn" }
      s:observe(function(v) print(v) end)
      bh.after("1s", function() print("turn", s:get()) end)
      outside = 2
      """)
    #expect(host.printed() == ["1"])
    try host.advance(.seconds(2))
    #expect(host.printed() == ["2", "turn\t2"])
  }

  @Test func aFailingGetterKeepsTheValueAndShowsTheError() throws {
    let host = try VirtualHost()
    try host.run(
      """
      works = true
      s = bh.source { get = function() if works then return 1 end return nil, "unplugged" end }
      works = false
      s:refresh()
      print(s:get(), s "$error":get().message)
      works = true
      s:refresh()
      print(s:get(), s "$error":get())
      """)
    #expect(host.printed() == ["1\tunplugged", "1\tnil"])
    #expect(host.reports().count == 1)
  }

  @Test func whyAWriteHasFailedStandsUntilTheNextReadOrWriteSucceeds() throws {
    let host = try host("order = 'latest'")
    _ = host.printed()
    try host.run("bh.go(function() s:set(400) end)")
    try host.advance(.milliseconds(50))
    try host.run("bh.go(function() s:set(500) end)")
    try host.advance(.seconds(1))
    // The write that was superseded may have arrived, so the outside has been asked.
    try host.run("print(s '$error':get().message, s '$pending':get())")
    #expect(host.printed() == ["too big\t0"])
    try host.run("s:refresh()")
    try host.run("print(s '$error':get())")
    #expect(host.printed() == ["nil"])
  }

  @Test func whatIsInFlightEndsWithItsScope() throws {
    let host = try host()
    try host.run(
      """
      scope = bh.scope("s", function()
        t = bh.source { get = function() return 1 end, set = function() bh.sleep("1s") print("late") return true end, poll = "1s" }
      end)
      bh.transaction(function() t:set(2) end)
      t:observe(function() end)
      """)
    try host.advance(.milliseconds(100))
    _ = host.printed()
    try host.run("scope:close()")
    try host.advance(.seconds(5))
    #expect(host.printed() == [])
    #expect(host.pendingTimers == 0)
  }

  /// A setter that takes everything.
  private final class Sink: SourceWork {
    var canGet: Bool { false }
    var canSet: Bool { true }
    var canConfirm: Bool { false }
    func get(_ completion: @escaping (Result<Value, Failure>) -> Void) -> JobRun? { nil }
    func confirm(_ new: Value, _ old: Value, _ completion: @escaping (Result<Bool, Failure>) -> Void) -> JobRun? { nil }
    func set(
      _ new: Value, _ old: Value, _ ticket: WriteTicket, _ completion: @escaping (Result<Value?, Failure>) -> Void
    ) -> JobRun? {
      completion(.success(nil))
      return nil
    }
  }

  @Test func aWriteThatIsRefusedInsideAPureFunctionTakesNobodysAnswer() throws {
    let host = try VirtualHost()
    let engine = host.host.engine
    let sink = SourceCell(
      name: "sink", work: Sink(), policy: SourceCell.Policy(), clock: host.world.clock, scope: engine.root)
    var heard = 0
    _ = try sink.answering { _ in
      heard += 1
    } by: { () throws(Failure) in
      _ = try? engine.runPure { () throws(Failure) in try sink.write(.integer(1)) }
      return try sink.write(.integer(2))
    }
    try host.advance(.milliseconds(1))
    #expect(heard == 1)
  }
}
