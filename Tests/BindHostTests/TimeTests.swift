import BindCore
import Testing

/// CONTRACT 54, in virtual time.
@Suite(.serialized) struct TimeTests {
  @Test func aDebouncedDeliveryHasTheNewestValueAndTheOldOneOfTheLastDelivered() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      x:debounce("100ms"):observe(function(new, old) print(new, old) end)
      """)
    #expect(host.printed() == ["0\tnil"])
    try host.run("x:set(1)")
    try host.advance(.milliseconds(60))
    try host.run("x:set(2)")
    try host.advance(.milliseconds(99))
    #expect(host.printed() == [])
    try host.advance(.milliseconds(1))
    #expect(host.printed() == ["2\t0"])
    try host.advance(.seconds(10))
    #expect(host.printed() == [])
    #expect(host.pendingTimers == 0)
  }

  @Test func aFirstValueIsNoPresentOneAndWaitsToo() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable()
      x:debounce("100ms"):observe(function(new, old, cause) print(new, old, cause.first) end)
      x:set "a"
      x:set "ab"
      """)
    try host.advance(.milliseconds(99))
    #expect(host.printed() == [])
    try host.advance(.milliseconds(1))
    #expect(host.printed() == ["ab\tnil\ttrue"])
    #expect(host.pendingTimers == 0)
  }

  @Test func goingBackToTheShownValueDeliversNothing() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      x:debounce("100ms"):observe(function(new, old) print(new, old) end)
      x:set(1) x:set(0)
      """)
    try host.advance(.seconds(1))
    #expect(host.printed() == ["0\tnil"])
  }

  @Test func aThrottledValueComesAtOnceThenOnceInTheTimeAndTheNewestLast() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      x:throttle("100ms"):observe(function(new, old) print(new, old) end)
      """)
    try host.advance(.milliseconds(200))
    try host.run("x:set(1) x:set(2)")
    #expect(host.printed() == ["0\tnil", "1\t0"])
    try host.advance(.milliseconds(50))
    try host.run("x:set(3)")
    try host.advance(.milliseconds(49))
    #expect(host.printed() == [])
    try host.advance(.milliseconds(1))
    #expect(host.printed() == ["3\t1"])
    try host.advance(.seconds(1))
    #expect(host.printed() == [])
  }

  @Test func aThrottledChangeThatWasTakenBackKeepsTheNextOneFromNothing() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      x:throttle("100ms"):observe(function(new, old) print(new, old) end)
      """)
    try host.advance(.milliseconds(200))
    try host.run("x:set(1) x:set(2) x:set(1)")
    #expect(host.printed() == ["0\tnil", "1\t0"])
    try host.advance(.milliseconds(100))
    #expect(host.printed() == [])
    try host.advance(.milliseconds(10))
    try host.run("x:set(3)")
    #expect(host.printed() == ["3\t1"], "nothing was told for that long")
  }

  @Test func aTimerOfWhatWasStoppedOrClosedNeverFires() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      handle = x:debounce("100ms"):observe(function(new) print("handle", new) end)
      scope = bh.scope("s", function() x:throttle("100ms"):observe(function(new) print("scope", new) end) end)
      x:set(1)
      x:set(2)
      """)
    _ = host.printed()
    #expect(host.pendingTimers == 2)
    try host.run("handle:stop() scope:close()")
    #expect(host.pendingTimers == 0)
    try host.advance(.seconds(1))
    #expect(host.printed() == [])
  }

  @Test func aReaderThroughItsOwnWritesStartsNoTimer() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      d = x:debounce("100ms")
      d:observe(function(new) print(new) end)
      pcall(bh.transaction, function() x:set(5) print("inside", d:get()) error("no") end)
      """)
    #expect(host.printed() == ["0", "inside\t0"])
    #expect(host.pendingTimers == 0)
    try host.advance(.seconds(1))
    #expect(host.printed() == [])
  }

  @Test func timePassesAlsoWhileTheOnlyObserverIsPaused() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      d = x:debounce("100ms"):map(function(v) return v end)
      h = d:observe(function(new, old) print(new, old) end)
      h:pause() x:set(1)
      """)
    #expect(host.printed() == ["0\tnil"])
    #expect(host.pendingTimers == 1)
    try host.advance(.milliseconds(100))
    try host.run("print(d:get()) x:set(2)")
    #expect(host.printed() == ["1"])
    try host.advance(.milliseconds(60))
    try host.run("h:resume()")
    #expect(host.printed() == ["1\t0"])
    try host.advance(.milliseconds(40))
    #expect(host.printed() == ["2\t1"])
    #expect(host.pendingTimers == 0)
  }

  @Test func readByNobodyItIsThePresentValue() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      d = x:debounce("100ms")
      x:set(1) print(d:get())
      x:set(2) print(d:get())
      local h = d:observe(function(new) print("seen", new) end)
      x:set(3) print(d:get())
      h:stop() print(d:get())
      """)
    #expect(host.printed() == ["1", "2", "seen\t2", "2", "3"])
    #expect(host.pendingTimers == 0)
  }

  @Test func chainsOfThemHaveTheirOwnTimes() throws {
    let host = try VirtualHost()
    try host.run(
      """
      x = bh.bindable(0)
      x:debounce("100ms"):map(function(v) return v * 2 end):debounce("100ms"):observe(function(v) print(v) end)
      x:set(1)
      """)
    try host.advance(.milliseconds(199))
    #expect(host.printed() == ["0"])
    try host.advance(.milliseconds(1))
    #expect(host.printed() == ["2"])
  }

  // 10, 16, 21
  @Test func whatIsMadeInATransactionBeginsWithWhatThatCommits() throws {
    for way in ["debounce", "throttle"] {
      let host = try VirtualHost()
      try host.run(
        """
        x, y = bh.bindable(0), bh.bindable(0)
        bh.transaction(function()
          x:set(9)
          x:\(way)("100ms"):observe(function(v) print("x", v) end)
          x:set(1)
          y:set(9)
          y:\(way)("100ms"):observe(function(v) print("y", v) end, { initial = false })
          y:set(0)
        end)
        """)
      #expect(host.printed() == ["x\t1"], "\(way)")
      try host.run("y:set(5)")
      #expect(host.printed() == [], "what comes next waits: \(way)")
      try host.advance(.milliseconds(100))
      #expect(host.printed() == ["y\t5"], "\(way)")
    }
  }
}
