import BindCore
import BindHost
import BindSources
import Testing

/// CONTRACT 2.8: jobs in virtual time, as scripts see them.
@Suite struct JobTests {
  private func advance(_ host: VirtualHost, _ seconds: Double) throws {
    try host.advance(Duration(clampingSeconds: seconds))
  }

  @Test func whatWasMissedWhileNothingRanIsOneRunAtTheTimeOfTheLatest() throws {
    let host = try VirtualHost()
    try host.run(
      """
      local start
      j = bh.job.every("10s", { name = "j", run = function(fire)
        start = start or fire.nominal
        print(fire.nominal - start, fire.actual - start, fire.missed)
      end })
      """)
    try advance(host, 10)
    host.world.clock.sleep(for: .seconds(35))
    try advance(host, 6)
    #expect(host.printed() == ["0.0\t0.0\t0", "10.0\t10.0\t0", "40.0\t45.0\t2", "50.0\t50.0\t0"])
    try host.run("print(j 'missed':get(), j 'runs':get())")
    #expect(host.printed() == ["2\t4"])
  }

  @Test(arguments: [("latest", "40"), ("earliest", "20"), ("all", "20 30 40"), ("none", "")])
  func eachMisfirePolicyRunsWhatItSays(_ policy: String, _ nominals: String) throws {
    let host = try VirtualHost()
    try host.run(
      """
      local start
      bh.job.every("10s", { misfire = "\(policy)", run = function(fire)
        start = start or fire.nominal
        print(("%d"):format(fire.nominal - start))
        bh.sleep("1ms")
      end })
      """)
    try advance(host, 10)
    _ = host.printed()
    host.world.clock.sleep(for: .seconds(35))
    try advance(host, 1)
    #expect(host.printed() == nominals.split(separator: " ").map(String.init))
  }

  @Test func aFailureThatMayPassIsTriedAgainAndTheNextRunTakesPlaceAnyway() throws {
    let host = try VirtualHost()
    try host.run(
      """
      local n = 0
      j = bh.job.every("1m", { name = "j", retry = { max = 2, base = "1s" }, run = function()
        n = n + 1
        if n < 3 then return nil, { kind = "network", message = "down" } end
        if n == 4 then error "broken" end
        return n
      end })
      j:on_failed(function(e) print("failed", e) end)
      """)
    try advance(host, 30)
    try host.run("print(j 'value':get(), j 'runs':get(), j 'failures':get(), j 'attempts':get())")
    #expect(host.printed() == ["3\t1\t0\t3"])
    try advance(host, 60)
    #expect(host.printed().first?.hasPrefix("failed\tscript.error: test.lua:5: broken") ?? false)
    try advance(host, 60)
    try host.run("print(j 'value':get(), j 'runs':get(), j 'failures':get(), j 'face':get())")
    #expect(host.printed() == ["5\t3\t1\tloaded"])
    #expect(host.reports().isEmpty, "the handler has taken it")
  }

  @Test func aStepHasThirtySecondsUnlessItSaysMore() throws {
    let host = try VirtualHost()
    try host.run(
      """
      a = bh.job.on(bh.bindable(0), { name = "a", retry = 0, run = function() bh.sleep("1m") return "late" end })
      b = bh.job.on(bh.bindable(0), { name = "b", timeout = "5m", run = function() bh.sleep("3m") return "long" end })
      a:refresh() b:refresh()
      """)
    try advance(host, 200)
    try host.run("print(a 'error':get().kind, a 'value':get(), b 'value':get())")
    #expect(host.printed() == ["timeout\tnil\tlong"])
    #expect(host.pendingTimers == 0)
  }

  @Test func manyFailuresInARowEndTheScheduleOnceItSaysSo() throws {
    let host = try VirtualHost()
    try host.run(
      """
      j = bh.job.every("1s", { name = "j", disable_after = 3, run = function() error "no" end })
      j:on_failed(function() end)
      """)
    try advance(host, 60)
    try host.run("print(j 'runs':get(), j 'next_run':get()) j:resume()")
    #expect(host.printed() == ["3\tnil"])
    #expect(host.reports().filter { $0.contains("job.disabled") }.count == 1)
    try advance(host, 1)
    try host.run("print(j 'runs':get())")
    #expect(host.printed() == ["4"])
  }

  @Test func cronFollowsTheWallClockAndItsZone() throws {
    let host = try VirtualHost()
    // 2026-01-01T00:00:00Z; Tokyo is nine hours ahead.
    try host.run(
      """
      bh.job.cron("30 10 * * *", { tz = "Asia/Tokyo", run = function(fire) print("tokyo", fire.nominal % 86400 / 3600) end })
      bh.job.cron("0 */6 * * *", { run = function(fire) print("utc", fire.nominal % 86400 / 3600) end })
      """)
    try advance(host, 7 * 3600)
    #expect(host.printed() == ["tokyo\t1.5", "utc\t6.0"])
    // The clock is set back: nothing runs a second time.
    host.world.clock.set(date: WallTime(seconds: host.world.clock.date.seconds - 3600 * 5))
    try advance(host, 4 * 3600)
    #expect(host.printed().isEmpty)
    // And forward: what was jumped over is late.
    host.world.clock.set(date: WallTime(seconds: host.world.clock.date.seconds + 3600 * 7))
    try advance(host, 61)
    #expect(host.printed() == ["utc\t12.0"])
  }

  @Test func aRunHasAScopeThatEndsNewestFirstAndTheCoroutineLast() throws {
    let host = try VirtualHost()
    try host.run(
      """
      local closing <const> = function(name) return setmetatable({}, { __close = function() print("closed " .. name) end }) end
      j = bh.job.on(bh.bindable(0), { run = function()
        local guard <close> = closing "variable"
        bh.on_close(function() print "first cleanup" end)
        bh.go(function() local inner <close> = closing "child" bh.sleep("1h") end)
        bh.on_close(function() print "second cleanup" end)
        bh.after("1s", function() print "never" end)
        bh.sleep("1h")
        print "never"
      end })
      j:refresh()
      """)
    try advance(host, 0.5)
    try host.run("j:cancel() print(j 'face':get()) j:cancel()")
    try advance(host, 7200)
    #expect(
      host.printed() == ["closed child", "second cleanup", "first cleanup", "closed variable", "idle"])
    #expect(host.pendingTimers == 0)
  }

  @Test func cancelInATaskWaitsUntilTheProcessHasGone() throws {
    var permissions = Permissions(scriptFolder: "/scripts")
    _ = try permissions.apply(flag: "--allow-run", value: nil, relativeTo: "/")
    let host = try VirtualHost(permissions)
    var gone = false
    host.world.processes.stub("slow") { process in
      process.onCancel = { gone = true }
    }
    try host.run(
      """
      j = bh.job.exec { cmd = { "slow" }, name = "j", overlap = "replace" }
      bh.go(function() bh.sleep("1s") j:cancel() print("cancelled", j 'face':get()) end)
      """)
    try advance(host, 2)
    #expect(host.printed() == ["cancelled\tidle"] && gone)
  }

  @Test func aPausedJobRunsWhenItIsResumed() throws {
    let host = try VirtualHost()
    try host.run(
      "j = bh.job.every('10s', { paused = true, run = function() print 'ran' end }) print(j 'next_run':get())")
    try advance(host, 100)
    #expect(host.printed() == ["nil"])
    try host.run("j:resume()")
    try advance(host, 11)
    #expect(host.printed() == ["ran", "ran"])
    try host.run("j:pause()")
    try advance(host, 100)
    #expect(host.printed().isEmpty)
  }

  @Test func atRunsOnceAtItsTime() throws {
    let host = try VirtualHost()
    try host.run(
      """
      bh.job.at("2026-01-01T01:00:00+00:30", function() print "half past" end)
      bh.job.at("2026-01-01T02:00:00", { tz = "Europe/Berlin", run = function() print "two in Berlin" end })
      """)
    try advance(host, 1800)
    #expect(host.printed() == ["half past"])
    try advance(host, 1800)
    #expect(host.printed() == ["two in Berlin"])
    try advance(host, 7200)
    #expect(host.printed().isEmpty)
  }

  @Test func offlineLoadsWaitAndGoOn() throws {
    let host = try VirtualHost()
    host.world.world.surroundings.change(isOnline: false)
    try host.run(
      """
      x = bh.loadable("x", { load = function() print "asked" return 1 end })
      x "face":observe(function(f) print(f) end)
      """)
    try advance(host, 10)
    #expect(host.printed() == ["loading"])
    host.world.world.surroundings.change(isOnline: true)
    try advance(host, 1)
    #expect(host.printed() == ["asked", "loaded"])
    try host.run("x 'face':get()")
    host.world.world.surroundings.change(isOnline: false)
    try advance(host, 200)
    #expect(host.printed().isEmpty)
  }

  @Test func aPauseBeyondTheDeadlineIsAFailureOfKindOfflineUnlessPausesDoNotCount() throws {
    let host = try VirtualHost()
    host.world.world.surroundings.change(isOnline: false)
    try host.run(
      """
      x = bh.loadable("x", { load = function() print "never" end })
      x:on_failed(function(e) print(e.kind, x "error":get().kind) end)
      y = bh.loadable("y", { deadline = "10s", deadline_pauses = true, load = function() bh.sleep("4s") return "late" end })
      y:on_loaded(function(v) print(v) end)
      """)
    try advance(host, 119)
    #expect(host.printed().isEmpty)
    try advance(host, 2)
    #expect(host.printed() == ["offline\toffline"])
    host.world.world.surroundings.change(isOnline: true)
    try advance(host, 5)
    #expect(host.printed() == ["late"])
  }

  @Test func aLoadableWhoseScopeClosesTellsWhoeverWaits() throws {
    let host = try VirtualHost()
    try host.run(
      """
      local x
      local scope = bh.scope(function() x = bh.loadable("x", { load = function() bh.sleep("1h") return 1 end }) end)
      bh.go(function() local v, err = x:await() print(v, err.id) end)
      bh.after("1s", function() scope:close() end)
      """)
    try advance(host, 2)
    #expect(host.printed() == ["nil\tbind.disposed"])
    #expect(host.pendingTimers == 0)
    #expect(host.world.world.surroundings.listenerCount == 0)
  }

  @Test func aStableSplayIsTheSameOnOneMachineWhateverTheSeedAndAnotherOnAnother() throws {
    func firstRun(seed: UInt64, machine: String) throws -> String {
      let host = try VirtualHost(seed: seed, machineID: machine)
      try host.run(
        """
        bh.job.every("1h", { name = "sync", jitter = "30m", splay = "stable", immediate = false,
          run = function() print(bh.time.now()) end })
        """)
      try advance(host, 5400)
      return try #require(host.printed().first)
    }
    let here = try firstRun(seed: 1, machine: "one")
    #expect(try firstRun(seed: 2, machine: "one") == here)
    #expect(try firstRun(seed: 1, machine: "two") != here)
  }
}
