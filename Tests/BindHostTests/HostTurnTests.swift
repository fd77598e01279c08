import BindCore
import BindHost
import Testing

/// CONTRACT 22 and 25, in virtual time.
@Suite(.serialized) struct HostTurnTests {
  @Test func aRolledBackTransactionLeavesNoTimerTaskJobOrSetterBehind() throws {
    let host = try VirtualHost()
    try host.run(
      """
      calls, ran, before = 0, 0, bh.stats().observers
      device = bh.source { get = function() return 1 end, set = function() calls = calls + 1 return true end }
      local function run() ran = ran + 1 end
      print(pcall(bh.transaction, function()
        bh.after("1s", run)
        bh.go(run)
        bh.job.every("1s", { name = "job", run = run })
        bh.source { get = function() run() return 1 end, poll = "1s" }:observe(run)
        ran = 0
        device:set(2)
        error("no", 0)
      end))
      """)
    #expect(host.printed() == ["false\tno"])
    #expect(host.pendingTimers == 0)
    try host.advance(.seconds(10))
    try host.run("print(ran, calls, device:get(), bh.stats().jobs, bh.stats().observers - before)")
    #expect(host.printed() == ["0\t0\t1\t0\t0"])
  }

  @Test func timersTasksAndStepsAreATransactionBetweenTwoWaits() throws {
    let host = try VirtualHost()
    try host.run(
      """
      a, b = bh.bindable(0), bh.bindable(0)
      bh.combine({ a, b }, function(x, y) return x .. " " .. y end):observe(function(v) print(v) end)
      bh.after("1s", function() a:set(1) b:set(1) end)
      bh.after("2s", function() a:set(9) a:observe(function() print "never" end) error("timer", 0) end)
      bh.job.every("3s", { name = "job", immediate = false, run = function()
        a:set(3) b:set(3)
        bh.sleep("1s")
        b:set(9)
        error("step", 0)
      end })
      bh.go(function()
        bh.sleep("5s")
        a:set(5) b:set(5)
        bh.sleep("0s")
        a:set(9)
        error("task", 0)
      end)
      """)
    try host.advance(.milliseconds(5500))
    #expect(host.printed() == ["0 0", "1 1", "3 3", "5 5"])
    #expect(host.reports().count == 3)
    try host.run("print(a:get(), b:get())")
    #expect(host.printed() == ["5\t5"])
  }

  @Test func theMainChunkCommitsEachWriteAndItsRegistrationsStandOnlyIfItEndsWell() throws {
    let host = try VirtualHost()
    try host.run("a = bh.bindable(0)  seen = {}  before = bh.stats().observers")
    #expect(throws: Diagnostic.self) {
      try host.run(
        """
        a:observe(function(v) seen[#seen + 1] = v end)
        a:set(1)
        bh.after("1s", function() print "never" end)
        bh.job.every("1s", { name = "job", run = function() print "never" end })
        error "no"
        """)
    }
    #expect(host.pendingTimers == 0)
    try host.run("a:set(2) print(table.concat(seen, ' '), bh.stats().observers - before)")
    try host.advance(.seconds(5))
    #expect(host.printed() == ["0 1\t0"])
  }
}
