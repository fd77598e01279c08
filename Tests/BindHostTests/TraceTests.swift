import BindCore
import BindHost
import BindSources
import Testing

/// The unchanged script in virtual time: every event in order, the same bytes for the same seed.
@Suite struct TraceTests {
  private static let script = """
    local flaky = 0
    local feed = bh.loadable("feed", { retry = { max = 2, base = "1s" }, fresh = "1m", load = function()
      flaky = flaky + 1
      bh.sleep("100ms")
      if flaky % 3 ~= 0 then return nil, { kind = "network", message = "down" } end
      return flaky
    end })
    feed "value":observe(function(v) print("feed", v) end)
    bh.job.every("10s", { name = "tick", jitter = "5s", run = function(fire) feed:refresh() bh.sleep("1s") return fire.id end })
    bh.job.cron("*/2 * * * *", { name = "cron", overlap = "queue", run = function() bh.sleep("3m") end, timeout = "10m" })
    local n = bh.source { name = "remote", optimistic = true, get = function() return 1 end,
      set = function(new) bh.sleep("50ms") if new == 3 then return nil, "no" end return true end }
    bh.after("2.85s", function() feed:set(0) end)   -- while the third attempt runs, with seed 7
    bh.after("5s", function() n:set(2) n:set(3) end)
    """

  private func trace(seed: UInt64, for time: Duration = .seconds(1200)) throws -> [String] {
    let host = try VirtualHost(seed: seed, tracesEvents: true)
    try host.run(Self.script)
    try host.advance(time)
    return try #require(host.host.engine.trace).lines
  }

  @Test func equalSeedsGiveEqualTracesAndOthersDoNot() throws {
    let one = try trace(seed: 7)
    #expect(one == (try trace(seed: 7)))
    #expect(one != (try trace(seed: 8)))
    #expect(one.count > 300)
  }

  @Test func everyKindOfEventIsTold() throws {
    let text = try trace(seed: 7).joined(separator: "\n")
    for words in [
      "loadable feed g1 idle → loading", "loadable feed g1 attempt 1", "loadable feed g1 backoff",
      "loadable feed g1 attempt 2", "loading → loaded", "reloading → loaded", "discarded", "job tick run 2, due ",
      "job tick g2 loaded → reloading", "job cron skipped", "write remote 1 begins", "write remote 1 confirmed",
      "write remote 2 failed script",
    ] {
      #expect(text.contains(words), "\(words)\n\(text.prefix(2000))")
    }
  }

  /// 10 081 minutes are in a week, both ends counted.
  @Test func aWeekOfAMinuteJob() throws {
    let host = try VirtualHost()
    try host.run("n = 0 j = bh.job.every('1m', { name = 'minute', run = function() n = n + 1 end })")
    try host.advance(.seconds(7 * 86_400))
    try host.run("print(n, j 'runs':get(), j 'missed':get(), j 'skipped':get())")
    #expect(host.printed() == ["10081\t10081\t0\t0"])
  }
}
